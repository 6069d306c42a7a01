//! `IDCG`: ideal DCG: the highest discounted cumulative gain the judgments allow.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAIN, GAINS, Params};

pub(super) const SPEC: Spec = Spec {
    name: "IDCG",
    aliases: &["ideal_dcg", "ideal_dcg_at_K"],
    cutoff: Cutoff::Optional,
    params: &[&GAIN, &GAINS],
    summary: Summary::Mean,
    higher_is_better: false,
    about: "Ideal DCG: the highest discounted cumulative gain the judgments allow.",
    formula: "DCG of all judged documents with a positive gain, highest first, cut at k.",
    advice: "It belongs to the judgments, not to the run.",
    confused_with: "The divisor of `nDCG`.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    gains::ideal_dcg(&gains::ideal(judged, params), params.cutoff)
}
