//! Cuts text into the pieces that a byte pair encoder never merges across.
//!
//! This is `o200k_base`'s pattern, followed by hand in one pass:
//!
//! ```text
//! word    any sign or blank but a line break, at most one; upper-case letters; lower-case letters;
//!         perhaps a contraction such as 's
//! digits  one to three
//! signs   perhaps a blank; signs; line breaks and slashes
//! blanks  up to the last line break; or all but the blank that the next piece begins with
//! ```

use unicode_normalization::char::is_combining_mark;

/// What a piece consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Where the letters begin and end; before them may stand a blank or sign, after them a
    /// contraction.
    Word(usize, usize),
    Digits,
    Signs,
    Blanks,
}

/// What the pattern asks of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Upper,
    Lower,
    /// Letters without case, and marks: they continue both halves of a word.
    Caseless,
    Number,
    LineBreak,
    Blank,
    Sign,
}

static ASCII: [Class; 128] = ascii();

const fn ascii() -> [Class; 128] {
    let mut classes = [Class::Sign; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'a'..=b'z' => Class::Lower,
            b'A'..=b'Z' => Class::Upper,
            b'0'..=b'9' => Class::Number,
            b'\r' | b'\n' => Class::LineBreak,
            b' ' | b'\t' | 0x0b | 0x0c => Class::Blank,
            _ => Class::Sign,
        };
        byte += 1;
    }
    classes
}

/// The class and length in bytes of the character at a byte, or nothing at the end.
#[inline]
pub(crate) fn class_at(text: &str, at: usize) -> Option<(Class, usize)> {
    let byte = *text.as_bytes().get(at)?;
    if byte < 0x80 {
        return Some((ASCII[usize::from(byte)], 1));
    }
    let c = text.get(at..)?.chars().next()?;
    let class = match c {
        '\u{ac00}'..='\u{d7a3}' | '\u{4e00}'..='\u{9fff}' | '\u{3041}'..='\u{3096}' => {
            Class::Caseless
        }
        _ if c.is_lowercase() => Class::Lower,
        _ if c.is_uppercase() => Class::Upper,
        _ if c.is_alphabetic() || is_combining_mark(c) => Class::Caseless,
        _ if c.is_numeric() => Class::Number,
        _ if c.is_whitespace() => Class::Blank,
        _ => Class::Sign,
    };
    Some((class, c.len_utf8()))
}

fn is_letter(class: Class) -> bool {
    matches!(class, Class::Upper | Class::Lower | Class::Caseless)
}

/// The piece that begins at a byte before the end, and the byte after it.
pub(crate) fn piece_at(text: &str, start: usize) -> (Piece, usize) {
    let Some((first, len)) = class_at(text, start) else { return (Piece::Signs, text.len()) };
    match first {
        Class::Upper | Class::Lower | Class::Caseless => word(text, start),
        Class::Number => (Piece::Digits, digits_end(text, start)),
        Class::LineBreak => (Piece::Blanks, blanks_end(text, start)),
        Class::Blank | Class::Sign => match class_at(text, start + len) {
            Some((next, _)) if is_letter(next) => word(text, start + len),
            Some((Class::Sign, _)) if first == Class::Sign || text.as_bytes()[start] == b' ' => {
                (Piece::Signs, signs_end(text, start + len))
            }
            _ if first == Class::Sign => (Piece::Signs, signs_end(text, start + len)),
            _ => (Piece::Blanks, blanks_end(text, start)),
        },
    }
}

fn word(text: &str, start: usize) -> (Piece, usize) {
    let bytes = text.as_bytes();
    let mut at = start;
    while let Some((Class::Upper | Class::Caseless, len)) = class_at(text, at) {
        at += len;
    }
    while bytes.get(at).is_some_and(u8::is_ascii_lowercase) {
        at += 1;
    }
    while let Some((Class::Lower | Class::Caseless, len)) = class_at(text, at) {
        at += len;
    }
    (Piece::Word(start, at), at + contraction_len(&bytes[at..]))
}

/// The length of `'s`, `'t`, `'m`, `'d`, `'re`, `'ve` or `'ll`.
fn contraction_len(rest: &[u8]) -> usize {
    let lower = |i: usize| rest.get(i).map(u8::to_ascii_lowercase);
    if rest.first() != Some(&b'\'') {
        return 0;
    }
    match (lower(1), lower(2)) {
        (Some(b's' | b't' | b'm' | b'd'), _) => 2,
        (Some(b'r' | b'v'), Some(b'e')) | (Some(b'l'), Some(b'l')) => 3,
        _ => 0,
    }
}

fn digits_end(text: &str, start: usize) -> usize {
    let mut at = start;
    for _ in 0..3 {
        let Some((Class::Number, len)) = class_at(text, at) else { break };
        at += len;
    }
    at
}

fn signs_end(text: &str, start: usize) -> usize {
    let mut at = start;
    while let Some((Class::Sign, len)) = class_at(text, at) {
        at += len;
    }
    while let Some(b'\r' | b'\n' | b'/') = text.as_bytes().get(at) {
        at += 1;
    }
    at
}

fn blanks_end(text: &str, start: usize) -> usize {
    let mut at = start;
    let mut last = start;
    let mut after_line_break = None;
    while let Some((class @ (Class::Blank | Class::LineBreak), len)) = class_at(text, at) {
        last = at;
        at += len;
        if class == Class::LineBreak {
            after_line_break = Some(at);
        }
    }
    match after_line_break {
        Some(end) => end,
        None if at == text.len() || last == start => at,
        None => last,
    }
}
