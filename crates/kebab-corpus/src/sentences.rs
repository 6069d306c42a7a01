//! Where sentences end, well enough for cutting long paragraphs.

/// Words that end with a full stop and are followed by more of their sentence.
const ABBREVIATIONS: [&str; 15] = [
    "al", "cf", "dr", "e.g", "etc", "fig", "i.e", "jr", "mr", "mrs", "ms", "prof", "sr", "u.s",
    "vs",
];

/// The sentences of a text, each with the blanks behind it.
pub(crate) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let sentence;
        (sentence, rest) = rest.split_at(first_end(rest));
        Some(sentence)
    })
}

fn first_end(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if !matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡') {
            continue;
        }
        let mut last = c;
        while let Some(&(_, next)) = chars.peek()
            && (is_terminator(next) || is_closer(next))
        {
            last = if is_terminator(next) { next } else { last };
            chars.next();
        }
        let end = chars.peek().map_or(text.len(), |&(at, _)| at);
        if ends_here(&text[..at], last, &text[end..]) {
            return text.len() - text[end..].trim_start().len();
        }
    }
    text.len()
}

fn is_terminator(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡')
}

fn is_closer(c: char) -> bool {
    matches!(c, '"' | '\'' | ')' | ']' | '”' | '’' | '»' | '」' | '』' | '）' | '】' | '*' | '_')
}

fn ends_here(before: &str, terminator: char, after: &str) -> bool {
    let is_wide = matches!(terminator, '。' | '！' | '？' | '｡');
    let follower = after.chars().next();
    if is_wide || follower.is_none() {
        return true;
    }
    if !follower.is_some_and(char::is_whitespace) {
        // Korean is often written without a blank after the full stop: `했다.그리고`.
        let is_hangul = |c: char| ('가'..='힣').contains(&c);
        return terminator == '.' && before.ends_with(is_hangul) && follower.is_some_and(is_hangul);
    }
    if terminator != '.' {
        return true;
    }
    let is_continued = after.trim_start().starts_with(char::is_lowercase);
    !is_continued && !ends_with_abbreviation(before)
}

fn ends_with_abbreviation(before: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '.';
    // No abbreviation is longer, and looking further back for every full stop would add up.
    let window = &before[before.ceil_char_boundary(before.len().saturating_sub(16))..];
    let start = window.rfind(|c| !is_part(c)).map_or(0, |at| window.ceil_char_boundary(at + 1));
    let word = &window[start..];
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    is_initial || ABBREVIATIONS.iter().any(|known| word.eq_ignore_ascii_case(known))
}
