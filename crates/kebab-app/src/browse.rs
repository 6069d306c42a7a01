//! Looking at what the knowledge base has.

use kebab_core::{ChunkId, DocId};
use kebab_corpus::document_name;
use kebab_store_sqlite::{ChunkRow, DocumentRow};

use crate::{AppError, KnowledgeBase};

/// A document with its chunks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentDetail {
    pub document: DocumentRow,
    pub chunks: Vec<ChunkRow>,
}

/// A chunk with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkDetail {
    pub chunk: ChunkRow,
    pub text: String,
}

/// An id that does not lead to one thing.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    #[error("no {what} has the id `{id}`: `kebab list {what}s` lists them")]
    Unknown { what: &'static str, id: String },
    #[error("`{id}` is the beginning of several ids: {}", ids.join(", "))]
    Ambiguous { id: String, ids: Vec<String> },
    #[error(
        "`{id}` is {}the beginning of an id: ids have 32 hexadecimal digits",
        if *what == "doc" { "neither a path nor " } else { "not " }
    )]
    NoId { what: &'static str, id: String },
    #[error(transparent)]
    App(#[from] AppError),
}

/// How many ids an ambiguous one is shown to stand for.
const N_AMBIGUOUS: usize = 5;

impl KnowledgeBase {
    fn generation(&self) -> Result<u64, AppError> {
        match self.store.generation()? {
            0 => Err(AppError::NothingIngested(self.root.clone())),
            generation => Ok(generation),
        }
    }

    /// Every document, by path.
    pub fn documents(&self, mut each: impl FnMut(DocumentRow)) -> Result<(), AppError> {
        self.store.snapshot(|store| Ok(store.documents(self.generation()?, &mut each)?))
    }

    /// Every chunk, by path and position.
    pub fn chunks(&self, mut each: impl FnMut(ChunkRow)) -> Result<(), AppError> {
        self.store.snapshot(|store| Ok(store.chunks(self.generation()?, &mut each)?))
    }

    /// The document with an id, the beginning of one that is unique, or a path.
    pub fn document(&self, id: &str) -> Result<DocumentDetail, LookupError> {
        self.store.snapshot(|store| {
            let generation = self.generation()?;
            let failed = |error| LookupError::App(AppError::Store(error));
            let path = document_name(id).unwrap_or_default();
            let at_path = store.document_at(generation, &path).map_err(failed)?;
            let document = match at_path {
                Some(document) => document,
                None => {
                    let (first, last) = range("doc", id)?;
                    let range = (DocId(first), DocId(last));
                    let found =
                        store.documents_between(generation, range, N_AMBIGUOUS).map_err(failed)?;
                    one("doc", id, found, |document| document.doc_id.to_string())?
                }
            };
            let chunks = store.chunks_of(document.doc_key).map_err(failed)?;
            Ok(DocumentDetail { document, chunks })
        })
    }

    /// The chunk with an id, or the beginning of one that is unique.
    pub fn chunk(&self, id: &str) -> Result<ChunkDetail, LookupError> {
        self.store.snapshot(|store| {
            let generation = self.generation()?;
            let failed = |error| LookupError::App(AppError::Store(error));
            let (first, last) = range("chunk", id)?;
            let range = (ChunkId(first), ChunkId(last));
            let found = store.chunks_between(generation, range, N_AMBIGUOUS).map_err(failed)?;
            let chunk = one("chunk", id, found, |chunk| chunk.chunk_id.to_string())?;
            let text = store.text(chunk.doc_key, chunk.span).map_err(failed)?;
            Ok(ChunkDetail { chunk, text })
        })
    }
}

impl From<kebab_store_sqlite::StoreError> for LookupError {
    fn from(error: kebab_store_sqlite::StoreError) -> LookupError {
        LookupError::App(error.into())
    }
}

/// The first and the last id that begin with these digits.
fn range(what: &'static str, prefix: &str) -> Result<(u128, u128), LookupError> {
    let digits = prefix.to_lowercase();
    let is_prefix =
        (1..=32).contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    if !is_prefix {
        return Err(LookupError::NoId { what, id: prefix.to_owned() });
    }
    let filled = |with: &str| {
        let digits = format!("{digits}{}", with.repeat(32 - digits.len()));
        u128::from_str_radix(&digits, 16).expect("32 hexadecimal digits fit")
    };
    Ok((filled("0"), filled("f")))
}

fn one<T>(
    what: &'static str,
    id: &str,
    mut found: Vec<T>,
    name: impl Fn(&T) -> String,
) -> Result<T, LookupError> {
    match found.len() {
        0 => Err(LookupError::Unknown { what, id: id.to_owned() }),
        1 => Ok(found.remove(0)),
        _ => {
            let ids = found.iter().map(name).collect();
            Err(LookupError::Ambiguous { id: id.to_owned(), ids })
        }
    }
}
