//! Term counts of chunks, read back from the postings: what latent semantic analysis starts from.
//!
//! The text was analysed once, when it was added; nothing is analysed again to make vectors.

use kebab_core::ChunkId;
use kebab_text::is_cjk;
use tantivy::SegmentReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{IndexRecordOption, Term};

use super::{Postings, PostingsError, Segment};
use crate::lsa::TermCounts;

/// A chunk and where the postings have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ChunkPlace {
    pub(crate) chunk_id: ChunkId,
    pub(crate) chunk_key: i64,
    pub(crate) doc_key: i64,
    segment: u32,
    doc: u32,
}

/// The rows that some chunks of a segment have.
struct Rows {
    /// By the chunk's number in the segment.
    of: Vec<u32>,
    /// The first and the last chunk that have one.
    first: u32,
    last: u32,
}

/// No row.
const NONE: u32 = u32::MAX;

impl Postings {
    /// Every chunk, in the order in which the postings have them: [`Postings::term_counts`] is
    /// fastest for neighbours.
    pub(crate) fn chunks(&self) -> Vec<ChunkPlace> {
        let mut chunks = Vec::with_capacity(self.n_chunks as usize);
        for (index, reader) in self.searcher.segment_readers().iter().enumerate() {
            let segment = &self.segments[index];
            chunks.extend(reader.doc_ids_alive().map(|doc| ChunkPlace {
                chunk_id: segment.chunk_id(doc),
                chunk_key: segment.chunk_keys[doc as usize] as i64,
                doc_key: segment.doc_keys[doc as usize] as i64,
                segment: index as u32,
                doc,
            }));
        }
        chunks
    }

    /// Every term that these chunks have, with how many of them have it, in no order.
    pub(crate) fn document_frequencies(
        &self,
        chunks: &[ChunkPlace],
    ) -> Result<Vec<(String, u32)>, PostingsError> {
        let rows = self.rows(chunks);
        let mut frequencies: foldhash::HashMap<String, u32> = foldhash::HashMap::default();
        for (index, reader) in self.searcher.segment_readers().iter().enumerate() {
            let rows = &rows[index];
            self.count_terms(reader, rows, &mut frequencies).map_err(|e| self.failed(e))?;
        }
        Ok(frequencies.into_iter().collect())
    }

    fn count_terms(
        &self,
        reader: &SegmentReader,
        rows: &Rows,
        frequencies: &mut foldhash::HashMap<String, u32>,
    ) -> tantivy::Result<()> {
        let index = reader.inverted_index(self.fields.all)?;
        let everything = rows.of.iter().all(|row| *row != NONE);
        let mut terms = index.terms().stream()?;
        while let Some((term, info)) = terms.next() {
            let Ok(term) = std::str::from_utf8(term) else { continue };
            // Single characters are there to be found when somebody looks for one; the bigrams that
            // they are part of say more.
            let mut chars = term.chars();
            if chars.next().is_some_and(is_cjk) && chars.as_str().is_empty() {
                continue;
            }
            let mut n_chunks = info.doc_freq;
            if !everything {
                n_chunks = 0;
                let basic = IndexRecordOption::Basic;
                let mut block = index.read_block_postings_from_terminfo(info, basic)?;
                while block.block_len() > 0 {
                    let docs = block.docs().iter();
                    n_chunks += docs.filter(|doc| rows.of[**doc as usize] != NONE).count() as u32;
                    block.advance();
                }
            }
            match frequencies.get_mut(term) {
                Some(frequency) => *frequency += n_chunks,
                None if n_chunks > 0 => drop(frequencies.insert(term.to_owned(), n_chunks)),
                None => {}
            }
        }
        Ok(())
    }

    /// How often each chunk has each term of a vocabulary: a row per chunk, in the order given.
    pub(crate) fn term_counts<'a>(
        &self,
        chunks: &[ChunkPlace],
        vocabulary: impl Iterator<Item = &'a str>,
    ) -> Result<TermCounts, PostingsError> {
        let rows = self.rows(chunks);
        // Row, term, count: in the order of the terms.
        let mut entries: Vec<(u32, u32, u32)> = Vec::new();
        for (id, term) in vocabulary.enumerate() {
            let term = Term::from_field_text(self.fields.all, term);
            for (index, reader) in self.searcher.segment_readers().iter().enumerate() {
                let read = || -> tantivy::Result<_> {
                    let index = reader.inverted_index(self.fields.all)?;
                    Ok(index.read_block_postings(&term, IndexRecordOption::WithFreqs)?)
                };
                if let Some(postings) = read().map_err(|e| self.failed(e))? {
                    gather(postings, &rows[index], id as u32, &mut entries);
                }
            }
        }
        let lengths = chunks
            .iter()
            .map(|chunk| self.segments[chunk.segment as usize].lengths[chunk.doc as usize]);
        Ok(by_row(&entries, lengths.collect()))
    }

    /// What the rows of these chunks are, for every segment.
    fn rows(&self, chunks: &[ChunkPlace]) -> Vec<Rows> {
        let empty = |segment: &Segment| Rows {
            of: vec![NONE; segment.lengths.len()],
            first: u32::MAX,
            last: 0,
        };
        let mut rows: Vec<Rows> = self.segments.iter().map(empty).collect();
        for (row, chunk) in chunks.iter().enumerate() {
            let rows = &mut rows[chunk.segment as usize];
            rows.of[chunk.doc as usize] = row as u32;
            rows.first = rows.first.min(chunk.doc);
            rows.last = rows.last.max(chunk.doc);
        }
        rows
    }
}

/// Appends what one term's postings say about the chunks that have rows.
fn gather(
    mut postings: BlockSegmentPostings,
    rows: &Rows,
    term: u32,
    entries: &mut Vec<(u32, u32, u32)>,
) {
    if rows.first > rows.last {
        return;
    }
    postings.seek(rows.first);
    while postings.block_len() > 0 && postings.doc(0) <= rows.last {
        for (&doc, &count) in postings.docs().iter().zip(postings.freqs()) {
            let row = rows.of[doc as usize];
            if row != NONE {
                entries.push((row, term, count));
            }
        }
        postings.advance();
    }
}

/// Sorts entries by row, keeping the order of terms: a counting sort.
fn by_row(entries: &[(u32, u32, u32)], lengths: Vec<u32>) -> TermCounts {
    let mut row_starts = vec![0; lengths.len() + 1];
    for (row, ..) in entries {
        row_starts[*row as usize + 1] += 1;
    }
    for row in 0..lengths.len() {
        row_starts[row + 1] += row_starts[row];
    }
    let mut next = row_starts.clone();
    let (mut terms, mut counts) = (vec![0; entries.len()], vec![0; entries.len()]);
    for (row, term, count) in entries {
        let place = &mut next[*row as usize];
        terms[*place] = *term;
        counts[*place] = *count;
        *place += 1;
    }
    TermCounts { row_starts, terms, counts, lengths }
}
