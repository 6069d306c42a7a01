//! Text in scripts without blanks between words, and Korean, as overlapping pairs of characters.
//!
//! Pairs find a word inside a longer one without a dictionary. Each pair has its own position, so
//! the pairs of a word stand next to each other wherever the word occurs. Short runs are listed
//! whole as well, because a whole word tells more than its pairs; Korean words without their
//! particle. With [`Purpose::Index`] every single character is listed too, at the position of the
//! pair it begins, so that a word of one character is found inside longer ones.

use crate::analyzer::{Output, Purpose, Token};
use crate::korean;
use crate::scripts::{Kind, kind};

/// Longest run of Chinese or Japanese that is listed whole.
const LONGEST_HAN: usize = 8;
/// Longest Korean word that is listed whole.
const LONGEST_HANGUL: usize = 20;

/// What may stand between a word and its particle.
const CLOSING_SIGNS: &str = ")]}>`*_\"'”’」』》";

/// Emits the tokens of a run of characters in one script.
pub(crate) fn emit_run(
    run: Kind,
    (start, end): (usize, usize),
    bounds: &mut Vec<usize>,
    output: &mut Output<'_, impl FnMut(Token<'_>)>,
) {
    let text = &output.text[start..end];
    bounds.clear();
    // A mark belongs to the character before it.
    let is_start = |&(at, c): &(usize, char)| at == 0 || kind(c) != Kind::Mark;
    bounds.extend(text.char_indices().filter(is_start).map(|(at, _)| start + at));
    bounds.push(end);
    let n = bounds.len() - 1;
    if n == 1 {
        output.emit(&output.text[start..end], start, end);
        output.advance(1);
        return;
    }
    let whole_end = match run {
        Kind::Hangul if n <= LONGEST_HANGUL => start + korean::without_particle(text).len(),
        Kind::Han if n <= LONGEST_HAN => end,
        _ => start,
    };
    // A pair of Chinese characters is its own whole. A Korean word of two is listed twice: it
    // stands between blanks, which makes it a better match than the same pair inside a word.
    if whole_end > bounds[if run == Kind::Hangul { 1 } else { 2 }] {
        output.emit(&output.text[start..whole_end], start, whole_end);
    }
    // The stem of one character is among the single characters of an index.
    if run == Kind::Hangul && n == 2 && output.purpose == Purpose::Query {
        let stem_len = korean::single_character_stem(text).map_or(0, str::len);
        output.emit(&output.text[start..start + stem_len], start, start + stem_len);
    }
    // A Korean word is one word however many pairs it has, and must not outweigh a short one beside
    // it. A run of Chinese is as many words as it is long.
    let weight = if run == Kind::Hangul { 1.0 / ((n - 1) as f64).sqrt() } else { 1.0 };
    for i in 0..n - 1 {
        let (first, middle, last) = (bounds[i], bounds[i + 1], bounds[i + 2]);
        output.emit_weighing(weight, &output.text[first..last], first, last);
        if output.purpose == Purpose::Index {
            output.emit(&output.text[first..middle], first, middle);
            if i == n - 2 {
                output.emit(&output.text[middle..last], middle, last);
            }
        }
        output.advance(1);
    }
}

/// Whether a Korean run is a particle that follows a word in another script, a closing bracket or
/// a quote, as in `Pod를` and `(API)는`. Alone it means nothing.
pub(crate) fn is_loose_particle(text: &str, start: usize, end: usize) -> bool {
    let follows_word = text[..start].chars().next_back().is_some_and(|before| {
        matches!(kind(before), Kind::Letter | Kind::Han) || CLOSING_SIGNS.contains(before)
    });
    follows_word && korean::is_particle(&text[start..end])
}
