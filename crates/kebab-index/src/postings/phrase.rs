//! Where terms follow each other.

use tantivy::postings::{Postings as _, SegmentPostings};
use tantivy::schema::{IndexRecordOption, Term};
use tantivy::{DocSet, SegmentReader, TERMINATED};

use super::{Postings, PostingsError};
use crate::query::Phrase;

/// The chunks of a segment that have the phrase, with how often, in order.
pub(super) fn phrase_frequencies(
    postings: &Postings,
    reader: &SegmentReader,
    phrase: &Phrase,
) -> Result<Vec<(u32, u32)>, PostingsError> {
    let open = || -> tantivy::Result<Option<Vec<(SegmentPostings, u32)>>> {
        let index = reader.inverted_index(postings.fields.all)?;
        let mut lists = Vec::with_capacity(phrase.terms.len());
        for (term, distance) in &phrase.terms {
            let term = Term::from_field_text(postings.fields.all, term);
            match index.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)? {
                Some(list) => lists.push((list, *distance)),
                None => return Ok(None),
            }
        }
        Ok(Some(lists))
    };
    let Some(mut lists) = open().map_err(|source| postings.failed(source))? else {
        return Ok(Vec::new());
    };
    // The rarest term leads, the others follow it.
    lists.sort_by_key(|(list, _)| list.doc_freq());
    let (lead, others) = lists.split_first_mut().expect("a phrase has terms");
    let mut found = Vec::new();
    let (mut starts, mut positions) = (Vec::new(), Vec::new());
    let mut doc = lead.0.doc();
    'docs: while doc != TERMINATED {
        for (list, _) in others.iter_mut() {
            let there = if list.doc() < doc { list.seek(doc) } else { list.doc() };
            if there != doc {
                doc = if there == TERMINATED { TERMINATED } else { lead.0.seek(there) };
                continue 'docs;
            }
        }
        if !reader.is_deleted(doc) {
            phrase_starts(&mut lead.0, lead.1, &mut starts, &mut positions);
            for (list, distance) in others.iter_mut() {
                let candidates = std::mem::take(&mut starts);
                phrase_starts(list, *distance, &mut starts, &mut positions);
                starts.retain(|start| candidates.binary_search(start).is_ok());
            }
            if !starts.is_empty() {
                found.push((doc, starts.len() as u32));
            }
        }
        doc = lead.0.advance();
    }
    Ok(found)
}

/// Where the phrase would begin if a term stands where it stands in the current chunk.
fn phrase_starts(
    list: &mut SegmentPostings,
    distance: u32,
    starts: &mut Vec<u32>,
    positions: &mut Vec<u32>,
) {
    list.positions(positions);
    starts.clear();
    starts.extend(positions.iter().filter_map(|position| position.checked_sub(distance)));
    // A chunk may have a term twice in one place, as itself and as a part of something.
    starts.dedup();
}
