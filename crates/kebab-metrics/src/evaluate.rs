//! From judgments, a run and measures to numbers.

use crate::formats::ParseError;
use crate::judged::Judged;
use crate::measure::Measure;
use crate::qrels::Qrels;
use crate::ranking::{Hit, RankError, Ranker, Ranking};
use crate::run::Run;

/// What happens to a query that has judgments and is not in the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Missing {
    /// It counts as an empty ranking: 0 in every measure that rates.
    #[default]
    Zero,
    /// It is left out of the means.
    Skip,
    /// It is an error.
    Error,
}

/// Why a run could not be scored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluateError {
    /// The run cannot be read, or holds a document twice.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A query is missing, and that was to be an error.
    #[error(
        "{n_missing} of {n_queries} judged queries are missing from the run, the first is `{first}`; \
         count them as zero or leave them out"
    )]
    Missing {
        /// How many.
        n_missing: usize,
        /// Of how many.
        n_queries: usize,
        /// The first of them.
        first: String,
    },
}

/// Scores one query after the other against the same judgments and measures, keeping its buffers.
/// Cloning gives another one for another thread.
#[derive(Clone, Debug)]
pub struct Evaluator<'q> {
    qrels: &'q Qrels<'q>,
    measures: &'q [Measure],
    ranking: Ranking,
    ranker: Ranker,
    scores: Vec<f64>,
}

impl<'q> Evaluator<'q> {
    /// An evaluator that ranks all hits as they are.
    pub fn new(qrels: &'q Qrels<'q>, measures: &'q [Measure]) -> Evaluator<'q> {
        Evaluator::with_ranking(qrels, measures, Ranking::default())
    }

    /// An evaluator that cuts, filters or rolls up the hits first.
    pub fn with_ranking(
        qrels: &'q Qrels<'q>,
        measures: &'q [Measure],
        ranking: Ranking,
    ) -> Evaluator<'q> {
        let scores = Vec::with_capacity(measures.len());
        Evaluator { qrels, measures, ranking, ranker: Ranker::default(), scores }
    }

    /// The values of a query, one per measure; `None` if it has no judgments. The hits are sorted
    /// on the way, and checked even where there is nothing to score.
    pub fn query(
        &mut self,
        query: &[u8],
        hits: &mut Vec<Hit<'_>>,
    ) -> Result<Option<&[f64]>, RankError> {
        let Some(index) = self.qrels.find(query) else {
            self.ranker.check(hits)?;
            return Ok(None);
        };
        let Evaluator { qrels, measures, ranking, ranker, scores } = self;
        let judged = ranker.rank(hits, &qrels.judgments(index), ranking)?;
        scores.clear();
        scores.extend(measures.iter().map(|measure| measure.score(&judged)));
        Ok(Some(scores))
    }

    /// The values of a query for which nothing was retrieved.
    pub fn empty(&self, index: usize) -> impl Iterator<Item = f64> {
        let judgments = self.qrels.judgments(index);
        let judged = Judged { hits: &[], n_retrieved: 0, ideal: judgments.ideal() };
        self.measures.iter().map(move |measure| measure.score(&judged))
    }
}

/// The values of a run: one row per query, one column per measure.
#[derive(Clone, Debug)]
pub struct Scores {
    /// The columns.
    pub measures: Vec<Measure>,
    /// The ids of the rows, in byte order.
    pub queries: Vec<Vec<u8>>,
    /// The rows, one after the other.
    pub values: Vec<f64>,
    /// The judged queries that the run does not have, in byte order. With [`Missing::Zero`] they
    /// are among the rows.
    pub missing: Vec<Vec<u8>>,
    /// The queries of the run that nobody judged, in the order of the run. They are never rows.
    pub extra: Vec<Vec<u8>>,
}

impl Scores {
    /// Puts the rows of a run in order and deals with the queries it lacks. `rows` holds, for each
    /// query of the run in its order, the values, or `None` where it has no judgments.
    pub fn collect(
        evaluator: &Evaluator<'_>,
        run: &Run<'_>,
        rows: &[Option<Vec<f64>>],
        missing: Missing,
    ) -> Result<Scores, EvaluateError> {
        let qrels = evaluator.qrels;
        let mut of_query = vec![None; qrels.n_queries()];
        let mut scores = Scores {
            measures: evaluator.measures.to_vec(),
            queries: Vec::new(),
            values: Vec::new(),
            missing: Vec::new(),
            extra: Vec::new(),
        };
        for (number, row) in rows.iter().enumerate() {
            match (row, qrels.find(run.query(number))) {
                (Some(row), Some(index)) => of_query[index] = Some(row),
                _ => scores.extra.push(run.query(number).to_vec()),
            }
        }
        for (index, row) in of_query.iter().enumerate() {
            let query = qrels.query(index).to_vec();
            if row.is_none() {
                scores.missing.push(query.clone());
                if missing != Missing::Zero {
                    continue;
                }
            }
            scores.queries.push(query);
            match row {
                Some(row) => scores.values.extend_from_slice(row),
                None => scores.values.extend(evaluator.empty(index)),
            }
        }
        if let (Missing::Error, Some(first)) = (missing, scores.missing.first()) {
            return Err(EvaluateError::Missing {
                n_missing: scores.missing.len(),
                n_queries: qrels.n_queries(),
                first: String::from_utf8_lossy(first).into_owned(),
            });
        }
        Ok(scores)
    }

    /// The values of a row.
    pub fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.measures.len()..][..self.measures.len()]
    }

    /// The values of a measure, one per row.
    pub fn column(&self, measure: usize) -> impl Iterator<Item = f64> {
        self.values.chunks(self.measures.len().max(1)).map(move |row| row[measure])
    }

    /// One number for all queries: the mean, or what the measure has instead of one; `None` where
    /// there is no query.
    pub fn mean(&self, measure: usize) -> Option<f64> {
        self.measures[measure].summary().of(self.column(measure))
    }
}

/// Scores a whole run on this thread.
pub fn evaluate(
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    measures: &[Measure],
    missing: Missing,
) -> Result<Scores, EvaluateError> {
    let mut evaluator = Evaluator::new(qrels, measures);
    let mut rows = Vec::with_capacity(run.n_queries());
    let mut hits = Vec::new();
    for number in 0..run.n_queries() {
        rows.push(evaluate_query(&mut evaluator, run, number, &mut hits)?);
    }
    Scores::collect(&evaluator, run, &rows, missing)
}

/// Reads one query of a run and scores it; `None` if it has no judgments.
pub fn evaluate_query<'r>(
    evaluator: &mut Evaluator<'_>,
    run: &'r Run<'_>,
    number: usize,
    hits: &mut Vec<Hit<'r>>,
) -> Result<Option<Vec<f64>>, ParseError> {
    run.hits(number, hits)?;
    let query = run.query(number);
    match evaluator.query(query, hits) {
        Ok(values) => Ok(values.map(<[f64]>::to_vec)),
        Err(error) => Err(run.error(query, &error)),
    }
}
