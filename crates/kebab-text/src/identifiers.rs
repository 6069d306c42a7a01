//! Takes a name made of several words apart: `load_golden_set`, `HTTPServer`, `O'Brien`.

use crate::scripts::{Kind, kind};

/// Splits at underscores, apostrophes and changes of case. Bytes of the parts are appended.
///
/// `HTTPServer` is `HTTP` and `Server`, and `APIs` is one part, because the `s` is a plural.
pub(crate) fn split(name: &str, parts: &mut Vec<(usize, usize)>) {
    let mut start = 0;
    let mut before = None;
    let mut chars = name.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if matches!(c, '_' | '\'' | '’') {
            push(parts, start, at);
            start = at + c.len_utf8();
            before = None;
            continue;
        }
        if let Some(last) = before
            && c.is_uppercase()
            && (!char::is_uppercase(last) || begins_word(chars.peek().copied(), name))
        {
            push(parts, start, at);
            start = at;
        }
        if kind(c) != Kind::Mark {
            before = Some(c);
        }
    }
    push(parts, start, name.len());
}

fn push(parts: &mut Vec<(usize, usize)>, start: usize, end: usize) {
    if start < end {
        parts.push((start, end));
    }
}

/// Whether the letter after a run of upper case shows that a capitalised word has begun.
fn begins_word(next: Option<(usize, char)>, name: &str) -> bool {
    next.is_some_and(|(at, c)| {
        let plural = c == 's' && !name[at + 1..].starts_with(char::is_alphanumeric);
        c.is_lowercase() && !plural
    })
}

/// Whether so many parts are so short that the name is rather encoded bytes than words.
pub(crate) fn is_noise(parts: &[(usize, usize)]) -> bool {
    let length: usize = parts.iter().map(|(start, end)| end - start).sum();
    parts.len() > 4 && length < 3 * parts.len()
}

/// The letters of a word such as `python3`, when there are enough of them to be a word.
pub(crate) fn without_digits(word: &str) -> Option<&str> {
    if !word.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = letters.len() >= 3 && letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    is_word.then_some(letters)
}

/// A word without the possessive or contracted verb at its end, as in `dog's` and `we'll`.
///
/// `n't` stays: without its apostrophe, `dont` is a word of its own and a stop word.
pub(crate) fn without_clitic(word: &str) -> &str {
    let Some((before, clitic)) = word.rsplit_once(['\'', '’']) else { return word };
    let is_clitic =
        ["s", "re", "ve", "ll", "m", "d"].iter().any(|known| clitic.eq_ignore_ascii_case(known));
    if is_clitic { before } else { word }
}

/// A word without the plural of an initialism, as in `APIs` and `mRNAs`.
///
/// The stemmer would keep the `s` of `rnas`, as it does that of `gas`.
pub(crate) fn without_plural(word: &str) -> &str {
    let singular = word.strip_suffix('s').filter(|singular| {
        let mut letters = singular.bytes().rev();
        letters.next().is_some_and(|last| last.is_ascii_uppercase()) && letters.next().is_some()
    });
    singular.unwrap_or(word)
}

/// Whether a word is a negation such as `don't`.
pub(crate) fn is_negation(word: &str) -> bool {
    let mut parts = word.rsplit(['\'', '’']);
    let ends_in_t = parts.next().is_some_and(|end| end.eq_ignore_ascii_case("t"));
    ends_in_t
        && parts.next().is_some_and(|verb| verb.ends_with(['n', 'N']))
        && parts.next().is_none()
}
