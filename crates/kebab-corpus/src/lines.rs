//! Lines, however they end: with a line feed, a carriage return, or both.

use std::ops::Range;

/// The lines of a text, each with its end.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let end = match memchr::memchr2(b'\n', b'\r', bytes) {
            Some(at) if bytes[at] == b'\r' && bytes.get(at + 1) == Some(&b'\n') => at + 2,
            Some(at) => at + 1,
            None => bytes.len(),
        };
        let line;
        (line, rest) = rest.split_at(end);
        Some(line)
    })
}

/// A range of a text without the blanks and blank lines around it; at the start of the text also
/// without a byte order mark.
pub(crate) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let mut inner = &text[range.clone()];
    if range.start == 0 {
        inner = inner.strip_prefix('\u{feff}').unwrap_or(inner);
    }
    let start = range.end - inner.trim_start().len();
    start..start + text[start..range.end].trim_end().len()
}

/// Tells line numbers for offsets that only grow, so that the whole text is counted once.
pub(crate) struct LineCounter<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    has_carriage_returns: bool,
}

impl<'a> LineCounter<'a> {
    pub(crate) fn new(text: &'a str) -> LineCounter<'a> {
        let bytes = text.as_bytes();
        let has_carriage_returns = memchr::memchr(b'\r', bytes).is_some();
        LineCounter { bytes, at: 0, line: 1, has_carriage_returns }
    }

    /// The line of the byte at an offset, from 1.
    pub(crate) fn line_at(&mut self, offset: usize) -> u32 {
        let passed = &self.bytes[self.at..offset];
        let mut ends = memchr::memchr_iter(b'\n', passed).count();
        if self.has_carriage_returns {
            let is_lone = |&at: &usize| self.bytes.get(self.at + at + 1) != Some(&b'\n');
            ends += memchr::memchr_iter(b'\r', passed).filter(is_lone).count();
        }
        self.at = offset;
        self.line = self.line.saturating_add(u32::try_from(ends).unwrap_or(u32::MAX));
        self.line
    }
}
