//! A score report for a spreadsheet: one row per run and query, unrounded.

use super::report::{Detail, ScoreReport, id};
use crate::table::csv_field;

/// A header, the rows of every query on request, and one row `all` per run.
pub fn render_csv(report: &ScoreReport, detail: Detail) -> String {
    let mut text = line(
        ["run".to_owned(), "query".to_owned()]
            .into_iter()
            .chain(report.measures.iter().map(ToString::to_string)),
    );
    for run in &report.runs {
        if detail == Detail::PerQuery {
            for (row, query) in run.scores.queries.iter().enumerate() {
                let values = run.scores.row(row).iter().map(f64::to_string);
                text += &line([run.name.clone(), id(query)].into_iter().chain(values));
            }
        }
        let values = (0..report.measures.len())
            .map(|measure| run.scores.mean(measure).map_or(String::new(), |mean| mean.to_string()));
        text += &line([run.name.clone(), "all".to_owned()].into_iter().chain(values));
    }
    text
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.map(|cell| csv_field(&cell)).collect::<Vec<_>>().join(",") + "\n"
}
