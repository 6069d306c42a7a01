//! `G`: normalised gain: gains discounted by how far the ranking has fallen behind the ideal one.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAINS, GainOrder, Params};

pub(super) const SPEC: Spec = Spec {
    name: "G",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&GAINS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Normalised gain: gains discounted by how far the ranking has fallen behind the ideal \
            one.",
    formula: "Sum over the ranks of gain / log2(2 + cost - gain so far), where the cost grows per \
            rank by the ideal gain there, at least 1; divided by the sum of the ideal gains.",
    advice: "As for `nDCG`.",
    confused_with: "`nDCG` discounts by rank alone. `binG` is the same for relevant or not.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let ideal = gains::ideal(judged, params);
    let total: f64 = ideal.iter().sum();
    if total <= 0.0 {
        return 0.0;
    }
    let (mut cost, mut gained, mut sum) = (0.0, 0.0, 0.0);
    let mut n_passed = 0;
    for hit in judged.hits {
        while n_passed < hit.rank {
            cost += ideal.get(n_passed).copied().unwrap_or(0.0).max(1.0);
            n_passed += 1;
        }
        let gain = gains::gain(hit.grade, params);
        gained += gain;
        if gain != 0.0 {
            sum += gain / behind(cost - gained, params).log2();
        }
    }
    gains::bounded(sum / total, params)
}

/// Two more than the ranking has fallen behind, which is never below 0, unless rounding makes it so
/// or trec_eval's order of gains.
fn behind(difference: f64, params: &Params) -> f64 {
    match params.gain_order {
        GainOrder::Descending => 2.0 + difference.max(0.0),
        GainOrder::TrecEval => 2.0 + difference,
    }
}
