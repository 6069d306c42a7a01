//! Results as text for people, JSON, CSV and Markdown.

use std::fmt::Write;

use serde::Serialize;

use super::evaluate::{EvalResult, EvalResults};
use crate::table::{Align, Table, csv_field};

/// The version of the JSON that [`render_json`] writes.
const SCHEMA_VERSION: u32 = 1;

/// One line per result; for a batch with the number of the query, and the mean of each template.
pub fn render_text(results: &EvalResults) -> String {
    let mut text = String::new();
    if results.n_queries == 1 {
        for result in &results.eval_results {
            line(&mut text, format_args!("{}", result.reason));
        }
        return text;
    }
    let n_queries = results.n_queries;
    let width = format!("query {n_queries}").len();
    for (template, queries) in results.by_template() {
        for (number, result) in (1..).zip(queries) {
            let query = format!("query {number}");
            line(&mut text, format_args!("{query:width$}  {}", result.reason));
        }
        let label = template.label(results.eval_config.k);
        let mean = mean(queries);
        line(
            &mut text,
            format_args!("{:width$}  {label}: {mean:.3} ({n_queries} queries)", "mean"),
        );
    }
    text
}

/// The answer to a call, with the version of its shape.
pub fn render_json(results: &EvalResults) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        schema_version: u32,
        #[serde(flatten)]
        results: &'a EvalResults,
    }
    let answer = Answer { schema_version: SCHEMA_VERSION, results };
    let mut text = serde_json::to_string_pretty(&answer)
        .expect("names, reasons and finite numbers always serialise");
    text.push('\n');
    text
}

/// One row per result, unrounded.
pub fn render_csv(results: &EvalResults) -> String {
    let mut text = String::from("name,query,output,reason\n");
    for (template, queries) in results.by_template() {
        for (query, EvalResult { output, reason, .. }) in (1..).zip(queries) {
            let reason = csv_field(reason);
            line(&mut text, format_args!("{template},{query},{output},{reason}"));
        }
    }
    text
}

/// A table with one row per result; for a batch with the mean of each template.
pub fn render_markdown(results: &EvalResults) -> String {
    let columns = [
        ("template", Align::Left),
        ("query", Align::Right),
        ("score", Align::Right),
        ("reason", Align::Left),
    ];
    let mut table = Table::new(columns.map(|(name, align)| (name.to_owned(), align)));
    let n_queries = results.n_queries;
    for (template, queries) in results.by_template() {
        let mut row = |query: String, score: f64, reason: String| {
            table.row([template.to_string(), query, format!("{score:.4}"), reason]);
        };
        for (query, result) in (1_usize..).zip(queries) {
            row(query.to_string(), result.output, result.reason.clone());
        }
        if n_queries > 1 {
            row("mean".to_owned(), mean(queries), format!("{n_queries} queries"));
        }
    }
    table.markdown()
}

fn mean(queries: &[EvalResult]) -> f64 {
    queries.iter().map(|result| result.output).sum::<f64>() / queries.len() as f64
}

fn line(text: &mut String, content: std::fmt::Arguments<'_>) {
    writeln!(text, "{content}").expect("a string takes everything");
}
