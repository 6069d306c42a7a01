//! `infAP`: inferred average precision: AP estimated from judgments of a random sample of the pool.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "infAP",
    aliases: &["inferred_ap"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Inferred average precision: AP estimated from judgments of a random sample of the \
            pool.",
    formula: "For each relevant document: 1/rank + (documents above / rank) * (share of those that \
            were in the pool) * (share of the judged ones that is relevant, smoothed by 0.00001); \
            summed / R. A grade below 0 marks a pooled document that was not judged (Yilmaz and \
            Aslam 2006).",
    advice: "As for `AP`. Without sampled judgments it is close to AP and says nothing more.",
    confused_with: "With complete judgments it nearly equals `AP`, not exactly.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    const EPSILON: f64 = 0.00001;
    let (mut relevant, mut nonrelevant, mut pooled) = (0.0, 0.0, 0.0);
    let mut sum = 0.0;
    for hit in judged.hits {
        if hit.grade < 0.0 {
            pooled += 1.0;
        } else if hit.grade < params.rel {
            nonrelevant += 1.0;
        } else {
            let above = (hit.rank - 1) as f64;
            sum += if above == 0.0 {
                1.0
            } else {
                1.0 / (above + 1.0)
                    + (above / (above + 1.0))
                        * ((relevant + nonrelevant + pooled) / above)
                        * ((relevant + EPSILON) / (relevant + nonrelevant + 2.0 * EPSILON))
            };
            relevant += 1.0;
        }
    }
    let n_relevant = judged.n_relevant(params);
    if n_relevant > 0 { (sum / n_relevant as f64).min(1.0) } else { 0.0 }
}
