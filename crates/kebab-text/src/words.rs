//! Finds the next word in normalised text.
//!
//! A word is a run of letters, digits and underscores. A few signs join what would be two words:
//! an apostrophe between letters, a point or comma inside a number or version, the points of an
//! initialism such as `U.S.`; and the signs of `C++`, `C#` and `.NET` belong to the name. A change
//! between ways of writing, as in `Pod를`, ends a word.

use crate::scripts::{Kind, kind};

/// What a word is made of, as a set of bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape(u8);

impl Shape {
    pub(crate) const LOWER: Shape = Shape(1);
    /// An upper-case letter that is not the first.
    pub(crate) const UPPER: Shape = Shape(2);
    pub(crate) const DIGIT: Shape = Shape(4);
    pub(crate) const UNDERSCORE: Shape = Shape(8);
    pub(crate) const APOSTROPHE: Shape = Shape(16);
    pub(crate) const NON_ASCII: Shape = Shape(32);
    /// A first letter, of either case.
    const FIRST: Shape = Shape(64);

    pub(crate) fn has(self, other: Shape) -> bool {
        self.0 & other.0 != 0
    }

    fn add(&mut self, other: Shape) {
        self.0 |= other.0;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lexeme {
    /// Letters and digits, and what joins them.
    Word(Shape),
    /// A number with points or commas, or a version.
    Number,
    /// Letters with points between them.
    Initialism,
    /// A name whose signs tell it apart: `C++`, `C#`, `.NET`.
    Name,
    /// Text in a script that is cut into pairs of characters.
    Run(Kind),
}

/// The bits of ASCII characters that words are made of; 0 for all others.
static BITS: [u8; 256] = bits();

const fn bits() -> [u8; 256] {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        bits[byte] = match byte as u8 {
            b'a'..=b'z' => Shape::LOWER.0,
            b'A'..=b'Z' => Shape::UPPER.0,
            b'0'..=b'9' => Shape::DIGIT.0,
            b'_' => Shape::UNDERSCORE.0,
            _ => 0,
        };
        byte += 1;
    }
    bits
}

/// The next lexeme at or after a byte, and its bytes.
pub(crate) fn next_lexeme(text: &str, from: usize) -> Option<(Lexeme, usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        if BITS[usize::from(byte)] != 0 {
            return Some(word_at(text, at));
        }
        if byte < 0x80 {
            if byte == b'.'
                && let Some(end) = dot_net(bytes, at)
            {
                return Some((Lexeme::Name, at, end));
            }
            at += 1;
            continue;
        }
        let c = char_at(text, at)?;
        match kind(c) {
            Kind::Letter | Kind::Digit => return Some(word_at(text, at)),
            run @ (Kind::Han | Kind::Hangul | Kind::Unspaced) => {
                return Some((Lexeme::Run(run), at, run_end(text, at, run)));
            }
            Kind::Mark | Kind::Other => at += c.len_utf8(),
        }
    }
    None
}

fn char_at(text: &str, at: usize) -> Option<char> {
    text.get(at..)?.chars().next()
}

fn run_end(text: &str, start: usize, run: Kind) -> usize {
    let mut rest = text[start..].char_indices();
    let end = rest.find(|&(_, c)| !matches!(kind(c), Kind::Mark) && kind(c) != run);
    end.map_or(text.len(), |(at, _)| start + at)
}

fn word_at(text: &str, start: usize) -> (Lexeme, usize, usize) {
    let bytes = text.as_bytes();
    if let Some(end) = initialism_end(bytes, start) {
        return (Lexeme::Initialism, start, end);
    }
    let mut shape = Shape::default();
    let mut at = start;
    // The first letter's case says nothing: most sentences begin in upper case.
    match BITS[usize::from(bytes[start])] {
        0 => {
            at += char_at(text, start).map_or(1, char::len_utf8);
            shape.add(Shape::NON_ASCII);
        }
        bits if bits == Shape::LOWER.0 || bits == Shape::UPPER.0 => {
            at += 1;
            shape.add(Shape::FIRST);
        }
        _ => {}
    }
    let mut has_points = false;
    loop {
        while let Some(&byte) = bytes.get(at) {
            match BITS[usize::from(byte)] {
                0 => break,
                bits => shape.0 |= bits,
            }
            at += 1;
        }
        let Some(&byte) = bytes.get(at) else { break };
        match byte {
            b'\'' if joins_letters(text, at, 1) => {
                shape.add(Shape::APOSTROPHE);
                at += 1;
            }
            b'.' | b',' if is_number(bytes, start, shape) && joins_digits(bytes, at) => {
                has_points = true;
                at += 1;
            }
            0..0x80 => break,
            _ => {
                let c = char_at(text, at).unwrap_or(' ');
                match kind(c) {
                    Kind::Letter if c.is_uppercase() => shape.add(Shape::UPPER),
                    Kind::Letter => shape.add(Shape::LOWER),
                    Kind::Digit => shape.add(Shape::DIGIT),
                    Kind::Mark => {}
                    _ if c == '’' && joins_letters(text, at, c.len_utf8()) => {
                        shape.add(Shape::APOSTROPHE);
                    }
                    _ => break,
                }
                shape.add(Shape::NON_ASCII);
                at += c.len_utf8();
            }
        }
    }
    if at == start + 1 && shape == Shape::FIRST {
        let sign = [&b"++"[..], b"#"].into_iter().find(|sign| bytes[at..].starts_with(sign));
        if let Some(end) = sign.map(|sign| at + sign.len())
            && is_boundary(bytes, end)
        {
            return (Lexeme::Name, start, end);
        }
    }
    (if has_points { Lexeme::Number } else { Lexeme::Word(shape) }, start, at)
}

/// Whether no word goes on at a byte. A letter outside ASCII counts as going on.
fn is_boundary(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|&byte| byte < 0x80 && BITS[usize::from(byte)] == 0)
}

/// Whether a sign of `sign_len` bytes has letters on both sides.
fn joins_letters(text: &str, at: usize, sign_len: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = char_at(text, at + sign_len);
    before.is_some_and(|c| matches!(kind(c), Kind::Letter | Kind::Mark))
        && after.is_some_and(|c| kind(c) == Kind::Letter)
}

/// Whether what was read of a word is digits, perhaps after the `v` of a version.
fn is_number(bytes: &[u8], start: usize, shape: Shape) -> bool {
    let digits_only = shape == Shape::DIGIT;
    digits_only
        || (shape.0 == Shape::DIGIT.0 | Shape::FIRST.0 && matches!(bytes[start], b'v' | b'V'))
}

/// Whether a point, or a comma before exactly three digits, continues a number.
fn joins_digits(bytes: &[u8], at: usize) -> bool {
    let after = bytes[at + 1..].iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
    let before = at > 0 && bytes[at - 1].is_ascii_digit();
    before && if bytes[at] == b',' { after == 3 } else { after > 0 }
}

/// The end of single letters joined by points: `U.S.A`, or with a last point also `e.g.`.
fn initialism_end(bytes: &[u8], start: usize) -> Option<usize> {
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    if !letter(start) || bytes.get(start + 1) != Some(&b'.') || !letter(start + 2) {
        return None;
    }
    if start > 0 && bytes[start - 1] == b'.' {
        return None;
    }
    let mut end = start + 1;
    while bytes.get(end) == Some(&b'.') && letter(end + 1) && is_boundary(bytes, end + 2) {
        end += 2;
    }
    let in_upper_case = || bytes[start..end].iter().step_by(2).all(u8::is_ascii_uppercase);
    let whole = end > start + 1 && is_boundary(bytes, end) && !letter(end + 1);
    (whole && (bytes.get(end) == Some(&b'.') || in_upper_case())).then_some(end)
}

/// The end of `.NET` when a point begins it, and not the last part of a host name.
fn dot_net(bytes: &[u8], at: usize) -> Option<usize> {
    let end = at + 4;
    let name = bytes.get(at + 1..end)?;
    let free = at == 0 || is_boundary(bytes, at - 1);
    let named = name == b"NET" || (free && name.eq_ignore_ascii_case(b"net"));
    (named && is_boundary(bytes, end)).then_some(end)
}
