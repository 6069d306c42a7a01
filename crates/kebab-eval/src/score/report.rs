//! The numbers of one or more runs over the same judgments, as plain data.

use kebab_metrics::{EvaluateError, Measure, Missing, Qrels, Ranking, Run, Scores};

use super::doubts::doubts;
use super::score_run;
use crate::table::{printable, shortened};

/// What `kebab score` shows.
#[derive(Clone, Debug)]
pub struct ScoreReport {
    /// The name of the judgments.
    pub qrels: String,
    /// How many queries have judgments.
    pub n_queries: usize,
    /// How many judgments there are.
    pub n_judgments: usize,
    /// Whether most grades are not whole numbers, as scores of a run would be.
    pub mostly_fractional: bool,
    /// For every threshold among the measures, how many queries have no document that reaches it.
    pub without_relevant: Vec<(f64, usize)>,
    /// What was done with judged queries that a run does not have.
    pub missing: Missing,
    /// What was done to the rankings.
    pub ranking: Ranking,
    /// The measures, in the order they were asked for.
    pub measures: Vec<Measure>,
    /// The runs, in the order they were given.
    pub runs: Vec<ScoredRun>,
}

/// How much of a report to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// One number per run and measure.
    Means,
    /// The queries as well.
    PerQuery,
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
    /// What looks wrong with it, one sentence each.
    pub doubts: Vec<String>,
}

impl ScoreReport {
    /// A report without runs.
    pub fn new(
        name: &str,
        qrels: &Qrels<'_>,
        measures: Vec<Measure>,
        ranking: Ranking,
        missing: Missing,
    ) -> ScoreReport {
        let mut levels: Vec<f64> = measures.iter().filter_map(Measure::rel).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        let highest = |query: usize| qrels.judgments(query).ideal().first().copied();
        let without = |level: f64| {
            let queries = 0..qrels.n_queries();
            (level, queries.filter(|&query| highest(query) < Some(level)).count())
        };
        ScoreReport {
            qrels: name.to_owned(),
            n_queries: qrels.n_queries(),
            n_judgments: qrels.n_judgments(),
            mostly_fractional: mostly_fractional(qrels),
            without_relevant: levels.into_iter().map(without).collect(),
            missing,
            ranking,
            measures,
            runs: Vec::new(),
        }
    }

    /// Scores a run as the report says and adds it.
    pub fn add(
        &mut self,
        name: &str,
        path: &str,
        qrels: &Qrels<'_>,
        run: &Run<'_>,
    ) -> Result<(), EvaluateError> {
        let scores = score_run(qrels, run, &self.measures, &self.ranking, self.missing)?;
        let doubts = doubts(qrels, run, &self.ranking, &scores)?;
        self.runs.push(ScoredRun {
            name: name.to_owned(),
            path: path.to_owned(),
            tag: run.tag().map(id),
            scores,
            doubts,
        });
        Ok(())
    }

    /// The values over all queries as tables show them, a row per measure and in it a cell per run,
    /// and whether the cell is marked as the highest. Values that look the same are marked alike;
    /// one run alone is not the best of anything, and neither is a mean over other queries.
    pub fn table(&self) -> Vec<Vec<(String, bool)>> {
        let same_queries = self.same_queries();
        let row = |(number, measure): (usize, &Measure)| {
            let means = self.runs.iter().map(|run| run.scores.mean(number));
            let best = show(measure, means.clone().flatten().reduce(f64::max));
            let shown: Vec<String> = means.map(|mean| show(measure, mean)).collect();
            let all_alike = shown.iter().all(|value| *value == best);
            let marks = measure.higher_is_better() && same_queries && !all_alike;
            let is_marked = shown.iter().map(|value| marks && *value == best).collect::<Vec<_>>();
            shown.into_iter().zip(is_marked).collect()
        };
        self.measures.iter().enumerate().map(row).collect()
    }

    /// Whether the means of all runs are over the same queries.
    fn same_queries(&self) -> bool {
        self.runs.windows(2).all(|pair| pair[0].scores.queries == pair[1].scores.queries)
    }

    /// What a reader must know about the numbers, one line each.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = self.setting_notes();
        for &(level, n) in self.without_relevant.iter().filter(|(_, n)| *n > 0) {
            let queries = if n == 1 { "query has" } else { "queries have" };
            notes.push(format!("{n} judged {queries} no document of grade {level} or more"));
        }
        if self.mostly_fractional {
            let doubt = "most grades are not whole numbers; are judgments and run swapped?";
            notes.push(doubt.to_owned());
        }
        if !self.same_queries() {
            notes.push("the runs' means are over different queries and not comparable".to_owned());
        }
        for run in &self.runs {
            let name = printable(&run.name);
            let (missing, extra) = (&run.scores.missing, &run.scores.extra);
            if !missing.is_empty() {
                let what = match self.missing {
                    Missing::Zero => "counted as 0 (--missing zero)",
                    Missing::Skip => "left out of the means (--missing skip)",
                    Missing::Error => "an error (--missing error)",
                };
                let (n, of, ids) = (missing.len(), self.n_queries, some(missing));
                notes.push(format!("{name}: {n} of {of} judged queries missing, {what}: {ids}"));
            }
            if !extra.is_empty() {
                let queries = if extra.len() == 1 { "query" } else { "queries" };
                let (n, ids) = (extra.len(), some(extra));
                notes.push(format!("{name}: {n} {queries} without judgments left out: {ids}"));
            }
            notes.extend(run.doubts.iter().map(|doubt| format!("{name}: {}", printable(doubt))));
        }
        notes
    }

    /// What was done to the rankings before they were measured.
    fn setting_notes(&self) -> Vec<String> {
        let Ranking { depth, judged_only, roll_up, .. } = &self.ranking;
        let mut notes = Vec::new();
        if let Some(separator) = roll_up {
            let separator = printable(&id(separator));
            notes.push(format!("chunks count as their documents (--roll-up {separator})"));
        }
        if let Some(depth) = depth {
            notes.push(format!("only the top {depth} of each query count (--depth {depth})"));
        }
        if *judged_only {
            notes.push("documents without a judgment were dropped (--judged-only)".to_owned());
        }
        notes
    }
}

fn mostly_fractional(qrels: &Qrels<'_>) -> bool {
    let grades = (0..qrels.n_queries()).flat_map(|query| qrels.judgments(query).ideal());
    grades.filter(|grade| grade.fract() != 0.0).count() * 2 > qrels.n_judgments()
}

/// A value as people read it: counts whole, everything else to four digits, nothing as `-`.
pub(super) fn show(measure: &Measure, value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if measure.is_count() => format!("{value}"),
        Some(value) => format!("{value:.4}"),
    }
}

/// An id as text; bytes that are no UTF-8 are written out, so that different ids stay different.
pub(super) fn id(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        text += &chunk.invalid().escape_ascii().to_string();
    }
    text
}

/// The first few ids of a list, long ones cut.
fn some(ids: &[Vec<u8>]) -> String {
    const SHOWN: usize = 5;
    let short = |bytes: &Vec<u8>| shortened(&printable(&id(bytes)));
    let first: Vec<String> = ids.iter().take(SHOWN).map(short).collect();
    let more = if ids.len() > SHOWN { ", .." } else { "" };
    first.join(", ") + more
}
