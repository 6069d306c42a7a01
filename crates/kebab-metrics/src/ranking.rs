//! The ranking rules, in one place: score descending, then document id descending in byte order
//! (trec_eval's rule; -0 equals 0). NaN is refused, and so is a document that comes twice. The rank
//! column of a file is never looked at.
//!
//! [`Ranker::rank`] puts one query's hits in order and matches them with the judgments, one table
//! lookup per hit: the same lookup finds the grade and the duplicate.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::RandomState;

use crate::judged::{Judged, JudgedHit};
use crate::qrels::Judgments;

/// One retrieved document and its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit<'t> {
    /// The document's id.
    pub doc: &'t [u8],
    /// The score it is ranked by.
    pub score: f64,
}

/// What happens to the hits on their way to the measures.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// Keep only this many, after sorting.
    pub depth: Option<usize>,
    /// Drop every document without a judgment (or with a grade below 0) and close the gaps.
    pub judged_only: bool,
    /// Rank documents instead of chunks: the document's id is what stands before the last
    /// occurrence of this separator in the chunk's id (the whole id where there is none), and its
    /// rank that of its best chunk. The depth then counts documents.
    pub roll_up: Option<Vec<u8>>,
    /// Where a document that comes twice is an error.
    pub duplicates: DuplicateScope,
}

/// Where a document that comes twice is an error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DuplicateScope {
    /// Anywhere among the query's hits.
    #[default]
    AllHits,
    /// Only within the depth, which is what trec_eval looks at.
    WithinDepth,
}

/// Why hits cannot be ranked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// A document comes twice.
    #[error("document `{}` comes twice", String::from_utf8_lossy(doc))]
    Duplicate {
        /// The document.
        doc: Vec<u8>,
    },
    /// A score is NaN.
    #[error(
        "the score of document `{}` is NaN, which cannot be ranked",
        String::from_utf8_lossy(doc)
    )]
    NaN {
        /// The document.
        doc: Vec<u8>,
    },
}

/// Ranks one query after the other, keeping its buffers.
#[derive(Clone, Debug, Default)]
pub struct Ranker {
    table: DocTable,
    judged: Vec<JudgedHit>,
}

impl Ranker {
    /// Sorts the hits and shows them next to the judgments.
    pub fn rank<'a>(
        &'a mut self,
        hits: &mut Vec<Hit<'_>>,
        judgments: &Judgments<'a>,
        ranking: &Ranking,
    ) -> Result<Judged<'a>, RankError> {
        refuse_nan(hits)?;
        sort(hits);
        if let Some(separator) = &ranking.roll_up {
            self.refuse_duplicates(hits)?;
            self.roll_up(hits, separator);
            // A tie between documents is settled by their ids, not by their chunks'.
            sort(hits);
        }
        let depth = ranking.depth.unwrap_or(usize::MAX).min(hits.len());
        if depth < hits.len() {
            if ranking.duplicates == DuplicateScope::AllHits {
                self.refuse_duplicates(hits)?;
            }
            hits.truncate(depth);
        }
        let n_retrieved = self.match_judgments(hits, judgments, ranking.judged_only)?;
        Ok(Judged { hits: &self.judged, n_retrieved, ideal: judgments.ideal() })
    }

    /// Refuses what [`Ranker::rank`] refuses, for hits that have no judgments.
    pub fn check(&mut self, hits: &[Hit<'_>]) -> Result<(), RankError> {
        refuse_nan(hits)?;
        self.refuse_duplicates(hits)
    }

    /// Fills `judged` with the hits that have a judgment and returns how many documents count.
    fn match_judgments(
        &mut self,
        hits: &[Hit<'_>],
        judgments: &Judgments<'_>,
        judged_only: bool,
    ) -> Result<usize, RankError> {
        self.judged.clear();
        let n_judgments = judgments.len();
        self.table.start(n_judgments + hits.len());
        for index in 0..n_judgments {
            self.table.insert(judgments.doc(index), index, |known| judgments.doc(known));
        }
        let mut n_ranked = 0;
        for (i, hit) in hits.iter().enumerate() {
            n_ranked += 1;
            let doc = |known: usize| {
                if known < n_judgments {
                    judgments.doc(known)
                } else {
                    hits[known - n_judgments].doc
                }
            };
            // A hit that takes the place of a judgment leaves itself there, so that the next one
            // with the same id finds a hit.
            let found = self.table.replace(hit.doc, n_judgments + i, doc);
            let grade = match found {
                Some(known) if known < n_judgments => judgments.grade(known),
                Some(_) => return Err(RankError::Duplicate { doc: hit.doc.to_vec() }),
                None if judged_only => {
                    n_ranked -= 1;
                    continue;
                }
                None => continue,
            };
            if judged_only && grade < 0.0 {
                n_ranked -= 1;
                continue;
            }
            self.judged.push(JudgedHit { rank: n_ranked, grade });
        }
        Ok(n_ranked)
    }

    fn refuse_duplicates(&mut self, hits: &[Hit<'_>]) -> Result<(), RankError> {
        self.table.start(hits.len());
        for (i, hit) in hits.iter().enumerate() {
            if self.table.insert(hit.doc, i, |known| hits[known].doc).is_some() {
                return Err(RankError::Duplicate { doc: hit.doc.to_vec() });
            }
        }
        Ok(())
    }

    fn roll_up(&mut self, hits: &mut Vec<Hit<'_>>, separator: &[u8]) {
        self.table.start(hits.len());
        let mut n_documents = 0;
        for i in 0..hits.len() {
            let chunk = hits[i];
            let end = memchr::memmem::rfind(chunk.doc, separator).unwrap_or(chunk.doc.len());
            let document = Hit { doc: &chunk.doc[..end], score: chunk.score };
            if self.table.insert(document.doc, n_documents, |known| hits[known].doc).is_none() {
                hits[n_documents] = document;
                n_documents += 1;
            }
        }
        hits.truncate(n_documents);
    }
}

fn refuse_nan(hits: &[Hit<'_>]) -> Result<(), RankError> {
    match hits.iter().find(|hit| hit.score.is_nan()) {
        Some(hit) => Err(RankError::NaN { doc: hit.doc.to_vec() }),
        None => Ok(()),
    }
}

/// Score descending, then id descending: first by score alone, where most files are in order
/// already, then the documents of each tie.
fn sort(hits: &mut [Hit<'_>]) {
    if !hits.is_sorted_by(|a, b| a.score >= b.score) {
        // The total order sets -0 below 0, next to it, so that the two still make one tie.
        hits.sort_unstable_by(|a, b| b.score.total_cmp(&a.score));
    }
    for ties in hits.chunk_by_mut(|a, b| a.score == b.score) {
        if ties.len() > 1 {
            ties.sort_unstable_by(|a, b| b.doc.cmp(a.doc));
        }
    }
}

/// Which ids have been seen, as an open-addressing table of small numbers that the caller gave
/// them. A slot holds half of the id's hash and the number; equality is always decided by the
/// bytes, which the caller looks up by number.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocTable {
    slots: Vec<u64>,
    mask: usize,
    /// Another seed in every process, so that no file can be made whose ids all collide. No result
    /// depends on it.
    state: RandomState,
}

impl DocTable {
    /// Empties the table and makes room for `n_ids`.
    pub(crate) fn start(&mut self, n_ids: usize) {
        let n_slots = (n_ids * 2).next_power_of_two().max(16);
        self.slots.clear();
        self.slots.resize(n_slots, 0);
        self.mask = n_slots - 1;
    }

    /// The number under which the id is known; otherwise it gets this one.
    pub(crate) fn insert<'a>(
        &mut self,
        id: &[u8],
        number: usize,
        known: impl Fn(usize) -> &'a [u8],
    ) -> Option<usize> {
        let (slot, entry) = self.find(id, known);
        match number_of(self.slots[slot]) {
            Some(number) => Some(number),
            None => {
                self.slots[slot] = entry | (number as u64 + 1);
                None
            }
        }
    }

    /// The number under which the id was known; from now on it has this one.
    fn replace<'a>(
        &mut self,
        id: &[u8],
        number: usize,
        known: impl Fn(usize) -> &'a [u8],
    ) -> Option<usize> {
        let (slot, entry) = self.find(id, known);
        let found = number_of(self.slots[slot]);
        self.slots[slot] = entry | (number as u64 + 1);
        found
    }

    /// The slot of the id, or the empty one where it belongs; and its hash as slots hold it.
    fn find<'a>(&self, id: &[u8], known: impl Fn(usize) -> &'a [u8]) -> (usize, u64) {
        const HASH_HALF: u64 = 0xFFFF_FFFF_0000_0000;
        let mut hasher = self.state.build_hasher();
        hasher.write(id);
        let hash = hasher.finish();
        let entry = hash & HASH_HALF;
        let mut slot = hash as usize & self.mask;
        loop {
            let found = self.slots[slot];
            match number_of(found) {
                None => return (slot, entry),
                Some(number) if found & HASH_HALF == entry && known(number) == id => {
                    return (slot, entry);
                }
                Some(_) => slot = (slot + 1) & self.mask,
            }
        }
    }
}

fn number_of(slot: u64) -> Option<usize> {
    (slot as u32 as usize).checked_sub(1)
}
