//! What the modules share: short ways to parse.

use kebab_corpus::{ChunkPolicy, Document, Format};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

pub(crate) use crate::fuzz_bodies::{check_document, parsed, source_of};

/// Chunks of a usual size.
pub(crate) const USUAL: ChunkPolicy =
    ChunkPolicy { target_tokens: 400, max_tokens: 600, overlap_tokens: 0 };

/// Chunks so small that everything gets cut.
pub(crate) const SMALL: ChunkPolicy =
    ChunkPolicy { target_tokens: 16, max_tokens: 24, overlap_tokens: 0 };

pub(crate) fn markdown(source: &str, policy: &ChunkPolicy) -> Document {
    parsed(Format::Markdown, source, policy)
}

/// The bodies of all chunks.
pub(crate) fn bodies(document: &Document) -> Vec<&str> {
    document.chunks.iter().map(|chunk| chunk.body.as_str()).collect()
}

/// The heading paths of all chunks, each as one string.
pub(crate) fn paths(document: &Document) -> Vec<String> {
    document.chunks.iter().map(|chunk| chunk.heading_path.join(" > ")).collect()
}

/// A proptest configuration that takes the same path on every run.
pub(crate) fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}
