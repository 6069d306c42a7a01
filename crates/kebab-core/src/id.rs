//! Names that survive life: a document is its path, a chunk is its document and its own bytes.
//!
//! Both are the first 128 bits of a BLAKE3 hash, written as 32 hexadecimal digits. Numbers and
//! their digits sort alike, so comparing ids is comparing what people see.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Names a document. Depends only on its path inside the workspace.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocId(pub u128);

/// Names a chunk. Depends on the document, the chunk's own source bytes and how many chunks with
/// the same bytes come before it there: not on positions, versions or other chunks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkId(pub u128);

/// What cannot be an id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an id: ids have 32 hexadecimal digits, in lower case")]
pub struct IdError(String);

impl DocId {
    /// The id of the document at a path that is relative to the workspace, `/`-separated and NFC.
    pub fn of_path(path: &str) -> DocId {
        DocId(first_half(&blake3::hash(path.as_bytes())))
    }
}

impl ChunkId {
    /// The id of the chunk with these source bytes (without overlap or headings from above);
    /// `occurrence` counts the chunks with the same bytes before it in its document.
    pub fn of_source(document: DocId, source: &[u8], occurrence: u32) -> ChunkId {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&document.0.to_be_bytes());
        hasher.update(&occurrence.to_be_bytes());
        hasher.update(source);
        ChunkId(first_half(&hasher.finalize()))
    }
}

fn first_half(hash: &blake3::Hash) -> u128 {
    let bytes = hash.as_bytes().first_chunk().expect("a BLAKE3 hash has 32 bytes");
    u128::from_be_bytes(*bytes)
}

fn parse(text: &str) -> Result<u128, IdError> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() == 32 && text.bytes().all(is_digit) {
        Ok(u128::from_str_radix(text, 16).expect("32 hexadecimal digits fit"))
    } else {
        Err(IdError(text.to_owned()))
    }
}

/// What an id needs to be printed, read and stored: the same for both kinds.
macro_rules! id_text {
    ($($id:ident),*) => {$(
        impl fmt::Display for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($id), "({:032x})"), self.0)
            }
        }

        impl FromStr for $id {
            type Err = IdError;

            fn from_str(text: &str) -> Result<$id, IdError> {
                parse(text).map($id)
            }
        }

        impl Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$id, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

id_text!(DocId, ChunkId);
