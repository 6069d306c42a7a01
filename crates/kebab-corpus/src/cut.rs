//! Takes apart what does not fit: between sentences or lines, else between words, else anywhere.

use std::ops::Range;

use kebab_text::count_tokens;

use crate::code::groups;
use crate::lines::lines;
use crate::outline::Kind;
use crate::policy::Limits;
use crate::sentences::sentences;

/// A part of a text and its length in tokens.
pub(crate) type Part = (Range<usize>, usize);

/// Cuts a range of a text into parts that do not pass the maximum and are as small as the way of
/// cutting makes them, for packing.
/// The parts follow each other without a gap. Each way of cutting is tried on what the coarser
/// ones before it left too long, so that the work stays in proportion to the text.
pub(crate) fn cut(text: &str, range: Range<usize>, kind: Kind, limits: &Limits) -> Vec<Part> {
    let ways: &[Way] = match kind {
        Kind::Lines => &[Way::Groups, Way::Lines, Way::Words],
        _ => &[Way::Sentences, Way::Lines, Way::Words],
    };
    let mut parts = Vec::new();
    cut_by(ways, text, range, limits, &mut parts);
    parts
}

#[derive(Clone, Copy)]
enum Way {
    Sentences,
    Groups,
    Lines,
    Words,
}

fn cut_by(ways: &[Way], text: &str, range: Range<usize>, limits: &Limits, parts: &mut Vec<Part>) {
    let Some((way, finer)) = ways.split_first() else {
        return cut_anywhere(text, range, limits, parts);
    };
    let mut take = |end: usize, start: &mut usize| {
        let part = *start..end;
        *start = end;
        let n_tokens = tokens_alone(&text[part.clone()]);
        if n_tokens <= limits.max {
            parts.push((part, n_tokens));
        } else {
            cut_by(finer, text, part, limits, parts);
        }
    };
    let whole = &text[range.clone()];
    let mut at = range.start;
    match way {
        Way::Sentences => sentences(whole).for_each(|part| take(at + part.len(), &mut at)),
        Way::Groups => groups(whole).for_each(|part| take(range.start + part.end, &mut at)),
        Way::Lines => lines(whole).for_each(|part| take(at + part.len(), &mut at)),
        Way::Words => runs_of_words(whole, limits).for_each(|part| take(at + part.len(), &mut at)),
    }
}

/// The tokens of a part as a chunk of its own would have it: the blanks around it are left out,
/// and a word may cost more without the one before it.
fn tokens_alone(part: &str) -> usize {
    count_tokens(part.trim())
}

/// Runs of words, each with the blanks before it, as tokens have them. They are long enough for the
/// rounding of their counts not to add up, and short enough to fill chunks well.
fn runs_of_words<'t>(text: &'t str, limits: &Limits) -> impl Iterator<Item = &'t str> {
    let n_bytes = bytes_per(text, limits.target.div_ceil(8));
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let first = rest.len() - rest.trim_start().len();
        let from = part_end(rest, first, n_bytes, rest.len());
        let end = rest[from..].find(char::is_whitespace).map_or(rest.len(), |at| from + at);
        let run;
        (run, rest) = rest.split_at(end);
        Some(run)
    })
}

/// About how many bytes of a text are so many tokens.
fn bytes_per(text: &str, n_tokens: usize) -> usize {
    text.len() / count_tokens(text).div_ceil(n_tokens).max(1)
}

/// Cuts into equal parts of about the target's length, and these into halves until they fit.
fn cut_anywhere(text: &str, range: Range<usize>, limits: &Limits, parts: &mut Vec<Part>) {
    let n_bytes = bytes_per(&text[range.clone()], limits.target);
    let mut at = range.start;
    while at < range.end {
        let end = part_end(text, at, n_bytes, range.end);
        cut_in_halves(text, at..end, limits, parts);
        at = end;
    }
}

fn cut_in_halves(text: &str, range: Range<usize>, limits: &Limits, parts: &mut Vec<Part>) {
    let mut waiting = vec![range];
    while let Some(part) = waiting.pop() {
        let n_tokens = tokens_alone(&text[part.clone()]);
        let middle = part_end(text, part.start, part.len() / 2, part.end);
        if n_tokens <= limits.max || middle == part.end {
            parts.push((part, n_tokens));
        } else {
            waiting.push(middle..part.end);
            waiting.push(part.start..middle);
        }
    }
}

/// The end of a part of about so many bytes, and of a character at least.
fn part_end(text: &str, start: usize, n_bytes: usize, end: usize) -> usize {
    let wanted = start + n_bytes.max(1);
    if wanted >= end { end } else { text.ceil_char_boundary(wanted) }
}
