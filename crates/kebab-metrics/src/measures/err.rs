//! `ERR`: expected reciprocal rank: one over the rank at which a user is expected to stop, who is more likely to stop at higher grades.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{MAX, Params};

pub(super) const SPEC: Spec = Spec {
    name: "ERR",
    aliases: &["err_at_K", "expected_reciprocal_rank"],
    cutoff: Cutoff::Optional,
    params: &[&MAX],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Expected reciprocal rank: one over the rank at which a user is expected to stop, who \
            is more likely to stop at higher grades.",
    formula: "A document of grade g satisfies with probability (2^g - 1) / 2^max (g cut to 0..max); \
            ERR = sum over the ranks of 1/rank * that probability * the probability that nothing \
            above satisfied (Chapelle et al. 2009).",
    advice: "The highest grades decide it almost alone: bring one to rank 1.",
    confused_with: "The scale's highest grade is part of the formula: `max` is 4 as in gdeval and \
            ir_measures, set it to your scale's. `nERR` divides by the best possible value.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    expected(judged.top(params).map(|hit| (hit.rank, hit.grade)), params.max)
}

/// ERR of documents given as (rank, grade) from the top down.
pub(super) fn expected(ranking: impl Iterator<Item = (usize, f64)>, max: f64) -> f64 {
    let mut unsatisfied = 1.0;
    let mut sum = 0.0;
    for (rank, grade) in ranking {
        let satisfied = (grade.clamp(0.0, max).exp2() - 1.0) / max.exp2();
        sum += unsatisfied * satisfied / rank as f64;
        unsatisfied *= 1.0 - satisfied;
    }
    sum
}
