//! `bpref`: binary preference: how often a judged relevant document is ranked above a judged non-relevant one.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "bpref",
    aliases: &["binary_preference"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Binary preference: how often a judged relevant document is ranked above a judged \
            non-relevant one.",
    formula: "For each relevant document retrieved: 1 - min(non-relevant judged ones above it, R) / \
            min(N, R), with R relevant and N non-relevant judged documents; summed / R. Unjudged \
            documents are skipped (Buckley and Voorhees 2004).",
    advice: "Look at the judged non-relevant documents at the top: they push it down, unjudged ones \
            do not.",
    confused_with: "Like `AP` but blind to unjudged documents; `infAP` estimates AP instead.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let n_relevant = judged.n_relevant(params);
    let n_nonrelevant = judged.ideal.len() - n_relevant;
    let mut above = 0_usize;
    let mut sum = 0.0;
    for hit in judged.hits.iter().filter(|hit| hit.grade >= 0.0) {
        if hit.grade < params.rel {
            above += 1;
        } else if above == 0 {
            sum += 1.0;
        } else {
            sum += 1.0 - above.min(n_relevant) as f64 / n_nonrelevant.min(n_relevant) as f64;
        }
    }
    if n_relevant > 0 { sum / n_relevant as f64 } else { 0.0 }
}
