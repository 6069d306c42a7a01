//! `DCG`: discounted cumulative gain: the gains of the ranking, discounted by rank.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAIN, GAINS, Params};

pub(super) const SPEC: Spec = Spec {
    name: "DCG",
    aliases: &["dcg_at_K"],
    cutoff: Cutoff::Optional,
    params: &[&GAIN, &GAINS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Discounted cumulative gain: the gains of the ranking, discounted by rank.",
    formula: "Sum over the ranks of gain / log2(rank + 1).",
    advice: "Use `nDCG` to compare queries; this grows with the number of relevant documents.",
    confused_with: "Not normalised and not bounded by 1.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    gains::dcg(judged, params)
}
