//! CommonMark with the extensions of GitHub: tables, strikethrough, task lists, footnotes, alerts,
//! and `{#id}` behind headings.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::front_matter::front_matter;
use crate::html;
use crate::outline::{Builder, Kind, Outline, as_title};
use crate::shortcodes::hidden_parts;

const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_GFM);

pub(crate) fn outline(source: &str) -> Outline<'_> {
    let front = front_matter(source);
    let offset = match source.starts_with('\u{feff}') {
        true => front.n_bytes.max('\u{feff}'.len_utf8()),
        false => front.n_bytes,
    };
    let text = with_line_feeds(source);
    let mut reader = Reader { builder: Builder::new(source), source, place: 0..0, in_html: false };
    for (event, range) in Parser::new_ext(&text[offset..], OPTIONS).into_offset_iter() {
        reader.event(event, range.start + offset..range.end + offset);
    }
    let mut outline = reader.builder.finish();
    outline.title = front.title.as_deref().and_then(as_title);
    outline.lang = front.lang;
    outline.tags = front.tags;
    outline
}

/// The source with line feeds for carriage returns that stand alone, which end lines in CommonMark
/// but not in its parser. Every byte keeps its place.
fn with_line_feeds(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let is_lone = |at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let mut lone = memchr::memchr_iter(b'\r', bytes).filter(is_lone).peekable();
    if lone.peek().is_none() {
        return Cow::Borrowed(source);
    }
    let mut text = String::with_capacity(source.len());
    for at in lone {
        text.push_str(&source[text.len()..at]);
        text.push('\n');
    }
    text.push_str(&source[text.len()..]);
    Cow::Owned(text)
}

struct Reader<'a> {
    builder: Builder<'a>,
    source: &'a str,
    /// Where the open leaf stands.
    place: Range<usize>,
    /// Whether the open leaf is a block of HTML, which is read as a whole when it begins.
    in_html: bool,
}

impl Reader<'_> {
    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if !self.in_html => self.text(&text, range),
            Event::Code(text) => self.inline_code(&text, range),
            Event::SoftBreak | Event::HardBreak => self.line_break(range),
            Event::InlineHtml(html) => {
                self.inline(&range);
                if html.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("<br")) {
                    self.builder.separate('\n');
                }
            }
            Event::FootnoteReference(_) => self.inline(&range),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph => self.open(Kind::Prose, range),
            Tag::Heading { level, .. } if !self.builder.in_group() => {
                self.open(Kind::Heading(*level as u8), range);
            }
            Tag::Heading { .. } => self.open(Kind::Prose, range),
            Tag::CodeBlock(_) | Tag::Table(_) => self.open(Kind::Lines, range),
            Tag::HtmlBlock => {
                self.open(Kind::Prose, range.clone());
                html::push_text(&mut self.builder, self.source, range);
                self.in_html = true;
            }
            Tag::TableHead | Tag::TableRow => self.builder.separate('\n'),
            Tag::TableCell => self.builder.separate(' '),
            Tag::BlockQuote(_) | Tag::List(_) | Tag::Item | Tag::FootnoteDefinition(_) => {
                self.close();
                self.builder.open_group(range);
            }
            _ => self.inline(&range),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph
            | TagEnd::Heading(_)
            | TagEnd::CodeBlock
            | TagEnd::Table
            | TagEnd::HtmlBlock => {
                self.close_with(!matches!(tag, TagEnd::CodeBlock));
                self.in_html = false;
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item | TagEnd::FootnoteDefinition => {
                self.close();
                self.builder.close_group();
            }
            _ => {}
        }
    }

    fn open(&mut self, kind: Kind, range: Range<usize>) {
        self.close();
        self.place = range;
        self.builder.open_leaf(kind);
    }

    fn close(&mut self) {
        self.close_with(true);
    }

    fn close_with(&mut self, has_shortcodes: bool) {
        if !self.builder.has_leaf() {
            return;
        }
        if has_shortcodes {
            let hidden = hidden_parts(self.builder.leaf_text());
            if !hidden.is_empty() {
                self.builder.remove(&hidden);
            }
        }
        self.builder.close_leaf(Some(self.place.clone()));
    }

    /// Notes that the leaf goes on here. An item of a tight list has text without a paragraph
    /// around it, which begins with the first of it.
    fn inline(&mut self, range: &Range<usize>) {
        if !self.builder.has_leaf() {
            self.open(Kind::Prose, range.clone());
        }
        self.place.end = self.place.end.max(range.end);
    }

    fn text(&mut self, text: &str, range: Range<usize>) {
        self.inline(&range);
        self.builder.push(text, range);
    }

    fn line_break(&mut self, range: Range<usize>) {
        self.inline(&range);
        if self.source[range.clone()] == *"\n" {
            self.builder.push("\n", range);
        } else {
            self.builder.separate('\n');
        }
    }

    /// Code in a paragraph stands between backticks, and line ends in it count as spaces. Its
    /// pieces follow the lines, so that even a code span of megabytes can be cut in place.
    fn inline_code(&mut self, text: &str, range: Range<usize>) {
        self.inline(&range);
        let raw = &self.source[range.clone()];
        if let Some(at) = memchr::memmem::find(raw.as_bytes(), text.as_bytes()) {
            let start = range.start + at;
            return self.builder.push(text, start..start + text.len());
        }
        let mut from = 0;
        for (index, part) in text.split(' ').enumerate() {
            if index > 0 {
                self.builder.separate(' ');
            }
            if let Some(at) = memchr::memmem::find(&raw.as_bytes()[from..], part.as_bytes()) {
                let start = range.start + from + at;
                self.builder.push(part, start..start + part.len());
                from += at + part.len();
            } else {
                self.builder.push(part, range.end..range.end);
            }
        }
    }
}
