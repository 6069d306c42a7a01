//! A score report for a pull request or a notebook.

use super::report::{Detail, ScoreReport};
use super::text::{per_query_table, summary_table};

/// The tables of the text form in Markdown, the best of each row in bold.
pub fn render_markdown(report: &ScoreReport, detail: Detail) -> String {
    let bold = |value: String, best: bool| if best { format!("**{value}**") } else { value };
    let rows = report.table();
    let mut text = summary_table(report, &rows, bold).markdown();
    if detail == Detail::PerQuery {
        text += "\n";
        text += &per_query_table(report).markdown();
    }
    let notes = report.notes();
    if !notes.is_empty() {
        text += "\n";
        text.extend(notes.iter().map(|note| format!("- {note}\n")));
    }
    text
}
