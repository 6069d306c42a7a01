//! `RR`: reciprocal rank: one over the rank of the first relevant document.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(crate) const SPEC: Spec = Spec {
    name: "RR",
    aliases: &["recip_rank", "MRR", "mrr_at_K", "reciprocal_rank", "mean_reciprocal_rank"],
    cutoff: Cutoff::Optional,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Reciprocal rank: one over the rank of the first relevant document.",
    formula: "1 / rank of the first relevant document; 0 when there is none within the cutoff.",
    advice: "One good document at the top is all it sees. Check whether the first relevant one is \
            just below (reranking) or absent (`R@100`).",
    confused_with: "Its mean over queries is what people call MRR. `RR` looks at the whole ranking, \
            `RR@10` only at the top 10; papers often mean the latter. `AP` counts all relevant \
            documents.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    judged.relevant_ranks(params).next().map_or(0.0, |rank| 1.0 / rank as f64)
}
