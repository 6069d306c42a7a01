//! `NumRelRet`: the number of relevant documents retrieved.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "NumRelRet",
    aliases: &["num_rel_ret"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Sum,
    higher_is_better: true,
    about: "The number of relevant documents retrieved.",
    formula: "Counted per query; summed.",
    advice: "As for `SetR`.",
    confused_with: "`SetR` is the share.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    judged.n_relevant_retrieved(params) as f64
}
