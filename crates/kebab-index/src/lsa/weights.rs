//! BM25 as a weighting of counts (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
//! 2009).
//!
//! The two parameters are fixed, whatever the lexical channel is configured to use: they are part
//! of what a model is, and changing them would change every vector.

const K1: f32 = 1.2;
const B: f32 = 0.75;

/// How much a term says, given the number of chunks and how many of them have it.
pub(super) fn idf(n_chunks: usize, n_with_term: u32) -> f32 {
    let (n, df) = (n_chunks as f64, f64::from(n_with_term));
    (1.0 + (n - df + 0.5) / (df + 0.5)).ln() as f32
}

/// How much `count` occurrences add in a chunk whose length is `relative_length` times the average.
pub(super) fn in_chunk(count: u32, relative_length: f32) -> f32 {
    saturate(count, 1.0 - B + B * relative_length)
}

/// The same for a query, which has no length to speak of.
pub(super) fn in_query(count: u32) -> f32 {
    saturate(count, 1.0)
}

fn saturate(count: u32, length_norm: f32) -> f32 {
    let count = count as f32;
    count * (K1 + 1.0) / (count + K1 * length_norm)
}
