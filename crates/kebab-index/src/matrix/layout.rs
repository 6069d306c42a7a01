//! Where things are in the file of a matrix: see the [module](super) for the layout.

use std::ops::Range;

use super::fixed::Bounds;
use super::{MAX_DIMENSIONS, Row};

pub(super) const BLOCK_ROWS: usize = 256;

const MAGIC: &[u8; 8] = b"kebabmat";
const LAYOUT: u32 = 1;
pub(super) const HEADER_LEN: usize = 64;
const BOUNDS_LEN: usize = 8;
const KEYS_LEN: usize = 32;

/// What the header says.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) dimensions: usize,
    pub(super) n_rows: usize,
}

/// The parts of a block, as ranges of its bytes.
pub(super) struct Parts {
    pub(super) bounds: Range<usize>,
    pub(super) high: Range<usize>,
    pub(super) low: Range<usize>,
    pub(super) keys: Range<usize>,
    pub(super) len: usize,
}

impl Parts {
    pub(super) fn new(n_rows: usize, dimensions: usize) -> Parts {
        let mut len = 0usize;
        let mut part = |bytes_per_row: usize| {
            let start = len;
            len = (start + n_rows * bytes_per_row).next_multiple_of(64);
            start..start + n_rows * bytes_per_row
        };
        let (bounds, high) = (part(BOUNDS_LEN), part(dimensions));
        let (low, keys) = (part(dimensions), part(KEYS_LEN));
        Parts { bounds, high, low, keys, len }
    }
}

/// The header of a finished file.
pub(super) fn header(dimensions: usize, n_rows: usize) -> [u8; HEADER_LEN] {
    let mut header = [0; HEADER_LEN];
    header[..8].copy_from_slice(MAGIC);
    header[8..12].copy_from_slice(&LAYOUT.to_le_bytes());
    header[12..16].copy_from_slice(&(dimensions as u32).to_le_bytes());
    header[16..24].copy_from_slice(&(n_rows as u64).to_le_bytes());
    header
}

impl Layout {
    /// Reads the header; checks everything that reading the blocks relies on.
    pub(super) fn read(bytes: &[u8]) -> Result<Layout, &'static str> {
        let header: &[u8; HEADER_LEN] = bytes.first_chunk().ok_or("it is too short")?;
        if header[..8] == [0; 8] {
            return Err("it was not finished");
        }
        if &header[..8] != MAGIC {
            return Err("it begins with other bytes");
        }
        let (numbers, _) = header.as_chunks::<4>();
        let number = |start: usize| u32::from_le_bytes(numbers[start / 4]);
        if number(8) != LAYOUT {
            return Err("its layout is of another version");
        }
        let dimensions = number(12) as usize;
        let n_rows = u64::from(number(20)) << 32 | u64::from(number(16));
        if dimensions > MAX_DIMENSIONS {
            return Err("it has too many dimensions");
        }
        // With this many rows, no sum below can overflow.
        let n_rows = u32::try_from(n_rows).map_err(|_| "it has too many rows")? as usize;
        let layout = Layout { dimensions, n_rows };
        if bytes.len() as u64 != layout.file_len() {
            return Err("its length does not fit its header");
        }
        Ok(layout)
    }

    fn file_len(&self) -> u64 {
        let len_of = |n_rows| Parts::new(n_rows, self.dimensions).len as u64;
        let blocks = (self.n_rows / BLOCK_ROWS) as u64 * len_of(BLOCK_ROWS);
        HEADER_LEN as u64 + blocks + len_of(self.n_rows % BLOCK_ROWS)
    }

    pub(super) fn n_blocks(&self) -> usize {
        self.n_rows.div_ceil(BLOCK_ROWS)
    }

    pub(super) fn block<'a>(&self, bytes: &'a [u8], number: usize) -> Block<'a> {
        let n_rows = (self.n_rows - number * BLOCK_ROWS).min(BLOCK_ROWS);
        let start = HEADER_LEN + number * Parts::new(BLOCK_ROWS, self.dimensions).len;
        let parts = Parts::new(n_rows, self.dimensions);
        let bytes = &bytes[start..][..parts.len];
        Block {
            dimensions: self.dimensions,
            n_rows,
            bounds: bytes[parts.bounds].as_chunks().0,
            high: &bytes[parts.high],
            low: &bytes[parts.low],
            keys: bytes[parts.keys].as_chunks().0,
        }
    }
}

/// Some rows of a matrix; each slice has one entry, or `dimensions` bytes, per row.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    dimensions: usize,
    pub(super) n_rows: usize,
    bounds: &'a [[u8; BOUNDS_LEN]],
    pub(super) high: &'a [u8],
    low: &'a [u8],
    keys: &'a [[u8; KEYS_LEN]],
}

impl<'a> Block<'a> {
    pub(super) fn high_of(&self, index: usize) -> &'a [u8] {
        &self.high[index * self.dimensions..][..self.dimensions]
    }

    pub(super) fn low_of(&self, index: usize) -> &'a [u8] {
        &self.low[index * self.dimensions..][..self.dimensions]
    }

    pub(super) fn bounds(&self) -> impl Iterator<Item = Bounds> + use<'a> {
        self.bounds.iter().map(|bytes| {
            let [a, b, c, d, rest @ ..] = *bytes;
            let (scale, slack) = (f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes(rest));
            Bounds { scale, slack }
        })
    }

    pub(super) fn row(&self, index: usize) -> Row {
        let (words, _) = self.keys[index].as_chunks::<8>();
        let word = |number: usize| u64::from_le_bytes(words[number]);
        let chunk_id = u128::from(word(1)) << 64 | u128::from(word(0));
        Row { chunk_id, chunk_key: word(2), doc_key: word(3) }
    }
}

pub(super) fn bounds_bytes(bounds: Bounds) -> [u8; BOUNDS_LEN] {
    let mut bytes = [0; BOUNDS_LEN];
    bytes[..4].copy_from_slice(&bounds.scale.to_le_bytes());
    bytes[4..].copy_from_slice(&bounds.slack.to_le_bytes());
    bytes
}

pub(super) fn keys_bytes(row: &Row) -> [u8; KEYS_LEN] {
    let mut bytes = [0; KEYS_LEN];
    bytes[..16].copy_from_slice(&row.chunk_id.to_le_bytes());
    bytes[16..24].copy_from_slice(&row.chunk_key.to_le_bytes());
    bytes[24..].copy_from_slice(&row.doc_key.to_le_bytes());
    bytes
}
