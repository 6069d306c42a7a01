//! A drop-in for trec_eval 10: the same arguments, the same output byte for byte, the same exit
//! codes.
//!
//! [`Options::parse`] reads the arguments, [`evaluate`] turns files into output. What differs on
//! purpose: where trec_eval crashes, reads memory it should not or takes garbage for a number, this
//! gives an error that names the place; and its messages on stderr are our own.

mod columns;
mod error;
mod options;
mod output;
mod params;
mod rows;
mod zscores;

use kebab_metrics::{Dialect, Format, Qrels};

use self::output::Results;
use crate::score::read_run;

pub use error::TrecEvalError;
pub use options::{Options, Parsed, USAGE};

/// A file by the name it was given.
#[derive(Clone, Copy, Debug)]
pub struct File<'t> {
    /// What to call it.
    pub name: &'t str,
    /// What it holds.
    pub bytes: &'t [u8],
}

/// What a call prints and how it ends.
#[derive(Debug)]
pub struct Outcome {
    /// The output, whole or up to the query that cannot be evaluated.
    pub stdout: Vec<u8>,
    /// What the reader of the numbers should know; no part of trec_eval's output.
    pub notes: Vec<String>,
    /// Why the output is not whole.
    pub error: Option<TrecEvalError>,
}

/// Evaluates a run as the options say.
pub fn evaluate(
    options: &Options,
    qrels: File<'_>,
    run: File<'_>,
    zscores: Option<File<'_>>,
) -> Outcome {
    let mut outcome = Outcome { stdout: Vec::new(), notes: Vec::new(), error: None };
    outcome.error = evaluate_into(&mut outcome, options, qrels, run, zscores).err();
    outcome
}

fn evaluate_into(
    outcome: &mut Outcome,
    options: &Options,
    qrels: File<'_>,
    run: File<'_>,
    zscores: Option<File<'_>>,
) -> Result<(), TrecEvalError> {
    let trec = Some(Format::Trec);
    let qrels = Qrels::parse_as(qrels.name, qrels.bytes, trec, Dialect::TrecEval)?;
    let run = read_run(run.name, run.bytes, trec)?;
    let zscores = zscores.map(zscores::ZScores::parse).transpose()?;
    let columns = columns::columns(options, &mut outcome.notes)?;
    let rows = rows::rows(options, &columns, &qrels, &run)?;
    let (columns, qrels, run, rows) = (&columns, &qrels, &run, &rows);
    let results = Results { options, columns, qrels, run, rows, zscores: zscores.as_ref() };
    results.print(&mut outcome.stdout)
}
