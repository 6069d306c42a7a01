//! The subcommands, one file each.

mod config;
mod demo;
mod doctor;
mod evaluate;
mod ingest;
mod init;
mod inspect;
mod list;
mod measures;
mod score;
mod search;
mod trec_eval;

use clap::Subcommand;

use crate::output::{Exit, Output};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Init(init::Args),
    Ingest(ingest::Args),
    Search(search::Args),
    List(list::Args),
    Inspect(inspect::Args),
    Doctor(doctor::Args),
    Config(config::Args),
    Score(score::Args),
    TrecEval(trec_eval::Args),
    Evaluate(evaluate::Args),
    Measures(measures::Args),
    Demo(demo::Args),
}

impl Command {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        match self {
            Command::Init(args) => init::run(args, output),
            Command::Ingest(args) => ingest::run(args, output),
            Command::Search(args) => search::run(args, output),
            Command::List(args) => list::run(args, output),
            Command::Inspect(args) => inspect::run(args, output),
            Command::Doctor(args) => doctor::run(args, output),
            Command::Config(args) => config::run(args, output),
            Command::Score(args) => score::run(args, output),
            Command::TrecEval(args) => trec_eval::run(args, output),
            Command::Evaluate(args) => evaluate::run(args, output),
            Command::Measures(args) => measures::run(args, output),
            Command::Demo(args) => demo::run(args, output),
        }
    }
}
