//! `SetRelP`: relative precision of the retrieved set: relevant documents retrieved as a share of the most possible.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "SetRelP",
    aliases: &["set_relative_P"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Relative precision of the retrieved set: relevant documents retrieved as a share of \
            the most possible.",
    formula: "Relevant documents retrieved / min(retrieved, number of relevant documents).",
    advice: "As for `SetR`.",
    confused_with: "`SetP` divides by all retrieved documents.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let possible = judged.n_retrieved.min(judged.n_relevant(params));
    ratio(judged.n_relevant_retrieved(params), possible)
}
