//! `kebab measures [NAME]`: what there is to measure with. Its Markdown is the reference page.

use kebab_eval::table::csv_field;
use kebab_metrics::{Description, Measure, Summary, descriptions};
use serde_json::json;

use crate::output::{Exit, Format, FormatArgs, Output};

/// List the measures, or explain one
///
/// With a name: how it is computed, how else it is called, what to try when the value is low, and
/// which measures it is confused with.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab measures
  kebab measures nDCG@10
  kebab measures ndcg_cut_10
  kebab measures --format markdown > measures.md")]
pub(crate) struct Args {
    /// A measure by any of its names
    name: Option<String>,

    #[command(flatten)]
    format: FormatArgs,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let measures: Vec<Description> = match &args.name {
        Some(name) => vec![Measure::describe(name)?],
        None => descriptions().collect(),
    };
    let format = args.format.chosen();
    output.data(match format {
        Format::Text if args.name.is_some() => explain(&measures[0]),
        Format::Text => list(&measures),
        Format::Json => json(&measures),
        Format::Csv => csv(&measures),
        Format::Markdown if args.name.is_some() => section(&measures[0]),
        Format::Markdown => page(&measures),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    Ok(Exit::Done)
}

fn list(measures: &[Description]) -> String {
    let mut text = String::new();
    for measure in measures {
        let also = match measure.aliases {
            [] => String::new(),
            aliases => format!(" Also {}.", aliases.join(", ")),
        };
        let indent = " ".repeat(20);
        let about = wrap(&format!("{}{also}", measure.about), 100, &indent);
        text += &format!("{:<19} {}", measure.signature, &about[indent.len()..]);
    }
    text + "\n`kebab measures NAME` explains one and its parameters. [@k]: the cutoff may be left out.\n"
}

/// The parts of an explanation: a heading and a text each.
fn parts(measure: &Description) -> Vec<(&'static str, String)> {
    let aliases = measure.aliases.join(", ");
    let params: Vec<String> =
        measure.params.iter().map(|(key, about)| format!("`{key}` is {about}")).collect();
    let over_queries = match measure.summary {
        Summary::Mean => "",
        Summary::Sum => "summed",
        Summary::GeometricMean => "geometric mean",
    };
    let all = [
        ("formula", measure.formula.to_owned()),
        ("parameters", params.join("; ")),
        ("over queries", over_queries.to_owned()),
        ("also called", aliases),
        ("when it is bad", measure.advice.to_owned()),
        ("not to confuse", measure.confused_with.to_owned()),
    ];
    all.into_iter().filter(|(_, text)| !text.is_empty()).collect()
}

fn explain(measure: &Description) -> String {
    let mut text = format!("{}\n{}", measure.usage, wrap(measure.about, 80, ""));
    for (heading, part) in parts(measure) {
        text += &format!("\n{heading}\n");
        text += &wrap(&part, 80, "  ");
    }
    text
}

fn page(measures: &[Description]) -> String {
    let mut text = "# Measures\n\n\
        Made by `kebab measures --format markdown` (`cargo xtask docs` writes it here). A measure is \
        written as `NAME(key=value,..)@k`; `[@k]` means that the cutoff may be left out, and the \
        whole ranking then counts. Names are matched without regard to case; in the aliases `K` and \
        `X` stand for a number.\n"
        .to_owned();
    for measure in measures {
        text += &format!("\n{}", section(measure));
    }
    text
}

fn section(measure: &Description) -> String {
    let mut text = format!("## `{}`\n\n{}\n\n", measure.usage, measure.about);
    for (heading, part) in parts(measure) {
        let part = match heading {
            "also called" => format!("`{}`", part.replace(", ", "`, `")),
            _ => part,
        };
        text += &format!("- **{heading}**: {part}\n");
    }
    text
}

fn json(measures: &[Description]) -> String {
    let measures: Vec<_> = measures
        .iter()
        .map(|measure| {
            let params: Vec<_> = measure
                .params
                .iter()
                .map(|(key, about)| json!({ "key": key, "about": about }))
                .collect();
            json!({
                "name": measure.name,
                "usage": measure.usage,
                "about": measure.about,
                "formula": measure.formula,
                "params": params,
                "over_queries": match measure.summary {
                    Summary::Mean => "mean",
                    Summary::Sum => "sum",
                    Summary::GeometricMean => "geometric mean",
                },
                "aliases": measure.aliases,
                "advice": measure.advice,
                "confused_with": measure.confused_with,
            })
        })
        .collect();
    format!("{:#}\n", json!({ "schema_version": 1, "measures": measures }))
}

fn csv(measures: &[Description]) -> String {
    let mut text = "name,usage,about,formula,aliases\n".to_owned();
    for measure in measures {
        let aliases = measure.aliases.join(" ");
        let cells = [measure.name, &measure.usage, measure.about, measure.formula, &aliases];
        text += &(cells.map(csv_field).join(",") + "\n");
    }
    text
}

/// Breaks a text into lines of at most that many characters, each behind the indent.
fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut lines = vec![indent.to_owned()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is one from the start");
        let is_first = line.len() == indent.len();
        if !is_first && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(format!("{indent}{word}"));
        } else {
            *line += if is_first { "" } else { " " };
            *line += word;
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
