//! The knowledge base as one handle.
//!
//! [`KnowledgeBase`] has a verb for everything one does with it: [`KnowledgeBase::ingest`] brings
//! the files of the workspace in, [`KnowledgeBase::search`] finds chunks in them, and
//! [`KnowledgeBase::doctor`] looks whether all is well. Each verb lives in a module of its own and
//! leaves the work to the crates below: corpus cuts, store keeps, index finds.

mod browse;
mod doctor;
mod error;
mod filter;
mod generation;
mod ingest;
mod knowledge_base;
mod lock;
mod report;
mod search;
mod snippet;

pub use browse::{ChunkDetail, DocumentDetail, LookupError};
pub use doctor::{Check, Status};
pub use error::AppError;
pub use filter::{Filter, FilterError};
pub use ingest::{Event, IngestOptions};
pub use knowledge_base::KnowledgeBase;
pub use report::{Failure, IngestReport, Slow};
pub use search::{Embedding, Note, SearchOptions, SearchResults};
pub use snippet::{Snippet, snippet};

pub use kebab_store_sqlite::{ChunkRow, DocumentRow};
