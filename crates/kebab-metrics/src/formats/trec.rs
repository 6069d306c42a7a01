//! The TREC formats: `query iteration document grade` for judgments and
//! `query iteration document rank score tag` for runs.
//!
//! Fields are separated by anything C's `isspace` takes; a line that begins with `#` is a comment
//! (in a run also behind blanks); more than six fields in a run line are ignored.
//!
//! Runs are the hot path. [`blocks`] finds the queries of a run from the line starts alone, so that
//! each can be read on its own, and [`plain_result`] takes the usual line apart with a handful of
//! vector instructions; a line that is not usual goes word by word.

use std::collections::HashSet;
use std::ops::Range;

use foldhash::fast::RandomState;
use wide::u8x16;

use super::{Dialect, Fault, Kind, Problem, Row, Sink, Source, number};
use crate::ranking::Hit;

const QRELS_LINE: &str = "a judgment has 4: query, iteration, document, grade";
const RUN_LINE: &str = "a result has 6: query, iteration, document, rank, score, tag";

/// How many fields a line has.
pub(super) fn n_fields(kind: Kind) -> usize {
    match kind {
        Kind::Qrels => 4,
        Kind::Run => 6,
    }
}

/// Reads a whole file.
pub(super) fn rows(source: &Source<'_>, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut cursor = Cursor { text: source.text, pos: source.start };
    match source.kind {
        Kind::Qrels => {
            while let Some(row) = judgment(source, &mut cursor)? {
                sink(row);
            }
        }
        Kind::Run => {
            while let Some(row) = result(source, &mut cursor)? {
                sink(row);
            }
        }
    }
    Ok(())
}

/// The queries of a run and where their lines are.
pub(crate) type Blocks<'t> = Vec<(&'t [u8], Range<usize>)>;

/// Finds the queries in some lines of a run by looking at the first word of each; `None` when a
/// query comes back after another one.
pub(crate) fn blocks<'t>(source: &Source<'t>, lines: Range<usize>) -> Option<Blocks<'t>> {
    let text = &source.text[..lines.end];
    let mut blocks = Blocks::new();
    let mut seen = HashSet::with_hasher(RandomState::default());
    let mut current = Word::new(b"");
    let mut pos = lines.start;
    while pos < text.len() {
        if !current.begins(&text[pos..]) {
            let mut cursor = Cursor { text, pos };
            if cursor.starts_data() {
                let query = cursor.word();
                if query != current.bytes {
                    if !seen.insert(query) {
                        return None;
                    }
                    if let Some((_, range)) = blocks.last_mut() {
                        range.end = pos;
                    }
                    blocks.push((query, pos..text.len()));
                    current = Word::new(query);
                }
            }
        }
        pos = memchr::memchr(b'\n', &text[pos..]).map_or(text.len(), |at| pos + at + 1);
    }
    Some(blocks)
}

/// Cuts the text into about that many pieces of whole lines.
pub(crate) fn pieces(source: &Source<'_>, n_pieces: usize) -> Vec<Range<usize>> {
    let (start, end) = (source.start, source.text.len());
    let mut pieces = Vec::new();
    let mut from = start;
    for piece in 1..=n_pieces {
        let near = (start + (end - start) / n_pieces * piece).max(from);
        let line_end = memchr::memchr(b'\n', &source.text[near..]).map(|at| near + at + 1);
        let to = if piece == n_pieces { end } else { line_end.unwrap_or(end) };
        pieces.push(from..to);
        from = to;
    }
    pieces
}

/// Joins what was found in pieces that follow each other: a query may go on in the next one.
pub(crate) fn join<'t>(pieces: Vec<Option<Blocks<'t>>>) -> Option<Blocks<'t>> {
    let mut all = Blocks::new();
    let mut seen = HashSet::with_hasher(RandomState::default());
    for piece in pieces {
        for (query, range) in piece? {
            match all.last_mut() {
                Some((last, lines)) if *last == query => lines.end = range.end,
                _ if !seen.insert(query) => return None,
                _ => all.push((query, range)),
            }
        }
    }
    Some(all)
}

/// A query id to compare line starts with.
struct Word<'t> {
    bytes: &'t [u8],
    /// The first bytes, as many as fit, in a word, and the bits of a line's first word that count.
    start: u64,
    bits: u64,
}

impl<'t> Word<'t> {
    fn new(bytes: &'t [u8]) -> Word<'t> {
        let (mut start, mut bits) = ([0; 8], [0; 8]);
        for (i, &byte) in bytes.iter().take(8).enumerate() {
            (start[i], bits[i]) = (byte, 0xFF);
        }
        Word { bytes, start: u64::from_le_bytes(start), bits: u64::from_le_bytes(bits) }
    }

    /// Whether the line begins with this word, which is not empty, and a blank behind it.
    #[inline]
    fn begins(&self, line: &[u8]) -> bool {
        // Most ids are short, and two words are compared faster than two slices.
        let (short, n_bytes) = (self.bytes.len() <= 8, self.bytes.len());
        let begins = match line.first_chunk() {
            Some(first) if short => u64::from_le_bytes(*first) & self.bits == self.start,
            _ => line.starts_with(self.bytes),
        };
        begins && n_bytes > 0 && line.get(n_bytes).is_none_or(|&byte| is_space(byte))
    }
}

/// Reads the hits of one query's lines.
pub(crate) fn hits<'t>(
    source: &Source<'t>,
    lines: Range<usize>,
    hits: &mut Vec<Hit<'t>>,
) -> Result<(), Fault> {
    let mut cursor = Cursor { text: &source.text[..lines.end], pos: lines.start };
    while let Some(row) = result(source, &mut cursor)? {
        hits.push(Hit { doc: row.doc, score: row.value });
    }
    Ok(())
}

/// The tag of the last line, which is the run's name.
pub(crate) fn tag<'t>(source: &Source<'t>) -> Option<&'t [u8]> {
    let mut end = source.text.len();
    while end > source.start {
        let before = &source.text[source.start..end - 1];
        let line = memchr::memrchr(b'\n', before).map_or(source.start, |at| source.start + at + 1);
        let mut cursor = Cursor { text: &source.text[..end], pos: line };
        if cursor.starts_data() {
            let tag = std::array::from_fn::<&[u8], 6, _>(|_| cursor.word())[5];
            return (!tag.is_empty()).then_some(tag);
        }
        end = line;
    }
    None
}

/// The next line of a run that holds a result.
#[inline]
fn result<'t>(source: &Source<'_>, cursor: &mut Cursor<'t>) -> Result<Option<Row<'t>>, Fault> {
    if let Some(Plain { query, doc, score, offset, score_offset }) = plain_result(cursor) {
        let value = match number::parse(score) {
            Some(value) if !value.is_nan() => value,
            _ => source.number(score, score_offset)?,
        };
        return Ok(Some(Row { query, doc, value, offset }));
    }
    while !cursor.starts_data() {
        if !cursor.next_line() {
            return Ok(None);
        }
    }
    let line = cursor.pos;
    let query = cursor.word();
    cursor.word();
    let doc = cursor.word();
    let offset = cursor.pos - doc.len();
    cursor.word();
    let score = cursor.word();
    let score_offset = cursor.pos - score.len();
    let tag = cursor.word();
    if tag.is_empty() {
        return Err(malformed(cursor.text, line, RUN_LINE));
    }
    cursor.next_line();
    let value = source.number(score, score_offset)?;
    Ok(Some(Row { query, doc, value, offset }))
}

/// What matters of a line, and where document and score stand in the text.
struct Plain<'t> {
    query: &'t [u8],
    doc: &'t [u8],
    score: &'t [u8],
    offset: usize,
    score_offset: usize,
}

/// Query, document and score of a line whose first five words end within 64 bytes and are followed
/// by one blank or tab each, which is what nearly every line looks like; then the cursor is behind
/// it.
#[inline]
fn plain_result<'t>(cursor: &mut Cursor<'t>) -> Option<Plain<'t>> {
    let text = &cursor.text[cursor.pos..];
    let start: &[u8; 64] = text.first_chunk()?;
    let (mut low, mut blanks, mut newlines) = (0_u64, 0_u64, 0_u64);
    for (i, part) in start.chunks_exact(16).enumerate() {
        let part = u8x16::new(part.try_into().expect("sixteen bytes"));
        let mask = |found: u8x16| u64::from(found.to_bitmask()) << (16 * i);
        low |= mask(part.simd_le(u8x16::splat(b' ')));
        blanks |= mask(part.simd_eq(u8x16::splat(b' ')) | part.simd_eq(u8x16::splat(b'\t')));
        newlines |= mask(part.simd_eq(u8x16::splat(b'\n')));
    }
    let mut rest = low;
    let [query, iteration, doc, rank, score] = std::array::from_fn(|_| {
        let at = rest.trailing_zeros() as usize;
        rest &= rest.wrapping_sub(1);
        at
    });
    // Behind the score the tag begins.
    if score >= 63 || low >> (score + 1) & 1 == 1 || start[0] == b'#' {
        return None;
    }
    // Everything low up to there must be a blank, none first or next to another.
    let separators = low & (u64::MAX >> (63 - score));
    if separators & !blanks != 0 || separators & (separators << 1 | 1) != 0 {
        return None;
    }
    // A newline before the score is none of the blanks, so this one ends the line.
    let end = match newlines {
        0 => memchr::memchr(b'\n', &text[64..]).map_or(text.len(), |at| 64 + at + 1),
        newlines => newlines.trailing_zeros() as usize + 1,
    };
    let line = cursor.pos;
    cursor.pos += end;
    Some(Plain {
        query: &text[..query],
        doc: &text[iteration + 1..doc],
        score: &text[rank + 1..score],
        offset: line + iteration + 1,
        score_offset: line + rank + 1,
    })
}

/// The next line of a judgment file that holds one.
fn judgment<'t>(source: &Source<'_>, cursor: &mut Cursor<'t>) -> Result<Option<Row<'t>>, Fault> {
    // Only a `#` in the first column makes a comment here, as in trec_eval.
    loop {
        match cursor.text.get(cursor.pos) {
            None => return Ok(None),
            Some(b'#') => {}
            Some(_) if cursor.clone().word().is_empty() => {
                if source.dialect == Dialect::TrecEval {
                    return Err(Fault { offset: cursor.pos, problem: Problem::BlankLine });
                }
            }
            Some(_) => break,
        }
        cursor.next_line();
    }
    let line = cursor.pos;
    let query = cursor.word();
    cursor.word();
    let doc = cursor.word();
    let offset = cursor.pos - doc.len();
    let grade = cursor.word();
    let grade_offset = cursor.pos - grade.len();
    if grade.is_empty() || !cursor.word().is_empty() {
        return Err(malformed(cursor.text, line, QRELS_LINE));
    }
    cursor.next_line();
    let value = source.number(grade, grade_offset)?;
    Ok(Some(Row { query, doc, value, offset }))
}

#[cold]
fn malformed(text: &[u8], line: usize, wanted: &'static str) -> Fault {
    let mut cursor = Cursor { text, pos: line };
    let found = std::iter::from_fn(|| Some(cursor.word()).filter(|word| !word.is_empty())).count();
    Fault { offset: line, problem: Problem::Fields { found, wanted } }
}

/// A place in the text.
#[derive(Clone, Debug)]
struct Cursor<'t> {
    text: &'t [u8],
    pos: usize,
}

impl<'t> Cursor<'t> {
    /// The next word of the line, empty at its end.
    #[inline]
    fn word(&mut self) -> &'t [u8] {
        self.skip_blanks();
        let start = self.pos;
        let text = self.text;
        let mut pos = start;
        loop {
            pos += match text.get(pos..pos + 8) {
                Some(eight) => {
                    let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
                    match below_33(eight) {
                        0 => {
                            pos += 8;
                            continue;
                        }
                        found => found.trailing_zeros() as usize / 8,
                    }
                }
                None => text[pos..].iter().take_while(|&&byte| byte > b' ').count(),
            };
            // Control characters that are not white space belong to the word.
            match text.get(pos) {
                Some(&byte) if !is_space(byte) => pos += 1,
                _ => break,
            }
        }
        self.pos = pos;
        &text[start..pos]
    }

    #[inline]
    fn skip_blanks(&mut self) {
        while self.text.get(self.pos).is_some_and(|&byte| byte != b'\n' && is_space(byte)) {
            self.pos += 1;
        }
    }

    /// Goes to the start of the next line; `false` when there is none.
    #[inline]
    fn next_line(&mut self) -> bool {
        let rest = &self.text[self.pos.min(self.text.len())..];
        // Mostly the line ends right here.
        let at = match rest.first() {
            Some(b'\n') => Some(0),
            _ => memchr::memchr(b'\n', rest),
        };
        self.pos = at.map_or(self.text.len(), |at| self.pos + at + 1);
        self.pos < self.text.len()
    }

    /// Whether the line holds data: it is neither blank nor a comment. Leading blanks are skipped.
    #[inline]
    fn starts_data(&mut self) -> bool {
        self.skip_blanks();
        !matches!(self.text.get(self.pos), None | Some(b'\n' | b'#'))
    }
}

/// What C's `isspace` says in the C locale.
#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// A word whose lowest set bit is in the first byte below 33, 0 if none is.
#[inline]
fn below_33(eight: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    eight.wrapping_sub(33 * ONES) & !eight & HIGH
}
