//! What can go wrong with a knowledge base.

use std::io;
use std::path::PathBuf;

use kebab_core::{EmbedError, Mode};
use kebab_index::{IndexError, PostingsError};
use kebab_store_sqlite::StoreError;

use crate::filter::FilterError;

/// Why a knowledge base could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error("nothing has been ingested in {} yet: run `kebab ingest`", .0.display())]
    NothingIngested(PathBuf),
    #[error("cannot use the data folder")]
    Data(#[source] io::Error),
    #[error("cannot use the database")]
    Store(#[from] StoreError),
    #[error(transparent)]
    Index(#[from] IndexError),
    #[error(transparent)]
    Postings(#[from] PostingsError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error(transparent)]
    Filter(#[from] FilterError),
    #[error("{} is not inside the workspace {}", path.display(), root.display())]
    Outside { path: PathBuf, root: PathBuf },
    #[error("{}: no such file or folder", .0.display())]
    NoSuchPath(PathBuf),
    #[error(
        "`{mode}` search needs vectors, and `embedding.model` is `none`: \
         set it to `lsa`, or search with `--mode lexical`"
    )]
    NoVectors { mode: Mode },
    #[error("the index names a chunk that the database does not have: run `kebab ingest --force`")]
    MissingChunk,
    #[error("the index changed again and again while it was being opened: try once more")]
    Restless,
}
