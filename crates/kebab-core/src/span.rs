//! Where a chunk or passage sits in its document.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in a document's text: a half-open byte range, and the lines it touches, counted from 1,
/// both ends inclusive. Prints as `L12-L34`, or `L12` when it is one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    pub byte_start: usize,
    pub byte_end: usize,
    pub line_start: u32,
    pub line_end: u32,
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.line_start)?;
        if self.line_end > self.line_start { write!(f, "-L{}", self.line_end) } else { Ok(()) }
    }
}
