//! `GMAP`: geometric mean of average precision over the queries: hard queries count more.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::ap;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "GMAP",
    aliases: &["gm_map", "gm_ap", "geometric_map"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::GeometricMean,
    higher_is_better: true,
    about: "Geometric mean of average precision over the queries: hard queries count more.",
    formula: "Per query the same as `AP`; over queries the geometric mean, values below 0.00001 \
            raised to that.",
    advice: "One query at 0 pulls it down hard: fix the worst queries first.",
    confused_with: "`AP` averages arithmetically and hides the failures that this shows.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    (ap::SPEC.score)(judged, params)
}
