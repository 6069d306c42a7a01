//! The ways to search.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a query finds chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// By words: BM25.
    Lexical,
    /// By meaning: the cosine between embeddings.
    Vector,
    /// Both, fused.
    Hybrid,
}

/// A mode nobody knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a search mode: use `lexical`, `vector` or `hybrid`")]
pub struct UnknownMode(String);

impl Mode {
    pub const ALL: [Mode; 3] = [Mode::Lexical, Mode::Vector, Mode::Hybrid];

    pub fn name(self) -> &'static str {
        match self {
            Mode::Lexical => "lexical",
            Mode::Vector => "vector",
            Mode::Hybrid => "hybrid",
        }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Mode {
    type Err = UnknownMode;

    fn from_str(text: &str) -> Result<Mode, UnknownMode> {
        let named = Mode::ALL.into_iter().find(|mode| mode.name() == text);
        named.ok_or_else(|| UnknownMode(text.to_owned()))
    }
}
