//! A score report for a paper.

use super::report::ScoreReport;

/// A `tabular` for the booktabs package, runs down and measures across as papers have it, the best
/// of each column in bold. Notes are comments.
pub fn render_latex(report: &ScoreReport) -> String {
    let alignment = "r".repeat(report.measures.len());
    let mut text: String = report
        .notes()
        .iter()
        .map(|note| {
            format!(
                "% {note}
"
            )
        })
        .collect();
    text += &format!("\\begin{{tabular}}{{l{alignment}}}\n\\toprule\n");
    let names = report.measures.iter().map(|measure| escape(&measure.to_string()));
    text += &line(std::iter::once("Run".to_owned()).chain(names));
    text += "\\midrule\n";
    let columns = report.table();
    for (number, run) in report.runs.iter().enumerate() {
        let values = columns.iter().map(|column| {
            let (value, best) = &column[number];
            if *best { format!("\\textbf{{{}}}", escape(value)) } else { escape(value) }
        });
        text += &line(std::iter::once(escape(&run.name)).chain(values));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

fn line(cells: impl Iterator<Item = String>) -> String {
    cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
}

fn escape(text: &str) -> String {
    let escaped = text.chars().map(|c| match c {
        '\\' => "\\textbackslash{}".to_owned(),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => format!("\\{c}"),
        '~' => "\\textasciitilde{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    });
    escaped.collect()
}
