//! The shortcodes of Hugo, `{{< note >}}` and `{{% heading "whatsnext" %}}`: calls of templates
//! that a reader never sees, apart from the words given to them.

use std::ops::Range;

/// A part of a text that a reader does not see.
pub(crate) struct Hidden {
    pub(crate) range: Range<usize>,
    /// Whether it shows something that is not known here, so that the words around it are not one.
    pub(crate) parts_words: bool,
}

/// The parts of a text that are shortcodes, less the words in them that a reader sees.
pub(crate) fn hidden_parts(text: &str) -> Vec<Hidden> {
    let mut hidden = Vec::new();
    let mut at = 0;
    let mut is_unclosed = [false; 2];
    while let Some(found) = memchr::memmem::find(&text.as_bytes()[at..], b"{{") {
        let start = at + found;
        at = start + 2;
        let kind = match text.as_bytes().get(at) {
            Some(b'<') => 0,
            Some(b'%') => 1,
            _ => continue,
        };
        // What one opening did not find before the end of the text, no later one will.
        if is_unclosed[kind] {
            continue;
        }
        let close = [">}}", "%}}"][kind];
        let Some(length) = text[start + 3..].find(close) else {
            is_unclosed[kind] = true;
            continue;
        };
        let inner = start + 3..start + 3 + length;
        let end = inner.end + close.len();
        match shown(&text[inner.clone()]) {
            Some(words) => {
                let before = start..inner.start + words.start;
                let after = inner.start + words.end..end;
                hidden.extend([before, after].map(|range| Hidden { range, parts_words: false }));
            }
            None => hidden.push(Hidden { range: start..end, parts_words: true }),
        }
        at = end;
    }
    hidden
}

/// The words of a shortcode that appear on the page: its `text`, `title` or `caption`, or what a
/// heading is.
fn shown(inner: &str) -> Option<Range<usize>> {
    let quoted_after = |at: usize| {
        let start = at + inner[at..].find(|c: char| !c.is_whitespace())?;
        let quote = inner[start..].chars().next().filter(|&c| matches!(c, '"' | '\'' | '`'))?;
        let length = inner[start + 1..].find(quote)?;
        Some(start + 1..start + 1 + length)
    };
    for name in ["text=", "title=", "caption="] {
        if let Some(at) = inner.find(name)
            && inner[..at].ends_with(char::is_whitespace)
        {
            return quoted_after(at + name.len());
        }
    }
    let name_start = inner.len() - inner.trim_start().len();
    inner[name_start..].starts_with("heading ").then(|| quoted_after(name_start + 8)).flatten()
}
