//! `IPrec`: interpolated precision at a recall level: the best precision at that recall or beyond.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "IPrec",
    aliases: &["iprec_at_recall_X", "iprec_at_recall"],
    cutoff: Cutoff::Recall,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Interpolated precision at a recall level: the best precision at that recall or beyond.",
    formula: "With R relevant documents and c = x * R rounded: the highest precision at the rank of \
            the c-th relevant document or any later one; 0 when fewer than c were found. At x = 0 \
            the highest precision anywhere.",
    advice: "Low at small x: the top is wrong. Low only at large x: relevant documents are missing.",
    confused_with: "`P@k` cuts at a rank, this at a recall level. Version 9 of trec_eval rounded x * R up \
            instead.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let n_needed = (params.at * judged.n_relevant(params) as f64).round() as usize;
    best_precision_from(judged, params, n_needed)
}

/// The highest precision at the `n_needed`-th relevant document or later, 0 when there are fewer.
pub(super) fn best_precision_from(judged: &Judged<'_>, params: &Params, n_needed: usize) -> f64 {
    let ranks = judged.relevant_ranks(params).enumerate();
    let precisions = ranks.map(|(i, rank)| (i + 1) as f64 / rank as f64);
    precisions.skip(n_needed.saturating_sub(1)).fold(0.0, f64::max)
}
