//! `kebab trec-eval`: the drop-in for trec_eval, which has its own argument syntax and exit codes.

use std::ffi::OsString;
use std::path::Path;

use anyhow::Context;
use kebab_eval::trec_eval::{self, File, Options, Parsed, USAGE};

use crate::files::Input;
use crate::output::{Exit, Output};

/// The drop-in for trec_eval 10: same arguments, same output, same exit codes
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true, disable_version_flag = true, after_help = USAGE)]
pub(crate) struct Args {
    /// trec_eval's arguments; `-h` explains them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let arguments: Vec<String> =
        args.arguments.iter().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let options = match Options::parse(&arguments) {
        Ok(Parsed::Help) => {
            output.data(USAGE)?;
            return Ok(Exit::Done);
        }
        Ok(Parsed::Version) => {
            output.note(concat!(
                "kebab trec-eval ",
                env!("CARGO_PKG_VERSION"),
                ", as trec_eval 10"
            ));
            return Ok(Exit::Done);
        }
        Ok(Parsed::Evaluate(options)) => options,
        Err(error) => return Ok(fail(error.code(), &error.into(), output)),
    };
    let (qrels, run, zscores) = match open(&options) {
        Ok(files) => files,
        Err(error) => return Ok(fail(2, &error, output)),
    };
    let outcome =
        trec_eval::evaluate(&options, file(&qrels), file(&run), zscores.as_ref().map(file));
    output.data(&outcome.stdout)?;
    for note in &outcome.notes {
        output.note(format_args!("note: {note}"));
    }
    match outcome.error {
        Some(error) => {
            output.flush()?;
            Ok(fail(error.code(), &error.into(), output))
        }
        None => Ok(Exit::Done),
    }
}

fn open(options: &Options) -> anyhow::Result<(Input, Input, Option<Input>)> {
    if options.qrels == "-" {
        anyhow::bail!("judgments cannot be read from standard input, only the run can");
    }
    let open = |path: &str| Input::open(Path::new(path));
    let qrels = open(&options.qrels).context("cannot read judgments")?;
    let run = open(&options.run).context("cannot read run")?;
    let zscores = options.zscores.as_deref().map(open).transpose();
    Ok((qrels, run, zscores.context("cannot read z-scores")?))
}

fn file(input: &Input) -> File<'_> {
    File { name: &input.name, bytes: input }
}

fn fail(code: u8, error: &anyhow::Error, output: &mut Output) -> Exit {
    output.fail(error);
    Exit::TrecEval(code)
}
