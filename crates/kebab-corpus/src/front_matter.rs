//! What a Markdown file says about itself before it begins: YAML between `---`, TOML between `+++`.
//!
//! Only title, language and tags are looked at, and each for itself: whatever else stands there,
//! broken or not, does no harm. The simple values that nearly all files have are read without
//! starting a YAML parser.

use std::ops::Range;

use serde::Deserialize;

use crate::lines::lines;

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontMatter {
    /// The bytes it takes up, with its delimiters; 0 when there is none.
    pub(crate) n_bytes: usize,
    pub(crate) title: Option<String>,
    pub(crate) lang: String,
    pub(crate) tags: Vec<String>,
}

pub(crate) fn front_matter(source: &str) -> FrontMatter {
    let start = if source.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let text = &source[start..];
    let Some((delimiter, block, end)) = block(text) else { return FrontMatter::default() };
    let n_bytes = start + end;
    let block = &text[block];
    let values = match delimiter {
        "---" if looks_like_yaml(block) => yaml(block),
        "+++" => toml(block),
        _ => return FrontMatter::default(),
    };
    let Values { title, lang, tags } = values;
    FrontMatter { n_bytes, title, lang: lang.unwrap_or_default(), tags }
}

#[derive(Default)]
struct Values {
    title: Option<String>,
    lang: Option<String>,
    tags: Vec<String>,
}

/// The delimiter, what stands between its first line and its last, and where that line ends.
fn block(text: &str) -> Option<(&str, Range<usize>, usize)> {
    let first = lines(text).next()?;
    let delimiter = first.trim_end();
    if !matches!(delimiter, "---" | "+++") {
        return None;
    }
    let mut at = first.len();
    for line in lines(&text[at..]) {
        let trimmed = line.trim_end();
        if trimmed == delimiter || (delimiter == "---" && trimmed == "...") {
            return Some((delimiter, first.len()..at, at + line.len()));
        }
        at += line.len();
    }
    None
}

/// Three dashes are also a rule; what follows a rule is text, which must not be lost.
fn looks_like_yaml(block: &str) -> bool {
    let mut filled = lines(block).filter(|line| !line.trim_start().is_empty()).peekable();
    match filled.peek() {
        None => block.is_empty(),
        Some(first) if lines(block).next() != Some(first) => false,
        Some(first) if first.starts_with('{') => true,
        Some(_) => filled.any(|line| key(line).is_some()),
    }
}

/// The key of a line `key: value` that is not indented, and where its value begins.
fn key(line: &str) -> Option<(&str, usize)> {
    let colon = line.find(':')?;
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ' ');
    let name = line[..colon].trim_end();
    let name = name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name);
    let is_name = !name.is_empty()
        && !name.starts_with([' ', '-'])
        && name.chars().all(is_word)
        && line[colon + 1..].chars().next().is_none_or(char::is_whitespace);
    is_name.then_some((name, colon + 1))
}

fn yaml(block: &str) -> Values {
    if block.starts_with('{') {
        return serde_saphyr::from_str(block).map(Raw::values).unwrap_or_default();
    }
    let mut values = Values::default();
    let mut at = 0;
    let mut open: Option<(&str, Range<usize>)> = None;
    for line in lines(block).chain([""]) {
        // A list may stand below its key without being indented.
        let belongs = line.starts_with([' ', '\t', '-', '#']) || line.trim_end().is_empty();
        if (!belongs || line.is_empty())
            && let Some((name, value)) = open.take()
        {
            values.set(name, &block[value]);
        }
        if let Some((_, value)) = &mut open {
            value.end = at + line.len();
        } else if let Some((name, value_start)) = key(line) {
            open = Some((name, at + value_start..at + line.len()));
        }
        at += line.len();
    }
    values
}

impl Values {
    /// Takes up the YAML value of a key, if it is one of ours.
    fn set(&mut self, name: &str, value: &str) {
        match name {
            "title" => self.title = text(value),
            "lang" | "language" => self.lang = text(value),
            "tags" => self.tags = one_or_many(value),
            _ => {}
        }
    }
}

fn text(value: &str) -> Option<String> {
    match plain(value) {
        Some(plain) => Some(plain.to_owned()),
        None => serde_saphyr::from_str::<String>(value).ok(),
    }
}

fn one_or_many(value: &str) -> Vec<String> {
    match plain(value) {
        Some(plain) => separated(plain),
        None => serde_saphyr::from_str::<OneOrMany>(value).map(OneOrMany::list).unwrap_or_default(),
    }
}

/// A value that is one line of words and so means what it says.
fn plain(value: &str) -> Option<&str> {
    let value = value.trim();
    let is_plain = value.starts_with(char::is_alphanumeric)
        && !value.ends_with(':')
        && !value.contains(['\n', '\r'])
        && !value.contains(": ")
        && !value.contains(" #");
    is_plain.then_some(value)
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<String>),
    One(String),
}

impl OneOrMany {
    fn list(self) -> Vec<String> {
        match self {
            OneOrMany::Many(tags) => {
                tags.into_iter().filter(|tag| !tag.trim().is_empty()).collect()
            }
            OneOrMany::One(tags) => separated(&tags),
        }
    }
}

/// Tags in one string are separated by commas, or by blanks where there is no comma.
fn separated(tags: &str) -> Vec<String> {
    let parts: Vec<&str> = match tags.contains(',') {
        true => tags.split(',').collect(),
        false => tags.split_whitespace().collect(),
    };
    let parts = parts.into_iter().map(str::trim).filter(|tag| !tag.is_empty());
    parts.map(str::to_owned).collect()
}

#[derive(Deserialize)]
struct Raw {
    title: Option<String>,
    #[serde(alias = "language")]
    lang: Option<String>,
    tags: Option<OneOrMany>,
}

impl Raw {
    fn values(self) -> Values {
        let tags = self.tags.map_or_else(Vec::new, OneOrMany::list);
        Values { title: self.title, lang: self.lang, tags }
    }
}

fn toml(block: &str) -> Values {
    let Ok(table) = block.parse::<toml_edit::DocumentMut>() else { return Values::default() };
    let string = |name: &str| table.get(name)?.as_str().map(str::to_owned);
    let tags = match table.get("tags") {
        Some(item) if item.is_str() => separated(item.as_str().unwrap_or_default()),
        Some(item) => {
            let tags = item.as_array().into_iter().flat_map(|array| array.iter());
            tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect()
        }
        None => Vec::new(),
    };
    Values { title: string("title"), lang: string("lang").or_else(|| string("language")), tags }
}
