//! Scoring run files against judgments: [`read_run`] and [`score_run`] give the numbers of one run, a
//! [`ScoreReport`] holds those of several, and each renderer turns a report into text.

mod csv;
mod doubts;
mod json;
mod latex;
mod markdown;
mod report;
mod text;

use kebab_metrics::{
    EvaluateError, Evaluator, Format, Measure, Missing, ParseError, Qrels, Ranking, Run, Scores,
    evaluate_query,
};
use rayon::prelude::*;

pub use csv::render_csv;
pub use json::render_json;
pub use latex::render_latex;
pub use markdown::render_markdown;
pub use report::{Detail, ScoreReport, ScoredRun};
pub use text::render_text;

/// Finds the queries of a run, a large one on all cores.
pub fn read_run<'t>(
    name: &str,
    text: &'t [u8],
    format: Option<Format>,
) -> Result<Run<'t>, ParseError> {
    /// Smaller pieces are not worth handing out.
    const PIECE_BYTES: usize = 1 << 22;
    let n_pieces = (text.len() / PIECE_BYTES).min(4 * rayon::current_num_threads());
    Run::parse_in_pieces(name, text, format, n_pieces, |pieces, find| {
        pieces.into_par_iter().map(find).collect()
    })
}

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
