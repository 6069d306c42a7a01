//! `utility`: set utility: relevant documents are worth something, others cost something.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{DOCS, Params, REL, WEIGHTS};

pub(super) const SPEC: Spec = Spec {
    name: "utility",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&REL, &WEIGHTS, &DOCS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Set utility: relevant documents are worth something, others cost something.",
    formula: "a * relevant retrieved + b * other retrieved + c * relevant missed + d * other missed, \
            with the weights a, b, c, d; the last needs the size of the collection.",
    advice: "Cut the list where the next document costs more than it brings.",
    confused_with: "Not a ratio; `SetF` is.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let [a, b, c, d] = params.weights;
    let found = judged.n_relevant_retrieved(params) as f64;
    let retrieved = judged.n_retrieved as f64;
    let relevant = judged.n_relevant(params) as f64;
    a * found
        + b * (retrieved - found)
        + c * (relevant - found)
        + d * (params.docs + found - retrieved - relevant)
}
