//! The layout of a model, in memory and in its file.
//!
//! All numbers are little-endian. A header of 64 bytes, then six sections, each padded with zeros
//! to a multiple of 64 bytes:
//!
//! | bytes | header |
//! | --- | --- |
//! | 0..8 | `kebablsa` |
//! | 8..12 | version of this layout, 2 |
//! | 12..16 | dimensions |
//! | 16..20 | number of terms |
//! | 20..24 | number of rows |
//! | 24..28 | length of all terms together, in bytes |
//! | 28..32 | average length of the sample's chunks, in tokens (f32) |
//! | 32..64 | BLAKE3 of everything before and after these 32 bytes |
//!
//! | section | entries |
//! | --- | --- |
//! | idf | f32 per term |
//! | places | u32 per term and one more: where each term's text begins, and the last one ends |
//! | texts | the terms, sorted by bytes, one after the other |
//! | row numbers | u32 per term: which row is the term's |
//! | scales | f32 per term: what the row's numbers are to be multiplied by |
//! | rows | half a byte per row and dimension, where 8 stands for zero |
//!
//! The low halves of a row's bytes are its first dimensions, the high halves the others.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::map::{Map, map};

const MAGIC: &[u8; 8] = b"kebablsa";
const LAYOUT: u32 = 2;
const HEADER_LEN: usize = 64;
const HASH: Range<usize> = 32..64;

/// A model that cannot be saved or opened.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// The message names the path.
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("{}: not a model of latent semantic analysis: {problem}", path.display())]
    Invalid { path: PathBuf, problem: &'static str },
}

/// What a model is made of. The vectors are as long as there are terms, `rows` has [`row_len`] bytes
/// for each row.
pub(super) struct Parts<'a> {
    pub(super) dimensions: usize,
    pub(super) average_length: f32,
    pub(super) vocabulary: &'a [String],
    pub(super) idf: &'a [f32],
    pub(super) row_numbers: &'a [u32],
    pub(super) scales: &'a [f32],
    pub(super) rows: &'a [u8],
}

/// A model's bytes and where to find what in them.
#[derive(Debug)]
pub(super) struct Image {
    bytes: Bytes,
    pub(super) version: String,
    pub(super) dimensions: usize,
    pub(super) n_terms: usize,
    pub(super) average_length: f32,
    sections: Sections,
}

#[derive(Debug)]
enum Bytes {
    Built(Vec<u8>),
    Mapped(Map),
}

#[derive(Clone, Debug)]
struct Sections {
    idf: Range<usize>,
    places: Range<usize>,
    texts: Range<usize>,
    row_numbers: Range<usize>,
    scales: Range<usize>,
    rows: Range<usize>,
}

impl Image {
    pub(super) fn build(parts: &Parts<'_>) -> Image {
        let n_terms = parts.vocabulary.len();
        let n_rows = parts.rows.len().checked_div(row_len(parts.dimensions)).unwrap_or(0);
        let text_len = parts.vocabulary.iter().map(String::len).sum::<usize>();

        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        for number in [LAYOUT as usize, parts.dimensions, n_terms, n_rows, text_len] {
            let number = u32::try_from(number).expect("a vocabulary has less than 4 GiB");
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(parts.average_length.to_le_bytes());
        bytes.resize(HEADER_LEN, 0);

        extend_padded(&mut bytes, parts.idf.iter().flat_map(|idf| idf.to_le_bytes()));
        let mut place = 0u32;
        let ends = parts.vocabulary.iter().map(|term| {
            place += term.len() as u32;
            place
        });
        let places = std::iter::once(0).chain(ends);
        extend_padded(&mut bytes, places.flat_map(u32::to_le_bytes));
        extend_padded(&mut bytes, parts.vocabulary.iter().flat_map(|term| term.bytes()));
        extend_padded(&mut bytes, parts.row_numbers.iter().flat_map(|row| row.to_le_bytes()));
        extend_padded(&mut bytes, parts.scales.iter().flat_map(|scale| scale.to_le_bytes()));
        extend_padded(&mut bytes, parts.rows.iter().copied());

        let hash = hash(&bytes);
        bytes[HASH].copy_from_slice(hash.as_bytes());
        Image::check(Bytes::Built(bytes)).expect("what was just built is sound")
    }

    pub(super) fn save(&self, path: &Path) -> Result<(), ModelError> {
        let mut file = fs_err::File::create(path)?;
        io::Write::write_all(&mut file, self.bytes())?;
        file.sync_all()?;
        Ok(())
    }

    pub(super) fn open(path: &Path) -> Result<Image, ModelError> {
        let invalid = |problem| ModelError::Invalid { path: path.to_owned(), problem };
        Image::check(Bytes::Mapped(map(path)?)).map_err(invalid)
    }

    /// Everything that reading relies on, and the hash: a model is small enough to be read once.
    fn check(bytes: Bytes) -> Result<Image, &'static str> {
        let all = bytes.as_slice();
        let header: &[u8; HEADER_LEN] = all.first_chunk().ok_or("it is too short")?;
        if &header[..8] != MAGIC {
            return Err("it begins with other bytes");
        }
        let number = |start: usize| read_u32(header, start / 4) as usize;
        if number(8) != LAYOUT as usize {
            return Err("its layout is of another version");
        }
        let (dimensions, n_terms, n_rows, text_len) =
            (number(12), number(16), number(20), number(24));
        let average_length = f32::from_bits(number(28) as u32);
        let sections = Sections::new(dimensions, n_terms, n_rows, text_len)
            .filter(|sections| padded(sections.rows.end) == Some(all.len()))
            .ok_or("its length does not fit its header")?;
        let expected = hash(all);
        if expected.as_bytes() != &all[HASH] {
            return Err("its bytes have changed since it was written");
        }

        // The hash does not say who wrote the bytes: these must hold whatever it says.
        let places = &all[sections.places.clone()];
        let ordered = (0..n_terms).all(|i| read_u32(places, i) <= read_u32(places, i + 1));
        if !ordered || read_u32(places, 0) != 0 || read_u32(places, n_terms) as usize != text_len {
            return Err("its terms are out of order");
        }
        let texts = str::from_utf8(&all[sections.texts.clone()]);
        let texts = texts.map_err(|_| "its terms are not text")?;
        if !(0..n_terms).all(|i| texts.is_char_boundary(read_u32(places, i) as usize)) {
            return Err("its terms are not text");
        }
        let row_numbers = &all[sections.row_numbers.clone()];
        if !(0..n_terms).all(|i| dimensions == 0 || (read_u32(row_numbers, i) as usize) < n_rows) {
            return Err("a term has no row");
        }

        let version = expected.to_hex()[..32].to_owned();
        Ok(Image { version, dimensions, n_terms, average_length, sections, bytes })
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.as_slice()
    }

    pub(super) fn text(&self, term: usize) -> &str {
        let places = &self.bytes()[self.sections.places.clone()];
        let place = read_u32(places, term) as usize..read_u32(places, term + 1) as usize;
        let texts = &self.bytes()[self.sections.texts.clone()];
        str::from_utf8(&texts[place]).expect("checked when the model was opened")
    }

    pub(super) fn idf(&self, term: usize) -> f32 {
        f32::from_bits(read_u32(&self.bytes()[self.sections.idf.clone()], term))
    }

    /// The bytes of a term's row, and what to multiply its numbers by.
    pub(super) fn row(&self, term: usize) -> (&[u8], f32) {
        let number = read_u32(&self.bytes()[self.sections.row_numbers.clone()], term) as usize;
        let scale = read_u32(&self.bytes()[self.sections.scales.clone()], term);
        let rows = &self.bytes()[self.sections.rows.clone()];
        let row_len = row_len(self.dimensions);
        (&rows[number * row_len..][..row_len], f32::from_bits(scale))
    }
}

impl Bytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            Bytes::Built(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

impl Sections {
    /// `None` when the numbers are too large for any file.
    fn new(dimensions: usize, n_terms: usize, n_rows: usize, text_len: usize) -> Option<Sections> {
        let mut end = HEADER_LEN;
        let mut section = |len: Option<usize>| {
            let start = padded(end)?;
            end = start.checked_add(len?)?;
            Some(start..end)
        };
        Some(Sections {
            idf: section(n_terms.checked_mul(4))?,
            places: section(n_terms.checked_add(1)?.checked_mul(4))?,
            texts: section(Some(text_len))?,
            row_numbers: section(n_terms.checked_mul(4))?,
            scales: section(n_terms.checked_mul(4))?,
            rows: section(n_rows.checked_mul(row_len(dimensions)))?,
        })
    }
}

/// How many bytes a row of so many dimensions has.
pub(super) fn row_len(dimensions: usize) -> usize {
    dimensions.div_ceil(2)
}

fn padded(len: usize) -> Option<usize> {
    len.checked_next_multiple_of(64)
}

fn extend_padded(bytes: &mut Vec<u8>, section: impl Iterator<Item = u8>) {
    bytes.extend(section);
    bytes.resize(bytes.len().next_multiple_of(64), 0);
}

fn read_u32(bytes: &[u8], index: usize) -> u32 {
    let (numbers, _) = bytes.as_chunks::<4>();
    u32::from_le_bytes(numbers[index])
}

fn hash(bytes: &[u8]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&bytes[..HASH.start]);
    hasher.update(&bytes[HASH.end..]);
    hasher.finalize()
}
