//! The few lines of a chunk that show why it was found.

use std::ops::Range;

use foldhash::HashMap;
use kebab_index::Query;
use kebab_text::{Analyzer, Purpose};

/// A piece of source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snippet {
    /// As it stands in the source.
    pub text: String,
    /// The parts of `text` that match the query: in order, not overlapping.
    pub highlights: Vec<Range<usize>>,
    /// Where `text` begins in the chunk.
    pub offset: usize,
    /// Whether the chunk goes on before and after.
    pub cut: (bool, bool),
}

/// The piece of a chunk, of about `max_chars` characters, that has most of what the query asks for:
/// whole words of the source, not a digest of it.
pub fn snippet(query: &Query, text: &str, max_chars: usize) -> Snippet {
    let matches = matches(query, text);
    let window = best_window(text, &matches, max_chars);
    let mut highlights: Vec<Range<usize>> = Vec::new();
    for (_, range) in &matches {
        if range.start < window.start || range.end > window.end {
            continue;
        }
        let range = range.start - window.start..range.end - window.start;
        match highlights.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => highlights.push(range),
        }
    }
    Snippet {
        text: text[window.clone()].to_owned(),
        highlights,
        offset: window.start,
        cut: (window.start > 0, window.end < text.len()),
    }
}

/// Where the terms of the query stand: which term, and the bytes of the word.
fn matches(query: &Query, text: &str) -> Vec<(usize, Range<usize>)> {
    let terms: HashMap<&str, usize> =
        query.terms.iter().enumerate().map(|(i, (term, _))| (term.as_str(), i)).collect();
    let mut matches = Vec::new();
    Analyzer::new().analyze(text, Purpose::Index, |token| {
        if let Some(term) = terms.get(token.text) {
            matches.push((*term, token.start..token.end));
        }
    });
    matches.sort_by_key(|(_, range)| (range.start, range.end));
    matches
}

/// The window that has most different terms, then most matches; the first of equals.
fn best_window(text: &str, matches: &[(usize, Range<usize>)], max_chars: usize) -> Range<usize> {
    let places = places(text, matches);
    // What is left is for what stands before the first match.
    let reach = max_chars - max_chars / 3;
    let mut best = (0, 0, 0);
    let mut counts: HashMap<usize, usize> = HashMap::default();
    let mut first = 0;
    for (last, (term, _)) in matches.iter().enumerate() {
        *counts.entry(*term).or_default() += 1;
        while first < last && places[last].end - places[first].start > reach {
            let count = counts.get_mut(&matches[first].0).expect("it was counted");
            *count -= 1;
            if *count == 0 {
                counts.remove(&matches[first].0);
            }
            first += 1;
        }
        let found = (counts.len(), last + 1 - first);
        if found > (best.0, best.1) {
            best = (found.0, found.1, matches[first].1.start);
        }
    }
    let start = with_room(text, line_start(text, best.2, max_chars), max_chars);
    let end = text[start..].char_indices().nth(max_chars).map_or(text.len(), |(i, _)| start + i);
    start..word_end(text, start, end)
}

/// Where matches, which are in order, are in characters.
fn places(text: &str, matches: &[(usize, Range<usize>)]) -> Vec<Range<usize>> {
    let (mut byte, mut n_chars) = (0, 0);
    let mut places = Vec::with_capacity(matches.len());
    for (_, range) in matches {
        n_chars += text[byte..range.start].chars().count();
        byte = range.start;
        places.push(n_chars..n_chars + text[range.clone()].chars().count());
    }
    places
}

/// Moves the start back where less than `max_chars` characters follow it.
fn with_room(text: &str, start: usize, max_chars: usize) -> usize {
    let room = max_chars.saturating_sub(text[start..].chars().take(max_chars).count());
    if room == 0 {
        return start;
    }
    match text[..start].char_indices().rev().nth(room - 1) {
        Some((from, _)) if from > 0 => {
            let word = text[from..start].find(char::is_whitespace);
            word.map_or(start, |blank| start - text[from + blank..start].trim_start().len())
        }
        _ => 0,
    }
}

/// Where the line begins, if that is near; else a word somewhat before.
fn line_start(text: &str, at: usize, max_chars: usize) -> usize {
    let reach = max_chars / 3;
    let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
    let from = match text[line..at].char_indices().rev().nth(reach) {
        Some((from, _)) => line + from,
        None => return line,
    };
    text[from..at].find(char::is_whitespace).map_or(at, |blank| {
        let blank = from + blank;
        blank + text[blank..].chars().next().map_or(0, char::len_utf8)
    })
}

/// Where the last whole word before `end` ends, if there is one.
fn word_end(text: &str, start: usize, end: usize) -> usize {
    if end == text.len() {
        return end;
    }
    let cut = text[start..end].trim_end().len();
    if text[end..].starts_with(char::is_whitespace) {
        return start + cut;
    }
    match text[start..end].rfind(char::is_whitespace) {
        Some(blank) if blank > cut / 2 => start + text[start..start + blank].trim_end().len(),
        _ => end,
    }
}
