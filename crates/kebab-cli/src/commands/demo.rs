//! `kebab demo`: the main job on files that are built in.

use anyhow::Context;
use kebab_eval::score::{self, Detail, ScoreReport};
use kebab_metrics::{Measure, Missing, Qrels, Ranking, Run};

use crate::output::{Exit, Output};

const QRELS: (&str, &str) = ("qrels.txt", include_str!("../../demo/qrels.txt"));
const RUNS: [(&str, &str); 2] = [
    ("keywords.run", include_str!("../../demo/keywords.run")),
    ("embeddings.run", include_str!("../../demo/embeddings.run")),
];

/// Score two small built-in runs and print the table
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(_: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let measures = Measure::parse_list(super::score::DEFAULT_MEASURES)?;
    let (name, text) = QRELS;
    let qrels = Qrels::parse(name, text.as_bytes()).context("the built-in sample is damaged")?;
    let mut report = ScoreReport::new(name, &qrels, measures, Ranking::default(), Missing::Zero);
    for (path, text) in RUNS {
        let run = Run::parse(path, text.as_bytes()).context("the built-in sample is damaged")?;
        report.add(path.trim_end_matches(".run"), path, &qrels, &run)?;
    }
    output.data(
        "Twelve questions to a handbook, answered by keyword search and by embeddings.\n\
         Which of the two retrieves better?\n\n",
    )?;
    output.data(score::render_text(&report, Detail::Means))?;
    output.data(
        "\nThe files are in the folder crates/kebab-cli/demo of the repository. With your own:\n  \
           kebab score QRELS RUN...            these measures for your runs\n  \
           kebab score QRELS RUN --per-query   query by query\n  \
           kebab measures nDCG                 what a measure means\n",
    )?;
    Ok(Exit::Done)
}
