//! `Unjudged`: the share of the top k that has no judgment.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::Params;

pub(super) const SPEC: Spec = Spec {
    name: "Unjudged",
    aliases: &["unj_K", "unjudged_at_K"],
    cutoff: Cutoff::Required,
    params: &[],
    summary: Summary::Mean,
    higher_is_better: false,
    about: "The share of the top k that has no judgment.",
    formula: "Documents in the top k without a judgment, or with a grade below 0, / k; places beyond \
            the end of the list do not count as unjudged.",
    advice: "High values at low cutoffs are a red flag: the judgments do not cover this run.",
    confused_with: "`1 - Judged@k` for full lists only.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let depth = judged.depth(params);
    ratio(depth - judged.n_judged_retrieved(params), params.cutoff.unwrap_or(depth))
}
