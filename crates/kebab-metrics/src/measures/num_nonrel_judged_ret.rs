//! `NumNonrelJudgedRet`: the number of retrieved documents judged and not relevant.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "NumNonrelJudgedRet",
    aliases: &["num_nonrel_judged_ret"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Sum,
    higher_is_better: false,
    about: "The number of retrieved documents judged and not relevant.",
    formula: "Judged documents retrieved - relevant documents retrieved; summed.",
    advice: "They are the known mistakes: read some.",
    confused_with: "Unjudged documents do not count; `Unjudged@k` is their share.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    (judged.n_judged_retrieved(params) - judged.n_relevant_retrieved(params)) as f64
}
