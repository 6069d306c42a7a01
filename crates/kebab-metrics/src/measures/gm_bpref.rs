//! `GMbpref`: geometric mean of bpref over the queries.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::bpref;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "GMbpref",
    aliases: &["gm_bpref"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::GeometricMean,
    higher_is_better: true,
    about: "Geometric mean of bpref over the queries.",
    formula: "Per query the same as `bpref`; over queries the geometric mean, values below 0.00001 \
            raised to that.",
    advice: "As for `GMAP`: the worst queries decide.",
    confused_with: "`bpref` averages arithmetically.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    (bpref::SPEC.score)(judged, params)
}
