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

/// The queries that were found in a piece of a run.
#[derive(Debug)]
pub struct Piece<'t>(Option<Blocks<'t>>);

/// Finds the queries in a piece of a run.
pub type FindPiece<'a, 't> = dyn Fn(Range<usize>) -> Piece<'t> + Sync + 'a;

#[derive(Debug)]
enum Layout<'t> {
    /// The lines of each query stand together in the text.
    InPlace(Blocks<'t>),
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
        Run::parse_in_pieces(name, text, format, 1, |pieces, find| {
            pieces.into_iter().map(find).collect()
        })
    }

    /// The same with the search for the queries of a TREC run cut into pieces, which are found by
    /// calling the function that `each` gets, in any order and on any threads.
    pub fn parse_in_pieces(
        name: &str,
        text: &'t [u8],
        format: Option<Format>,
        n_pieces: usize,
        each: impl FnOnce(Vec<Range<usize>>, &FindPiece<'_, 't>) -> Vec<Piece<'t>>,
    ) -> Result<Run<'t>, ParseError> {
        let source = Source::new(name, text, Kind::Run, format, Dialect::Lenient);
        source.check_line_ends()?;
        let blocks = match source.format {
            Format::Trec => {
                let pieces = trec::pieces(&source, n_pieces.max(1));
                let found = each(pieces, &|lines| Piece(trec::blocks(&source, lines)));
                trec::join(found.into_iter().map(|Piece(blocks)| blocks).collect())
            }
            Format::Csv | Format::Tsv | Format::JsonLines | Format::Json => None,
        };
        let layout = match blocks {
            Some(blocks) => Layout::InPlace(blocks),
            None => Layout::Grouped(Grouped::read(&source)?),
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

/// Hits brought together by query. The documents' ids are copied, so that reading a query's hits
/// does not jump all over the text.
#[derive(Debug)]
struct Grouped<'t> {
    ids: Ids<'t>,
    queries: Vec<GroupedQuery>,
}

#[derive(Debug)]
struct GroupedQuery {
    id: Span,
    /// How long the records are.
    n_bytes: usize,
    /// Per hit its score, the length of the document's id, and the id.
    records: Box<[u8]>,
}

impl<'t> Grouped<'t> {
    fn read(source: &Source<'t>) -> Result<Grouped<'t>, ParseError> {
        let mut ids = Ids::new(source.text);
        let mut numbers = QueryNumbers::default();
        let mut queries: Vec<GroupedQuery> = Vec::new();
        let mut parts: Vec<Part> = (0..N_PARTS).map(|_| Part::default()).collect();
        source.rows(&mut |row| {
            let number = numbers.number(row.query, &mut ids);
            if number == queries.len() {
                let id = numbers.spans[number];
                queries.push(GroupedQuery { id, n_bytes: 0, records: Box::default() });
            }
            queries[number].n_bytes += parts[number % N_PARTS].push(number, &row);
        })?;
        let mut scratch = Vec::new();
        for (number, part) in parts.into_iter().enumerate() {
            part.deal(&mut queries, number, &mut scratch);
        }
        Ok(Grouped { ids, queries })
    }

    fn query(&self, index: usize) -> &[u8] {
        self.ids.get(self.queries[index].id)
    }

    fn hits<'a>(&'a self, index: usize, hits: &mut Vec<Hit<'a>>) {
        let mut records = &*self.queries[index].records;
        while let Some((score, rest)) = records.split_first_chunk() {
            let (length, rest) = rest.split_first_chunk().expect("a length follows the score");
            let (doc, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
            hits.push(Hit { doc, score: f64::from_le_bytes(*score) });
            records = rest;
        }
    }
}

/// The hits of every 64th query, as they come. Dealing hits to thousands of queries in turn misses
/// the caches at every one; so they go into parts first, and then from each part, which is small
/// enough for a cache, to its queries.
#[derive(Debug, Default)]
struct Part {
    /// Records with the number of their query in front. Blocks never grow, which would move them.
    blocks: Vec<Vec<u8>>,
}

const N_PARTS: usize = 64;
const BLOCK_BYTES: usize = 1 << 16;

impl Part {
    /// Adds a hit and returns how long its record is without the number.
    fn push(&mut self, number: usize, row: &Row<'_>) -> usize {
        let length = u32::try_from(row.doc.len()).expect("the reader refuses longer ids");
        let number = u32::try_from(number).expect("there are fewer than 2^32 queries");
        let n_bytes = 12 + row.doc.len();
        let room = self.blocks.last().map_or(0, |block| block.capacity() - block.len());
        if room < 4 + n_bytes {
            self.blocks.push(Vec::with_capacity(BLOCK_BYTES.max(4 + n_bytes)));
        }
        let block = self.blocks.last_mut().expect("there is one now");
        block.extend_from_slice(&number.to_le_bytes());
        block.extend_from_slice(&row.value.to_le_bytes());
        block.extend_from_slice(&length.to_le_bytes());
        block.extend_from_slice(row.doc);
        n_bytes
    }

    /// Hands the records to their queries, which are those of this part's number.
    fn deal(self, queries: &mut [GroupedQuery], part: usize, scratch: &mut Vec<u8>) {
        // Where the next record of each of the part's queries goes.
        let mut next = Vec::new();
        let mut n_bytes = 0;
        for query in queries.iter().skip(part).step_by(N_PARTS) {
            next.push(n_bytes);
            n_bytes += query.n_bytes;
        }
        scratch.resize(n_bytes, 0);
        for block in self.blocks {
            let mut rest = block.as_slice();
            while let Some((number, behind)) = rest.split_first_chunk() {
                let length = behind[8..].first_chunk().expect("a length follows the score");
                let (record, behind) = behind.split_at(12 + u32::from_le_bytes(*length) as usize);
                let next = &mut next[u32::from_le_bytes(*number) as usize / N_PARTS];
                scratch[*next..][..record.len()].copy_from_slice(record);
                *next += record.len();
                rest = behind;
            }
        }
        let mut start = 0;
        for query in queries.iter_mut().skip(part).step_by(N_PARTS) {
            query.records = scratch[start..][..query.n_bytes].into();
            start += query.n_bytes;
        }
    }
}
