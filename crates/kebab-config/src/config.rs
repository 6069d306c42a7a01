//! The effective configuration as plain data.
//!
//! It serializes in the shape of the file, which is how runs keep it.

use serde::{Serialize, Serializer};

use kebab_core::Mode;

/// Everything that can be configured. The field of a key is found by the key's dotted name.
///
/// What [`Config::read`] returns has passed every check; values put in by hand have not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Config {
    pub ingest: Ingest,
    pub chunking: Chunking,
    pub embedding: Embedding,
    pub search: Search,
}

/// What is read from the files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ingest {
    /// In units of 1,048,576 bytes.
    pub max_file_mb: usize,
}

/// How documents are cut.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chunking {
    pub target_tokens: usize,
    /// At least `target_tokens`.
    pub max_tokens: usize,
    /// Less than `target_tokens`.
    pub overlap_tokens: usize,
}

/// Where vectors come from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Embedding {
    pub model: Model,
}

/// How a search is done.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Search {
    pub mode: Mode,
    pub k: usize,
    pub lexical: Lexical,
    pub hybrid: Hybrid,
}

/// The parameters of BM25.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lexical {
    pub k1: f64,
    pub b: f64,
    pub heading_boost: f64,
}

/// How two channels become one ranking.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hybrid {
    pub fusion: Fusion,
    pub vector_weight: VectorWeight,
    pub rrf_k: usize,
    pub rrf_lexical_weight: f64,
    pub rrf_vector_weight: f64,
}

/// An embedding model by its name in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Latent semantic analysis of the corpus itself.
    Lsa,
    /// No vectors.
    None,
}

impl Model {
    pub const ALL: [Model; 2] = [Model::Lsa, Model::None];

    pub fn name(self) -> &'static str {
        match self {
            Model::Lsa => "lsa",
            Model::None => "none",
        }
    }
}

/// How scores of two channels are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fusion {
    /// The weighted sum of scores, each divided by the best of its channel.
    Weighted,
    /// Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009).
    Rrf,
}

impl Fusion {
    pub const ALL: [Fusion; 2] = [Fusion::Weighted, Fusion::Rrf];

    pub fn name(self) -> &'static str {
        match self {
            Fusion::Weighted => "weighted",
            Fusion::Rrf => "rrf",
        }
    }
}

/// How much the vector channel counts in weighted fusion. Serializes as in the file: `"auto"` or
/// the number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum VectorWeight {
    /// What suits the embedding model.
    Auto,
    /// From 0 to 1.
    Fixed(f64),
}

impl VectorWeight {
    /// The weight itself, given what suits the embedding model.
    pub fn or_auto(self, of_model: f64) -> f64 {
        match self {
            VectorWeight::Auto => of_model,
            VectorWeight::Fixed(weight) => weight,
        }
    }
}

impl Serialize for VectorWeight {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            VectorWeight::Auto => serializer.serialize_str("auto"),
            VectorWeight::Fixed(weight) => serializer.serialize_f64(*weight),
        }
    }
}
