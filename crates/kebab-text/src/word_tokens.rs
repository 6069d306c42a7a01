//! From words to tokens: what is emitted for each kind of word that `words.rs` finds.

use crate::analyzer::{Output, Token};
use crate::fold::fold_into;
use crate::stems::Stems;
use crate::words::{Lexeme, Shape, next_lexeme};
use crate::{identifiers, runs};

/// Words are cut to this many characters, so that encoded bytes do not flood an index while a
/// long checksum is still found.
const LONGEST_TOKEN: usize = 64;

/// What is needed to turn words into tokens, reused from word to word.
pub(crate) struct WordTokens {
    stems: Stems,
    folded: String,
    parts: Vec<(usize, usize)>,
    bounds: Vec<usize>,
}

impl WordTokens {
    pub(crate) fn new() -> WordTokens {
        let stems = Stems::new();
        WordTokens { stems, folded: String::new(), parts: Vec::new(), bounds: Vec::new() }
    }

    /// Emits the tokens of a piece of normalised text.
    pub(crate) fn analyze(&mut self, output: &mut Output<'_, impl FnMut(Token<'_>)>) {
        let mut at = 0;
        while let Some((lexeme, start, end)) = next_lexeme(output.text, at) {
            at = end;
            match lexeme {
                Lexeme::Word(shape) => self.word(shape, start, end, output),
                Lexeme::Number => self.number(start, end, output),
                Lexeme::Initialism | Lexeme::Name => self.name(lexeme, start, end, output),
                Lexeme::Run(run) => {
                    if !runs::is_loose_particle(output.text, start, end) {
                        runs::emit_run(run, (start, end), &mut self.bounds, output);
                    }
                }
            }
        }
    }

    fn word(
        &mut self,
        shape: Shape,
        start: usize,
        mut end: usize,
        output: &mut Output<'_, impl FnMut(Token<'_>)>,
    ) {
        let mixed_case = shape.has(Shape::UPPER);
        let joined = shape.has(Shape::UNDERSCORE) || shape.has(Shape::APOSTROPHE);
        if !mixed_case && !joined {
            self.plain(start, end, output);
            output.advance(1);
            return;
        }
        let mut word = &output.text[start..end];
        if shape.has(Shape::APOSTROPHE) {
            word = identifiers::without_clitic(word);
        }
        word = identifiers::without_plural(word);
        end = start + word.len();
        if identifiers::is_negation(word) {
            self.negation(start, end, output);
            return;
        }
        self.parts.clear();
        identifiers::split(word, &mut self.parts);
        match self.parts[..] {
            [] => {}
            [(from, to)] => {
                self.plain(start + from, start + to, output);
                output.advance(1);
            }
            _ => self.compound(start, end, output),
        }
    }

    /// A name of several parts: the whole, then each part at a position of its own.
    fn compound(
        &mut self,
        start: usize,
        end: usize,
        output: &mut Output<'_, impl FnMut(Token<'_>)>,
    ) {
        let text = output.text;
        self.folded.clear();
        let length: usize = self.parts.iter().map(|(from, to)| to - from).sum();
        let is_noise = identifiers::is_noise(&self.parts);
        if length <= LONGEST_TOKEN || is_noise {
            for &(from, to) in &self.parts {
                if self.folded.len() < LONGEST_TOKEN {
                    fold_into(&mut self.folded, &text[start + from..start + to]);
                }
            }
            truncate(&mut self.folded);
            // Stemmed like a word, so that `getPods`, `get_pods` and `getpods` are one token.
            self.stems.stem(&mut self.folded);
            output.emit(&self.folded, start, end);
        }
        if is_noise {
            output.advance(1);
            return;
        }
        for i in 0..self.parts.len() {
            let (from, to) = self.parts[i];
            // A single letter of a name, as in `iPhone`, finds nothing worth finding.
            if text[start + from..start + to].chars().nth(1).is_some() {
                self.plain(start + from, start + to, output);
            }
            output.advance(1);
        }
    }

    /// One word without inner structure: folded and stemmed.
    fn plain(&mut self, start: usize, end: usize, output: &mut Output<'_, impl FnMut(Token<'_>)>) {
        let word = shortened(&output.text[start..end]);
        self.folded.clear();
        fold_into(&mut self.folded, word);
        truncate(&mut self.folded);
        let letters = identifiers::without_digits(&self.folded).map(str::len);
        self.stems.stem(&mut self.folded);
        output.emit(&self.folded, start, end);
        if let Some(n_letters) = letters {
            self.folded.clear();
            fold_into(&mut self.folded, word);
            self.folded.truncate(n_letters);
            self.stems.stem(&mut self.folded);
            output.emit(&self.folded, start, end);
        }
    }

    /// `don't` and its like, as one word without the apostrophe.
    fn negation(
        &mut self,
        start: usize,
        end: usize,
        output: &mut Output<'_, impl FnMut(Token<'_>)>,
    ) {
        self.folded.clear();
        fold_into(&mut self.folded, shortened(&output.text[start..end]));
        self.folded.retain(|c| !matches!(c, '\'' | '’'));
        self.stems.stem(&mut self.folded);
        output.emit(&self.folded, start, end);
        output.advance(1);
    }

    /// A number or version, without the signs that only group digits.
    fn number(&mut self, start: usize, end: usize, output: &mut Output<'_, impl FnMut(Token<'_>)>) {
        self.folded.clear();
        fold_into(&mut self.folded, shortened(&output.text[start..end]));
        self.folded.retain(|c| c != ',');
        let number = self.folded.strip_prefix('v').unwrap_or(&self.folded);
        output.emit(number, start, end);
        output.advance(1);
    }

    /// `U.S.` without its points, or `C++` with its signs.
    fn name(
        &mut self,
        lexeme: Lexeme,
        start: usize,
        end: usize,
        output: &mut Output<'_, impl FnMut(Token<'_>)>,
    ) {
        self.folded.clear();
        fold_into(&mut self.folded, shortened(&output.text[start..end]));
        if lexeme == Lexeme::Initialism {
            self.folded.retain(|c| c != '.');
        }
        output.emit(&self.folded, start, end);
        output.advance(1);
    }
}

/// The first characters of a word, as many as a token may have.
fn shortened(word: &str) -> &str {
    if word.len() <= LONGEST_TOKEN {
        return word;
    }
    word.char_indices().nth(LONGEST_TOKEN).map_or(word, |(end, _)| &word[..end])
}

fn truncate(folded: &mut String) {
    let end = shortened(folded).len();
    folded.truncate(end);
}
