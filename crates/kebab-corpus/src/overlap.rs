//! The end of a chunk that is repeated before the next one.

use kebab_text::count_tokens;

use crate::sentences::sentences;

/// The last sentences of a text that are within a number of tokens; the last words when even the
/// last sentence is longer.
pub(crate) fn tail(text: &str, n_tokens: usize) -> &str {
    /// No token of running text is longer on average, so more is never looked at.
    const TOKEN_BYTES: usize = 16;
    let window_start =
        text.floor_char_boundary(text.len().saturating_sub(n_tokens.saturating_mul(TOKEN_BYTES)));
    let window = &text[window_start..];
    let mut starts: Vec<usize> = Vec::new();
    let mut at = 0;
    for sentence in sentences(window) {
        // A window that begins inside the text begins inside a sentence.
        if at > 0 || window_start == 0 {
            starts.push(at);
        }
        at += sentence.len();
    }
    if let Some(within) = longest_within(window, &starts, n_tokens) {
        return within;
    }
    let blanks = window.match_indices(char::is_whitespace);
    let starts: Vec<usize> = blanks.map(|(at, blank)| at + blank.len()).collect();
    longest_within(window, &starts, n_tokens).unwrap_or("")
}

/// The longest end of a text that begins at one of the places and is within a number of tokens.
fn longest_within<'t>(text: &'t str, starts: &[usize], n_tokens: usize) -> Option<&'t str> {
    let mut sum = 0;
    let mut end = text.len();
    let mut found = None;
    for &start in starts.iter().rev() {
        sum += count_tokens(&text[start..end]);
        if sum > n_tokens {
            break;
        }
        found = Some(text[start..].trim());
        end = start;
    }
    found.filter(|found| !found.is_empty())
}
