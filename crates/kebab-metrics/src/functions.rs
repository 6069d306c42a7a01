//! The six everyday measures as plain functions over lists: retrieved ids in rank order, judgments
//! and a cutoff. For people who have lists, not files.
//!
//! A repeated id in the retrieved list keeps its place and counts as not relevant. A judgment is
//! relevant from grade 1 on.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::judged::{Judged, JudgedHit};
use crate::measures::{Spec, ap, ndcg, precision, recall, rr, success};
use crate::params::Params;

/// How relevant a chunk is to the query at hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RelevanceJudgment {
    /// The chunk.
    pub chunk_id: String,
    /// 0 not, 1 partly, 2 highly; any number, relevant from 1 on.
    pub grade: f64,
}

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryType {
    /// A fact.
    Factual,
    /// An explanation.
    Conceptual,
    /// A place in code.
    CodeLookup,
    /// A way out of a problem.
    Troubleshooting,
}

/// The six measures of one query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MetricsResult {
    /// `R@k`
    pub recall: f64,
    /// `P@k`
    pub precision: f64,
    /// `RR@k`
    pub mrr: f64,
    /// `nDCG@k`
    pub ndcg: f64,
    /// `AP@k`
    pub average_precision: f64,
    /// `Success@k`
    pub hit_rate: f64,
}

/// Why a list of judgments cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JudgmentError {
    /// One id has two judgments.
    #[error("chunk `{chunk_id}` is judged twice; keep one grade")]
    Twice {
        /// The id.
        chunk_id: String,
    },
    /// A grade that is no usable number.
    #[error("chunk `{chunk_id}`: grade {grade} is not a number between -1e15 and 1e15")]
    BadGrade {
        /// The id.
        chunk_id: String,
        /// The grade, printed.
        grade: String,
    },
}

/// All six measures from one pass over the retrieved list.
pub fn compute_all<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<MetricsResult, JudgmentError> {
    with_judged(retrieved, judgments, |judged| MetricsResult {
        recall: score(&recall::SPEC, judged, k),
        precision: score(&precision::SPEC, judged, k),
        mrr: score(&rr::SPEC, judged, k),
        ndcg: score(&ndcg::SPEC, judged, k),
        average_precision: score(&ap::SPEC, judged, k),
        hit_rate: score(&success::SPEC, judged, k),
    })
}

/// Relevant chunks in the top k / relevant chunks; 0 when there are none.
pub fn recall_at_k<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&recall::SPEC, judged, k))
}

/// Relevant chunks in the top k / k, also when fewer were retrieved.
pub fn precision_at_k<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&precision::SPEC, judged, k))
}

/// 1 / rank of the first relevant chunk in the top k, else 0.
pub fn mrr<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&rr::SPEC, judged, k))
}

/// Discounted gain of the top k / that of the best ranking of all judged chunks.
pub fn ndcg_at_k<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&ndcg::SPEC, judged, k))
}

/// Precision at each relevant chunk in the top k, summed / relevant chunks.
pub fn average_precision<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&ap::SPEC, judged, k))
}

/// 1 when any relevant chunk is in the top k, else 0.
pub fn hit_rate<S: AsRef<str>>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    k: usize,
) -> Result<f64, JudgmentError> {
    with_judged(retrieved, judgments, |judged| score(&success::SPEC, judged, k))
}

/// A measure at cutoff k; a k of 0 is allowed here and looks at nothing.
fn score(spec: &Spec, judged: &Judged<'_>, k: usize) -> f64 {
    (spec.score)(judged, &Params { cutoff: Some(k), ..Params::default() })
}

/// Looks every retrieved id up once and shows the result to the measures.
fn with_judged<S: AsRef<str>, T>(
    retrieved: &[S],
    judgments: &[RelevanceJudgment],
    measure: impl FnOnce(&Judged<'_>) -> T,
) -> Result<T, JudgmentError> {
    let mut grades = HashMap::with_capacity(judgments.len());
    let mut ideal = Vec::with_capacity(judgments.len());
    for RelevanceJudgment { chunk_id, grade } in judgments {
        let chunk_id = || chunk_id.clone();
        if grade.is_nan() || grade.abs() > 1e15 {
            return Err(JudgmentError::BadGrade { chunk_id: chunk_id(), grade: grade.to_string() });
        }
        if grades.insert(chunk_id(), *grade).is_some() {
            return Err(JudgmentError::Twice { chunk_id: chunk_id() });
        }
        if *grade >= 0.0 {
            ideal.push(*grade);
        }
    }
    ideal.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut hits = Vec::new();
    for (i, id) in retrieved.iter().enumerate() {
        // Taking the grade out leaves nothing for a repeat of the same id.
        if let Some(grade) = grades.remove(id.as_ref()) {
            hits.push(JudgedHit { rank: i + 1, grade });
        }
    }
    Ok(measure(&Judged { hits: &hits, n_retrieved: retrieved.len(), ideal: &ideal }))
}
