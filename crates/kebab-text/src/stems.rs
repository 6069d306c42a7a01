//! From a folded word to the token that stands for all its forms, remembered.
//!
//! The script decides the stemmer, so documents and queries agree without guessing a language:
//! English for Latin letters, Russian for Cyrillic, Arabic for Arabic. A stemmer for one language
//! mostly joins what belongs together in its neighbours too, and never differs between a document
//! and a query.
//!
//! The cache has a fixed size and forgets by overwriting: a slot holds the last word that hashed
//! to it. Text repeats its words so much that this hits nearly always, and neither a hostile text
//! nor a large collection can make it grow.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use rust_stemmers::{Algorithm, Stemmer};

use crate::stop_words::is_stop_word;

/// Longer words are stemmed afresh each time; they are rare.
const LONGEST_CACHED: usize = 26;
/// Bytes that replace what the stemmer cut off, as in `happy` to `happi`.
const LONGEST_ENDING: usize = 4;
const SLOTS: usize = 8192;

#[derive(Clone, Copy)]
struct Slot {
    /// The word, filled up with zeros; a free slot is all zeros, which is no word.
    word: [u8; LONGEST_CACHED],
    /// How many bytes of the word the stem begins with; a stop word keeps none.
    kept: u8,
    ending: [u8; LONGEST_ENDING],
    ending_len: u8,
}

const FREE: Slot =
    Slot { word: [0; LONGEST_CACHED], kept: 0, ending: [0; LONGEST_ENDING], ending_len: 0 };

pub(crate) struct Stems {
    stemmers: Stemmers,
    hasher: FixedState,
    slots: Box<[Slot]>,
}

impl Stems {
    pub(crate) fn new() -> Stems {
        Stems {
            stemmers: Stemmers {
                english: Stemmer::create(Algorithm::English),
                russian: Stemmer::create(Algorithm::Russian),
                arabic: Stemmer::create(Algorithm::Arabic),
            },
            hasher: FixedState::with_seed(0),
            slots: vec![FREE; SLOTS].into_boxed_slice(),
        }
    }

    /// Replaces a folded word by its stem, and a stop word by nothing.
    pub(crate) fn stem(&mut self, word: &mut String) {
        if word.is_empty() {
            return;
        }
        if word.len() > LONGEST_CACHED {
            *word = self.stemmers.stem(word);
            return;
        }
        let mut key = [0; LONGEST_CACHED];
        key[..word.len()].copy_from_slice(word.as_bytes());
        let slot = &mut self.slots[self.hasher.hash_one(key) as usize % SLOTS];
        if slot.word != key {
            let stem = self.stemmers.stem(word);
            let kept = common_prefix(word, &stem);
            let ending = &stem.as_bytes()[kept..];
            if ending.len() > LONGEST_ENDING {
                *word = stem;
                return;
            }
            *slot = Slot { word: key, kept: kept as u8, ..FREE };
            slot.ending[..ending.len()].copy_from_slice(ending);
            slot.ending_len = ending.len() as u8;
        }
        word.truncate(usize::from(slot.kept));
        if slot.ending_len > 0 {
            let ending = std::str::from_utf8(&slot.ending[..usize::from(slot.ending_len)]);
            word.push_str(ending.expect("an ending is cut at a character's boundary"));
        }
    }
}

struct Stemmers {
    english: Stemmer,
    russian: Stemmer,
    arabic: Stemmer,
}

impl Stemmers {
    fn stem(&self, word: &str) -> String {
        if is_stop_word(word) {
            return String::new();
        }
        let stemmer = match word.chars().next() {
            _ if word.is_ascii() => &self.english,
            Some('\u{400}'..='\u{52f}') => &self.russian,
            Some('\u{620}'..='\u{6ff}') => &self.arabic,
            _ => return word.to_owned(),
        };
        let stem = stemmer.stem(word);
        if stem.is_empty() { word.to_owned() } else { stem.into_owned() }
    }
}

/// How many bytes two words share at their beginning, in whole characters.
fn common_prefix(word: &str, stem: &str) -> usize {
    let same = word.bytes().zip(stem.bytes()).take_while(|(a, b)| a == b).count();
    (0..=same).rev().find(|&n| word.is_char_boundary(n) && stem.is_char_boundary(n)).unwrap_or(0)
}
