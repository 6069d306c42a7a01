//! A score report for a terminal.

use super::report::{Detail, ScoreReport, id, show};
use crate::table::{Align, Table, printable};

/// Measures down, runs across, the best of each row marked; per query on request.
pub fn render_text(report: &ScoreReport, detail: Detail) -> String {
    let ScoreReport { n_queries, n_judgments, qrels, .. } = report;
    let queries = if *n_queries == 1 { "query" } else { "queries" };
    let judgments = if *n_judgments == 1 { "judgment" } else { "judgments" };
    let qrels = printable(qrels);
    let mut text = format!("{n_queries} {queries}, {n_judgments} {judgments} in {qrels}\n\n");
    if detail == Detail::PerQuery {
        text += &per_query_table(report).text();
        text += "\n";
    }
    let rows = report.table();
    let any_best = rows.iter().flatten().any(|(_, best)| *best);
    let mark = |value: String, best: bool| match (any_best, best) {
        (true, true) => value + "*",
        (true, false) => value + " ",
        (false, _) => value,
    };
    text += &summary_table(report, &rows, mark).text();
    if any_best {
        text += "\n* highest of its row, which may be chance\n";
    }
    let notes = report.notes();
    if !notes.is_empty() {
        text += "\n";
        text.extend(notes.iter().map(|note| format!("note: {note}\n")));
    }
    text
}

/// Measures down, runs across.
pub(super) fn summary_table(
    report: &ScoreReport,
    rows: &[Vec<(String, bool)>],
    mark: impl Fn(String, bool) -> String,
) -> Table {
    let runs = report.runs.iter().map(|run| (mark(run.name.clone(), false), Align::Right));
    let first = ("measure".to_owned(), Align::Left);
    let mut table = Table::new(std::iter::once(first).chain(runs));
    for (measure, row) in report.measures.iter().zip(rows) {
        let values = row.iter().map(|(value, best)| mark(value.clone(), *best));
        table.row(std::iter::once(measure.to_string()).chain(values));
    }
    table
}

/// One row per run and query, one column per measure.
pub(super) fn per_query_table(report: &ScoreReport) -> Table {
    let names = ["run", "query"].map(|name| (name.to_owned(), Align::Left));
    let measures = report.measures.iter().map(|measure| (measure.to_string(), Align::Right));
    let mut table = Table::new(names.into_iter().chain(measures));
    for run in &report.runs {
        for (row, query) in run.scores.queries.iter().enumerate() {
            let values = report.measures.iter().zip(run.scores.row(row));
            let values = values.map(|(measure, &value)| show(measure, Some(value)));
            table.row([run.name.clone(), id(query)].into_iter().chain(values));
        }
    }
    table
}
