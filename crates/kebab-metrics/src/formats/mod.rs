//! The files judgments and runs come in: one reader per format, all giving the same rows.
//!
//! A [`Source`] is a text with its name, what it holds ([`Kind`]) and its [`Format`], recognised
//! from the first data line unless it is forced. [`Source::rows`] reads it from top to bottom; a
//! row's ids borrow from the text wherever the format allows, and [`Ids`] keeps the others in one
//! arena per file.

mod delimited;
mod detect;
mod error;
mod ids;
mod json;
mod json_lines;
mod names;
mod number;
pub(crate) mod trec;

use std::fmt;
use std::str::FromStr;

pub(crate) use error::{Fault, excerpt};
pub use error::{ParseError, Problem};
pub(crate) use ids::{Ids, Span};

/// A file format for judgments and runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `query iteration document grade` or `query iteration document rank score tag`, separated by
    /// blanks or tabs; lines that begin with `#` are comments.
    Trec,
    /// Comma-separated values with or without a header line, quoted as RFC 4180 says.
    Csv,
    /// The same separated by tabs, as beir's judgments are.
    Tsv,
    /// One JSON object per line, such as `{"query_id": "q1", "doc_id": "d1", "score": 0.9}`.
    JsonLines,
    /// One JSON object `{query: {document: number}}`, or a list of the objects above.
    Json,
}

impl Format {
    const NAMES: [(Format, &'static str); 5] = [
        (Format::Trec, "trec"),
        (Format::Csv, "csv"),
        (Format::Tsv, "tsv"),
        (Format::JsonLines, "jsonl"),
        (Format::Json, "json"),
    ];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) =
            Format::NAMES.iter().find(|(format, _)| format == self).expect("all are named");
        f.pad(name)
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let known = Format::NAMES.iter().find(|(_, name)| *name == text);
        known.map(|&(format, _)| format).ok_or_else(|| UnknownFormat { name: text.to_owned() })
    }
}

/// A name that no format has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a file format; choose one of `{}`", Format::NAMES.map(|(_, name)| name).join("`, `"))]
pub struct UnknownFormat {
    /// The name.
    pub name: String,
}

/// How strictly a TREC file is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Blank lines and comments anywhere, fractional grades.
    #[default]
    Lenient,
    /// As trec_eval reads judgments: no blank line, and a grade is cut to a whole number.
    TrecEval,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Judgments.
    Qrels,
    /// A run.
    Run,
}

impl Kind {
    /// What the number of a row is called.
    pub(crate) fn value_name(self) -> &'static str {
        match self {
            Kind::Qrels => "grade",
            Kind::Run => "score",
        }
    }
}

/// One judgment or one hit. The ids live as long as the reader's buffer at least; where they lie
/// in the text itself, [`Ids::keep`] sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'r> {
    pub(crate) query: &'r [u8],
    pub(crate) doc: &'r [u8],
    pub(crate) value: f64,
    /// Where the row stands in the text.
    pub(crate) offset: usize,
}

/// Ids longer than this are no ids.
const LONGEST_ID: usize = 1 << 24;

/// What takes the rows of a file.
pub(crate) type Sink<'s> = dyn FnMut(Row<'_>) + 's;

/// A text to read rows from.
#[derive(Clone, Debug)]
pub(crate) struct Source<'t> {
    pub(crate) name: String,
    pub(crate) text: &'t [u8],
    /// Where the text begins, behind a byte order mark.
    pub(crate) start: usize,
    pub(crate) kind: Kind,
    pub(crate) format: Format,
    pub(crate) dialect: Dialect,
}

impl<'t> Source<'t> {
    pub(crate) fn new(
        name: &str,
        text: &'t [u8],
        kind: Kind,
        format: Option<Format>,
        dialect: Dialect,
    ) -> Source<'t> {
        let start = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let format = format.unwrap_or_else(|| detect::detect(&text[start..], kind));
        Source { name: name.to_owned(), text, start, kind, format, dialect }
    }

    /// Refuses a text of several lines that would be read as one.
    pub(crate) fn check_line_ends(&self) -> Result<(), ParseError> {
        let has_lines = matches!(self.format, Format::Trec | Format::Csv | Format::Tsv);
        if !has_lines || memchr::memchr(b'\n', self.text).is_some() {
            return Ok(());
        }
        let Some(at) = memchr::memchr(b'\r', self.text.trim_ascii_end()) else { return Ok(()) };
        // To TREC a carriage return is a blank like any other, so it takes two rows to be sure.
        let words = self.text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        if self.format == Format::Trec && words.count() < 2 * trec::n_fields(self.kind) {
            return Ok(());
        }
        Err(self.error_at(at, Problem::CarriageReturns))
    }

    /// Hands every row to the sink, in the order of the file.
    pub(crate) fn rows(&self, sink: &mut Sink<'_>) -> Result<(), ParseError> {
        let mut too_long = None;
        let sink = &mut |row: Row<'_>| match row.query.len().max(row.doc.len()) {
            0..=LONGEST_ID => sink(row),
            _ => too_long = too_long.or(Some(row.offset)),
        };
        let read = match self.format {
            Format::Trec => trec::rows(self, sink),
            Format::Csv => delimited::rows(self, b',', sink),
            Format::Tsv => delimited::rows(self, b'\t', sink),
            Format::JsonLines => json_lines::rows(self, sink),
            Format::Json => json::rows(self, sink),
        };
        read.map_err(|fault| self.error_at(fault.offset, fault.problem))?;
        match too_long {
            Some(offset) => Err(self.error_at(offset, Problem::LongId)),
            None => Ok(()),
        }
    }

    /// Reads the number of a row.
    pub(crate) fn number(&self, text: &[u8], offset: usize) -> Result<f64, Fault> {
        number::read(text, self.kind, self.dialect).map_err(|problem| Fault { offset, problem })
    }

    /// The error for a place in the text.
    pub(crate) fn error_at(&self, offset: usize, problem: Problem) -> ParseError {
        let (line, column) = self.line_and_column(offset);
        ParseError { file: self.name.clone(), line, column, problem }
    }

    /// The error for a document that stands twice under one query, with both lines.
    pub(crate) fn duplicate(&self, query: &[u8], doc: &[u8]) -> ParseError {
        let mut offsets = Vec::new();
        let scan = self.rows(&mut |row| {
            if row.query == query && row.doc == doc {
                offsets.push(row.offset);
            }
        });
        if let Err(error) = scan {
            return error;
        }
        let first = offsets.first().copied().unwrap_or(self.start);
        let again = offsets.get(1).copied().unwrap_or(first);
        let problem = Problem::Duplicate {
            kind: self.kind,
            query: excerpt(query),
            doc: excerpt(doc),
            first_line: self.line_and_column(first).0,
        };
        self.error_at(again, problem)
    }

    fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[self.start..offset.clamp(self.start, self.text.len())];
        let line = 1 + memchr::memchr_iter(b'\n', before).count();
        let line_start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        (line, before.len() - line_start + 1)
    }
}
