//! `NumQ`: the number of queries.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::Params;

pub(super) const SPEC: Spec = Spec {
    name: "NumQ",
    aliases: &["num_q"],
    cutoff: Cutoff::None,
    params: &[],
    summary: Summary::Sum,
    higher_is_better: false,
    about: "The number of queries.",
    formula: "1 per query; summed.",
    advice: "",
    confused_with: "A count, not a rating.",
    score,
};

fn score(_: &Judged<'_>, _: &Params) -> f64 {
    1.0
}
