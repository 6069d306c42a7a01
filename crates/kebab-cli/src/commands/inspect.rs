//! `kebab inspect doc|chunk ID`: one thing, whole.

use std::fmt::Write;

use clap::Subcommand;
use kebab_app::{ChunkDetail, DocumentDetail};
use kebab_eval::table::printable;
use serde_json::{Value, json};

use super::list::{chunk_json, document_json};
use crate::output::{Exit, Format, Output};
use crate::workspace::{self, ConfigArg};

/// Show one document or chunk
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// A document and its chunks
    Doc(InspectArgs),
    /// A chunk and its text
    Chunk(InspectArgs),
}

#[derive(Debug, clap::Args)]
struct InspectArgs {
    /// The id or the beginning of one; for a document also its path
    id: String,

    /// How to print the result
    #[arg(long, value_parser = Format::parser([Format::Text, Format::Json]), default_value = "text")]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,

    #[command(flatten)]
    workspace: ConfigArg,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let (What::Doc(inspect) | What::Chunk(inspect)) = &args.what;
    let kb = workspace::knowledge_base(inspect.workspace.config.as_deref())?;
    let as_json = inspect.json || inspect.format == Format::Json;
    let text = match &args.what {
        What::Doc(inspect) => {
            let detail = kb.document(&inspect.id)?;
            if as_json { json_text("document", document_value(&detail)) } else { document(&detail) }
        }
        What::Chunk(inspect) => {
            let detail = kb.chunk(&inspect.id)?;
            if as_json { json_text("chunk", chunk_value(&detail)) } else { chunk(&detail) }
        }
    };
    output.data(text)?;
    Ok(Exit::Done)
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

/// Names and values, one a line; what has no value is left out.
fn fields(fields: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_empty()) {
        let _ = writeln!(text, "{name:<9} {}", printable(value));
    }
    text
}

fn document(detail: &DocumentDetail) -> String {
    let row = &detail.document;
    let mut text = fields(&[
        ("document", row.doc_id.to_string()),
        ("path", row.path.clone()),
        ("title", row.title.clone().unwrap_or_default()),
        ("format", row.format.clone()),
        ("lang", row.lang.clone()),
        ("tags", row.tags.join(", ")),
        ("bytes", row.n_bytes.to_string()),
        ("chunker", row.chunker_version.clone()),
        ("chunks", row.n_chunks.to_string()),
    ]);
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

fn chunk(detail: &ChunkDetail) -> String {
    let row = &detail.chunk;
    let span = row.span;
    let mut text = fields(&[
        ("chunk", row.chunk_id.to_string()),
        ("document", row.doc_id.to_string()),
        ("where", format!("{}#{span}", row.path)),
        ("bytes", format!("{}..{}", span.byte_start, span.byte_end)),
        ("headings", row.heading_path.join(" > ")),
        ("tokens", row.n_tokens.to_string()),
        ("chunker", row.chunker_version.clone()),
    ]);
    text.push('\n');
    for line in detail.text.lines() {
        text += &printable(&line.replace('\t', "    "));
        text.push('\n');
    }
    text
}
