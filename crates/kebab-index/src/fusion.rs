//! Hybrid search: two rankings made into one.

use std::collections::BTreeMap;

use kebab_core::{Channel, ChunkId};

use crate::order::ranking_order;

/// How the two channels are fused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fusion {
    /// `(1 - w) * bm25 / max bm25 + w * cosine / max cosine`: `w` is the weight of the vectors.
    Weighted { vector_weight: f64 },
    /// `sum of weight / (k + rank)` over the channels (Cormack, Clarke, Büttcher 2009).
    Rrf { k: f64, lexical_weight: f64, vector_weight: f64 },
}

/// A chunk, or a document, with what the channels made of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fused<I = ChunkId> {
    pub id: I,
    pub score: f64,
    pub lexical: Option<Channel>,
    pub vector: Option<Channel>,
}

/// Candidates that each channel brings for `k` hits.
pub fn n_candidates(k: usize) -> usize {
    k.saturating_mul(2).max(100)
}

/// Fuses two rankings, best first. A channel that did not find a chunk adds nothing to its score.
pub fn fuse<I: Copy + Ord>(
    fusion: Fusion,
    lexical: &[(I, f64)],
    vector: &[(I, f64)],
) -> Vec<Fused<I>> {
    let mut fused: BTreeMap<I, Fused<I>> = BTreeMap::new();
    for (channels, is_lexical) in [(lexical, true), (vector, false)] {
        let best = channels.first().map_or(0.0, |(_, score)| *score);
        for (i, &(id, score)) in channels.iter().enumerate() {
            let channel = Channel { rank: i + 1, score };
            let empty = Fused { id, score: 0.0, lexical: None, vector: None };
            let hit = fused.entry(id).or_insert(empty);
            hit.score += fusion.part(channel, best, is_lexical);
            *(if is_lexical { &mut hit.lexical } else { &mut hit.vector }) = Some(channel);
        }
    }
    let mut fused: Vec<Fused<I>> = fused.into_values().collect();
    fused.sort_by(|a, b| ranking_order((a.score, a.id), (b.score, b.id)));
    fused
}

impl Fusion {
    /// What a channel adds to the score of a chunk that it found.
    fn part(self, channel: Channel, best: f64, is_lexical: bool) -> f64 {
        match self {
            Fusion::Weighted { vector_weight } => {
                let weight = if is_lexical { 1.0 - vector_weight } else { vector_weight };
                // Where not even the best is better than nothing there is nothing to share out.
                if best > 0.0 { weight * channel.score / best } else { 0.0 }
            }
            Fusion::Rrf { k, lexical_weight, vector_weight } => {
                let weight = if is_lexical { lexical_weight } else { vector_weight };
                weight / (k + channel.rank as f64)
            }
        }
    }
}
