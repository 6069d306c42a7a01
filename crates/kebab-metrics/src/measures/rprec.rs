//! `Rprec`: r-precision: the precision after as many documents as there are relevant ones.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "Rprec",
    aliases: &["R-prec", "r_precision"],
    cutoff: Cutoff::None,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "R-precision: the precision after as many documents as there are relevant ones.",
    formula: "With R relevant documents: relevant documents in the top R / R.",
    advice: "It equals the recall at R, so both missing and low documents hurt it.",
    confused_with: "`P@k` uses one k for all queries. `RprecMult@x` measures at other multiples of R.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let n_relevant = judged.n_relevant(params);
    let found = judged.relevant_ranks(params).take_while(|&rank| rank <= n_relevant).count();
    ratio(found, n_relevant)
}
