//! `SetAP`: unranked average precision of the retrieved set: precision times recall.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "SetAP",
    aliases: &["set_map"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Unranked average precision of the retrieved set: precision times recall.",
    formula: "SetP * SetR.",
    advice: "As for `SetF`.",
    confused_with: "`AP` looks at the order, this does not.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let found = judged.n_relevant_retrieved(params);
    ratio(found, judged.n_retrieved) * ratio(found, judged.n_relevant(params))
}
