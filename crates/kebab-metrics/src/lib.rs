//! Retrieval measures, exact to trec_eval.
//!
//! Three things go in and one comes out: judgments ([`Qrels`]), a ranking per query ([`Run`], or
//! hits handed over directly), and the measures to compute ([`Measure`], a value that is its own
//! name). Out come plain numbers, one per query and measure.
//!
//! ```
//! use kebab_metrics::{Measure, Missing, Qrels, Run, evaluate};
//!
//! let measures: Vec<Measure> =
//!     "nDCG@10 AP P(rel=2)@5".split(' ').map(str::parse).collect::<Result<_, _>>()?;
//! let qrels = Qrels::parse("qrels.txt", b"q1 0 d1 2\nq1 0 d2 0\n")?;
//! let run = Run::parse("run.txt", b"q1 Q0 d2 1 0.9 bm25\nq1 Q0 d1 2 0.8 bm25\n")?;
//! let scores = evaluate(&qrels, &run, &measures, Missing::Zero)?;
//! assert_eq!(scores.mean(1), Some(0.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to start reading: [`Measure`] for names, `measures/` for one file per measure, [`Judged`]
//! for what a measure sees, [`Ranker`] for the ranking rules, [`Evaluator`] for the loop that ties
//! them together, and `formats/` for one reader per file format.
//!
//! The crate sees bytes and never opens a file, reads a clock or keeps global state. Ids are byte
//! strings compared byte by byte, as trec_eval's are; nothing is ever identified by a hash alone.

#![warn(missing_docs)]

mod evaluate;
mod formats;
mod functions;
mod gains;
mod judged;
mod measure;
mod measures;
mod nearest;
mod params;
mod qrels;
mod ranking;
mod run;

pub use evaluate::{EvaluateError, Evaluator, Missing, Scores, evaluate, evaluate_query};
pub use formats::{Dialect, Format, Kind, ParseError, Problem, UnknownFormat};
pub use functions::{
    JudgmentError, MetricsResult, QueryType, RelevanceJudgment, average_precision, compute_all,
    hit_rate, mrr, ndcg_at_k, precision_at_k, recall_at_k,
};
pub use judged::{Judged, JudgedHit};
pub use measure::{Measure, MeasureError, Summary};
pub use measures::{Description, descriptions};
pub use nearest::nearest;
pub use params::{Gain, GainOrder, Params};
pub use qrels::{Judgments, Qrels};
pub use ranking::{DuplicateScope, Hit, RankError, Ranker, Ranking};
pub use run::{FindPiece, Piece, Run};
