//! `ndcg_rel`: nDCG averaged over the documents with a gain.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAINS, Params};

pub(super) const SPEC: Spec = Spec {
    name: "ndcg_rel",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&GAINS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "nDCG averaged over the documents with a gain.",
    formula: "Mean of nDCG at the rank of each document with a positive gain; each one not retrieved \
            counts with the DCG of the whole ranking / the full ideal DCG.",
    advice: "As for `nDCG`.",
    confused_with: "`nDCG` is taken once, at the end of the ranking.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let ideal = gains::ideal(judged, params);
    if ideal.is_empty() {
        return 0.0;
    }
    let (mut dcg, mut sum, mut n_found) = (0.0, 0.0, 0_usize);
    let (mut ideal_dcg, mut n_ideal) = (0.0, 0);
    for hit in judged.hits {
        let gain = gains::gain(hit.grade, params);
        dcg += gain / gains::discount(hit.rank);
        while n_ideal < hit.rank.min(ideal.len()) {
            ideal_dcg += ideal[n_ideal] / gains::discount(n_ideal + 1);
            n_ideal += 1;
        }
        if gain > 0.0 {
            sum += dcg / ideal_dcg;
            n_found += 1;
        }
    }
    let full = gains::ideal_dcg(&ideal, None);
    sum += (ideal.len() as f64 - n_found as f64) * dcg / full;
    if sum > 0.0 { gains::bounded(sum / ideal.len() as f64, params) } else { 0.0 }
}
