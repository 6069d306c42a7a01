//! `kebab list docs|chunks`: what the knowledge base has.

use clap::Subcommand;
use kebab_app::{ChunkRow, DocumentRow};
use kebab_eval::table::{Align, Table};
use serde_json::{Value, json};

use crate::output::{Exit, Format, FormatArgs, Output, csv_line};
use crate::workspace::{self, ConfigArg};

/// List documents or chunks
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// List every document, by path
    Docs(ListArgs),
    /// List every chunk, by path and position
    Chunks(ListArgs),
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

/// A list in the form that is asked for: columns with their cells, or JSON.
struct List {
    name: &'static str,
    columns: &'static [(&'static str, Align)],
    format: Format,
    rows: Vec<Vec<String>>,
    values: Vec<Value>,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let (What::Docs(list) | What::Chunks(list)) = &args.what;
    let kb = workspace::knowledge_base(list.workspace.config.as_deref())?;
    let format = list.format.chosen();
    let list = match args.what {
        What::Docs(_) => {
            let mut list = List::new("documents", DOCUMENT_COLUMNS, format);
            kb.documents(|row| list.push(|| document_cells(&row), || document_json(&row)))?;
            list
        }
        What::Chunks(_) => {
            let mut list = List::new("chunks", CHUNK_COLUMNS, format);
            kb.chunks(|row| list.push(|| chunk_cells(&row), || chunk_json(&row)))?;
            list
        }
    };
    output.data(list.render())?;
    Ok(Exit::Done)
}

const DOCUMENT_COLUMNS: &[(&str, Align)] = &[
    ("id", Align::Left),
    ("chunks", Align::Right),
    ("bytes", Align::Right),
    ("format", Align::Left),
    ("path", Align::Left),
    ("title", Align::Left),
];

fn document_cells(row: &DocumentRow) -> Vec<String> {
    vec![
        row.doc_id.to_string(),
        row.n_chunks.to_string(),
        row.n_bytes.to_string(),
        row.format.clone(),
        row.path.clone(),
        row.title.clone().unwrap_or_default(),
    ]
}

pub(super) fn document_json(row: &DocumentRow) -> Value {
    json!({
        "doc_id": row.doc_id,
        "path": row.path,
        "format": row.format,
        "title": row.title,
        "lang": row.lang,
        "tags": row.tags,
        "n_chunks": row.n_chunks,
        "n_bytes": row.n_bytes,
        "chunker_version": row.chunker_version,
    })
}

const CHUNK_COLUMNS: &[(&str, Align)] = &[
    ("id", Align::Left),
    ("tokens", Align::Right),
    ("where", Align::Left),
    ("headings", Align::Left),
];

fn chunk_cells(row: &ChunkRow) -> Vec<String> {
    vec![
        row.chunk_id.to_string(),
        row.n_tokens.to_string(),
        format!("{}#{}", row.path, row.span),
        row.heading_path.join(" > "),
    ]
}

pub(super) fn chunk_json(row: &ChunkRow) -> Value {
    json!({
        "chunk_id": row.chunk_id,
        "doc_id": row.doc_id,
        "path": row.path,
        "span": row.span,
        "n_tokens": row.n_tokens,
        "heading_path": row.heading_path,
        "chunker_version": row.chunker_version,
    })
}

impl List {
    fn new(name: &'static str, columns: &'static [(&'static str, Align)], format: Format) -> List {
        List { name, columns, format, rows: Vec::new(), values: Vec::new() }
    }

    /// Adds a thing in the form that is asked for.
    fn push(&mut self, cells: impl FnOnce() -> Vec<String>, value: impl FnOnce() -> Value) {
        match self.format {
            Format::Json => self.values.push(value()),
            _ => self.rows.push(cells()),
        }
    }

    fn render(self) -> String {
        match self.format {
            Format::Text => self.table().text(),
            Format::Markdown => self.table().markdown(),
            Format::Json => {
                let mut document = json!({ "schema_version": 1 });
                document[self.name] = Value::Array(self.values);
                format!("{document:#}\n")
            }
            Format::Csv => {
                let mut text = csv_line(self.columns.iter().map(|(name, _)| name));
                text.extend(self.rows.iter().map(csv_line));
                text
            }
            Format::Latex => unreachable!("the parser does not offer it"),
        }
    }

    fn table(self) -> Table {
        let columns = self.columns.iter().map(|(name, align)| ((*name).to_owned(), *align));
        let mut table = Table::new(columns);
        for row in self.rows {
            table.row(row);
        }
        table
    }
}
