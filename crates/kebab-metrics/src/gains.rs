//! From grades to gains: what a document is worth, and the best order in which the judged ones
//! could have come. Shared by the measures of the DCG family.

use std::borrow::Cow;

use crate::judged::{Judged, sum};
use crate::params::{Gain, GainOrder, Params};

/// What a document of that grade is worth. Below 0 it is not judged and worth nothing.
pub(crate) fn gain(grade: f64, params: &Params) -> f64 {
    if grade < 0.0 {
        return 0.0;
    }
    if let Some(&(_, gain)) = params.gains.iter().find(|&&(known, _)| known == grade) {
        return gain;
    }
    match params.gain {
        Gain::Linear => grade,
        // Beyond any scale in use; it keeps the sums finite.
        Gain::Exp => grade.min(500.0).exp2() - 1.0,
    }
}

/// A ratio to the ideal, which rounding must not carry above 1. trec_eval's order of gains may.
pub(crate) fn bounded(ratio: f64, params: &Params) -> f64 {
    if params.gain_order == GainOrder::TrecEval { ratio } else { ratio.min(1.0) }
}

/// The positive gains of all judged documents in the order of an ideal ranking.
pub(crate) fn ideal<'a>(judged: &Judged<'a>, params: &Params) -> Cow<'a, [f64]> {
    if params.gains.is_empty() && params.gain == Gain::Linear {
        let n_positive = judged.ideal.partition_point(|&grade| grade > 0.0);
        return Cow::Borrowed(&judged.ideal[..n_positive]);
    }
    if params.gain_order == GainOrder::TrecEval {
        return Cow::Owned(ideal_of_trec_eval(judged, params));
    }
    let mut gains: Vec<f64> = judged.ideal.iter().map(|&grade| gain(grade, params)).collect();
    gains.retain(|&gain| gain > 0.0);
    gains.sort_by(|a, b| b.total_cmp(a));
    Cow::Owned(gains)
}

/// DCG of the positive gains of an ideal ranking, cut at `k`.
pub(crate) fn ideal_dcg(ideal: &[f64], k: Option<usize>) -> f64 {
    let ideal = &ideal[..k.unwrap_or(usize::MAX).min(ideal.len())];
    sum(ideal.iter().enumerate().map(|(i, gain)| gain / discount(i + 1)))
}

/// DCG of the ranking, within the cutoff.
pub(crate) fn dcg(judged: &Judged<'_>, params: &Params) -> f64 {
    sum(judged.top(params).map(|hit| gain(hit.grade, params) / discount(hit.rank)))
}

/// What a gain at that rank is divided by.
pub(crate) fn discount(rank: usize) -> f64 {
    ((rank + 1) as f64).log2()
}

/// The levels as trec_eval lists them, each as its gain and how many documents have it: those it was
/// given gains for, then every other level from 0 to the query's highest.
pub(crate) fn levels_of_trec_eval(judged: &Judged<'_>, params: &Params) -> Vec<(f64, usize)> {
    /// Levels are documented to end here; above it only those that occur are listed.
    const HIGHEST_LISTED: f64 = 127.0;
    let highest = judged.ideal.first().copied().unwrap_or(-1.0);
    let count = |level: f64| judged.ideal.iter().filter(|&&grade| grade == level).count();
    let mut levels: Vec<(f64, usize)> =
        params.gains.iter().map(|&(level, gain)| (gain, count(level))).collect();
    let mut level = 0.0;
    while level <= highest {
        let listed = level <= HIGHEST_LISTED || count(level) > 0;
        if listed && !params.gains.iter().any(|&(known, _)| known == level) {
            levels.push((gain(level, params), count(level)));
        }
        let next = judged.ideal.iter().rev().find(|&&grade| grade > level).copied();
        level = if level < HIGHEST_LISTED { level + 1.0 } else { next.unwrap_or(f64::INFINITY) };
    }
    levels
}

/// trec_eval merge sorts its levels with a comparison that truncates the difference to an integer.
/// The ideal ranking then takes them from the back and ends at the first that has documents and no
/// positive gain.
fn ideal_of_trec_eval(judged: &Judged<'_>, params: &Params) -> Vec<f64> {
    let levels = merge_sort(&levels_of_trec_eval(judged, params));
    let mut ideal = Vec::new();
    if levels.last().is_none_or(|&(gain, _)| gain <= 0.0) {
        return ideal;
    }
    for &(gain, n_documents) in levels.iter().rev().filter(|&&(_, n_documents)| n_documents > 0) {
        if gain <= 0.0 {
            break;
        }
        ideal.extend(std::iter::repeat_n(gain, n_documents));
    }
    ideal
}

/// Halves, sorts each, and merges, the left one first while the truncated difference is not above 0.
fn merge_sort(levels: &[(f64, usize)]) -> Vec<(f64, usize)> {
    if levels.len() < 2 {
        return levels.to_vec();
    }
    let (left, right) = levels.split_at(levels.len() / 2);
    let (left, right) = (merge_sort(left), merge_sort(right));
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    let mut merged = Vec::with_capacity(levels.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let take_left = (a.0 - b.0).trunc() <= 0.0;
        merged.extend(if take_left { left.next() } else { right.next() });
    }
    merged.extend(left);
    merged.extend(right);
    merged
}
