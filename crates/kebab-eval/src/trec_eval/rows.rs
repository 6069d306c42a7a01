//! The values of every judged query, before they are printed or averaged.

use std::collections::HashMap;

use kebab_metrics::{
    DuplicateScope, Evaluator, Hit, Judged, Measure, ParseError, Qrels, RankError, Ranking, Run,
};
use rayon::prelude::*;

use super::TrecEvalError;
use super::columns::{Column, Value};
use super::options::Options;

/// The values of one query, one per column.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) values: Vec<f64>,
    /// What the relstring columns print, in their order.
    pub(super) relstrings: Vec<String>,
}

/// The rows of all judged queries in byte order of their ids; in place of a row, why it cannot be
/// computed. An error in the files themselves comes first and alone.
pub(super) fn rows(
    options: &Options,
    columns: &[Column],
    qrels: &Qrels<'_>,
    run: &Run<'_>,
) -> Result<Vec<Result<Row, TrecEvalError>>, TrecEvalError> {
    let ranking = Ranking {
        depth: options.depth,
        judged_only: options.judged_only,
        duplicates: DuplicateScope::WithinDepth,
        ..Ranking::default()
    };
    let no_measures: &[Measure] = &[];
    let evaluator = Evaluator::with_ranking(qrels, no_measures, ranking);
    let rows: Vec<Result<Found, ParseError>> = (0..run.n_queries())
        .into_par_iter()
        .with_min_len(16)
        .map_init(
            || (evaluator.clone(), Vec::new()),
            |(evaluator, hits), number| found(evaluator, columns, qrels, run, number, hits),
        )
        .collect();
    let mut of_query: HashMap<usize, Result<Row, TrecEvalError>> = HashMap::new();
    for (number, row) in rows.into_iter().enumerate() {
        match row.map_err(|error| TrecEvalError::input(&error))? {
            Found::NotJudged => {}
            Found::Row(index, row) => drop(of_query.insert(index, Ok(row))),
            Found::Refused(index, error) => {
                let error = TrecEvalError::input(&run.error(run.query(number), &error));
                of_query.insert(index, Err(error));
            }
        }
    }
    Ok((0..qrels.n_queries())
        .map(|index| match of_query.remove(&index) {
            Some(row) => row,
            None if options.complete => Ok(missing(options, columns, qrels, index)),
            None => Err(TrecEvalError::new(
                4,
                format!(
                    "query `{}` has judgments but no results; `-c` averages over all judged queries",
                    String::from_utf8_lossy(qrels.query(index))
                ),
            )),
        })
        .collect())
}

/// What a query of the run came to.
enum Found {
    NotJudged,
    Row(usize, Row),
    Refused(usize, RankError),
}

fn found<'r>(
    evaluator: &mut Evaluator<'_>,
    columns: &[Column],
    qrels: &Qrels<'_>,
    run: &'r Run<'_>,
    number: usize,
    hits: &mut Vec<Hit<'r>>,
) -> Result<Found, ParseError> {
    run.hits(number, hits)?;
    let Some(index) = qrels.find(run.query(number)) else { return Ok(Found::NotJudged) };
    Ok(match evaluator.judge(index, hits) {
        Ok(judged) => Found::Row(index, row(columns, &judged)),
        Err(error) => Found::Refused(index, error),
    })
}

/// A judged query that the run lacks counts as one unjudged document, of which trec_eval then
/// clears the traces that it knows by name.
fn missing(options: &Options, columns: &[Column], qrels: &Qrels<'_>, index: usize) -> Row {
    let judgments = qrels.judgments(index);
    let n_retrieved = usize::from(!options.judged_only && options.depth != Some(0));
    let judged = Judged { hits: &[], n_retrieved, ideal: judgments.ideal() };
    let mut row = row(columns, &judged);
    let mut relstrings = row.relstrings.iter_mut();
    for (column, value) in columns.iter().zip(&mut row.values) {
        let relstring = matches!(column.value, Value::RelString(_)).then(|| relstrings.next());
        match (column.label.as_str(), relstring.flatten()) {
            ("relstring", Some(relstring)) => relstring.clear(),
            ("num_ret" | "utility" | "rbp_resid", _) => *value = 0.0,
            (label, _) if label.starts_with("unj") => *value = 0.0,
            _ => {}
        }
    }
    row
}

fn row(columns: &[Column], judged: &Judged<'_>) -> Row {
    let mut relstrings = Vec::new();
    let values = columns
        .iter()
        .map(|column| match &column.value {
            Value::RunId => 0.0,
            Value::NumQ => 1.0,
            Value::RelString(length) => {
                relstrings.push(relstring(judged, *length));
                0.0
            }
            Value::Count(measure) => measure.score(judged),
            Value::Mean(measure) if divides_by_zero(&column.label, measure, judged) => f64::NAN,
            Value::Mean(measure) => measure.score(judged),
            Value::GeometricMean(measure) => measure.score(judged).max(1e-5).ln(),
        })
        .collect();
    Row { values, relstrings }
}

/// Interpolated precision begins with relevant retrieved / retrieved, which trec_eval computes for
/// no documents as well, and prints as `-nan`.
fn divides_by_zero(label: &str, measure: &Measure, judged: &Judged<'_>) -> bool {
    let params = measure.params();
    let needs_none = |point: &f64| (point * judged.n_relevant(params) as f64).round() <= 0.0;
    judged.n_retrieved == 0
        && ((label.starts_with("iprec_at_recall") && needs_none(&params.at))
            || (label.starts_with("11pt_avg")
                && (params.points.is_empty() || params.points.iter().any(needs_none))))
}

/// The grades of the first documents, one character each.
fn relstring(judged: &Judged<'_>, length: usize) -> String {
    let length = length.min(judged.n_retrieved);
    let mut characters = vec!['-'; length];
    for hit in judged.hits.iter().take_while(|hit| hit.rank <= length) {
        characters[hit.rank - 1] = match hit.grade {
            grade if grade < 0.0 => '.',
            grade if grade > 9.0 => '>',
            grade => char::from(b'0' + grade as u8),
        };
    }
    characters.into_iter().collect()
}
