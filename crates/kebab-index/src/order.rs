//! The one order of rankings: score descending, then id descending; -0 equals 0.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use kebab_core::ChunkId;

/// What comes first in a ranking is `Less`.
pub fn ranking_order<I: Ord>(a: (f64, I), b: (f64, I)) -> Ordering {
    // Adding 0 makes one zero of the two.
    (b.0 + 0.0).total_cmp(&(a.0 + 0.0)).then(b.1.cmp(&a.1))
}

/// Keeps the first `k` of a ranking while candidates come in any order.
pub(crate) struct Top<T> {
    k: usize,
    /// The last of those kept is on top, ready to be replaced.
    kept: BinaryHeap<Ranked<T>>,
}

struct Ranked<T> {
    score: f64,
    id: ChunkId,
    what: T,
}

impl<T> Top<T> {
    pub(crate) fn new(k: usize) -> Top<T> {
        Top { k, kept: BinaryHeap::with_capacity(k.min(1024) + 1) }
    }

    /// The score below which nothing gets in any more.
    pub(crate) fn threshold(&self) -> f64 {
        match self.kept.peek() {
            Some(last) if self.kept.len() == self.k => last.score,
            _ => f64::NEG_INFINITY,
        }
    }

    pub(crate) fn push(&mut self, score: f64, id: ChunkId, what: T) {
        self.kept.push(Ranked { score, id, what });
        if self.kept.len() > self.k {
            self.kept.pop();
        }
    }

    /// What was kept, in order.
    pub(crate) fn into_ranking(self) -> Vec<(f64, ChunkId, T)> {
        let sorted = self.kept.into_sorted_vec();
        sorted.into_iter().map(|ranked| (ranked.score, ranked.id, ranked.what)).collect()
    }
}

impl<T> Ord for Ranked<T> {
    fn cmp(&self, other: &Ranked<T>) -> Ordering {
        ranking_order((self.score, self.id), (other.score, other.id))
    }
}

impl<T> PartialOrd for Ranked<T> {
    fn partial_cmp(&self, other: &Ranked<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> PartialEq for Ranked<T> {
    fn eq(&self, other: &Ranked<T>) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<T> Eq for Ranked<T> {}
