//! Splitting a text into words that can be compared.

/// What a word weighs; a character of a script without spaces weighs half of it.
pub(super) const WORD: usize = 2;
const CHARACTER: usize = 1;

/// Hands over each word in lower case, with its weight.
///
/// A word is a row of letters and digits. A character of a script without spaces is a word of its
/// own, because where its words end cannot be told without a dictionary.
pub(super) fn for_each_word(text: &str, mut each: impl FnMut(&str, usize)) {
    let mut word = String::new();
    for c in text.chars() {
        if is_ignored(c) {
            continue;
        }
        let stands_alone = is_unspaced(c);
        if !word.is_empty() && (stands_alone || !c.is_alphanumeric()) {
            each(&word, WORD);
            word.clear();
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        if stands_alone && !word.is_empty() {
            each(&word, CHARACTER);
            word.clear();
        }
    }
    if !word.is_empty() {
        each(&word, WORD);
    }
}

/// Marks that stand inside a word: accents that combine, soft hyphens, joiners, variation selectors.
fn is_ignored(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{ad}' | '\u{200c}'..='\u{200d}' | '\u{2060}'
        | '\u{fe00}'..='\u{fe0f}')
}

/// Scripts whose text is compared by character.
fn is_unspaced(c: char) -> bool {
    matches!(c,
        '\u{0e00}'..='\u{0eff}'     // Thai, Lao
        | '\u{0f00}'..='\u{109f}'   // Tibetan, Myanmar
        | '\u{1100}'..='\u{11ff}'   // Hangul letters
        | '\u{1780}'..='\u{17ff}'   // Khmer
        | '\u{3005}'..='\u{3007}'   // marks that stand for a Han character
        | '\u{3040}'..='\u{31ff}'   // Hiragana, Katakana, Bopomofo, Hangul letters
        | '\u{3400}'..='\u{4dbf}'   // Han
        | '\u{4e00}'..='\u{9fff}'
        | '\u{a960}'..='\u{a97f}'   // Hangul letters
        | '\u{ac00}'..='\u{d7ff}'   // Hangul
        | '\u{f900}'..='\u{faff}'   // Han
        | '\u{ff66}'..='\u{ffdc}'   // half-width Katakana and Hangul
        | '\u{20000}'..='\u{3ffff}' // Han
    )
}
