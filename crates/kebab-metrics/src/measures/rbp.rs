//! `RBP`: rank-biased precision: the gain per document seen by a user who goes on to the next one with probability p.

use crate::gains;
use crate::judged::{Judged, sum};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAINS, GainOrder, MIN_REL, P, Params};

pub(super) const SPEC: Spec = Spec {
    name: "RBP",
    aliases: &["rank_biased_precision"],
    cutoff: Cutoff::Optional,
    params: &[&P, &MIN_REL, &GAINS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Rank-biased precision: the gain per document seen by a user who goes on to the next \
            one with probability p.",
    formula: "(1 - p) * sum over the ranks of gain * p^(rank - 1). Gains are the grades, divided by \
            the query's highest when that is above 1 (Moffat and Zobel 2008).",
    advice: "With p = 0.8 the top 5 decide it, with p = 0.95 the top 20: compare the two to see \
            where the loss is.",
    confused_with: "ir_measures counts relevant or not, each as 1, where `rel` is given: so does \
            `RBP(p=0.8,rel=1)` here. `RBPres` is how much higher it could be if all unjudged \
            documents were relevant.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let gain_of = |grade| gains::gain(grade, params);
    let (low, high) = match params.gain_order {
        GainOrder::Descending => range(judged.ideal.iter().map(|&grade| gain_of(grade))),
        GainOrder::TrecEval => {
            range(gains::levels_of_trec_eval(judged, params).into_iter().map(|(gain, _)| gain))
        }
    };
    let scaled =
        |gain: f64| if low < 0.0 || high > 1.0 { (gain - low) / (high - low) } else { gain };
    let worth = |grade: f64| match params.min_rel {
        Some(least) => f64::from(u8::from(grade >= least)),
        None if grade < 0.0 => 0.0,
        None => scaled(gain_of(grade)),
    };
    let gained =
        sum(judged.top(params).map(|hit| worth(hit.grade) * power(params.p, hit.rank - 1)));
    ((1.0 - params.p) * gained).min(1.0)
}

/// The lowest and the highest of some gains and 0.
fn range(gains: impl Iterator<Item = f64>) -> (f64, f64) {
    gains.fold((0.0, 0.0), |(low, high), gain| (gain.min(low), gain.max(high)))
}

/// `p^exponent` for a rank's exponent.
fn power(p: f64, exponent: usize) -> f64 {
    p.powi(i32::try_from(exponent).unwrap_or(i32::MAX))
}
