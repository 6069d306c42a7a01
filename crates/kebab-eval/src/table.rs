//! Plain tables: text that lines up, Markdown, and the quoting of CSV.

use unicode_width::UnicodeWidthStr;

/// On which side of its column a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For names.
    Left,
    /// For numbers.
    Right,
}

/// Rows of cells under a header. Every row has as many cells as the header.
#[derive(Clone, Debug)]
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these columns and no rows.
    pub fn new(columns: impl IntoIterator<Item = (String, Align)>) -> Table {
        Table { columns: columns.into_iter().collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        assert_eq!(cells.len(), self.columns.len(), "a cell for every column");
        self.rows.push(cells);
    }

    /// As text in columns two blanks apart.
    pub fn text(&self) -> String {
        let lines = self.padded(printable, 0);
        lines.iter().map(|cells| format!("{}\n", cells.join("  ").trim_end())).collect()
    }

    /// As a Markdown table.
    pub fn markdown(&self) -> String {
        let escape = |cell: &str| printable(cell).replace('\\', "\\\\").replace('|', "\\|");
        let mut lines = self.padded(escape, 3);
        let rule = |(cell, (_, align)): (&String, &(String, Align))| match align {
            Align::Left => format!(":{}", "-".repeat(cell.width() - 1)),
            Align::Right => format!("{}:", "-".repeat(cell.width() - 1)),
        };
        let rules = lines[0].iter().zip(&self.columns).map(rule).collect();
        lines.insert(1, rules);
        lines.iter().map(|cells| format!("| {} |\n", cells.join(" | "))).collect()
    }

    /// The header and the rows, every cell as wide as its column.
    fn padded(&self, escape: impl Fn(&str) -> String, narrowest: usize) -> Vec<Vec<String>> {
        let header = self.columns.iter().map(|(name, _)| escape(name)).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(|cell| escape(cell)).collect());
        let mut lines: Vec<Vec<String>> = std::iter::once(header).chain(rows).collect();
        for (column, (_, align)) in self.columns.iter().enumerate() {
            let widths = lines.iter().map(|cells| cells[column].width());
            let width = widths.max().unwrap_or(0).max(narrowest);
            for cells in &mut lines {
                cells[column] = pad(&cells[column], width, *align);
            }
        }
        lines
    }
}

/// A cell of a CSV file, quoted where it must be.
pub fn csv_field(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) || text != text.trim() {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn pad(cell: &str, width: usize, align: Align) -> String {
    let room = " ".repeat(width.saturating_sub(cell.width()));
    match align {
        Align::Left => format!("{cell}{room}"),
        Align::Right => format!("{room}{cell}"),
    }
}

/// A text as a person may see it: characters that would break the lines of a table, steer the
/// terminal or turn the line around are written out.
pub fn printable(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let breaks = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    let hidden = |c: char| breaks(c) || turns(c);
    let shown = |c: char| if hidden(c) { c.escape_default().to_string() } else { c.into() };
    text.chars().map(shown).collect()
}

/// The start of a text that may be long, for a message.
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text.to_owned(),
    }
}
