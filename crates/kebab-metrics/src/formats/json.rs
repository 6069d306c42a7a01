//! One JSON document: an object `{query: {document: number}}`, the dictionary that pytrec_eval and
//! ranx take, or a list of the objects that JSON Lines has one per line.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{self, Deserialize, DeserializeSeed, MapAccess, SeqAccess, Visitor};

use super::ids::offset_in;
use super::json_lines::Object;
use super::{Fault, Kind, Problem, Row, Sink, Source, number};

pub(super) fn rows(source: &Source<'_>, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let text = &source.text[source.start..];
    if text.trim_ascii().is_empty() {
        return Ok(());
    }
    let mut reader = serde_json::Deserializer::from_slice(text);
    let document = Document { source, sink, place: source.start };
    let read = reader.deserialize_any(document).and_then(|()| reader.end());
    read.map_err(|error| json_fault(text, source.start, &error))
}

/// The fault for what serde_json says about a text that begins at `start` of the file.
pub(super) fn json_fault(text: &[u8], start: usize, error: &serde_json::Error) -> Fault {
    let mut line_start = 0;
    for _ in 1..error.line() {
        let at = memchr::memchr(b'\n', &text[line_start..]);
        line_start = at.map_or(text.len(), |at| line_start + at + 1);
    }
    let offset = (line_start + error.column().saturating_sub(1)).min(text.len());
    // Python writes these, and JSON has no word for them.
    let not_finite = ["NaN", "Infinity", "-Infinity"]
        .into_iter()
        .find(|word| text[offset..].starts_with(word.as_bytes()) && error.is_syntax());
    let message = match not_finite {
        Some(word) => format!("`{word}` is not JSON; leave the document out or give it a number"),
        None => without_place(error),
    };
    Fault { offset: start + offset, problem: Problem::Json { message } }
}

/// What serde_json says, without the place, which we give ourselves.
pub(super) fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what).to_owned()
}

/// The whole document.
struct Document<'a, 's, 't> {
    source: &'a Source<'t>,
    sink: &'a mut Sink<'s>,
    /// The last place that is known, for ids that had to be unescaped.
    place: usize,
}

impl Document<'_, '_, '_> {
    fn row(&mut self, query: &str, doc: &str, value: f64) {
        let (query, doc) = (query.as_bytes(), doc.as_bytes());
        self.place = offset_in(self.source.text, doc).unwrap_or(self.place);
        (self.sink)(Row { query, doc, value, offset: self.place });
    }
}

impl<'de> Visitor<'de> for Document<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object {{query: {{document: {}}}}}", self.source.kind.value_name())
    }

    fn visit_map<M: MapAccess<'de>>(mut self, mut map: M) -> Result<(), M::Error> {
        let mut seen = HashSet::new();
        while let Some(Id(query)) = map.next_key()? {
            if query.is_empty() {
                return Err(de::Error::custom("a query id is empty"));
            }
            map.next_value_seed(Docs { query: &query, document: &mut self })?;
            if let Some(query) = seen.replace(query) {
                return Err(de::Error::custom(format!("query `{query}` is there already")));
            }
        }
        Ok(())
    }

    fn visit_seq<S: SeqAccess<'de>>(mut self, mut list: S) -> Result<(), S::Error> {
        while let Some((Id(query), Id(doc), value)) =
            list.next_element_seed(Object { kind: self.source.kind })?
        {
            self.row(&query, &doc, value);
        }
        Ok(())
    }
}

/// The object of one query.
struct Docs<'a, 'd, 's, 't> {
    query: &'a str,
    document: &'a mut Document<'d, 's, 't>,
}

impl<'de> DeserializeSeed<'de> for Docs<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Docs<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.document.source.kind.value_name();
        write!(f, "an object {{document: {value}}} for query `{}`", self.query)
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some((Id(doc), Number(value))) = map.next_entry()? {
            if doc.is_empty() {
                return Err(de::Error::custom("a document id is empty"));
            }
            check(value, self.document.source.kind).map_err(de::Error::custom)?;
            self.document.row(self.query, &doc, value);
        }
        Ok(())
    }
}

pub(super) fn check(value: f64, kind: Kind) -> Result<(), Problem> {
    number::check(value, kind, || value.to_string())
}

/// A string that borrows from the text unless it is escaped, or a whole number in its digits.
pub(super) struct Id<'de>(pub(super) Cow<'de, str>);

impl<'de> Deserialize<'de> for Id<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Id<'de>, D::Error> {
        struct IdVisitor;
        impl<'de> Visitor<'de> for IdVisitor {
            type Value = Id<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an id: a string or a whole number")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Id<'de>, E> {
                Ok(Id(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Id<'de>, E> {
                Ok(Id(Cow::Owned(text.to_owned())))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Id<'de>, E> {
                Ok(Id(Cow::Owned(number.to_string())))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Id<'de>, E> {
                Ok(Id(Cow::Owned(number.to_string())))
            }
        }
        deserializer.deserialize_any(IdVisitor)
    }
}

/// A number, whole or not.
pub(super) struct Number(pub(super) f64);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        struct NumberVisitor;
        impl Visitor<'_> for NumberVisitor {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E>(self, number: f64) -> Result<Number, E> {
                Ok(Number(number))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Number, E> {
                Ok(Number(number as f64))
            }
        }
        deserializer.deserialize_any(NumberVisitor)
    }
}
