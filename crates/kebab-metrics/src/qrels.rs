//! Judgments: for each query, which documents were judged and with what grade.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use crate::formats::{Dialect, Format, Ids, Kind, ParseError, Problem, Source, Span};
use crate::ranking::DocTable;

/// The judgments of a set of queries. Ids borrow from the text they were read from.
///
/// Grades are numbers of any size: at least 0 is a judgment, relevant from the measure's threshold
/// on; below 0 the document was in the pool and nobody judged it.
#[derive(Debug)]
pub struct Qrels<'t> {
    ids: Ids<'t>,
    /// In byte order of their ids.
    queries: Vec<Query>,
    /// The judgments of each query, one query after the other.
    judgments: Vec<(Span, f64)>,
    /// The grades of each query that are at least 0, highest first, one query after the other.
    ideal: Vec<f64>,
    /// What [`Qrels::duplicate`] tells.
    duplicate: Option<(usize, ParseError)>,
}

#[derive(Debug)]
struct Query {
    id: Span,
    first_judgment: usize,
    n_judgments: usize,
    first_ideal: usize,
    n_ideal: usize,
}

impl<'t> Qrels<'t> {
    /// Reads judgments in any format that is recognised. The name is for error messages.
    pub fn parse(name: &str, text: &'t [u8]) -> Result<Qrels<'t>, ParseError> {
        Qrels::parse_as(name, text, None, Dialect::Lenient)
    }

    /// Reads judgments, in the given format or the one that is recognised.
    pub fn parse_as(
        name: &str,
        text: &'t [u8],
        format: Option<Format>,
        dialect: Dialect,
    ) -> Result<Qrels<'t>, ParseError> {
        let source = Source::new(name, text, Kind::Qrels, format, dialect);
        source.check_line_ends()?;
        let mut ids = Ids::new(text);
        let mut queries = QueryNumbers::default();
        let mut rows: Vec<(usize, Span, f64)> = Vec::new();
        source.rows(&mut |row| {
            rows.push((queries.number(row.query, &mut ids), ids.keep(row.doc), row.value));
        })?;
        if rows.is_empty() {
            return Err(source.error_at(text.len(), Problem::Empty { kind: Kind::Qrels }));
        }
        let mut qrels = Qrels::group(ids, queries.spans, rows);
        let duplicate = qrels.first_duplicate();
        let duplicate =
            duplicate.map(|(index, doc)| (index, source.duplicate(qrels.query(index), doc)));
        match (duplicate, dialect) {
            (Some((_, error)), Dialect::Lenient) => Err(error),
            (duplicate, _) => {
                qrels.duplicate = duplicate;
                Ok(qrels)
            }
        }
    }

    /// The first query with a document that is judged twice, and the error for it. Only
    /// [`Dialect::TrecEval`] lets such judgments pass, because trec_eval evaluates the queries
    /// before that one.
    pub fn duplicate(&self) -> Option<(usize, &ParseError)> {
        self.duplicate.as_ref().map(|(index, error)| (*index, error))
    }

    /// Puts the queries in byte order and each query's judgments next to each other.
    fn group(ids: Ids<'t>, spans: Vec<Span>, rows: Vec<(usize, Span, f64)>) -> Qrels<'t> {
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by(|&a, &b| ids.get(spans[a]).cmp(ids.get(spans[b])));
        let mut n_judgments = vec![0; spans.len()];
        for &(query, ..) in &rows {
            n_judgments[query] += 1;
        }
        let mut next = vec![0; spans.len()];
        let mut queries = Vec::with_capacity(spans.len());
        let mut first_judgment = 0;
        for &query in &order {
            next[query] = first_judgment;
            let (id, n_judgments) = (spans[query], n_judgments[query]);
            queries.push(Query { id, first_judgment, n_judgments, first_ideal: 0, n_ideal: 0 });
            first_judgment += n_judgments;
        }
        let mut judgments = vec![(Span::default(), 0.0); rows.len()];
        for (query, doc, grade) in rows {
            judgments[next[query]] = (doc, grade);
            next[query] += 1;
        }
        let mut ideal: Vec<f64> = Vec::new();
        for query in &mut queries {
            query.first_ideal = ideal.len();
            let own = &judgments[query.first_judgment..][..query.n_judgments];
            ideal.extend(own.iter().map(|&(_, grade)| grade).filter(|&grade| grade >= 0.0));
            ideal[query.first_ideal..].sort_unstable_by(|a, b| b.total_cmp(a));
            query.n_ideal = ideal.len() - query.first_ideal;
        }
        Qrels { ids, queries, judgments, ideal, duplicate: None }
    }

    fn first_duplicate(&self) -> Option<(usize, &[u8])> {
        let mut table = DocTable::default();
        for index in 0..self.queries.len() {
            let judgments = self.judgments(index);
            table.start(judgments.len());
            for i in 0..judgments.len() {
                if table.insert(judgments.doc(i), i, |known| judgments.doc(known)).is_some() {
                    return Some((index, judgments.doc(i)));
                }
            }
        }
        None
    }

    /// How many queries have judgments.
    pub fn n_queries(&self) -> usize {
        self.queries.len()
    }

    /// How many judgments there are.
    pub fn n_judgments(&self) -> usize {
        self.judgments.len()
    }

    /// The id of a query; queries are numbered in byte order of their ids.
    pub fn query(&self, index: usize) -> &[u8] {
        self.ids.get(self.queries[index].id)
    }

    /// The number of a query.
    pub fn find(&self, query: &[u8]) -> Option<usize> {
        self.queries.binary_search_by(|known| self.ids.get(known.id).cmp(query)).ok()
    }

    /// The judgments of a query.
    pub fn judgments(&self, index: usize) -> Judgments<'_> {
        let query = &self.queries[index];
        Judgments {
            ids: &self.ids,
            judged: &self.judgments[query.first_judgment..][..query.n_judgments],
            ideal: &self.ideal[query.first_ideal..][..query.n_ideal],
        }
    }
}

/// The judgments of one query.
#[derive(Clone, Copy, Debug)]
pub struct Judgments<'q> {
    ids: &'q Ids<'q>,
    judged: &'q [(Span, f64)],
    ideal: &'q [f64],
}

impl<'q> Judgments<'q> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.judged.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.judged.is_empty()
    }

    /// The document of a judgment.
    pub fn doc(&self, index: usize) -> &'q [u8] {
        self.ids.get(self.judged[index].0)
    }

    /// The grade of a judgment.
    pub fn grade(&self, index: usize) -> f64 {
        self.judged[index].1
    }

    /// The grades that are at least 0, highest first.
    pub fn ideal(&self) -> &'q [f64] {
        self.ideal
    }
}

/// Numbers query ids in the order they first appear. Rows of one query mostly come together, so
/// the last id is tried before the maps.
#[derive(Debug, Default)]
pub(crate) struct QueryNumbers {
    /// Ids of up to seven bytes, packed into a word with their length.
    short: HashMap<u64, usize, RandomState>,
    long: HashMap<Vec<u8>, usize, RandomState>,
    pub(crate) spans: Vec<Span>,
    last: usize,
}

impl QueryNumbers {
    pub(crate) fn number(&mut self, query: &[u8], ids: &mut Ids<'_>) -> usize {
        let short = (query.len() < 8).then(|| {
            query.iter().fold(query.len() as u64, |packed, &byte| packed << 8 | u64::from(byte))
        });
        let known = match short {
            Some(packed) => self.short.get(&packed).copied(),
            None if self.spans.get(self.last).is_some_and(|&last| ids.get(last) == query) => {
                Some(self.last)
            }
            None => self.long.get(query).copied(),
        };
        self.last = known.unwrap_or_else(|| {
            let number = self.spans.len();
            self.spans.push(ids.keep(query));
            match short {
                Some(packed) => self.short.insert(packed, number),
                None => self.long.insert(query.to_vec(), number),
            };
            number
        });
        self.last
    }
}
