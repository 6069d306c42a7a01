//! `F`: f measure: the weighted harmonic mean of precision and recall in the top k.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{BETA, Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "F",
    aliases: &["f1", "f1_at_K", "f_at_K", "f_score"],
    cutoff: Cutoff::Required,
    params: &[&BETA, &REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "F measure: the weighted harmonic mean of precision and recall in the top k.",
    formula: "(1 + beta^2) * P@k * R@k / (beta^2 * P@k + R@k); 0 when nothing relevant is in the top \
            k.",
    advice: "See which of `P@k` and `R@k` drags it down; with few relevant documents per query it \
            is bounded well below 1.",
    confused_with: "`SetF` takes the whole list; trec_eval's `set_F` has a parameter x that stands for \
            beta squared.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let found = judged.n_relevant_retrieved(params);
    let precision = ratio(found, params.cutoff.unwrap_or(judged.n_retrieved));
    harmonic(precision, ratio(found, judged.n_relevant(params)), params.beta)
}

/// The harmonic mean of precision and recall, recall weighing `beta` times as much.
pub(super) fn harmonic(precision: f64, recall: f64, beta: f64) -> f64 {
    if precision == 0.0 || recall == 0.0 {
        return 0.0;
    }
    let weight = beta * beta;
    // Rounding must not carry it above 1.
    ((weight + 1.0) * precision * recall / (weight * precision + recall)).min(1.0)
}
