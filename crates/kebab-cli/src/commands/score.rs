//! `kebab score QRELS RUN...`: measures of run files against judgments.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;
use kebab_eval::score::{self, Detail, ScoreReport};
use kebab_metrics::{Dialect, EvaluateError, Measure, Missing, Qrels, Ranking};

use crate::files::Input;
use crate::output::{Exit, Format, Output};

/// What people look at first: ranking quality, the first good hit, coverage, and whether the
/// judgments cover the run at all.
pub(super) const DEFAULT_MEASURES: &str = "nDCG@10 RR@10 AP P@5 R@10 R@100 Success@5 Judged@10";

/// A table of numbers can also go into a paper.
const ALL_FORMATS: [Format; 5] =
    [Format::Text, Format::Json, Format::Csv, Format::Markdown, Format::Latex];

/// Score runs against judgments
///
/// Reads judgments and one or more runs, in TREC, CSV, TSV, JSON or JSON Lines, packed with gzip or
/// not, and prints every measure for every run, the best of each row marked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab score qrels.txt run.txt
  kebab score qrels.tsv bm25.run dense.run -m nDCG@10,AP --per-query
  kebab score qrels.json run.json -m 'P(rel=2)@5' --missing skip --json
  zcat run.txt.gz | kebab score qrels.txt -

`kebab measures` lists the measures, docs/formats.md the formats and their column names.")]
pub(crate) struct Args {
    /// The judgments; `-` reads standard input
    #[arg(value_name = "QRELS")]
    qrels: PathBuf,

    /// The runs; `-` reads standard input
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,

    /// Measures, separated by commas or blanks, such as `nDCG@5,10 AP`; may be repeated
    #[arg(
        short,
        long = "measure",
        aliases = ["measures", "metric", "metrics"],
        value_name = "MEASURE",
        value_parser = measure_list,
        default_value = DEFAULT_MEASURES
    )]
    measures: Vec<Vec<Measure>>,

    /// Show every query, not only the means
    #[arg(long)]
    per_query: bool,

    /// What to do with judged queries that a run does not have
    #[arg(long, value_enum, default_value = "zero")]
    missing: MissingArg,

    /// The lowest grade that is relevant, for measures that do not say
    #[arg(long, value_name = "GRADE", value_parser = grade, default_value = "1", allow_negative_numbers = true)]
    rel: f64,

    /// Look only at the first N documents of each query
    #[arg(long, value_name = "N", value_parser = depth, allow_negative_numbers = true)]
    depth: Option<usize>,

    /// Drop documents without a judgment and close the gaps, after --depth
    #[arg(long)]
    judged_only: bool,

    /// Score documents instead of chunks: the document is what stands before the last SEPARATOR
    /// in the id, at the rank of its best chunk
    #[arg(long, value_name = "SEPARATOR", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    roll_up: Option<String>,

    /// The format of the judgments (trec, csv, tsv, jsonl, json) instead of the recognised one
    #[arg(long, value_name = "FORMAT")]
    qrels_format: Option<kebab_metrics::Format>,

    /// The format of the runs (trec, csv, tsv, jsonl, json) instead of the recognised one
    #[arg(long, value_name = "FORMAT")]
    run_format: Option<kebab_metrics::Format>,

    /// How to print the result
    #[arg(long, value_parser = Format::parser(ALL_FORMATS), default_value = "text")]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum MissingArg {
    /// Count them as an empty ranking, which scores 0
    Zero,
    /// Leave them out of the means
    Skip,
    /// Stop with an error
    Error,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    if args.runs.iter().chain([&args.qrels]).filter(|path| *path == Path::new("-")).count() > 1 {
        bail!("`-` stands for standard input and can be given only once");
    }
    let format = if args.json { Format::Json } else { args.format };
    if format == Format::Latex && args.per_query {
        bail!("--format latex has no table of queries; leave out --per-query or use --format csv");
    }
    let missing = match args.missing {
        MissingArg::Zero => Missing::Zero,
        MissingArg::Skip => Missing::Skip,
        MissingArg::Error => Missing::Error,
    };
    let ranking = Ranking {
        depth: args.depth,
        judged_only: args.judged_only,
        roll_up: args.roll_up.as_ref().map(|separator| separator.clone().into_bytes()),
        ..Ranking::default()
    };
    let judgments = Input::open(&args.qrels).context("cannot read judgments")?;
    let qrels = Qrels::parse_as(&judgments.name, &judgments, args.qrels_format, Dialect::Lenient)
        .context("cannot read judgments")?;
    let mut report = ScoreReport::new(&judgments.name, &qrels, measures(&args), ranking, missing);
    for (path, name) in args.runs.iter().zip(run_names(&args.runs)) {
        let input = Input::open(path).context("cannot read run")?;
        let run =
            score::read_run(&input.name, &input, args.run_format).context("cannot read run")?;
        match report.add(&name, &input.name, &qrels, &run) {
            Err(error @ EvaluateError::Missing { .. }) => {
                bail!("{}: {error} with --missing zero or --missing skip", input.name)
            }
            added => added.context("cannot read run")?,
        }
        let n_missing = report.runs.last().map_or(0, |run| run.scores.missing.len());
        if n_missing == qrels.n_queries() {
            bail!(
                "{} and {} have no query in common: the first query of the run is `{}`, of the judgments `{}`",
                input.name,
                judgments.name,
                String::from_utf8_lossy(run.query(0)),
                String::from_utf8_lossy(qrels.query(0)),
            );
        }
    }
    let detail = if args.per_query { Detail::PerQuery } else { Detail::Means };
    let text = match format {
        Format::Text => score::render_text(&report, detail),
        Format::Json => score::render_json(&report, detail),
        Format::Csv => score::render_csv(&report, detail),
        Format::Markdown => score::render_markdown(&report, detail),
        Format::Latex => score::render_latex(&report),
    };
    output.data(text)?;
    // Here the notes are no part of the data.
    if format == Format::Csv {
        for note in report.notes() {
            output.note(format_args!("note: {note}"));
        }
    }
    Ok(Exit::Done)
}

/// The measures that were asked for, each once.
fn measures(args: &Args) -> Vec<Measure> {
    let mut measures: Vec<Measure> = Vec::new();
    for measure in args.measures.iter().flatten() {
        let measure = measure.clone().with_default_rel(args.rel);
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}

fn measure_list(list: &str) -> Result<Vec<Measure>, String> {
    let measures = Measure::parse_list(list).map_err(|error| error.to_string())?;
    if measures.is_empty() {
        return Err("no measure is named; `kebab measures` lists them".to_owned());
    }
    Ok(measures)
}

fn depth(text: &str) -> Result<usize, String> {
    let depth = text.parse().ok().filter(|&depth| depth > 0);
    depth.ok_or_else(|| "a depth is a whole number of at least 1".to_owned())
}

fn grade(text: &str) -> Result<f64, String> {
    let grade: Option<f64> = text.parse().ok();
    grade
        .filter(|grade| (0.0..=1e15).contains(grade))
        .ok_or_else(|| "a grade is a number of at least 0".to_owned())
}

/// What to call the runs: the file's name without its endings, the whole path where two would be
/// called the same.
fn run_names(paths: &[PathBuf]) -> Vec<String> {
    let short = |path: &Path| {
        if path == Path::new("-") {
            return "stdin".to_owned();
        }
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        let endings = [".txt", ".run", ".trec", ".tsv", ".csv", ".jsonl", ".json"];
        let stem = endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name);
        if stem.is_empty() { name.to_owned() } else { stem.to_owned() }
    };
    let names: Vec<String> = paths.iter().map(|path| short(path)).collect();
    let unique = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let named = names.iter().zip(paths);
    named
        .map(|(name, path)| if unique(name) { name.clone() } else { path.display().to_string() })
        .collect()
}
