//! Scoring run files against judgments: [`score_run`] gives the numbers of one run, a
//! [`ScoreReport`] holds those of several, and each renderer turns a report into text.

mod csv;
mod doubts;
mod json;
mod latex;
mod markdown;
mod report;
mod text;

use kebab_metrics::{
    EvaluateError, Evaluator, Measure, Missing, Qrels, Ranking, Run, Scores, evaluate_query,
};
use rayon::prelude::*;

pub use csv::render_csv;
pub use doubts::doubts;
pub use json::render_json;
pub use latex::render_latex;
pub use markdown::render_markdown;
pub use report::{ScoreReport, ScoredRun};
pub use text::render_text;

/// Scores a run, its queries spread over the cores. The result does not depend on their number.
pub fn score_run(
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    measures: &[Measure],
    ranking: &Ranking,
    missing: Missing,
) -> Result<Scores, EvaluateError> {
    let evaluator = Evaluator::with_ranking(qrels, measures, ranking.clone());
    let rows: Vec<Result<Option<Vec<f64>>, _>> = (0..run.n_queries())
        .into_par_iter()
        .with_min_len(16)
        .map_init(
            || (evaluator.clone(), Vec::new()),
            |(evaluator, hits), number| evaluate_query(evaluator, run, number, hits),
        )
        .collect();
    // The error of the first query in the file, whichever thread came first.
    let rows = rows.into_iter().collect::<Result<Vec<_>, _>>()?;
    Scores::collect(&evaluator, run, &rows, missing)
}
