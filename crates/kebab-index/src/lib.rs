//! The derived search indexes, rebuilt at will: postings, vector matrix, latent semantic analysis,
//! fusion.
//!
//! Start at [`Index`], one folder with all that searching one generation of the database needs, and
//! [`IndexBuilder`], which makes such a folder aside. Nothing in here is the truth, so a folder is
//! never repaired and never changed: it is replaced by another.

mod folder;
mod fusion;
pub mod lsa;
mod map;
pub mod matrix;
mod order;
mod postings;
mod query;
mod vectors;

pub use folder::{Index, IndexBuilder, IndexError, Origin, Unusable};
pub use fusion::{Fused, Fusion, fuse, n_candidates};
pub use order::ranking_order;
pub use postings::{AnalysedChunk, Bm25, ChunkKeys, LexicalHit, Postings, PostingsError};
pub use query::{Phrase, Query};
pub use vectors::{VectorHit, VectorSource, Vectors};
