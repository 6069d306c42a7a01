//! Plain text: paragraphs between blank lines.

use std::ops::Range;

use crate::lines::lines;
use crate::outline::{Kind, Outline, as_title};

pub(crate) fn outline(source: &str) -> Outline<'_> {
    Outline::verbatim(source, paragraphs(source, 0))
}

/// The outline of a record: its title is a heading above its text.
pub(crate) fn record_outline<'a>(title: Option<&str>, source: &'a str) -> Outline<'a> {
    let title = title.filter(|title| !title.trim().is_empty());
    let heading_end = title.filter(|title| source.starts_with(*title)).map_or(0, str::len);
    let mut blocks = vec![(Kind::Heading(1), 0..heading_end)];
    blocks.extend(paragraphs(&source[heading_end..], heading_end));
    let mut outline = Outline::verbatim(source, blocks);
    outline.title = title.and_then(as_title);
    outline
}

/// The paragraphs of a text that begins at an offset.
fn paragraphs(text: &str, offset: usize) -> Vec<(Kind, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = offset;
    let mut start = offset;
    for line in lines(text) {
        if line.trim_start().is_empty() {
            found.push((Kind::Prose, start..at));
            start = at + line.len();
        }
        at += line.len();
    }
    found.push((Kind::Prose, start..at));
    found
}
