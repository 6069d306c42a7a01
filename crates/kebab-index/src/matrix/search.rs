//! The search: bounds for all rows, cosines for those that could be among the best.

use super::fixed::Query;
use super::layout::BLOCK_ROWS;
use super::{Matrix, Row};

/// How many candidates are collected, besides the wanted ones, before the hopeless are dropped.
const SPARE: usize = 1024;

/// A row and its cosine with the query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub row: usize,
    /// From -1 to 1.
    pub cosine: f64,
}

/// A row that could be among the best, and the least its cosine can be and the most.
struct Candidate {
    row: u32,
    lower: f32,
    upper: f32,
}

impl Matrix {
    /// The `k` rows with the highest cosine, best first, ties by chunk id, highest first; only among
    /// those that `keep` accepts, if it is given. Zero vectors are never found, and a query that is
    /// zero or has numbers that are not finite finds nothing.
    ///
    /// `keep` is called only for rows that could be found, in ascending order of chunk ids.
    pub fn search(
        &self,
        query: &[f32],
        k: usize,
        keep: Option<&dyn Fn(&Row) -> bool>,
    ) -> Vec<Found> {
        assert_eq!(query.len(), self.dimensions(), "the query has the matrix's dimensions");
        let Some(query) = Query::new(query).filter(|_| k > 0) else {
            return Vec::new();
        };
        let candidates = self.candidates(&query, k, keep);
        let score = |candidate: Candidate| {
            let row = candidate.row as usize;
            let (block, index) = self.block_of(row);
            let cosine = query.cosine(block.high_of(index), block.low_of(index))?;
            Some(Found { row, cosine })
        };
        let mut found: Vec<Found> = candidates.into_iter().filter_map(score).collect();
        // Rows ascend with chunk ids, and no cosine is -0: a dot product of 0 has no sign.
        found
            .sort_unstable_by(|a, b| b.cosine.total_cmp(&a.cosine).then_with(|| b.row.cmp(&a.row)));
        found.truncate(k);
        found
    }

    /// All rows that could be among the `k` best, and few others.
    fn candidates(
        &self,
        query: &Query,
        k: usize,
        keep: Option<&dyn Fn(&Row) -> bool>,
    ) -> Vec<Candidate> {
        let query_scale = query.scale();
        let mut dots = [0.0; BLOCK_ROWS];
        let mut candidates = Vec::new();
        let mut threshold = f32::NEG_INFINITY;
        let mut limit = k.saturating_mul(2).saturating_add(SPARE);
        for number in 0..self.layout.n_blocks() {
            let block = self.block(number);
            query.coarse_dots(block.high, &mut dots[..block.n_rows]);
            for (index, (bounds, dot)) in block.bounds().zip(dots).enumerate() {
                let middle = dot * query_scale * bounds.scale;
                let (lower, upper) = (middle - bounds.slack, middle + bounds.slack);
                // What is not a number, in a damaged file, is never found.
                let hopeful = upper >= threshold && bounds.scale != 0.0;
                if !hopeful || keep.is_some_and(|keep| !keep(&block.row(index))) {
                    continue;
                }
                let row = (number * BLOCK_ROWS + index) as u32;
                candidates.push(Candidate { row, lower, upper });
                if candidates.len() >= limit {
                    threshold = drop_hopeless(&mut candidates, k);
                    // Where many rows are alike, most stay: looking again must wait accordingly.
                    limit = limit.max(candidates.len().saturating_mul(2));
                }
            }
        }
        drop_hopeless(&mut candidates, k);
        candidates
    }
}

/// Keeps the candidates that reach the k-th largest lower bound, and returns that bound.
fn drop_hopeless(candidates: &mut Vec<Candidate>, k: usize) -> f32 {
    if candidates.len() <= k {
        return f32::NEG_INFINITY;
    }
    let (_, last, _) = candidates.select_nth_unstable_by(k - 1, |a, b| b.lower.total_cmp(&a.lower));
    let threshold = last.lower;
    candidates.retain(|candidate| candidate.upper >= threshold);
    threshold
}
