//! SQLite, the truth: documents, their sources and chunks, embeddings by content, settings.
//!
//! Start at [`Store`]. Everything else under `.kebab/` can be made again from what is in here.
//!
//! The database moves in generations. An ingest *stages*: it adds documents that begin with the next
//! generation and ends others there, batch by batch, and no reader sees any of it. When the search
//! index of the next generation is complete, [`Store::publish`] moves the generation on and names
//! that index, in one transaction. So readers always see documents and index that belong together,
//! and an ingest that dies leaves what was there before, plus a head start for the next one.

mod documents;
mod embeddings;
mod error;
mod files;
mod migrate;
mod stage;
mod store;

pub use documents::{ChunkRow, DocumentRow, Source};
pub use error::StoreError;
pub use files::{FileRow, Hash};
pub use stage::{NewChunk, NewDocument, Stage, Staged};
pub use store::{Counts, Store};
