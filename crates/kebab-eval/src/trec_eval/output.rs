//! trec_eval's output: name, query and value, a line each.

use kebab_metrics::{Qrels, Run};

use super::TrecEvalError;
use super::columns::{Column, Value};
use super::options::Options;
use super::rows::Row;
use super::zscores::ZScores;

/// Prints the queries that were asked for, then the summary. At a query that could not be computed
/// the output ends.
pub(super) fn print(
    out: &mut Vec<u8>,
    options: &Options,
    columns: &[Column],
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    rows: &[Result<Row, TrecEvalError>],
    zscores: Option<&ZScores<'_>>,
) -> Result<(), TrecEvalError> {
    let mut sums = vec![0.0; columns.len()];
    for (index, row) in rows.iter().enumerate() {
        let row = row.as_ref().map_err(Clone::clone)?;
        let query = qrels.query(index);
        let mut relstrings = row.relstrings.iter();
        for (column, (&value, sum)) in columns.iter().zip(row.values.iter().zip(&mut sums)) {
            let value = zscores.map_or(value, |z| z.of(query, &column.label, value));
            *sum += value;
            if !options.per_query {
                continue;
            }
            let text = match &column.value {
                Value::RunId | Value::NumQ | Value::GeometricMean(_) => continue,
                Value::RelString(_) => {
                    let relstring = relstrings.next().map_or("", String::as_str);
                    line(out, false, &column.label, query, format!("'{relstring}'").as_bytes());
                    continue;
                }
                Value::Count(_) => count(value, zscores.is_some()),
                Value::Mean(_) => number(value),
            };
            line(out, zscores.is_some(), &column.label, query, text.as_bytes());
        }
    }
    if !options.no_summary {
        summary(out, options, columns, qrels, run, &sums, zscores.is_some());
    }
    Ok(())
}

fn summary(
    out: &mut Vec<u8>,
    options: &Options,
    columns: &[Column],
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    sums: &[f64],
    zscored: bool,
) {
    let n_queries = qrels.n_queries() as f64;
    for (column, &sum) in columns.iter().zip(sums) {
        let label = column.label.as_str();
        let mut print = |zscored: bool, value: &[u8]| line(out, zscored, label, b"all", value);
        match &column.value {
            Value::RunId => print(false, run.tag().unwrap_or(b"")),
            Value::NumQ => print(false, format!("{n_queries}").as_bytes()),
            Value::RelString(_) => {}
            Value::Count(_) => {
                // With -c this one is counted in the judgments, whatever the level.
                let all = options.complete && label == "num_rel";
                let sum = if all { n_positive(qrels) } else { sum };
                print(zscored, count(sum, zscored).as_bytes());
            }
            Value::Mean(_) => print(zscored, number(sum / n_queries).as_bytes()),
            Value::GeometricMean(_) => {
                print(zscored, number((sum / n_queries).exp()).as_bytes());
            }
        }
    }
}

/// How many judgments have a grade above 0.
fn n_positive(qrels: &Qrels<'_>) -> f64 {
    let positive = |index| qrels.judgments(index).ideal().partition_point(|&grade| grade > 0.0);
    (0..qrels.n_queries()).map(positive).sum::<usize>() as f64
}

fn line(out: &mut Vec<u8>, zscored: bool, label: &str, query: &[u8], value: &[u8]) {
    out.extend_from_slice(if zscored { b"Z" } else { b"" });
    out.extend_from_slice(label.as_bytes());
    out.extend(std::iter::repeat_n(b' ', 22_usize.saturating_sub(label.len())));
    for field in [query, value] {
        out.push(b'\t');
        out.extend_from_slice(field);
    }
    out.push(b'\n');
}

/// As C prints `%6.4f`.
fn number(value: f64) -> String {
    if value.is_nan() { "-nan".to_owned() } else { format!("{value:6.4}") }
}

/// As C prints `%ld`; a z-score is no count.
fn count(value: f64, zscored: bool) -> String {
    if zscored { number(value) } else { format!("{}", value.trunc()) }
}
