//! The nouns of the knowledge base that several crates exchange.
//!
//! Types only, with no behaviour beyond their invariants: [`DocId`] and [`ChunkId`] name things for
//! life, a [`Span`] says where a chunk sits, a [`SearchHit`] is one retrieved chunk with everything
//! needed to take its score apart, and [`Embedder`] is the seam where embedding models plug in.

mod embed;
mod hit;
mod id;
mod mode;
mod span;

pub use embed::{EmbedError, Embedder, Input};
pub use hit::{Channel, SearchHit, TermScore};
pub use id::{ChunkId, DocId, IdError};
pub use mode::{Mode, UnknownMode};
pub use span::Span;
