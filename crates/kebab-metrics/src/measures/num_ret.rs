//! `NumRet`: the number of documents retrieved.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::Params;

pub(super) const SPEC: Spec = Spec {
    name: "NumRet",
    aliases: &["num_ret"],
    cutoff: Cutoff::None,
    params: &[],
    summary: Summary::Sum,
    higher_is_better: false,
    about: "The number of documents retrieved.",
    formula: "Counted per query; summed.",
    advice: "",
    confused_with: "A count, not a rating.",
    score,
};

fn score(judged: &Judged<'_>, _: &Params) -> f64 {
    judged.n_retrieved as f64
}
