//! `SetF`: f measure of the retrieved set, order ignored.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::f;
use crate::measures::{Cutoff, Spec};
use crate::params::{BETA, Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "SetF",
    aliases: &["set_F"],
    cutoff: Cutoff::None,
    params: &[&BETA, &REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "F measure of the retrieved set, order ignored.",
    formula: "(1 + beta^2) * SetP * SetR / (beta^2 * SetP + SetR); 0 when nothing relevant was \
            retrieved.",
    advice: "See which of `SetP` and `SetR` drags it down.",
    confused_with: "trec_eval's parameter of `set_F` stands for beta squared. `F@k` cuts at k.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let found = judged.n_relevant_retrieved(params);
    let precision = ratio(found, judged.n_retrieved);
    f::harmonic(precision, ratio(found, judged.n_relevant(params)), params.beta)
}
