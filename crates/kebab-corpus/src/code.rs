//! Programs and what reads like them: groups of lines that belong together.

use std::ops::Range;

use crate::lines::lines;
use crate::outline::{Kind, Outline};

pub(crate) fn outline(source: &str) -> Outline<'_> {
    let blocks = groups(source).map(|group| (Kind::Lines, group)).collect();
    Outline::verbatim(source, blocks)
}

/// Takes a program apart before every line that is not indented and follows a blank one: where
/// definitions begin in most languages.
pub(crate) fn groups(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut rest = lines(text);
    let mut start = 0;
    let mut at = 0;
    let mut is_done = false;
    let mut after_blank = false;
    std::iter::from_fn(move || {
        for line in rest.by_ref() {
            let begins = after_blank && at > start && begins_definition(line);
            let group = start..at;
            at += line.len();
            after_blank = line.trim_start().is_empty();
            if begins {
                start = group.end;
                return Some(group);
            }
        }
        let last = start..at;
        (!std::mem::replace(&mut is_done, true) && !last.is_empty()).then_some(last)
    })
}

fn begins_definition(line: &str) -> bool {
    !line.starts_with(|c: char| c.is_whitespace() || matches!(c, '}' | ')' | ']'))
}
