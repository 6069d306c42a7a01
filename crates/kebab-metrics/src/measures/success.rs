//! `Success`: success, or hit rate: whether any relevant document is in the top k.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(crate) const SPEC: Spec = Spec {
    name: "Success",
    aliases: &[
        "success_K",
        "hit_rate",
        "hit_rate_at_K",
        "hit",
        "hit_at_K",
        "hits",
        "HitRate",
        "HR",
    ],
    cutoff: Cutoff::Required,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Success, or hit rate: whether any relevant document is in the top k.",
    formula: "1 when at least one relevant document is in the top k, else 0. Its mean is the share \
            of queries that were served.",
    advice: "List the queries that score 0: they are the ones users complain about.",
    confused_with: "Not recall: it is 1 with one of ten relevant documents found. `RR@k` also says how \
            high that one is.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    if judged.relevant_ranks(params).next().is_some() { 1.0 } else { 0.0 }
}
