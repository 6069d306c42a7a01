//! The numbers of one or more runs over the same judgments, as plain data.

use kebab_metrics::{Measure, Missing, Qrels, Scores};

/// What `kebab score` shows.
#[derive(Clone, Debug)]
pub struct ScoreReport {
    /// The name of the judgments.
    pub qrels: String,
    /// How many queries have judgments.
    pub n_queries: usize,
    /// How many judgments there are.
    pub n_judgments: usize,
    /// How many queries have no relevant document at the level asked for, and score 0.
    pub n_without_relevant: usize,
    /// What was done with judged queries that a run does not have.
    pub missing: Missing,
    /// The measures, in the order they were asked for.
    pub measures: Vec<Measure>,
    /// The runs, in the order they were given.
    pub runs: Vec<ScoredRun>,
}

/// One run of a report.
#[derive(Clone, Debug)]
pub struct ScoredRun {
    /// What to call it in a table.
    pub name: String,
    /// Where it was read from.
    pub path: String,
    /// What it calls itself.
    pub tag: Option<String>,
    /// Its numbers.
    pub scores: Scores,
}

impl ScoreReport {
    /// A report without runs. `rel` is the lowest grade that is relevant.
    pub fn new(
        name: &str,
        qrels: &Qrels<'_>,
        measures: Vec<Measure>,
        missing: Missing,
        rel: f64,
    ) -> ScoreReport {
        let relevant = |query: usize| qrels.judgments(query).ideal().first() >= Some(&rel);
        ScoreReport {
            qrels: name.to_owned(),
            n_queries: qrels.n_queries(),
            n_judgments: qrels.n_judgments(),
            n_without_relevant: (0..qrels.n_queries()).filter(|&query| !relevant(query)).count(),
            missing,
            measures,
            runs: Vec::new(),
        }
    }

    /// The value of a run in a measure over all queries, as tables show it.
    pub fn shown(&self, run: usize, measure: usize) -> String {
        show(&self.measures[measure], self.runs[run].scores.mean(measure))
    }

    /// Whether a table marks the value as the best of the runs. Values that look the same are
    /// marked alike; one run alone is not the best of anything.
    pub fn is_best(&self, run: usize, measure: usize) -> bool {
        if !self.measures[measure].higher_is_better() {
            return false;
        }
        let value = |run: usize| self.runs[run].scores.mean(measure);
        let values = (0..self.runs.len()).filter_map(value);
        let best = values.reduce(f64::max);
        let best = show(&self.measures[measure], best);
        let is_best = |run: usize| self.shown(run, measure) == best;
        self.runs.len() > 1 && is_best(run) && !(0..self.runs.len()).all(is_best)
    }

    /// What a reader must know about the queries behind the numbers, one line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.n_without_relevant > 0 {
            let (n, s, has) = match self.n_without_relevant {
                1 => (1, "query", "has"),
                n => (n, "queries", "have"),
            };
            notes.push(format!("{n} judged {s} {has} no relevant document and can only score 0"));
        }
        for run in &self.runs {
            let name = &run.name;
            let (missing, extra) = (&run.scores.missing, &run.scores.extra);
            if !missing.is_empty() {
                let what = match self.missing {
                    Missing::Zero => "counted as 0 (--missing zero)",
                    Missing::Skip => "left out of the means (--missing skip)",
                    Missing::Error => "an error (--missing error)",
                };
                let (n, of) = (missing.len(), self.n_queries);
                notes.push(format!(
                    "{name}: {n} of {of} judged queries missing, {what}: {}",
                    some(missing)
                ));
            }
            if !extra.is_empty() {
                let queries = if extra.len() == 1 { "query" } else { "queries" };
                notes.push(format!(
                    "{name}: {} {queries} without judgments left out: {}",
                    extra.len(),
                    some(extra)
                ));
            }
        }
        notes
    }
}

/// A value as people read it: counts whole, everything else to four digits, nothing as `-`.
pub(super) fn show(measure: &Measure, value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if measure.is_count() => format!("{value}"),
        Some(value) => format!("{value:.4}"),
    }
}

/// An id as text.
pub(super) fn id(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The first few ids of a list.
fn some(ids: &[Vec<u8>]) -> String {
    const SHOWN: usize = 5;
    let first: Vec<String> = ids.iter().take(SHOWN).map(|bytes| id(bytes)).collect();
    let more = if ids.len() > SHOWN { ", .." } else { "" };
    first.join(", ") + more
}
