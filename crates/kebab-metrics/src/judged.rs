//! What a measure sees of one query: which retrieved documents were judged, at what rank and with
//! what grade, and which grades there were to find.

use crate::params::Params;

/// One query's ranking next to its judgments, made once and shown to every measure.
///
/// The ranking is sparse: a document nobody judged has no entry, only its place (the ranks count
/// it). Everything a measure needs follows from the judged ones and [`Judged::n_retrieved`], and a
/// ranking of a thousand documents usually holds a few dozen judged ones.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// The retrieved documents that the judgments name, best rank first.
    pub hits: &'a [JudgedHit],
    /// How many documents were retrieved, judged or not.
    pub n_retrieved: usize,
    /// Every judged grade of the query that is at least 0, highest first, retrieved or not.
    pub ideal: &'a [f64],
}

/// A retrieved document that the judgments name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedHit {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its grade. Below 0 it was in the pool but not judged: it gains nothing, and counts as unjudged.
    pub grade: f64,
}

impl<'a> Judged<'a> {
    /// The judged hits within the cutoff (all of them without one), best first.
    pub fn top(&self, params: &Params) -> impl Iterator<Item = JudgedHit> + use<'a> {
        let deepest = params.cutoff.unwrap_or(usize::MAX);
        self.hits.iter().copied().take_while(move |hit| hit.rank <= deepest)
    }

    /// The ranks of the relevant hits within the cutoff, best first.
    pub fn relevant_ranks(&self, params: &Params) -> impl Iterator<Item = usize> + use<'a> {
        let rel = params.rel;
        self.top(params).filter(move |hit| hit.grade >= rel).map(|hit| hit.rank)
    }

    /// How many relevant documents there were to find.
    pub fn n_relevant(&self, params: &Params) -> usize {
        self.ideal.partition_point(|&grade| grade >= params.rel)
    }

    /// How many relevant documents stand within the cutoff.
    pub fn n_relevant_retrieved(&self, params: &Params) -> usize {
        self.relevant_ranks(params).count()
    }

    /// How many hits within the cutoff carry a judgment (a grade of at least 0).
    pub fn n_judged_retrieved(&self, params: &Params) -> usize {
        self.top(params).filter(|hit| hit.grade >= 0.0).count()
    }

    /// How many documents stand within the cutoff, judged or not.
    pub fn depth(&self, params: &Params) -> usize {
        params.cutoff.map_or(self.n_retrieved, |k| k.min(self.n_retrieved))
    }
}

/// `part / whole`, and 0 where there is nothing to divide by.
pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// The sum, which is 0 for nothing (the standard library's is -0).
pub(crate) fn sum(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |sum, value| sum + value)
}
