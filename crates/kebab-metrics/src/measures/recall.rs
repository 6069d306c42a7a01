//! `R`: recall: the share of the relevant documents that is in the top k.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(crate) const SPEC: Spec = Spec {
    name: "R",
    aliases: &["R_K", "recall_K", "recall", "recall_at_K"],
    cutoff: Cutoff::Required,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Recall: the share of the relevant documents that is in the top k.",
    formula: "Relevant documents in the top k / relevant documents; 0 when there are none.",
    advice: "Relevant documents never reach the list: try another analyser, hybrid search, smaller \
            chunks, or a larger k in front of the reranker.",
    confused_with: "`Success@k` only asks for one relevant document. With k at the depth of the run it \
            cannot see a change of order.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    ratio(judged.n_relevant_retrieved(params), judged.n_relevant(params))
}
