//! BM25 over the postings.

use kebab_core::{ChunkId, TermScore};
use tantivy::SegmentReader;
use tantivy::postings::BlockSegmentPostings;
use tantivy::schema::{Field, IndexRecordOption, Term};

use super::phrase::phrase_frequencies;
use super::{Postings, PostingsError};
use crate::order::Top;
use crate::query::{Phrase, Query};

/// How words are weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bm25 {
    /// How fast further occurrences of a term stop adding to the score.
    pub k1: f64,
    /// How much long chunks are held back, from 0 to 1.
    pub b: f64,
    /// How often a word in a heading counts.
    pub heading_boost: f64,
}

/// A chunk that matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LexicalHit {
    pub chunk_id: ChunkId,
    pub chunk_key: i64,
    pub doc_key: i64,
    pub score: f64,
    /// Where it is in the postings, for [`Postings::explain`].
    place: (u32, u32),
}

/// Something that chunks can have: a term or a phrase.
#[derive(Clone, Copy)]
enum Feature<'a> {
    Term(&'a str),
    Phrase(&'a Phrase),
}

/// One segment's chunks that have a feature, how often, and how often in headings; deleted chunks
/// are left out.
#[derive(Default)]
struct Occurrences {
    docs: Vec<u32>,
    frequencies: Vec<u32>,
    heading_frequencies: Vec<u32>,
}

impl Postings {
    /// The `k` chunks that match best, of those that `keep` lets through: it is asked with the key
    /// of the document.
    pub fn search(
        &self,
        query: &Query,
        bm25: &Bm25,
        k: usize,
        keep: Option<&dyn Fn(i64) -> bool>,
    ) -> Result<Vec<LexicalHit>, PostingsError> {
        if k == 0 || self.n_chunks == 0 {
            return Ok(Vec::new());
        }
        let mut scores: Vec<Vec<f64>> =
            self.segments.iter().map(|segment| vec![0.0; segment.lengths.len()]).collect();
        let weigh = self.weigh(bm25);
        for (feature, weight) in features(query) {
            let occurrences = self.occurrences(feature)?;
            let n_chunks: usize =
                occurrences.iter().map(|occurrences| occurrences.docs.len()).sum();
            let weight = weight * weigh.idf(n_chunks as u64);
            for (index, occurrences) in occurrences.iter().enumerate() {
                let (segment, scores) = (&self.segments[index], &mut scores[index]);
                for (i, &doc) in occurrences.docs.iter().enumerate() {
                    let doc = doc as usize;
                    let frequency =
                        weigh.sum(occurrences.frequencies[i], occurrences.heading_frequencies[i]);
                    let length = weigh.sum(segment.lengths[doc], segment.heading_lengths[doc]);
                    scores[doc] += weight * weigh.saturate(frequency, length);
                }
            }
        }
        let mut top = Top::new(k);
        for (index, scores) in scores.iter().enumerate() {
            let segment = &self.segments[index];
            for (doc, &score) in scores.iter().enumerate() {
                // A chunk that has a term has a score above 0.
                if score > 0.0 && score >= top.threshold() {
                    let doc_key = segment.doc_keys[doc] as i64;
                    if keep.is_none_or(|keep| keep(doc_key)) {
                        top.push(score, segment.chunk_id(doc as u32), (index as u32, doc as u32));
                    }
                }
            }
        }
        let ranking = top.into_ranking().into_iter();
        Ok(ranking
            .map(|(score, chunk_id, place)| {
                let (segment, doc) = (&self.segments[place.0 as usize], place.1 as usize);
                LexicalHit {
                    chunk_id,
                    chunk_key: segment.chunk_keys[doc] as i64,
                    doc_key: segment.doc_keys[doc] as i64,
                    score,
                    place,
                }
            })
            .collect())
    }

    /// What each term and phrase of the query added to the score of each hit, in the order in which
    /// they were added up: the sum is the score, to the last bit.
    pub fn explain(
        &self,
        query: &Query,
        bm25: &Bm25,
        hits: &[LexicalHit],
    ) -> Result<Vec<Vec<TermScore>>, PostingsError> {
        let weigh = self.weigh(bm25);
        let mut explained = vec![Vec::new(); hits.len()];
        for (feature, weight) in features(query) {
            let occurrences = self.occurrences(feature)?;
            let n_chunks: usize =
                occurrences.iter().map(|occurrences| occurrences.docs.len()).sum();
            let idf = weigh.idf(n_chunks as u64);
            for (hit, terms) in hits.iter().zip(&mut explained) {
                let (segment, doc) = (&self.segments[hit.place.0 as usize], hit.place.1);
                let occurrences = &occurrences[hit.place.0 as usize];
                let Ok(i) = occurrences.docs.binary_search(&doc) else { continue };
                let frequency =
                    weigh.sum(occurrences.frequencies[i], occurrences.heading_frequencies[i]);
                let (all, headings) =
                    (segment.lengths[doc as usize], segment.heading_lengths[doc as usize]);
                let saturated = weigh.saturate(frequency, weigh.sum(all, headings));
                terms.push(TermScore {
                    term: feature.to_string(),
                    frequency,
                    n_chunks: n_chunks as u64,
                    idf,
                    score: weight * idf * saturated,
                });
            }
        }
        Ok(explained)
    }

    fn occurrences(&self, feature: Feature<'_>) -> Result<Vec<Occurrences>, PostingsError> {
        let readers = self.searcher.segment_readers().iter();
        readers.map(|reader| self.occurrences_in(reader, feature)).collect()
    }

    fn occurrences_in(
        &self,
        reader: &SegmentReader,
        feature: Feature<'_>,
    ) -> Result<Occurrences, PostingsError> {
        let mut found = Occurrences::default();
        match feature {
            Feature::Phrase(phrase) => {
                // A phrase counts wherever it stands: headings are in the field `all` as well.
                for (doc, frequency) in phrase_frequencies(self, reader, phrase)? {
                    found.docs.push(doc);
                    found.frequencies.push(frequency);
                }
                found.heading_frequencies = vec![0; found.docs.len()];
            }
            Feature::Term(term) => {
                if let Some(postings) = self.block_postings(reader, self.fields.all, term)? {
                    found.read(postings, reader);
                }
                found.heading_frequencies = vec![0; found.docs.len()];
                if let Some(postings) = self.block_postings(reader, self.fields.headings, term)? {
                    found.read_headings(postings);
                }
            }
        }
        Ok(found)
    }

    fn block_postings(
        &self,
        reader: &SegmentReader,
        field: Field,
        term: &str,
    ) -> Result<Option<BlockSegmentPostings>, PostingsError> {
        let term = Term::from_field_text(field, term);
        let read = || {
            let index = reader.inverted_index(field)?;
            Ok(index.read_block_postings(&term, IndexRecordOption::WithFreqs)?)
        };
        read().map_err(|source| self.failed(source))
    }

    pub(super) fn failed(&self, cause: tantivy::TantivyError) -> PostingsError {
        PostingsError { folder: format!("{:?}", self.searcher.index().directory()), cause }
    }

    fn weigh(&self, bm25: &Bm25) -> Weigh {
        let boost = bm25.heading_boost - 1.0;
        let total = self.total_length as f64 + boost * self.total_heading_length as f64;
        Weigh {
            bm25: *bm25,
            n_chunks: self.n_chunks as f64,
            // Nothing matches where all chunks are empty, so the 1 is never used.
            average_length: if total > 0.0 { total / self.n_chunks as f64 } else { 1.0 },
        }
    }
}

/// BM25 with the numbers of one index.
struct Weigh {
    bm25: Bm25,
    n_chunks: f64,
    average_length: f64,
}

impl Weigh {
    fn idf(&self, n_chunks: u64) -> f64 {
        let n_chunks = n_chunks as f64;
        (1.0 + (self.n_chunks - n_chunks + 0.5) / (n_chunks + 0.5)).ln()
    }

    /// `all` has the headings once already.
    fn sum(&self, all: u32, headings: u32) -> f64 {
        f64::from(all) + (self.bm25.heading_boost - 1.0) * f64::from(headings)
    }

    fn saturate(&self, frequency: f64, length: f64) -> f64 {
        let Bm25 { k1, b, .. } = self.bm25;
        let norm = k1 * (1.0 - b + b * length / self.average_length);
        frequency * (k1 + 1.0) / (frequency + norm)
    }
}

impl Occurrences {
    fn read(&mut self, mut postings: BlockSegmentPostings, reader: &SegmentReader) {
        let n_docs = postings.doc_freq() as usize;
        self.docs.reserve(n_docs);
        self.frequencies.reserve(n_docs);
        while postings.block_len() > 0 {
            match reader.alive_bitset() {
                None => {
                    self.docs.extend_from_slice(postings.docs());
                    self.frequencies.extend_from_slice(postings.freqs());
                }
                Some(alive) => {
                    for (&doc, &frequency) in postings.docs().iter().zip(postings.freqs()) {
                        if alive.is_alive(doc) {
                            self.docs.push(doc);
                            self.frequencies.push(frequency);
                        }
                    }
                }
            }
            postings.advance();
        }
    }

    /// Every chunk that has the term in a heading has it in `all`, so this is a merge of two sorted
    /// lists of which the first has everything that is alive.
    fn read_headings(&mut self, mut postings: BlockSegmentPostings) {
        let mut i = 0;
        while postings.block_len() > 0 {
            for (&doc, &frequency) in postings.docs().iter().zip(postings.freqs()) {
                while i < self.docs.len() && self.docs[i] < doc {
                    i += 1;
                }
                if self.docs.get(i) == Some(&doc) {
                    self.heading_frequencies[i] = frequency;
                }
            }
            postings.advance();
        }
    }
}

fn features(query: &Query) -> impl Iterator<Item = (Feature<'_>, f64)> {
    let terms = query.terms.iter().map(|(term, weight)| (Feature::Term(term), *weight));
    terms.chain(query.phrases.iter().map(|phrase| (Feature::Phrase(phrase), 1.0)))
}

impl std::fmt::Display for Feature<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Feature::Term(term) => f.write_str(term),
            Feature::Phrase(phrase) => {
                let terms: Vec<&str> = phrase.terms.iter().map(|(term, _)| &**term).collect();
                write!(f, "\"{}\"", terms.join(" "))
            }
        }
    }
}
