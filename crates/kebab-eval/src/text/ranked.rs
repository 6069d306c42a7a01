//! One query's retrieved texts next to the relevant ones, and what the ranking templates say of it.

use std::collections::HashSet;
use std::num::NonZeroU32;

use kebab_metrics::{MetricsResult, RelevanceJudgment, compute_all};

use super::templates::ShownK;

/// More precisions than this are cut short in the reason of the average precision.
const MOST_TERMS: usize = 4;

pub(super) struct Ranked {
    scores: MetricsResult,
    k: Option<NonZeroU32>,
    n_retrieved: usize,
    n_relevant: usize,
    /// Ranks of the relevant chunks in the top k, from 1, repeats left out.
    ranks: Vec<usize>,
}

impl Ranked {
    pub(super) fn new(retrieved: &[String], reference: &[String], k: Option<NonZeroU32>) -> Ranked {
        let mut missing = HashSet::with_capacity(reference.len());
        let distinct = reference.iter().filter(|&text| missing.insert(text.as_str()));
        let judgments: Vec<_> =
            distinct.map(|text| RelevanceJudgment { chunk_id: text.clone(), grade: 1.0 }).collect();
        let depth = k.map_or(retrieved.len(), |k| k.get() as usize);
        let scores = compute_all(retrieved, &judgments, depth)
            .expect("every judgment is of another text, and every grade is 1");
        // Taking the text out leaves nothing to credit a repeat with.
        let ranks = (1..).zip(retrieved).take(depth);
        let ranks = ranks.filter(|(_, text)| missing.remove(text.as_str()));
        let ranks = ranks.map(|(rank, _)| rank).collect();
        let (n_retrieved, n_relevant) = (retrieved.len(), judgments.len());
        Ranked { scores, k, n_retrieved, n_relevant, ranks }
    }

    pub(super) fn shown_k(&self) -> ShownK {
        self.k.map_or(ShownK::Length(self.n_retrieved), ShownK::Given)
    }

    pub(super) fn precision(&self) -> (f64, String) {
        self.explain(self.scores.precision, || {
            let k = self.depth();
            format!("{} relevant in the top {k} / {k}", self.ranks.len())
        })
    }

    pub(super) fn recall(&self) -> (f64, String) {
        self.explain(self.scores.recall, || {
            format!("{} of {} relevant found", self.ranks.len(), self.n_relevant)
        })
    }

    pub(super) fn ndcg(&self) -> (f64, String) {
        // The reason adds up the gains of 1 that went into the score.
        let add = |sum: f64, rank: usize| sum + 1.0 / ((rank + 1) as f64).log2();
        self.explain(self.scores.ndcg, || {
            let dcg = self.ranks.iter().copied().fold(0.0, add);
            let ideal = (1..=self.n_relevant.min(self.depth())).fold(0.0, add);
            format!("DCG {dcg:.3} / ideal {ideal:.3}")
        })
    }

    pub(super) fn mrr(&self) -> (f64, String) {
        self.explain(self.scores.mrr, || self.first_relevant())
    }

    pub(super) fn hit_rate(&self) -> (f64, String) {
        self.explain(self.scores.hit_rate, || self.first_relevant())
    }

    pub(super) fn average_precision(&self) -> (f64, String) {
        self.explain(self.scores.average_precision, || {
            if self.ranks.is_empty() {
                return self.first_relevant();
            }
            let n_terms = self.ranks.len();
            let mut sum = String::new();
            for (n_found, rank) in (1..).zip(&self.ranks) {
                if n_terms <= MOST_TERMS || n_found < MOST_TERMS || n_found == n_terms {
                    let plus = if n_found == 1 { "" } else { " + " };
                    sum.push_str(&format!("{plus}{n_found}/{rank}"));
                } else if n_found == MOST_TERMS {
                    sum.push_str(" + ...");
                }
            }
            format!("({sum}) / {} relevant", self.n_relevant)
        })
    }

    pub(super) fn f1(&self) -> (f64, String) {
        let (precision, recall) = (self.scores.precision, self.scores.recall);
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        self.explain(f1, || {
            format!("harmonic mean of precision {precision:.3} and recall {recall:.3}")
        })
    }

    /// How deep the list is looked at.
    fn depth(&self) -> usize {
        self.k.map_or(self.n_retrieved, |k| k.get() as usize)
    }

    fn first_relevant(&self) -> String {
        match self.ranks.first() {
            Some(rank) => format!("first relevant at rank {rank}"),
            None => format!("nothing relevant in the top {}", self.depth()),
        }
    }

    /// The score with its arithmetic, or with what was empty.
    fn explain(&self, score: f64, arithmetic: impl FnOnce() -> String) -> (f64, String) {
        let empty = match (self.n_retrieved, self.n_relevant) {
            (0, 0) => "the hypothesis and the reference are empty",
            (0, _) => "the hypothesis is empty",
            (_, 0) => "the reference is empty",
            _ => return (score, arithmetic()),
        };
        (0.0, empty.to_owned())
    }
}
