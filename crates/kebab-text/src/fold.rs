//! Makes different spellings of the same word equal.
//!
//! Two steps. [`Normalizer`] brings a piece of text into Unicode's NFKC (full-width letters,
//! ligatures and decomposed syllables become the ordinary ones) and keeps the way back to the raw
//! bytes. [`fold_into`] then folds one word: lower case, without accents.
//!
//! Accents go only where they decorate a letter. Japanese voicing marks, Indic vowel signs and
//! Thai tone marks make a different letter, and so does the breve of Cyrillic й.

use std::iter::once;

use unicode_normalization::char::{
    canonical_combining_class, decompose_canonical, decompose_compatible, is_combining_mark,
};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::scripts::has_accents;

/// Text in NFKC, and where its bytes came from. Buffers are reused from piece to piece.
#[derive(Default)]
pub(crate) struct Normalizer {
    text: String,
    clusters: Vec<Cluster>,
}

/// Characters that were normalised together, and the raw bytes they came from.
struct Cluster {
    start: usize,
    raw_start: usize,
    raw_end: usize,
}

/// The way from bytes of analysed text back to bytes of the raw input.
#[derive(Clone, Copy)]
pub(crate) struct Origin<'a> {
    /// Where the analysed text begins in the input.
    base: usize,
    /// Empty when normalisation changed nothing.
    clusters: &'a [Cluster],
}

impl Origin<'_> {
    /// The origin of text that is analysed as it stands, `base` bytes into the input.
    pub(crate) fn raw(base: usize) -> Origin<'static> {
        Origin { base, clusters: &[] }
    }

    /// The raw bytes that a non-empty range of the analysed text came from.
    pub(crate) fn range(&self, start: usize, end: usize) -> (usize, usize) {
        if self.clusters.is_empty() {
            return (self.base + start, self.base + end);
        }
        let cluster = |byte: usize| {
            let after = self.clusters.partition_point(|cluster| cluster.start <= byte);
            &self.clusters[after.saturating_sub(1)]
        };
        let (first, last) = (cluster(start), cluster(end.max(start + 1) - 1));
        (self.base + first.raw_start, self.base + last.raw_end)
    }
}

impl Normalizer {
    /// The text in NFKC without invisible characters; `base` is where it begins in the input.
    pub(crate) fn normalize<'a>(&'a mut self, raw: &'a str, base: usize) -> (&'a str, Origin<'a>) {
        if raw.chars().all(is_inert) {
            return (raw, Origin::raw(base));
        }
        self.text.clear();
        self.clusters.clear();
        let mut rest = raw.char_indices().peekable();
        while let Some((raw_start, first)) = rest.next() {
            let mut raw_end = raw_start + first.len_utf8();
            while let Some(&(at, next)) = rest.peek() {
                if !joins_backwards(next) {
                    break;
                }
                raw_end = at + next.len_utf8();
                rest.next();
            }
            self.clusters.push(Cluster { start: self.text.len(), raw_start, raw_end });
            let cluster = &raw[raw_start..raw_end];
            if raw_end - raw_start == first.len_utf8() && is_inert(first) {
                self.text.push(first);
            } else {
                self.text.extend(cluster.nfkc().filter(|&c| !is_invisible(c)));
            }
        }
        (&self.text, Origin { base, clusters: &self.clusters })
    }
}

/// Whether a character is its own NFKC and never joins the one before it. May say no too often.
fn is_inert(c: char) -> bool {
    matches!(c,
        '\0'..='\x7f'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{4e00}'..='\u{9fff}'
        | '\u{c0}'..='\u{131}'
        | '\u{134}'..='\u{13e}'
        | '\u{141}'..='\u{148}'
        | '\u{14a}'..='\u{17e}'
        | '\u{391}'..='\u{3a1}'
        | '\u{3a3}'..='\u{3ce}'
        | '\u{400}'..='\u{481}'
        | '\u{5d0}'..='\u{5ea}'
        | '\u{621}'..='\u{64a}'
        | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fe}'
        | '\u{3001}'..='\u{3020}'
        | '\u{2010}'
        | '\u{2013}'..='\u{2016}'
        | '\u{2018}'..='\u{2023}')
}

/// Whether a character may merge with, or be reordered among, the characters before it.
fn joins_backwards(c: char) -> bool {
    if is_inert(c) {
        return false;
    }
    let mut first = None;
    decompose_compatible(c, |part| first = first.or(Some(part)));
    let first = first.unwrap_or(c);
    canonical_combining_class(first) != 0
        || is_combining_mark(first)
        || is_nfc_quick(once(first)) == IsNormalized::Maybe
}

/// Characters that change how a word is drawn or broken into lines, but not which word it is.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{180b}'..='\u{180f}' | '\u{e0100}'..='\u{e01ef}')
}

/// Appends a word of normalised text in lower case and without accents.
pub(crate) fn fold_into(folded: &mut String, word: &str) {
    if word.is_ascii() {
        let start = folded.len();
        folded.push_str(word);
        folded[start..].make_ascii_lowercase();
        return;
    }
    for c in word.chars().flat_map(char::to_lowercase) {
        fold_char(folded, c);
    }
}

fn fold_char(folded: &mut String, c: char) {
    match c {
        '\0'..='\x7f' => folded.push(c),
        'ß' => folded.push_str("ss"),
        'æ' | 'ǽ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ø' | 'ǿ' => folded.push('o'),
        'đ' | 'ð' => folded.push('d'),
        'ł' => folded.push('l'),
        'ħ' => folded.push('h'),
        'ŧ' => folded.push('t'),
        'ı' => folded.push('i'),
        'ς' => folded.push('σ'),
        'ё' | 'ѐ' => folded.push('е'),
        'ѝ' => folded.push('и'),
        // The shapes of alef, the final forms of yeh and teh, and the stretching of words are
        // spelling habits in Arabic, not different words.
        'أ' | 'إ' | 'آ' | 'ٱ' => folded.push('ا'),
        'ى' => folded.push('ي'),
        'ة' => folded.push('ه'),
        'ـ' => {}
        '\u{c0}'..='\u{24f}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{370}'..='\u{3ff}'
        | '\u{1f00}'..='\u{1fff}' => {
            decompose_canonical(c, |part| {
                if !is_combining_mark(part) {
                    folded.push(part);
                }
            });
        }
        _ if is_combining_mark(c) && folded.chars().next_back().is_some_and(has_accents) => {}
        _ => folded.push(c),
    }
}
