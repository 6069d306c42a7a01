//! `SetR`: recall of the retrieved set, order ignored.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "SetR",
    aliases: &["set_recall"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Recall of the retrieved set, order ignored.",
    formula: "Relevant documents retrieved / relevant documents; 0 when there are none.",
    advice: "Retrieve more, or retrieve differently.",
    confused_with: "`R@k` cuts at k.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    ratio(judged.n_relevant_retrieved(params), judged.n_relevant(params))
}
