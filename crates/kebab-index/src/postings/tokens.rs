//! How analysed text reaches Tantivy: as a string that is already tokens.
//!
//! Lengths must be known before a chunk is handed over, and analysis runs on all cores, so chunks
//! are analysed first. Each token is written as a character that says how far its position is from
//! the one before (`\u{1}` is the same position), the term, and `\0`. No term has such characters:
//! terms are made of letters, digits and a few signs.

use kebab_text::{Analyzer, Purpose};
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

pub(super) const TOKENIZER: &str = "kebab";

/// Analysed text.
#[derive(Default)]
pub(super) struct Tokens {
    pub(super) encoded: String,
    /// How many positions have a token. Several tokens at one position, such as an identifier and
    /// its first part, count once: they are one thing said in several ways.
    pub(super) length: u32,
    last_position: Option<u32>,
    /// Where the next piece of text starts.
    next_position: u32,
}

/// Far enough apart that no phrase reaches from one piece of text into the next.
const GAP: u32 = 16;

/// The largest step between two positions that is told apart, well below the surrogates.
const LARGEST_STEP: u32 = 1000;

impl Tokens {
    /// Appends a piece of text, out of reach of phrases that start before it.
    pub(super) fn push(&mut self, analyzer: &mut Analyzer, text: &str) {
        let base = self.next_position;
        let mut end = base;
        analyzer.analyze(text, Purpose::Index, |token| {
            let position = base + token.position;
            let step = position - self.last_position.unwrap_or(0).min(position);
            if self.last_position != Some(position) {
                self.length += 1;
            }
            let step = char::from_u32(step.min(LARGEST_STEP) + 1).expect("below the surrogates");
            self.encoded.push(step);
            self.encoded.push_str(token.text);
            self.encoded.push('\0');
            self.last_position = Some(position);
            end = position + GAP;
        });
        self.next_position = end;
    }
}

/// Takes [`Tokens::encoded`] apart again.
#[derive(Clone)]
pub(super) struct Decoder;

pub(super) struct Decoded<'a> {
    rest: &'a str,
    token: Token,
    position: usize,
}

impl Tokenizer for Decoder {
    type TokenStream<'a> = Decoded<'a>;

    fn token_stream<'a>(&'a mut self, text: &'a str) -> Decoded<'a> {
        Decoded { rest: text, token: Token::default(), position: 0 }
    }
}

impl TokenStream for Decoded<'_> {
    fn advance(&mut self) -> bool {
        let mut chars = self.rest.chars();
        let Some(step) = chars.next() else { return false };
        let rest = chars.as_str();
        let (term, rest) = rest.split_once('\0').unwrap_or((rest, ""));
        self.rest = rest;
        self.position += step as usize - 1;
        self.token.position = self.position;
        self.token.text.clear();
        self.token.text.push_str(term);
        true
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}
