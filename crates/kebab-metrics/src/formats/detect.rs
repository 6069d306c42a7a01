//! Recognising a format from the first line that holds data.

use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::names::Column;
use super::{Format, Kind, number};

/// The format a text is most likely in. A text that fits none is taken as TREC, whose reader then
/// says what is wrong with it.
pub(super) fn detect(text: &[u8], kind: Kind) -> Format {
    let Some(line) = first_data_line(text) else { return Format::Trec };
    if line.starts_with(b"{") {
        let object = &text[text.iter().position(|&byte| byte == b'{').unwrap_or(0)..];
        return if is_nested(object, kind) { Format::Json } else { Format::JsonLines };
    }
    for (delimiter, format) in [(b'\t', Format::Tsv), (b',', Format::Csv)] {
        if names_columns(line, delimiter, kind) {
            return format;
        }
    }
    if line.starts_with(b"[") && !is_trec(line, kind) {
        return Format::Json;
    }
    let n_tabs = memchr::memchr_iter(b'\t', line).count();
    if n_tabs == 2 && !(is_trec(line, kind) && has_usual_iteration(line)) {
        Format::Tsv
    } else if !is_trec(line, kind) && memchr::memchr_iter(b',', line).count() >= 2 {
        Format::Csv
    } else {
        Format::Trec
    }
}

/// Whether the line has the words of a TREC line and a number where one belongs.
fn is_trec(line: &[u8], kind: Kind) -> bool {
    let words: Vec<&[u8]> = words(line).collect();
    match (kind, words.as_slice()) {
        (Kind::Qrels, [_, _, _, grade]) => number::parse(grade).is_some(),
        (Kind::Run, [_, _, _, _, score, _, ..]) => number::parse(score).is_some(),
        _ => false,
    }
}

/// Whether the second word is what TREC files nearly always have there.
fn has_usual_iteration(line: &[u8]) -> bool {
    words(line).nth(1).is_some_and(|word| matches!(word, b"0" | b"Q0"))
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn first_data_line(text: &[u8]) -> Option<&[u8]> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Whether a JSON object is a dictionary of queries: its first value holds others itself, or there
/// is none, and its first members do not have the names of a row's columns.
fn is_nested(text: &[u8], kind: Kind) -> bool {
    let mut keys = FirstKeys { kind, is_nested: true, n_keys: 0, columns: Vec::new() };
    // What is wrong with the text, the reader will say.
    let _ = serde_json::Deserializer::from_slice(text).deserialize_map(&mut keys);
    let names = |column| keys.columns.contains(&column);
    keys.is_nested && !(names(Column::Query) && names(Column::Doc))
}

/// What the first members of an object are called.
struct FirstKeys {
    kind: Kind,
    is_nested: bool,
    n_keys: usize,
    columns: Vec<Column>,
}

impl<'de> Visitor<'de> for &mut FirstKeys {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        /// A row has few members, a dictionary many.
        const ENOUGH: usize = 32;
        while let Some(key) = map.next_key::<String>()? {
            self.columns.extend(Column::named(&key, self.kind).map(|(column, _)| column));
            self.n_keys += 1;
            match self.n_keys {
                1 => self.is_nested = map.next_value::<Nested>()?.0,
                ENOUGH => return Ok(()),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

/// Whether a value is an object or a list.
struct Nested(bool);

impl<'de> Deserialize<'de> for Nested {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Nested, D::Error> {
        let value = <&serde_json::value::RawValue>::deserialize(deserializer)?;
        Ok(Nested(value.get().starts_with(['{', '['])))
    }
}

/// Whether the line is a header that names a query and a document column.
fn names_columns(line: &[u8], delimiter: u8, kind: Kind) -> bool {
    let names = line.split(|&byte| byte == delimiter);
    let columns: Vec<Option<Column>> = names
        .map(|name| {
            let name = name.trim_ascii();
            let name = name.strip_prefix(b"\"").and_then(|n| n.strip_suffix(b"\"")).unwrap_or(name);
            Column::named(&String::from_utf8_lossy(name), kind).map(|(column, _)| column)
        })
        .collect();
    columns.contains(&Some(Column::Query)) && columns.contains(&Some(Column::Doc))
}
