//! `NumRet`: the number of documents retrieved.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{MIN_REL, Params};

pub(super) const SPEC: Spec = Spec {
    name: "NumRet",
    aliases: &["num_ret"],
    cutoff: Cutoff::None,
    params: &[&MIN_REL],
    summary: Summary::Sum,
    higher_is_better: false,
    about: "The number of documents retrieved.",
    formula: "Counted per query; summed.",
    advice: "",
    confused_with: "`NumRelRet` counts the relevant ones; ir_measures writes that as `NumRet(rel=1)`.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    match params.min_rel {
        Some(grade) => judged.hits.iter().filter(|hit| hit.grade >= grade).count() as f64,
        None => judged.n_retrieved as f64,
    }
}
