//! `Judged`: the share of the retrieved documents that has a judgment.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::Params;

pub(super) const SPEC: Spec = Spec {
    name: "Judged",
    aliases: &["judged_at_K", "judged_K"],
    cutoff: Cutoff::Optional,
    params: &[],
    summary: Summary::Mean,
    higher_is_better: false,
    about: "The share of the retrieved documents that has a judgment.",
    formula: "Judged documents in the top k / documents in the top k (as many as were retrieved); a \
            grade below 0 is not a judgment.",
    advice: "Below about 0.8 at your cutoff, judge more of this run's documents before comparing it \
            with runs the judgments were made from.",
    confused_with: "`Unjudged@k` divides by k. `NumRelRet` counts relevant ones.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    ratio(judged.n_judged_retrieved(params), judged.depth(params))
}
