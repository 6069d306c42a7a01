//! HTML: what a reader of the page sees, with the way back to the bytes it was written in.
//!
//! The tokenizer tells tags from text and where they stand; there is no tree, so broken nesting
//! cannot fail. Tags of block elements part the text, others do not. Headings are headings wherever
//! they stand, `pre` and `table` are blocks that are cut between lines, and what a browser does not
//! show (scripts, styles, templates, comments) is left out.

use std::convert::Infallible;
use std::ops::Range;

use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, Tokenizer};

use crate::outline::{Builder, Kind, Outline, as_title};

pub(crate) fn outline(source: &str) -> Outline<'_> {
    let offset = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut page = Page::new(source, offset, Builder::new(source), false);
    page.read(&source[offset..]);
    page.builder.close_leaf(None);
    let mut outline = page.builder.finish();
    outline.title = as_title(&page.title);
    outline.lang = page.lang;
    outline.tags = page.tags;
    outline
}

/// Adds the text of a fragment to the leaf that is open.
pub(crate) fn push_text(builder: &mut Builder<'_>, source: &str, range: Range<usize>) {
    let taken = std::mem::replace(builder, Builder::new(""));
    let mut page = Page::new(source, range.start, taken, true);
    page.read(&source[range]);
    *builder = page.builder;
}

struct Page<'a, 'b> {
    source: &'a str,
    /// Where the text that is tokenized begins in the source.
    offset: usize,
    builder: Builder<'b>,
    /// Whether everything belongs to one leaf, as a block of HTML in Markdown does.
    is_fragment: bool,
    title: String,
    lang: String,
    tags: Vec<String>,
    tag: OpenTag,
    /// The element whose content is left out, and how many of its name are open.
    hidden: Option<(String, usize)>,
    in_title: bool,
    heading: Option<u8>,
    n_pre: usize,
    n_tables: usize,
}

/// The start tag whose attributes are being read.
#[derive(Default)]
struct OpenTag {
    name: String,
    attribute: String,
    meta_name: String,
    meta_content: String,
}

/// Whether an element parts the text around it.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "br"
            | "button"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "head"
            | "header"
            | "hgroup"
            | "hr"
            | "html"
            | "legend"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "optgroup"
            | "option"
            | "p"
            | "pre"
            | "search"
            | "section"
            | "select"
            | "summary"
            | "table"
            | "tbody"
            | "td"
            | "textarea"
            | "tfoot"
            | "th"
            | "thead"
            | "title"
            | "tr"
            | "ul"
    )
}

/// Whether an element's content is not shown.
fn is_hidden(name: &str) -> bool {
    matches!(name, "iframe" | "noscript" | "script" | "style" | "svg" | "template")
}

/// Whether an element cannot be in a heading, so that one which was never closed ends where it begins.
fn ends_heading(name: &str) -> bool {
    matches!(
        name,
        "article"
            | "blockquote"
            | "dl"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "main"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "table"
            | "ul"
    )
}

impl<'a, 'b> Page<'a, 'b> {
    fn new(source: &'a str, offset: usize, builder: Builder<'b>, is_fragment: bool) -> Self {
        Page {
            source,
            offset,
            builder,
            is_fragment,
            title: String::new(),
            lang: String::new(),
            tags: Vec::new(),
            tag: OpenTag::default(),
            hidden: None,
            in_title: false,
            heading: None,
            n_pre: 0,
            n_tables: 0,
        }
    }

    fn read(&mut self, text: &str) {
        let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, span: Span<usize>| {
            self.event(&event, span);
            None::<Infallible>
        });
        emitter.naively_switch_states(true);
        let Ok(()) = Tokenizer::new_with_emitter(text, emitter).finish();
    }

    fn event(&mut self, event: &CallbackEvent<'_>, span: Span<usize>) {
        let place = self.offset + span.start..self.offset + span.end;
        match event {
            CallbackEvent::OpenStartTag { name } => {
                self.tag = OpenTag { name: lossy(name), ..OpenTag::default() };
                self.start();
            }
            CallbackEvent::AttributeName { name } => self.tag.attribute = lossy(name),
            CallbackEvent::AttributeValue { value } => self.attribute(&lossy(value), place),
            CallbackEvent::CloseStartTag { self_closing } => self.end_of_start(*self_closing),
            CallbackEvent::EndTag { name } => self.end(&lossy(name)),
            CallbackEvent::String { .. } => self.text(place),
            _ => {}
        }
    }

    fn start(&mut self) {
        let name = std::mem::take(&mut self.tag.name);
        match &mut self.hidden {
            Some((hidden, n_open)) if *hidden == name => *n_open += 1,
            Some(_) => {}
            None if is_hidden(&name) => self.hidden = Some((name.clone(), 1)),
            None => self.shown_start(&name),
        }
        self.tag.name = name;
    }

    fn shown_start(&mut self, name: &str) {
        if self.n_tables == 0 && ends_heading(name) {
            self.heading = None;
        }
        self.part(name);
        match name {
            "title" => self.in_title = true,
            "pre" => self.n_pre += 1,
            "table" => self.n_tables += 1,
            _ => {}
        }
        if self.n_tables == 0
            && let [b'h', digit @ b'1'..=b'6'] = name.as_bytes()
        {
            self.heading = Some(digit - b'0');
        }
    }

    fn attribute(&mut self, value: &str, place: Range<usize>) {
        let is =
            |name: &str, attribute: &str| self.tag.name == name && self.tag.attribute == attribute;
        if is("html", "lang") {
            self.lang = value.trim().to_owned();
        } else if is("meta", "name") {
            self.tag.meta_name = value.to_lowercase();
        } else if is("meta", "content") {
            self.tag.meta_content = value.to_owned();
        } else if is("img", "alt") && self.hidden.is_none() && !value.trim().is_empty() {
            self.open();
            self.builder.separate(' ');
            self.builder.push(value, place);
            self.builder.separate(' ');
        }
    }

    fn end_of_start(&mut self, is_self_closing: bool) {
        if self.tag.meta_name == "keywords" {
            let keywords = self.tag.meta_content.split(',').map(str::trim);
            self.tags = keywords.filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
        }
        // Only foreign elements close themselves.
        if is_self_closing && self.tag.name == "svg" {
            self.end("svg");
        }
    }

    fn end(&mut self, name: &str) {
        match &mut self.hidden {
            Some((hidden, n_open)) if hidden == name => {
                *n_open -= 1;
                if *n_open == 0 {
                    self.hidden = None;
                }
            }
            Some(_) => {}
            None => self.shown_end(name),
        }
    }

    fn shown_end(&mut self, name: &str) {
        match name {
            "title" => self.in_title = false,
            "pre" => self.n_pre = self.n_pre.saturating_sub(1),
            "table" => {
                self.n_tables = self.n_tables.saturating_sub(1);
                if self.n_tables == 0 && !self.is_fragment {
                    self.builder.close_leaf(None);
                }
            }
            _ => {}
        }
        self.part(name);
        if matches!(name.as_bytes(), [b'h', b'1'..=b'6']) {
            self.heading = None;
        }
    }

    /// Parts the text at the tag of a block element.
    fn part(&mut self, name: &str) {
        if !is_block(name) {
            return;
        }
        let in_one_leaf = self.is_fragment || self.n_tables > 0;
        match name {
            "td" | "th" if in_one_leaf => self.builder.separate(' '),
            "br" => self.builder.separate('\n'),
            _ if in_one_leaf => self.builder.separate('\n'),
            _ => self.builder.close_leaf(None),
        }
    }

    fn open(&mut self) {
        if !self.builder.has_leaf() {
            self.builder.open_leaf(match self.heading {
                _ if self.n_tables > 0 || self.n_pre > 0 => Kind::Lines,
                Some(level) => Kind::Heading(level),
                None => Kind::Prose,
            });
        }
    }

    fn text(&mut self, place: Range<usize>) {
        if self.hidden.is_some() {
            return;
        }
        let Some(raw) = self.source.get(place.clone()) else { return };
        if self.in_title {
            if !self.is_fragment {
                decode(raw, 0, |text, _| self.title.push_str(text));
            }
        } else if self.n_pre > 0 {
            if !self.builder.has_leaf() && raw.trim_start().is_empty() {
                return;
            }
            self.open();
            decode(raw, place.start, |text, source| self.builder.push(text, source));
        } else {
            self.words(raw, place.start);
        }
    }

    /// Adds running text: a run of blanks is one space.
    fn words(&mut self, raw: &str, start: usize) {
        let mut at = 0;
        while at < raw.len() {
            let rest = &raw[at..];
            let n_blanks =
                rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_whitespace()).len();
            if n_blanks > 0 {
                let is_apart = self.builder.leaf_text().is_empty()
                    || self.builder.leaf_text().ends_with(char::is_whitespace);
                if !is_apart && n_blanks == 1 {
                    self.builder.push(" ", start + at..start + at + 1);
                } else {
                    self.builder.separate(' ');
                }
                at += n_blanks;
                continue;
            }
            let n_bytes = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
            self.open();
            let word = &rest[..n_bytes];
            decode(word, start + at, |text, source| self.builder.push(text, source));
            at += n_bytes;
        }
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Decodes the character references in a text and hands over what stays and what they stand for,
/// each with its place.
fn decode(raw: &str, offset: usize, mut push: impl FnMut(&str, Range<usize>)) {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'&', &raw.as_bytes()[at..]) {
        let start = at + found;
        push(&raw[at..start], offset + at..offset + start);
        let name = raw[start + 1..].strip_prefix('#').unwrap_or(&raw[start + 1..]);
        let name_end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        let mut end = raw.len() - name.len() + name_end;
        if raw[end..].starts_with(';') {
            end += 1;
        }
        reference(&raw[start..end], |text| push(text, offset + start..offset + end));
        at = end;
    }
    push(&raw[at..], offset + at..offset + raw.len());
}

/// Hands over what a single character reference stands for, as the tokenizer knows it.
fn reference(raw: &str, mut push: impl FnMut(&str)) {
    let emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| {
        if let CallbackEvent::String { value } = event {
            push(&String::from_utf8_lossy(value));
        }
        None::<Infallible>
    });
    let Ok(()) = Tokenizer::new_with_emitter(raw, emitter).finish();
}
