//! `P`: precision: the share of the top k that is relevant.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(crate) const SPEC: Spec = Spec {
    name: "P",
    aliases: &["P_K", "precision", "precision_at_K", "prec"],
    cutoff: Cutoff::Required,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Precision: the share of the top k that is relevant.",
    formula: "Relevant documents in the top k / k. The divisor is k even when fewer were retrieved.",
    advice: "With fewer than k relevant documents it cannot reach 1: compare with `RelP@k`. \
            Otherwise look at what the wrong documents have in common.",
    confused_with: "Tools that divide by the number retrieved print more for short lists. `SetP` divides \
            by the number retrieved on purpose; `Rprec` adapts k to the query.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    ratio(judged.n_relevant_retrieved(params), params.cutoff.unwrap_or(judged.n_retrieved))
}
