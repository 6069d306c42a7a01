//! trec_eval's output: name, query and value, a line each.

use kebab_metrics::{Qrels, Run};

use super::TrecEvalError;
use super::columns::{Column, Value};
use super::options::Options;
use super::rows::Row;
use super::zscores::ZScores;

/// What is printed from.
pub(super) struct Results<'a> {
    pub(super) options: &'a Options,
    pub(super) columns: &'a [Column],
    pub(super) qrels: &'a Qrels<'a>,
    pub(super) run: &'a Run<'a>,
    pub(super) rows: &'a [Result<Row, TrecEvalError>],
    pub(super) zscores: Option<&'a ZScores<'a>>,
}

impl Results<'_> {
    /// Prints the queries that were asked for, then the summary. At a query that could not be
    /// computed the output ends.
    pub(super) fn print(&self, out: &mut Vec<u8>) -> Result<(), TrecEvalError> {
        let mut sums = vec![0.0; self.columns.len()];
        for (index, row) in self.rows.iter().enumerate() {
            let row = row.as_ref().map_err(Clone::clone)?;
            let query = self.qrels.query(index);
            for (column, (&value, sum)) in self.columns.iter().zip(row.values.iter().zip(&mut sums))
            {
                let value = self.zscores.map_or(value, |z| z.of(query, &column.label, value));
                *sum += value;
                if self.options.per_query {
                    self.print_value(out, column, query, value, &row.relstring);
                }
            }
        }
        if !self.options.no_summary {
            self.print_summary(out, &sums);
        }
        Ok(())
    }

    fn print_value(
        &self,
        out: &mut Vec<u8>,
        column: &Column,
        query: &[u8],
        value: f64,
        relstring: &str,
    ) {
        let text = match &column.value {
            Value::RunId | Value::NumQ | Value::GeometricMean(_) => return,
            Value::RelString(_) => {
                return line(out, "", &column.label, query, format!("'{relstring}'").as_bytes());
            }
            Value::Count(_) => self.count(value),
            Value::Mean(_) => number(value),
        };
        line(out, self.prefix(), &column.label, query, text.as_bytes());
    }

    fn print_summary(&self, out: &mut Vec<u8>, sums: &[f64]) {
        let n_queries = self.qrels.n_queries() as f64;
        for (column, &sum) in self.columns.iter().zip(sums) {
            let label = column.label.as_str();
            let mut print = |prefix: &str, value: &[u8]| line(out, prefix, label, b"all", value);
            match &column.value {
                Value::RunId => print("", self.run.tag().unwrap_or(b"")),
                Value::NumQ => print("", format!("{n_queries}").as_bytes()),
                Value::RelString(_) => {}
                Value::Count(_) => {
                    // With -c this one is counted in the judgments, whatever the level.
                    let all = self.options.complete && label == "num_rel";
                    let sum = if all { n_positive(self.qrels) } else { sum };
                    print(self.prefix(), self.count(sum).as_bytes());
                }
                Value::Mean(_) => print(self.prefix(), number(sum / n_queries).as_bytes()),
                Value::GeometricMean(_) => {
                    print(self.prefix(), number((sum / n_queries).exp()).as_bytes());
                }
            }
        }
    }

    /// What stands before the name of a z-score.
    fn prefix(&self) -> &'static str {
        if self.zscores.is_some() { "Z" } else { "" }
    }

    /// As C prints `%ld`; a z-score is no count.
    fn count(&self, value: f64) -> String {
        if self.zscores.is_some() { number(value) } else { format!("{}", value.trunc()) }
    }
}

/// How many judgments have a grade above 0.
fn n_positive(qrels: &Qrels<'_>) -> f64 {
    let positive = |index| qrels.judgments(index).ideal().partition_point(|&grade| grade > 0.0);
    (0..qrels.n_queries()).map(positive).sum::<usize>() as f64
}

fn line(out: &mut Vec<u8>, prefix: &str, label: &str, query: &[u8], value: &[u8]) {
    out.extend_from_slice(prefix.as_bytes());
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
    if value.is_nan() { "  -nan".to_owned() } else { format!("{value:6.4}") }
}
