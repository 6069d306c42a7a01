//! One retrieved chunk.

use serde::{Deserialize, Serialize};

use crate::{ChunkId, DocId, Span};

/// One retrieved chunk with its place in the ranking and everything it was ranked by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    /// From 1.
    pub rank: usize,
    /// What the hits are ordered by: BM25, a cosine, or the fused score, as the mode says.
    pub score: f64,
    pub chunk_id: ChunkId,
    pub doc_id: DocId,
    /// Relative to the workspace.
    pub path: String,
    pub span: Span,
    /// The document's title and the headings above the chunk, outermost first.
    pub heading_path: Vec<String>,
    /// The chunk's own source text.
    pub text: String,
    /// BLAKE3 of `text`, in hexadecimal.
    pub text_hash: String,
    pub chunker_version: String,
    /// Where the lexical channel found it, if it did.
    pub lexical: Option<Channel>,
    /// Where the vector channel found it, if it did.
    pub vector: Option<Channel>,
    /// What each term of the query added to the lexical score; empty unless asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<TermScore>,
}

/// What one channel made of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Channel {
    /// From 1.
    pub rank: usize,
    pub score: f64,
}

/// What one term of the query added to a lexical score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TermScore {
    /// As it is in the index: folded and stemmed. A phrase is its terms in quotes.
    pub term: String,
    /// How often the chunk has it, headings counted with their boost.
    pub frequency: f64,
    /// How many chunks have it.
    pub n_chunks: u64,
    pub idf: f64,
    pub score: f64,
}
