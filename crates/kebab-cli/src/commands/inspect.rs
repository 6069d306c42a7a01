//! `kebab inspect doc|chunk ID`: one thing, whole.

use std::fmt::Write;
use std::path::{Component, Path, PathBuf};

use clap::Subcommand;
use kebab_app::{ChunkDetail, DocumentDetail, KnowledgeBase, LookupError};
use kebab_eval::table::{Align, Table, printable};
use serde_json::{Value, json};

use super::list::{chunk_json, document_json};
use crate::output::{Exit, Format, FormatArgs, Output, csv_line};
use crate::workspace::{self, ConfigArg};

/// Show one document or chunk
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Doc(DocArgs),
    Chunk(ChunkArgs),
}

/// Show a document and its chunks
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab inspect doc docs/install.md
  kebab inspect doc 3f2a")]
struct DocArgs {
    /// Its path, its id or the beginning of the id
    #[arg(value_name = "ID")]
    id: String,

    #[command(flatten)]
    common: CommonArgs,
}

/// Show a chunk and its text
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab inspect chunk 9c41")]
struct ChunkArgs {
    /// Its id or the beginning of the id
    id: String,

    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, clap::Args)]
struct CommonArgs {
    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let (What::Doc(DocArgs { common, .. }) | What::Chunk(ChunkArgs { common, .. })) = &args.what;
    let kb = workspace::knowledge_base(common.workspace.config.as_deref())?;
    let format = common.format.chosen();
    output.data(match &args.what {
        What::Doc(DocArgs { id, .. }) => {
            let detail = look_up(&kb, id)?;
            match format {
                Format::Text => document(&detail),
                Format::Json => json_text("document", document_value(&detail)),
                _ => table(&document_fields(&detail), format),
            }
        }
        What::Chunk(ChunkArgs { id, .. }) => {
            let detail = kb.chunk(id)?;
            match format {
                Format::Text => chunk(&detail),
                Format::Json => json_text("chunk", chunk_value(&detail)),
                _ => table(&chunk_fields(&detail), format),
            }
        }
    })?;
    Ok(Exit::Done)
}

/// The document with an id or a path. A path is seen from the workspace, as everywhere, or from the
/// current folder, as the shell completes it.
fn look_up(kb: &KnowledgeBase, id: &str) -> anyhow::Result<DocumentDetail> {
    let error = match kb.document(id) {
        Err(error @ (LookupError::NoId { .. } | LookupError::Unknown { .. })) => error,
        found => return Ok(found?),
    };
    let seen_from_here = from_workspace(&workspace::current_folder()?.join(id), kb.root());
    let Some(path) = seen_from_here else { return Err(error.into()) };
    // What was typed is what the user knows, so the complaint is about that.
    kb.document(&path).map_err(|_| error.into())
}

/// What a path is called inside the workspace, if it is there.
fn from_workspace(path: &Path, root: &Path) -> Option<String> {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(clean.pop()),
            part => clean.push(part),
        }
    }
    let inside = clean.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = inside.iter().map(|part| part.to_str()).collect();
    Some(parts?.join("/"))
}

fn json_text(name: &str, value: Value) -> String {
    let mut document = json!({ "schema_version": 1 });
    document[name] = value;
    format!("{document:#}\n")
}

fn document_value(detail: &DocumentDetail) -> Value {
    let mut value = document_json(&detail.document);
    value["chunks"] = detail.chunks.iter().map(chunk_json).collect();
    value
}

fn chunk_value(detail: &ChunkDetail) -> Value {
    let mut value = chunk_json(&detail.chunk);
    value["text"] = json!(detail.text);
    value
}

/// Names and values; what has no value is left out.
type Fields = Vec<(&'static str, String)>;

/// As text, a field a line.
fn lines(fields: &Fields) -> String {
    let mut text = String::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "{name:<9} {}", printable(value));
    }
    text
}

/// As CSV or Markdown, a field a row.
fn table(fields: &Fields, format: Format) -> String {
    let columns = ["field", "value"];
    let rows = fields.iter().filter(|(_, value)| !value.is_empty());
    let rows = rows.map(|(name, value)| [(*name).to_owned(), value.clone()]);
    if format == Format::Csv {
        return std::iter::once(csv_line(columns)).chain(rows.map(csv_line)).collect();
    }
    let mut table = Table::new(columns.map(|name| (name.to_owned(), Align::Left)));
    rows.for_each(|row| table.row(row));
    table.markdown()
}

fn about_document(detail: &DocumentDetail) -> Fields {
    let row = &detail.document;
    vec![
        ("document", row.doc_id.to_string()),
        ("path", row.path.clone()),
        ("title", row.title.clone().unwrap_or_default()),
        ("format", row.format.clone()),
        ("lang", row.lang.clone()),
        ("tags", row.tags.join(", ")),
        ("bytes", row.n_bytes.to_string()),
        ("chunker", row.chunker_version.clone()),
        ("chunks", row.n_chunks.to_string()),
    ]
}

fn document(detail: &DocumentDetail) -> String {
    let mut text = lines(&about_document(detail));
    for chunk in &detail.chunks {
        let headings = printable(&chunk.heading_path.join(" > "));
        let place = chunk.span.to_string();
        let line =
            format!("  {}  {place:<12} {:>5} tokens  {headings}", chunk.chunk_id, chunk.n_tokens);
        text += line.trim_end();
        text.push('\n');
    }
    text
}

fn document_fields(detail: &DocumentDetail) -> Fields {
    let chunks = detail.chunks.iter().map(|chunk| ("chunk", chunk.chunk_id.to_string()));
    about_document(detail).into_iter().chain(chunks).collect()
}

fn about_chunk(detail: &ChunkDetail) -> Fields {
    let row = &detail.chunk;
    let span = row.span;
    vec![
        ("chunk", row.chunk_id.to_string()),
        ("document", row.doc_id.to_string()),
        ("where", format!("{}#{span}", row.path)),
        ("bytes", format!("{}..{}", span.byte_start, span.byte_end)),
        ("headings", row.heading_path.join(" > ")),
        ("tokens", row.n_tokens.to_string()),
        ("chunker", row.chunker_version.clone()),
    ]
}

fn chunk(detail: &ChunkDetail) -> String {
    let mut text = lines(&about_chunk(detail));
    text.push('\n');
    for line in detail.text.lines() {
        text += &printable(&line.replace('\t', "    "));
        text.push('\n');
    }
    text
}

fn chunk_fields(detail: &ChunkDetail) -> Fields {
    let mut fields = about_chunk(detail);
    fields.push(("text", detail.text.clone()));
    fields
}
