//! `nERR`: normalised expected reciprocal rank: ERR divided by the best value the judgments allow.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::err;
use crate::measures::{Cutoff, Spec};
use crate::params::{MAX, Params};

pub(super) const SPEC: Spec = Spec {
    name: "nERR",
    aliases: &["nerr_at_K"],
    cutoff: Cutoff::Optional,
    params: &[&MAX],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "Normalised expected reciprocal rank: ERR divided by the best value the judgments \
            allow.",
    formula: "ERR@k / ERR@k of all judged documents sorted by grade; 0 when no grade is above 0.",
    advice: "See `ERR`; the normalised value compares queries with different grades.",
    confused_with: "`ERR` is not normalised and stays below 1 even for a perfect ranking.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let depth = params.cutoff.unwrap_or(usize::MAX);
    let ideal = judged.ideal.iter().take(depth).enumerate().map(|(i, &grade)| (i + 1, grade));
    let ideal = err::expected(ideal, params.max);
    let value = err::expected(judged.top(params).map(|hit| (hit.rank, hit.grade)), params.max);
    if ideal > 0.0 { (value / ideal).min(1.0) } else { 0.0 }
}
