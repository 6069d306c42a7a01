//! `nDCG`: normalised discounted cumulative gain: how close the ranking comes to the best one possible, grades included.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAIN, GAINS, Params};

pub(crate) const SPEC: Spec = Spec {
    name: "nDCG",
    aliases: &["ndcg_cut_K", "ndcg_at_K", "normalized_dcg"],
    cutoff: Cutoff::Optional,
    params: &[&GAIN, &GAINS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Normalised discounted cumulative gain: how close the ranking comes to the best one \
            possible, grades included.",
    formula: "DCG = sum over the ranks of gain / log2(rank + 1); nDCG = DCG / DCG of all judged \
            documents sorted by grade and cut at k. The gain is the grade; grades below 0 gain \
            nothing.",
    advice: "Look at where the highest grades sit: if they are in the top 100 but not in the top \
            10, a reranker helps; if they are missing, so does recall.",
    confused_with: "Tools differ in the gain (`nDCG(gain=exp)` is 2^grade - 1) and in the ideal: taking it \
            from the retrieved documents only, as some do, gives higher numbers. `ndcg_rel` and \
            `Rndcg` average nDCG over ranks.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let ideal = gains::ideal_dcg(&gains::ideal(judged, params), params.cutoff);
    if ideal > 0.0 { gains::bounded(gains::dcg(judged, params) / ideal, params) } else { 0.0 }
}
