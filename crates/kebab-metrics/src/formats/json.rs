//! One JSON object `{query: {document: number}}`, the dictionary that pytrec_eval and ranx take.

use std::borrow::Cow;
use std::fmt;

use serde::Deserializer as _;
use serde::de::{self, Deserialize, DeserializeSeed, MapAccess, Visitor};

use super::ids::offset_in;
use super::{Fault, Kind, Problem, Row, Sink, Source, number};

pub(super) fn rows(source: &Source<'_>, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let text = &source.text[source.start..];
    if text.trim_ascii().is_empty() {
        return Ok(());
    }
    let mut reader = serde_json::Deserializer::from_slice(text);
    let mut place = source.start;
    let mut refused = None;
    let queries = Queries { source, sink, place: &mut place, refused: &mut refused };
    let read = reader.deserialize_map(queries).and_then(|()| reader.end());
    match refused {
        Some(fault) => Err(fault),
        None => read.map_err(|error| json_fault(text, source.start, &error)),
    }
}

/// The fault for what serde_json says about a text that begins at `start` of the file.
pub(super) fn json_fault(text: &[u8], start: usize, error: &serde_json::Error) -> Fault {
    let mut line_start = 0;
    for _ in 1..error.line() {
        let at = memchr::memchr(b'\n', &text[line_start..]);
        line_start = at.map_or(text.len(), |at| line_start + at + 1);
    }
    let offset = (line_start + error.column().saturating_sub(1)).min(text.len());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(what, _)| what);
    Fault { offset: start + offset, problem: Problem::Json { message: message.to_owned() } }
}

/// The outer object.
struct Queries<'a, 's, 't> {
    source: &'a Source<'t>,
    sink: &'a mut Sink<'s>,
    /// The last place that is known, for ids that had to be unescaped.
    place: &'a mut usize,
    refused: &'a mut Option<Fault>,
}

impl<'de> Visitor<'de> for Queries<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object {{query: {{document: {}}}}}", self.source.kind.value_name())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(Id(query)) = map.next_key()? {
            if query.is_empty() {
                return Err(de::Error::custom("a query id is empty"));
            }
            let docs = Docs {
                query: query.as_bytes(),
                source: self.source,
                sink: self.sink,
                place: self.place,
                refused: self.refused,
            };
            map.next_value_seed(docs)?;
        }
        Ok(())
    }
}

/// The object of one query.
struct Docs<'a, 's, 't> {
    query: &'a [u8],
    source: &'a Source<'t>,
    sink: &'a mut Sink<'s>,
    place: &'a mut usize,
    refused: &'a mut Option<Fault>,
}

impl<'de> DeserializeSeed<'de> for Docs<'_, '_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Docs<'_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object {{document: {}}}", self.source.kind.value_name())
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some((Id(doc), Number(value))) = map.next_entry()? {
            if doc.is_empty() {
                return Err(de::Error::custom("a document id is empty"));
            }
            check(value, self.source.kind).map_err(de::Error::custom)?;
            let doc = doc.as_bytes();
            *self.place = offset_in(self.source.text, doc).unwrap_or(*self.place);
            let row = Row { query: self.query, doc, value, offset: *self.place };
            if let Err(fault) = (self.sink)(row) {
                *self.refused = Some(fault);
                return Err(de::Error::custom("refused"));
            }
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
