//! The values of every judged query, before they are printed or averaged.

use kebab_metrics::{
    DuplicateScope, Hit, Judged, Measure, ParseError, Qrels, RankError, Ranker, Ranking, Run,
};
use rayon::prelude::*;

use super::TrecEvalError;
use super::columns::{Column, Value};
use super::options::Options;

/// The values of one query, one per column.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) values: Vec<f64>,
    /// What the column `relstring` prints, if there is one.
    pub(super) relstring: String,
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
    let found: Vec<Result<Found, ParseError>> = (0..run.n_queries())
        .into_par_iter()
        .with_min_len(16)
        .map_init(
            || (Ranker::default(), Vec::new()),
            |(ranker, hits), number| find(ranker, hits, columns, qrels, run, number, &ranking),
        )
        .collect();
    let mut rows = vec![None; qrels.n_queries()];
    for (number, found) in found.into_iter().enumerate() {
        match found? {
            Found::NotJudged => {}
            Found::Row(index, row) => rows[index] = Some(Ok(row)),
            Found::Refused(index, error) => {
                rows[index] = Some(Err(run.error(run.query(number), &error).into()));
            }
        }
    }
    if let Some((index, error)) = qrels.duplicate() {
        rows[index] = Some(Err(error.clone().into()));
    }
    let row = |(index, row): (usize, Option<Result<Row, TrecEvalError>>)| match row {
        Some(row) => row,
        None if options.complete => Ok(missing(options, columns, qrels, index)),
        None => Err(TrecEvalError::MissingQuery {
            query: String::from_utf8_lossy(qrels.query(index)).into_owned(),
        }),
    };
    Ok(rows.into_iter().enumerate().map(row).collect())
}

/// What a query of the run came to.
enum Found {
    NotJudged,
    Row(usize, Row),
    Refused(usize, RankError),
}

fn find<'r>(
    ranker: &mut Ranker,
    hits: &mut Vec<Hit<'r>>,
    columns: &[Column],
    qrels: &Qrels<'_>,
    run: &'r Run<'_>,
    number: usize,
    ranking: &Ranking,
) -> Result<Found, ParseError> {
    run.hits(number, hits)?;
    let Some(index) = qrels.find(run.query(number)) else { return Ok(Found::NotJudged) };
    Ok(match ranker.rank(hits, &qrels.judgments(index), ranking) {
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
    for (column, value) in columns.iter().zip(&mut row.values) {
        match column.label.as_str() {
            "relstring" => row.relstring.clear(),
            "num_ret" | "utility" | "rbp_resid" => *value = 0.0,
            label if label.starts_with("unj") => *value = 0.0,
            _ => {}
        }
    }
    row
}

fn row(columns: &[Column], judged: &Judged<'_>) -> Row {
    let mut relstring = String::new();
    let values = columns
        .iter()
        .map(|column| match &column.value {
            Value::RunId => 0.0,
            Value::NumQ => 1.0,
            Value::RelString(length) => {
                relstring = relstring_of(judged, *length);
                0.0
            }
            Value::Count(measure) => measure.score(judged),
            Value::Mean(measure) if divides_by_zero(&column.label, measure, judged) => f64::NAN,
            Value::Mean(measure) => measure.score(judged),
            Value::GeometricMean(measure) => measure.score(judged).max(1e-5).ln(),
        })
        .collect();
    Row { values, relstring }
}

/// Where trec_eval computes 0 / 0 and prints that it is no number: interpolated precision begins
/// with relevant retrieved / retrieved, and Rndcg averages over the ideal ranking's gains.
fn divides_by_zero(label: &str, measure: &Measure, judged: &Judged<'_>) -> bool {
    let params = measure.params();
    let needs_none = |point: &f64| (point * judged.n_relevant(params) as f64).round() <= 0.0;
    if label.starts_with("iprec_at_recall") {
        judged.n_retrieved == 0 && needs_none(&params.at)
    } else if label.starts_with("11pt_avg") {
        let any = params.points.is_empty() || params.points.iter().any(needs_none);
        judged.n_retrieved == 0 && any
    } else if label.starts_with("Rndcg") {
        let ideal: Measure = "IDCG".parse().expect("the table has it");
        judged.n_relevant(params) > 0 && ideal.with_params(params.clone()).score(judged) <= 0.0
    } else {
        false
    }
}

/// The grades of the first documents, one character each.
fn relstring_of(judged: &Judged<'_>, length: usize) -> String {
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
