//! `RBPres`: residual of RBP: how much higher RBP could be if every unjudged document were fully relevant.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{P, Params};

pub(super) const SPEC: Spec = Spec {
    name: "RBPres",
    aliases: &["rbp_resid", "rbp_residual"],
    cutoff: Cutoff::None,
    params: &[&P],
    summary: Summary::Mean,
    higher_is_better: false,
    about: "Residual of RBP: how much higher RBP could be if every unjudged document were fully \
            relevant.",
    formula: "(1 - p) * sum of p^(rank - 1) over the unjudged documents retrieved + p^n for what \
            lies below the n retrieved; 0 when every retrieved document is judged.",
    advice: "A high residual means the judgments do not cover this run: judge its top documents \
            before you believe any measure.",
    confused_with: "`Unjudged@k` is the plain share.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let n_judged = judged.hits.iter().filter(|hit| hit.grade >= 0.0).count();
    if n_judged == judged.n_retrieved {
        return 0.0;
    }
    let mut judged_ranks =
        judged.hits.iter().filter(|hit| hit.grade >= 0.0).map(|hit| hit.rank).peekable();
    let mut sum = 0.0;
    let mut weight = 1.0;
    for rank in 1..=judged.n_retrieved {
        if judged_ranks.next_if_eq(&rank).is_none() {
            sum += weight;
        }
        weight *= params.p;
    }
    (weight + (1.0 - params.p) * sum).min(1.0)
}
