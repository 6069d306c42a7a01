//! A source taken apart: the document and its chunks.

use kebab_core::{ChunkId, DocId, Span};

use crate::{ChunkPolicy, Format, chunk, code, html, markdown, text};

/// A source with what it says about itself and the chunks it was cut into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// Relative to the workspace; `corpus.jsonl#ID` for a record of a beir file.
    pub path: String,
    pub format: Format,
    /// From front matter, `<title>` or the record; else the first heading of level 1.
    pub title: Option<String>,
    /// As the source gives it, such as `ko`; empty when it does not.
    pub lang: String,
    pub tags: Vec<String>,
    /// What spans count in, byte for byte as it was read.
    pub source: String,
    /// In the order of the source; their spans do not overlap.
    pub chunks: Vec<Chunk>,
}

/// The piece of a document that is indexed and retrieved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub id: ChunkId,
    /// Begins and ends with text: blank lines and blanks around it are left out.
    pub span: Span,
    /// The document's title and the headings above and at the chunk, outermost first, as plain
    /// text. None is empty, none repeats the one before it.
    pub heading_path: Vec<String>,
    /// The plain text of the span, without markup and without the headings in `heading_path`.
    /// Empty only where the span is nothing but such headings.
    pub body: String,
    /// The end of the previous chunk of the same section, as plain text; mostly empty.
    pub overlap: String,
    /// Of `body`.
    pub n_tokens: usize,
}

/// Makes a document of a file's source. The same arguments give the same document.
///
/// A beir file is a container of documents: see [`beir_records`](crate::beir_records) and
/// [`parse_record`]. Here [`Format::Beir`] means a single record without a title.
pub fn parse(path: &str, format: Format, source: String, policy: &ChunkPolicy) -> Document {
    let outline = match format {
        Format::Markdown => markdown::outline(&source),
        Format::Text => text::outline(&source),
        Format::Html => html::outline(&source),
        Format::Code => code::outline(&source),
        Format::Beir => return parse_record(path, None, source, policy),
    };
    let chunks = chunk::chunks(DocId::of_path(path), &source, &outline, policy);
    let (title, lang, tags) = outline.into_metadata();
    Document { path: path.to_owned(), format, title, lang, tags, source, chunks }
}

/// Makes a document of one record of a beir file. The same arguments give the same document.
///
/// `source` is what [`BeirRecord::source`](crate::BeirRecord::source) gave: title, blank line,
/// text. The title comes along because the text alone does not tell whether it begins with one.
pub fn parse_record(
    path: &str,
    title: Option<&str>,
    source: String,
    policy: &ChunkPolicy,
) -> Document {
    let outline = text::record_outline(title, &source);
    let chunks = chunk::chunks(DocId::of_path(path), &source, &outline, policy);
    let (_, lang, tags) = outline.into_metadata();
    let title = title.map(str::to_owned);
    Document { path: path.to_owned(), format: Format::Beir, title, lang, tags, source, chunks }
}
