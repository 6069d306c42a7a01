//! `NumRel`: the number of relevant documents there are.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "NumRel",
    aliases: &["num_rel"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Sum,
    higher_is_better: false,
    about: "The number of relevant documents there are.",
    formula: "Counted per query; summed.",
    advice: "",
    confused_with: "It belongs to the judgments, not to the run: `NumRelRet` is how many of them were \
            retrieved.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    judged.n_relevant(params) as f64
}
