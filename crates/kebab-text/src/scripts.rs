//! Which way of writing a character belongs to, as far as finding words depends on it.

use unicode_normalization::char::is_combining_mark;

/// How words are found around a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A letter of a script that puts blanks between words.
    Letter,
    /// A digit or another numeric character.
    Digit,
    /// A mark that belongs to the letter before it.
    Mark,
    /// Chinese characters and Japanese kana: no blanks between words.
    Han,
    /// Korean: blanks between words, but particles stick to them.
    Hangul,
    /// Thai, Lao, Khmer, Burmese: no blanks between words.
    Unspaced,
    /// Everything else.
    Other,
}

/// Whether a character belongs to Han, Hiragana, Katakana or Hangul, with their extensions and
/// half-width forms.
///
/// ```
/// assert!("漢あアｱ한ㅋ".chars().all(kebab_text::is_cjk));
/// assert!(!"aé1ж、。ｗ".chars().any(kebab_text::is_cjk));
/// ```
pub fn is_cjk(c: char) -> bool {
    is_hangul(c) || is_han_or_kana(c)
}

pub(crate) fn kind(c: char) -> Kind {
    match c {
        'a'..='z' | 'A'..='Z' => Kind::Letter,
        '0'..='9' => Kind::Digit,
        '\0'..='\x7f' => Kind::Other,
        _ if is_hangul(c) => Kind::Hangul,
        _ if is_han_or_kana(c) => Kind::Han,
        _ if is_combining_mark(c) => Kind::Mark,
        _ if is_unspaced(c) && c.is_alphabetic() => Kind::Unspaced,
        _ if c.is_alphabetic() => Kind::Letter,
        _ if c.is_numeric() => Kind::Digit,
        _ => Kind::Other,
    }
}

fn is_hangul(c: char) -> bool {
    matches!(c,
        '\u{ac00}'..='\u{d7ff}'
        | '\u{1100}'..='\u{11ff}'
        | '\u{3131}'..='\u{318e}'
        | '\u{a960}'..='\u{a97c}'
        | '\u{ffa0}'..='\u{ffdc}')
}

fn is_han_or_kana(c: char) -> bool {
    matches!(c,
        '\u{4e00}'..='\u{9fff}'
        | '\u{3041}'..='\u{3096}'
        | '\u{309d}'..='\u{309f}'
        | '\u{30a1}'..='\u{30fa}'
        | '\u{30fc}'..='\u{30ff}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3021}'..='\u{3029}'
        | '\u{3038}'..='\u{303c}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}'
        | '\u{2e80}'..='\u{2fd5}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'
        | '\u{1aff0}'..='\u{1b16f}'
        | '\u{20000}'..='\u{3fffd}')
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
}

/// Scripts in which a mark over a letter is an accent, not a letter of its own.
pub(crate) fn has_accents(base: char) -> bool {
    matches!(base,
        'a'..='z'
        | '\u{c0}'..='\u{24f}'
        | '\u{250}'..='\u{2af}'
        | '\u{1e00}'..='\u{1eff}'
        | '\u{370}'..='\u{3ff}'
        | '\u{1f00}'..='\u{1fff}'
        | '\u{400}'..='\u{52f}'
        | '\u{5d0}'..='\u{5ea}'
        | '\u{620}'..='\u{64a}'
        | '\u{671}'..='\u{6d3}')
}
