//! The subcommands, one file each.

mod demo;
mod evaluate;
mod measures;
mod score;
mod trec_eval;

use clap::Subcommand;

use crate::output::{Exit, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Score(score::Args),
    TrecEval(trec_eval::Args),
    Evaluate(evaluate::Args),
    Measures(measures::Args),
    Demo(demo::Args),
}

impl Command {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match self {
            Command::Score(args) => score::run(args, output),
            Command::TrecEval(args) => trec_eval::run(args, output),
            Command::Evaluate(args) => evaluate::run(args, output),
            Command::Measures(args) => measures::run(args, output),
            Command::Demo(args) => demo::run(args, output),
        }
    }
}
