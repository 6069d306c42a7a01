//! `SetP`: precision of the retrieved set, order ignored.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "SetP",
    aliases: &["set_P"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Precision of the retrieved set, order ignored.",
    formula: "Relevant documents retrieved / documents retrieved; 0 when nothing was.",
    advice: "Cut the list earlier, or filter it.",
    confused_with: "`P@k` divides by k.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    ratio(judged.n_relevant_retrieved(params), judged.n_retrieved)
}
