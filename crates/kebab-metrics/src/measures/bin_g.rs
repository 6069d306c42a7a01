//! `binG`: binary G: relevant documents discounted by the non-relevant ones above them.

use crate::judged::{Judged, sum};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "binG",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Binary G: relevant documents discounted by the non-relevant ones above them.",
    formula: "Sum over the relevant documents retrieved of 1 / log2(2 + non-relevant documents \
            above), / R.",
    advice: "As for `AP`.",
    confused_with: "`G` uses grades.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let ranks = judged.relevant_ranks(params).enumerate();
    let gained = sum(ranks.map(|(i, rank)| 1.0 / ((2 + rank - (i + 1)) as f64).log2()));
    if gained > 0.0 { gained / judged.n_relevant(params) as f64 } else { 0.0 }
}
