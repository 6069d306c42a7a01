//! What can go wrong with the database.

use std::path::PathBuf;

/// A database that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{}: {cause}", path.display())]
    Sqlite { path: PathBuf, cause: rusqlite::Error },
    #[error(
        "{}: the database has schema {found}, this program knows schemas up to {known}: \
         it was written by a newer version of kebab",
        path.display()
    )]
    Newer { path: PathBuf, found: i64, known: i64 },
    #[error(
        "{}: its last changes are still in its log, and nothing may be written here: \
         use it once where it may be written, for example with `kebab list docs`",
        path.display()
    )]
    Unfinished { path: PathBuf },
    #[error("{}: damaged: {what}", path.display())]
    Damaged { path: PathBuf, what: String },
}
