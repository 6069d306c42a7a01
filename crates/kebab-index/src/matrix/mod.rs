//! The vectors of all chunks in one file, searched exactly.
//!
//! [`MatrixWriter`] writes a matrix in one pass, [`Matrix`] maps it and searches it. A search gives
//! the same hits as computing every cosine, but looks at half of the bytes to find them.
//!
//! # Numbers
//!
//! Cosines do not depend on lengths, so each vector is stored scaled to integers `v` whose largest
//! has the absolute value 32,512 = 127 · 256. Each is split into `v = 256 h + l` with
//! -127 ≤ h ≤ 127 and -128 ≤ l ≤ 127; the `h` of all vectors are stored together, and so are the
//! `l`. A query becomes integers `q` in the same way. The cosine is `q·v / (|q| |v|)`: the dot
//! product and the squared lengths are exact integers (each below 2⁵³ for 4,096 dimensions), so a
//! cosine depends neither on the order of summation nor on the machine.
//!
//! # The bound
//!
//! The search first computes `a = 256 q·h / (|q| |v|)` from the high bytes alone. By the inequality
//! of Cauchy and Schwarz
//!
//! ```text
//! |cosine - a| = |q·l| / (|q| |v|) ≤ |l| / |v|
//! ```
//!
//! and the right side, the vector's *slack*, is stored with it. It is about 0.01 for 256 dimensions,
//! and at most a quarter: |v| ≥ 32,512 and |l| ≤ 128 · 64. As |256 h| ≤ |v| + |l|, |a| ≤ 1.25. In
//! 32-bit arithmetic `a` takes six roundings, each off by at most 2⁻²⁴ of its value, and adding the
//! slack a seventh: less than 10⁻⁶ together, which is added to every slack.
//!
//! So every cosine lies between `a - slack` and `a + slack`. The k-th largest of the lower ends is
//! no larger than the k-th largest cosine; what has its upper end below cannot be among the k best,
//! nor tie with the last of them. Everything else is scored exactly.
//!
//! # File
//!
//! Numbers are little-endian. A header of 64 bytes, then blocks of 256 rows, the last one with what
//! is left. Every part of a block is padded with zeros to a multiple of 64 bytes.
//!
//! | bytes | header |
//! | --- | --- |
//! | 0..8 | `kebabmat`; zeros while the file is being written |
//! | 8..12 | version of this layout, 1 |
//! | 12..16 | dimensions |
//! | 16..24 | number of rows |
//! | 24..64 | zeros |
//!
//! | part of a block | per row |
//! | --- | --- |
//! | bounds | f32: 256 / \|v\|, 0 for a zero vector; f32: slack |
//! | high bytes | i8 per dimension |
//! | low bytes | i8 per dimension |
//! | keys | chunk id (u128), chunk key (u64), document key (u64) |

mod fixed;
mod layout;
mod search;
mod writer;

use std::io;
use std::path::{Path, PathBuf};

use crate::map::{Map, map};
use layout::{Block, Layout};

pub use search::Found;
pub use writer::MatrixWriter;

/// The most dimensions a matrix can have: what the integer sums are proven for.
pub const MAX_DIMENSIONS: usize = 4096;

/// Whose vector a row is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub chunk_id: u128,
    /// The chunk's key in the database.
    pub chunk_key: u64,
    /// The document's key in the database.
    pub doc_key: u64,
}

/// A matrix that cannot be written or opened.
#[derive(Debug, thiserror::Error)]
pub enum MatrixError {
    /// The message names the path.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{}: not a vector matrix: {problem}", path.display())]
    Invalid { path: PathBuf, problem: &'static str },
    #[error("the vector of chunk {chunk_id:032x} has {found} numbers instead of {dimensions}")]
    Length { chunk_id: u128, found: usize, dimensions: usize },
    #[error("the vector of chunk {chunk_id:032x} has `{number}` at index {index}")]
    NotFinite { chunk_id: u128, number: f32, index: usize },
    #[error("vectors of {0} dimensions: at most {MAX_DIMENSIONS} are possible")]
    TooWide(usize),
}

/// The vectors of all chunks, in ascending order of their ids.
#[derive(Debug)]
pub struct Matrix {
    map: Map,
    layout: Layout,
}

impl Matrix {
    /// Opens a finished matrix. Its file must not be modified from now on; it may be deleted.
    pub fn open(path: &Path) -> Result<Matrix, MatrixError> {
        let map = map(path)?;
        let invalid = |problem| MatrixError::Invalid { path: path.to_owned(), problem };
        let layout = Layout::read(&map).map_err(invalid)?;
        Ok(Matrix { map, layout })
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.layout.n_rows
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn dimensions(&self) -> usize {
        self.layout.dimensions
    }

    /// Whose vector the row with this index is.
    pub fn row(&self, index: usize) -> Row {
        let (block, index) = self.block_of(index);
        block.row(index)
    }

    /// The row of a chunk.
    pub fn find(&self, chunk_id: u128) -> Option<usize> {
        let (mut start, mut end) = (0, self.len());
        while start < end {
            let middle = start.midpoint(end);
            if self.row(middle).chunk_id < chunk_id {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        (start < self.len() && self.row(start).chunk_id == chunk_id).then_some(start)
    }

    /// The vector of a row at length 1, or all zeros. Writing it to another matrix stores the same
    /// numbers again.
    pub fn vector(&self, index: usize) -> Vec<f32> {
        let (block, index) = self.block_of(index);
        fixed::unit_vector(block.high_of(index), block.low_of(index))
    }

    fn block_of(&self, index: usize) -> (Block<'_>, usize) {
        assert!(index < self.len(), "row {index} of {}", self.len());
        (self.block(index / layout::BLOCK_ROWS), index % layout::BLOCK_ROWS)
    }

    fn block(&self, number: usize) -> Block<'_> {
        self.layout.block(&self.map, number)
    }
}
