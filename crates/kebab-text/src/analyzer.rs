//! From text to tokens: the one analysis that documents and queries share.
//!
//! The walk goes from blank to blank. A piece of plain ASCII is analysed as it stands; any other is
//! normalised first, and offsets find their way back to the raw bytes.

use crate::fold::{Normalizer, Origin};
use crate::word_tokens::WordTokens;

/// Names the analysis; changes whenever the tokens of any text change.
pub const ANALYSIS_VERSION: &str = "analysis-1";

/// One token of a text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    /// What is indexed and searched.
    pub text: &'a str,
    /// Counts words from 0. Stop words leave gaps; forms of the same word share a position.
    pub position: u32,
    /// First byte, in the input, of the word or part the token came from.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// How much it counts in a query, where a word counts 1: the pairs of a Korean word share.
    pub weight: f64,
}

/// What the tokens are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be found: lists every single character of Chinese, Japanese and Korean words as well.
    Index,
    /// To find: a subset of the tokens that the same text has in an index.
    Query,
}

/// Turns text into tokens. Keeps its buffers and a bounded memory of stems from text to text;
/// what it emits depends on neither.
pub struct Analyzer {
    normalizer: Normalizer,
    words: WordTokens,
}

impl Default for Analyzer {
    fn default() -> Analyzer {
        Analyzer::new()
    }
}

impl Analyzer {
    /// An analyzer, which is worth keeping for many texts.
    pub fn new() -> Analyzer {
        Analyzer { normalizer: Normalizer::default(), words: WordTokens::new() }
    }

    /// Hands the tokens of a text to `emit`, positions never decreasing.
    ///
    /// A blank always ends a word, so the tokens of two texts joined by a blank are the tokens of
    /// the first and then those of the second.
    pub fn analyze(&mut self, text: &str, purpose: Purpose, mut emit: impl FnMut(Token<'_>)) {
        let mut position = 0;
        let mut at = 0;
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let mut is_ascii = true;
            let start = at;
            while let Some(&byte) = bytes.get(at) {
                if byte.is_ascii_whitespace() {
                    break;
                }
                is_ascii &= byte < 0x80;
                at += 1;
            }
            let piece = &text[start..at];
            if is_ascii {
                let origin = Origin::raw(start);
                let mut output = Output { text: piece, origin, purpose, position, emit: &mut emit };
                self.words.analyze(&mut output);
                position = output.position;
            } else {
                let mut base = start;
                for blank_free in piece.split_inclusive(char::is_whitespace) {
                    let raw = blank_free.trim_end_matches(char::is_whitespace);
                    let (text, origin) = self.normalizer.normalize(raw, base);
                    let mut output = Output { text, origin, purpose, position, emit: &mut emit };
                    self.words.analyze(&mut output);
                    position = output.position;
                    base += blank_free.len();
                }
            }
            at += 1;
        }
    }
}

/// Where tokens go: the normalised piece they come from, and the position reached.
pub(crate) struct Output<'a, F> {
    pub(crate) text: &'a str,
    pub(crate) purpose: Purpose,
    origin: Origin<'a>,
    position: u32,
    emit: F,
}

impl<F: FnMut(Token<'_>)> Output<'_, F> {
    /// Emits a token at the position reached, for bytes of the normalised piece.
    pub(crate) fn emit(&mut self, text: &str, start: usize, end: usize) {
        self.emit_weighing(1.0, text, start, end);
    }

    /// The same for a token that counts for less, or more, than a word.
    pub(crate) fn emit_weighing(&mut self, weight: f64, text: &str, start: usize, end: usize) {
        if text.is_empty() {
            return;
        }
        let (start, end) = self.origin.range(start, end);
        (self.emit)(Token { text, position: self.position, start, end, weight });
    }

    pub(crate) fn advance(&mut self, n_positions: u32) {
        self.position = self.position.saturating_add(n_positions);
    }
}
