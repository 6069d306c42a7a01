//! What can be wrong with a file, said with its place.

use super::Kind;

/// A file that cannot be read, with the place where reading stopped.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct ParseError {
    /// The name the text was given.
    pub file: String,
    /// The line, from 1; every line counts.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong at a place in a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is nothing in it.
    #[error("the file holds no {}", plural(*kind))]
    Empty {
        /// What it should hold.
        kind: Kind,
    },
    /// A line of a TREC file has too few or too many fields.
    #[error("malformed line: {found} {} where {wanted}{}",
        if *found == 1 { "field" } else { "fields" }, other_file(*found, wanted))]
    Fields {
        /// How many it has.
        found: usize,
        /// What it should have.
        wanted: &'static str,
    },
    /// A blank line where trec_eval allows none.
    #[error(
        "malformed line: a blank line, which trec_eval does not accept in judgments; remove it"
    )]
    BlankLine,
    /// A field that should be a number is none.
    #[error("field `{field}`: `{value}` is not a number")]
    NotANumber {
        /// The field.
        field: &'static str,
        /// What stands there.
        value: String,
    },
    /// A score that is NaN.
    #[error(
        "field `{field}`: `{value}` cannot be ranked; leave the document out or give it a score"
    )]
    NaN {
        /// The field.
        field: &'static str,
        /// What stands there.
        value: String,
    },
    /// A grade that is out of bounds.
    #[error("field `{field}`: `{value}` is out of range; a grade lies between -1e15 and 1e15")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// What stands there.
        value: String,
    },
    /// An id is empty.
    #[error("field `{field}` is empty")]
    EmptyId {
        /// The field.
        field: &'static str,
    },
    /// An id is longer than any id.
    #[error("an id of more than 16 MiB; is this the right format?")]
    LongId,
    /// The same document twice under one query.
    #[error("document `{doc}` {} twice for query `{query}`, first in line {first_line}; keep one",
        if *kind == Kind::Qrels { "is judged" } else { "is retrieved" })]
    Duplicate {
        /// What the file holds.
        kind: Kind,
        /// The query.
        query: String,
        /// The document.
        doc: String,
        /// The line where the document stands first.
        first_line: usize,
    },
    /// A row of a CSV or TSV file that does not have as many fields as the first.
    #[error("{found} fields where the first line has {wanted}")]
    Columns {
        /// How many it has.
        found: usize,
        /// How many it should have.
        wanted: usize,
    },
    /// A first line from which the columns cannot be told.
    #[error("cannot tell the columns: name them in the first line, such as `{example}`")]
    NoColumns {
        /// A first line that would do.
        example: String,
    },
    /// A header that lacks a column.
    #[error("the header has no column for the {missing}; call it `{example}`")]
    MissingColumn {
        /// What is missing.
        missing: &'static str,
        /// What it could be called.
        example: &'static str,
    },
    /// Lines that end with a carriage return alone.
    #[error("the lines end with a carriage return alone; write them with line feeds")]
    CarriageReturns,
    /// A quoted field that never ends.
    #[error("a quoted field begins in this row and is not closed")]
    OpenQuote,
    /// Something between the closing quote of a field and what should end the field.
    #[error("a quoted field is closed here, but not ended; write a quote inside quotes twice")]
    StrayQuote,
    /// Not the JSON that is expected.
    #[error("{message}")]
    Json {
        /// What the JSON reader says.
        message: String,
    },
}

/// A value as a message shows it: text, and not too much of it.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * LONGEST + 4)]);
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text.into_owned(),
    }
}

/// A guess at what happened where the number of fields is that of the other kind of file.
fn other_file(found: usize, wanted: &str) -> &'static str {
    match (found, wanted.starts_with("a judgment")) {
        (6, true) => "; this looks like a run, and the judgments come first",
        (4, false) => "; this looks like judgments, and the run comes second",
        _ => "",
    }
}

fn plural(kind: Kind) -> &'static str {
    match kind {
        Kind::Qrels => "judgments",
        Kind::Run => "results",
    }
}

/// A problem at a place in the text; the source makes it a [`ParseError`].
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) problem: Problem,
}
