//! `kebab`: did this change make retrieval better?
//!
//! This file parses the arguments, runs the subcommand and maps the outcome to an exit code. Each
//! subcommand lives in its own file under `commands/`; `output.rs` is the only file that prints.

mod commands;
mod files;
mod output;
mod workspace;

use std::process::ExitCode;

use clap::Parser;

use crate::output::{Exit, Output};

/// Did this change make retrieval better?
#[derive(Debug, Parser)]
#[command(name = "kebab", version, propagate_version = true, arg_required_else_help = true)]
struct Cli {
    #[command(flatten)]
    _config: workspace::AnywhereConfigArg,

    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return output::usage(&error).into(),
    };
    let mut output = Output::new();
    let outcome = cli.command.run(&mut output).and_then(|exit| {
        output.flush()?;
        Ok(exit)
    });
    match outcome {
        Ok(exit) => exit.into(),
        Err(error) if output::is_closed_pipe(&error) => Exit::Done.into(),
        Err(error) => {
            output.fail(&error);
            output::exit_of(&error).into()
        }
    }
}
