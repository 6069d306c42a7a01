//! How long chunks should be.

use kebab_text::TOKEN_ESTIMATOR_VERSION;

/// Names the way documents are cut. Changes whenever the same source and policy give other chunks.
const CHUNKER: &str = "kebab-chunks-1";

/// No piece of text costs more tokens than this without there being a place to cut it.
const SMALLEST_MAX: usize = 16;

/// How long chunks should be, in estimated tokens of their [`body`](crate::Chunk::body).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkPolicy {
    /// Blocks of a section are packed into one chunk until the next would pass this.
    pub target_tokens: usize,
    /// No chunk is longer. A block that fits is never cut. Less than 16 counts as 16.
    pub max_tokens: usize,
    /// How much of the previous chunk of the section is repeated; 0 for none.
    pub overlap_tokens: usize,
}

impl ChunkPolicy {
    /// Names everything the chunks of a source depend on: chunker, policy and token estimator.
    pub fn version(&self) -> String {
        let ChunkPolicy { target_tokens, max_tokens, overlap_tokens } = self;
        format!(
            "{CHUNKER}/target={target_tokens}/max={max_tokens}/overlap={overlap_tokens}/\
             {TOKEN_ESTIMATOR_VERSION}"
        )
    }

    /// The policy that a version names; `None` when another chunker or estimator made it, whose
    /// chunks cannot be made again here.
    pub fn from_version(version: &str) -> Option<ChunkPolicy> {
        let mut parts = version.split('/');
        let policy = (parts.next()? == CHUNKER).then(|| {
            let mut number = |name| parts.next()?.strip_prefix(name)?.parse().ok();
            Some(ChunkPolicy {
                target_tokens: number("target=")?,
                max_tokens: number("max=")?,
                overlap_tokens: number("overlap=")?,
            })
        })??;
        (policy.version() == version).then_some(policy)
    }

    pub(crate) fn limits(&self) -> Limits {
        let max = self.max_tokens.max(SMALLEST_MAX);
        Limits { target: self.target_tokens.clamp(1, max), max, overlap: self.overlap_tokens }
    }
}

/// A policy that can be kept: `0 < target <= max`.
#[derive(Clone, Copy)]
pub(crate) struct Limits {
    pub(crate) target: usize,
    pub(crate) max: usize,
    pub(crate) overlap: usize,
}
