//! `AP`: average precision: the precision at each relevant document, averaged over all relevant ones.

use crate::judged::{Judged, sum};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(crate) const SPEC: Spec = Spec {
    name: "AP",
    aliases: &["MAP", "map_cut_K", "map_at_K", "average_precision", "mean_average_precision"],
    cutoff: Cutoff::Optional,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Average precision: the precision at each relevant document, averaged over all relevant \
            ones.",
    formula: "Sum of the precision at the rank of each relevant document retrieved, divided by the \
            number of relevant documents, retrieved or not.",
    advice: "It falls when relevant documents are missing and when they sit low. `R@100` tells \
            which of the two it is.",
    confused_with: "Its mean over queries is MAP. `AP@k` still divides by all relevant documents; tools \
            that divide by min(k, R) or by the number found print more. `RR` stops at the first \
            relevant document.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let sum = sum_of_precisions(judged, params);
    if sum > 0.0 { sum / judged.n_relevant(params) as f64 } else { 0.0 }
}

/// The precisions at the ranks of the relevant documents within the cutoff, added up.
pub(super) fn sum_of_precisions(judged: &Judged<'_>, params: &Params) -> f64 {
    let ranks = judged.relevant_ranks(params).enumerate();
    sum(ranks.map(|(i, rank)| (i + 1) as f64 / rank as f64))
}
