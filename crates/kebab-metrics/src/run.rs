//! A run: for each query, the documents a system retrieved and their scores.
//!
//! A TREC run whose queries come one after the other stays in its text: only the places of the
//! queries are kept, and [`Run::hits`] reads one query's lines when they are wanted, from any
//! thread. Everything else (other formats, and lines in which a query comes back) is grouped by
//! query into one arena first.

use std::ops::Range;

use crate::formats::trec::{self, Blocks};
use crate::formats::{Dialect, Format, Ids, Kind, ParseError, Problem, Row, Source, Span};
use crate::qrels::QueryNumbers;
use crate::ranking::{Hit, RankError};

/// A run over a text.
#[derive(Debug)]
pub struct Run<'t> {
    source: Source<'t>,
    layout: Layout<'t>,
}

#[derive(Debug)]
enum Layout<'t> {
    /// The lines of each query stand together in the text.
    InPlace(Vec<(&'t [u8], Range<usize>)>),
    /// They do not, and were brought together.
    Grouped(Grouped<'t>),
}

impl<'t> Run<'t> {
    /// Finds the queries of a run in any format that is recognised. The name is for error messages.
    pub fn parse(name: &str, text: &'t [u8]) -> Result<Run<'t>, ParseError> {
        Run::parse_as(name, text, None)
    }

    /// Finds the queries of a run, in the given format or the one that is recognised.
    pub fn parse_as(
        name: &str,
        text: &'t [u8],
        format: Option<Format>,
    ) -> Result<Run<'t>, ParseError> {
        let source = Source::new(name, text, Kind::Run, format, Dialect::Lenient);
        let blocks = match source.format {
            Format::Trec => trec::blocks(&source),
            Format::Csv | Format::Tsv | Format::JsonLines | Format::Json => Blocks::Scattered,
        };
        let layout = match blocks {
            Blocks::Together(blocks) => Layout::InPlace(blocks),
            Blocks::Scattered => Layout::Grouped(Grouped::read(&source)?),
        };
        let run = Run { source, layout };
        if run.n_queries() == 0 {
            return Err(run.source.error_at(text.len(), Problem::Empty { kind: Kind::Run }));
        }
        Ok(run)
    }

    /// Goes through the run query by query, reading each when it is reached.
    pub fn blocks(&self) -> impl Iterator<Item = Result<(&[u8], Vec<Hit<'_>>), ParseError>> {
        (0..self.n_queries()).map(|index| {
            let mut hits = Vec::new();
            self.hits(index, &mut hits)?;
            Ok((self.query(index), hits))
        })
    }

    /// How many queries it has.
    pub fn n_queries(&self) -> usize {
        match &self.layout {
            Layout::InPlace(blocks) => blocks.len(),
            Layout::Grouped(grouped) => grouped.queries.len(),
        }
    }

    /// The id of a query; queries are numbered in the order in which the file first names them.
    pub fn query(&self, index: usize) -> &[u8] {
        match &self.layout {
            Layout::InPlace(blocks) => blocks[index].0,
            Layout::Grouped(grouped) => grouped.query(index),
        }
    }

    /// Reads the hits of a query into the buffer, in the order of the file.
    pub fn hits<'a>(&'a self, index: usize, hits: &mut Vec<Hit<'a>>) -> Result<(), ParseError> {
        hits.clear();
        match &self.layout {
            Layout::InPlace(blocks) => {
                let lines = blocks[index].1.clone();
                trec::hits(&self.source, lines, hits)
                    .map_err(|fault| self.source.error_at(fault.offset, fault.problem))
            }
            Layout::Grouped(grouped) => {
                grouped.hits(index, hits);
                Ok(())
            }
        }
    }

    /// The name the run gives itself: in a TREC file the tag of the last line.
    pub fn tag(&self) -> Option<&[u8]> {
        match self.source.format {
            Format::Trec => trec::tag(&self.source),
            Format::Csv | Format::Tsv | Format::JsonLines | Format::Json => None,
        }
    }

    /// The error for hits of this run that cannot be ranked, with the place in the file.
    pub fn error(&self, query: &[u8], error: &RankError) -> ParseError {
        match error {
            RankError::Duplicate { doc } => self.source.duplicate(query, doc),
            RankError::NaN { .. } => unreachable!("the readers refuse NaN"),
        }
    }
}

/// Hits brought together by query, in parts that hold the hits of many queries each. The
/// documents' ids are copied, so that reading a query's hits does not jump all over the text.
#[derive(Debug)]
struct Grouped<'t> {
    ids: Ids<'t>,
    queries: Vec<GroupedQuery>,
    parts: Vec<Vec<u8>>,
}

/// A query and where its records are: score, length of the document's id, and the id of each hit.
#[derive(Debug)]
struct GroupedQuery {
    id: Span,
    records: Range<usize>,
}

/// Writing to thousands of queries in turn misses the caches at every hit. So the hits are first
/// dealt into this many parts, and each part, small enough for a cache, is put in order after.
const N_PARTS: usize = 64;

impl<'t> Grouped<'t> {
    fn read(source: &Source<'t>) -> Result<Grouped<'t>, ParseError> {
        let mut ids = Ids::new(source.text);
        let mut numbers = QueryNumbers::default();
        let mut queries: Vec<GroupedQuery> = Vec::new();
        let mut parts = vec![Vec::new(); N_PARTS];
        source.rows(&mut |row| {
            let number = numbers.number(row.query, &mut ids);
            if number == queries.len() {
                queries.push(GroupedQuery { id: numbers.spans[number], records: 0..0 });
            }
            queries[number].records.end += push(&mut parts[number % N_PARTS], number, &row);
            Ok(())
        })?;
        let mut sorted = Vec::new();
        for (part, records) in parts.iter_mut().enumerate() {
            sort_part(records, &mut queries, part, &mut sorted);
            records.clear();
            records.extend_from_slice(&sorted);
        }
        Ok(Grouped { ids, queries, parts })
    }

    fn query(&self, index: usize) -> &[u8] {
        self.ids.get(self.queries[index].id)
    }

    fn hits<'a>(&'a self, index: usize, hits: &mut Vec<Hit<'a>>) {
        let mut records = &self.parts[index % N_PARTS][self.queries[index].records.clone()];
        while let Some((score, rest)) = records.split_first_chunk() {
            let (length, rest) = rest.split_first_chunk().expect("a length follows the score");
            let (doc, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
            hits.push(Hit { doc, score: f64::from_le_bytes(*score) });
            records = rest;
        }
    }
}

/// Adds a hit and the number of its query to a part; returns how long its record will be.
fn push(part: &mut Vec<u8>, number: usize, row: &Row<'_>) -> usize {
    let length = u32::try_from(row.doc.len()).expect("an id is shorter than 4 GiB");
    let number = u32::try_from(number).expect("there are fewer than 2^32 queries");
    let n_bytes = 16 + row.doc.len();
    if part.capacity() - part.len() < n_bytes {
        // A quarter at a time: together the parts must stay smaller than the file.
        part.reserve_exact(n_bytes.max(part.len() / 4).max(4096));
    }
    part.extend_from_slice(&number.to_le_bytes());
    part.extend_from_slice(&row.value.to_le_bytes());
    part.extend_from_slice(&length.to_le_bytes());
    part.extend_from_slice(row.doc);
    n_bytes - 4
}

/// Puts the hits of a part in order of their queries, which leaves out the queries' numbers. On
/// the way in, the ends of the queries' ranges are their lengths.
fn sort_part(records: &[u8], queries: &mut [GroupedQuery], part: usize, sorted: &mut Vec<u8>) {
    let mut n_bytes = 0;
    for query in queries.iter_mut().skip(part).step_by(N_PARTS) {
        let length = query.records.end;
        query.records = n_bytes..n_bytes;
        n_bytes += length;
    }
    sorted.resize(n_bytes, 0);
    let mut rest = records;
    while let Some((number, behind)) = rest.split_first_chunk() {
        let length = behind[8..].first_chunk().expect("a length follows the score");
        let (record, behind) = behind.split_at(12 + u32::from_le_bytes(*length) as usize);
        let end = &mut queries[u32::from_le_bytes(*number) as usize].records.end;
        sorted[*end..][..record.len()].copy_from_slice(record);
        *end += record.len();
        rest = behind;
    }
}
