//! `yaap`: yet another average precision: a smoothed log-odds form of AP that averages better over queries.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::ap;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "yaap",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Yet another average precision: a smoothed log-odds form of AP that averages better \
            over queries.",
    formula: "ln((1 + S) / (1 + R - S)), S the sum of the precisions at the relevant documents, R \
            their number (Robertson 2012).",
    advice: "As for `AP`.",
    confused_with: "Not a ratio: it runs from about -ln(1 + R) to ln(1 + R).",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let sum = ap::sum_of_precisions(judged, params);
    ((1.0 + sum) / (1.0 + judged.n_relevant(params) as f64 - sum)).ln()
}
