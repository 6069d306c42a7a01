//! `RelP`: relative precision: the precision at k as a share of the best one possible at k.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "RelP",
    aliases: &["relative_P_K", "relative_precision"],
    cutoff: Cutoff::Required,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Relative precision: the precision at k as a share of the best one possible at k.",
    formula: "Relevant documents in the top k / min(k, number of relevant documents); 0 when there \
            are none.",
    advice: "It reaches 1 whenever the top k is as good as it can be: what is missing is really \
            lost.",
    confused_with: "`P@k` cannot reach 1 with fewer than k relevant documents.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let possible = params.cutoff.unwrap_or(judged.n_retrieved).min(judged.n_relevant(params));
    ratio(judged.n_relevant_retrieved(params), possible)
}
