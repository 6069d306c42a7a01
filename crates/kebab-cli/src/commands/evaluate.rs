//! `kebab evaluate TEMPLATE...`: scores of texts, without ids or files of judgments.

use std::fmt::Write;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use kebab_eval::text::{self, EvalConfig, EvalResults, Inputs, Request, Template};
use serde_json::{Map, Value};

use crate::files::Input;
use crate::output::{Exit, Format, Output};

/// Score retrieved texts against the relevant ones, or against an answer
///
/// For people who have texts instead of ids. The retrieved chunks (--hypothesis, in rank order) are
/// compared with the relevant ones (--reference), by exact equality, or with the text of an answer
/// (--answer), by shared words.
#[derive(Debug, clap::Args)]
#[command(override_usage = USAGE, after_help = EXAMPLES, after_long_help = after_long_help())]
pub(crate) struct Args {
    /// What to score with, separated by commas or blanks
    #[arg(
        value_name = "TEMPLATE",
        value_delimiter = ',',
        required_unless_present = "request",
        conflicts_with = "request"
    )]
    templates: Vec<Template>,

    /// The retrieved chunks in rank order, as a JSON list; a list of lists is a batch
    #[arg(long, value_name = "JSON", conflicts_with_all = ["hypothesis_file", "request"])]
    hypothesis: Option<String>,

    /// A file with the retrieved chunks; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    hypothesis_file: Option<PathBuf>,

    /// The relevant chunks, as a JSON list; a list of lists is a batch
    #[arg(long, value_name = "JSON", conflicts_with_all = ["reference_file", "request"])]
    reference: Option<String>,

    /// A file with the relevant chunks; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    reference_file: Option<PathBuf>,

    /// The text of an answer; repeat it for a batch
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["answer_file", "request"])]
    answer: Vec<String>,

    /// A file with the text of an answer; repeat it for a batch; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    answer_file: Vec<PathBuf>,

    /// Look only at the first N retrieved chunks
    #[arg(
        short,
        long,
        value_name = "N",
        value_parser = cutoff,
        allow_negative_numbers = true,
        conflicts_with = "request"
    )]
    k: Option<NonZeroU32>,

    /// A file with the whole call as JSON; `-` reads standard input
    #[arg(long, value_name = "FILE")]
    request: Option<PathBuf>,

    /// How to print the result [default: text, or json with --request]
    #[arg(long, value_parser = Format::parser(Format::USUAL))]
    format: Option<Format>,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

const USAGE: &str = "\
kebab evaluate [OPTIONS] <TEMPLATE>...
       kebab evaluate [OPTIONS] --request <FILE>";

const EXAMPLES: &str = "\
Examples:
  kebab evaluate precision_at_k --hypothesis '[\"a\", \"b\", \"c\"]' --reference '[\"a\", \"c\"]' -k 3
  kebab evaluate recall_at_k,mrr --hypothesis-file retrieved.json --reference-file relevant.json
  kebab evaluate hit_rate --hypothesis '[[\"a\"], [\"b\"]]' --reference '[[\"a\"], [\"c\"]]'
  kebab evaluate chunk_attribution --hypothesis-file retrieved.json --answer-file answer.txt
  kebab evaluate --request call.json";

fn after_long_help() -> String {
    let mut help = String::new();
    let mut inputs: &[text::Input] = &[];
    for template in text::templates() {
        if template.inputs() != inputs {
            inputs = template.inputs();
            let names: Vec<String> = inputs.iter().map(|input| format!("--{input}")).collect();
            writeln!(help, "Templates for {}:", names.join(" and ")).expect(STRING);
        }
        writeln!(help, "  {template:22}  {}", template.about()).expect(STRING);
    }
    help.push_str(GRAMMAR);
    help.push_str(EXAMPLES);
    help
}

const STRING: &str = "a string takes everything";

const GRAMMAR: &str = "\
The latter two look at shared words alone; no language model reads the texts.

Inputs:
  A JSON list of strings is one query. A list of lists is a batch, with one list
  per query; so is a list of strings that all hold JSON lists. A repeated chunk
  keeps its place and is credited once.

The call of --request, whose inputs may also be plain lists:
  {\"eval_templates\": \"precision_at_k\",
   \"inputs\": {\"hypothesis\": \"[\\\"a\\\", \\\"b\\\"]\", \"reference\": \"[\\\"a\\\"]\"},
   \"eval_config\": {\"k\": 5}}

";

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let results = match &args.request {
        Some(path) => answer_request(path)?,
        None => answer_arguments(&args)?,
    };
    let usual = if args.request.is_some() { Format::Json } else { Format::Text };
    let format = if args.json { Format::Json } else { args.format.unwrap_or(usual) };
    output.data(match format {
        Format::Text => text::render_text(&results),
        Format::Json => text::render_json(&results),
        Format::Csv => text::render_csv(&results),
        Format::Markdown => text::render_markdown(&results),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    Ok(Exit::Done)
}

fn answer_request(path: &Path) -> anyhow::Result<EvalResults> {
    let input = Input::open(path).context("cannot read the request")?;
    let results = Request::parse(without_mark(&input)).and_then(|request| request.evaluate());
    results.with_context(|| input.name.clone())
}

fn answer_arguments(args: &Args) -> anyhow::Result<EvalResults> {
    let files = [&args.hypothesis_file, &args.reference_file].into_iter().flatten();
    let files = files.chain(&args.answer_file);
    if files.filter(|path| path.as_path() == Path::new("-")).count() > 1 {
        bail!("`-` stands for standard input and can be given only once");
    }
    let mut inputs = Map::new();
    let lists = [
        ("hypothesis", &args.hypothesis, &args.hypothesis_file),
        ("reference", &args.reference, &args.reference_file),
    ];
    for (name, text, file) in lists {
        if let Some(value) = read_json(name, text.as_deref(), file.as_deref())? {
            inputs.insert(name.to_owned(), value);
        }
    }
    if let Some(value) = read_answers(args)? {
        inputs.insert("answer".to_owned(), value);
    }
    let inputs = Inputs::from_json(Value::Object(inputs))?;
    Ok(text::evaluate(&args.templates, &inputs, &EvalConfig { k: args.k })?)
}

/// What an argument or a file holds, as JSON.
fn read_json(name: &str, text: Option<&str>, file: Option<&Path>) -> anyhow::Result<Option<Value>> {
    if let Some(text) = text {
        let value = serde_json::from_str(text);
        return value.map(Some).map_err(|error| anyhow!("--{name}: not JSON: {error}"));
    }
    let Some(path) = file else { return Ok(None) };
    let input = Input::open(path).with_context(|| format!("cannot read --{name}-file"))?;
    let value = serde_json::from_slice(without_mark(&input));
    value.map(Some).map_err(|error| anyhow!("{}: not JSON: {error}", input.name))
}

/// The answer, or the list of answers where there are several.
fn read_answers(args: &Args) -> anyhow::Result<Option<Value>> {
    let mut answers: Vec<Value> = args.answer.iter().cloned().map(Value::String).collect();
    for path in &args.answer_file {
        let input = Input::open(path).context("cannot read --answer-file")?;
        let text = std::str::from_utf8(without_mark(&input));
        let text = text.with_context(|| format!("{}: not UTF-8 text", input.name))?;
        answers.push(Value::String(text.to_owned()));
    }
    Ok(match answers.len() {
        0 => None,
        1 => answers.pop(),
        _ => Some(Value::Array(answers)),
    })
}

/// The bytes without the mark that some editors put before UTF-8 text.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

fn cutoff(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "k is an integer from 1 to 4294967295".to_owned())
}
