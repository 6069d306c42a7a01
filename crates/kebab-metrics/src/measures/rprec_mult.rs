//! `RprecMult`: precision at a multiple of the number of relevant documents.

use crate::judged::{Judged, ratio};
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "RprecMult",
    aliases: &["Rprec_mult_X"],
    cutoff: Cutoff::Multiple,
    params: &[&REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Precision at a multiple of the number of relevant documents.",
    formula: "With R relevant documents: the precision at rank c = x * R + 0.9 cut to a whole \
            number; beyond the end of the list the relevant ones found / c.",
    advice: "High at small multiples and low at large ones: the run is built for precision; the \
            other way round: for recall.",
    confused_with: "`RprecMult@1` is `Rprec`.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let rank = (params.at * judged.n_relevant(params) as f64 + 0.9) as usize;
    let found = judged.relevant_ranks(params).take_while(|&other| other <= rank).count();
    ratio(found, rank)
}
