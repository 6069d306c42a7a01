//! One JSON object per line, such as `{"query_id": "q1", "doc_id": "d1", "score": 0.9}`. Blank
//! lines are skipped, members that are not needed are ignored.

use std::fmt;

use serde::de::{self, DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use serde_json::value::RawValue;

use super::ids::offset_in;
use super::json::{Id, Number, check, json_fault, without_place};
use super::names::Column;
use super::{Fault, Kind, Row, Sink, Source};

pub(super) fn rows(source: &Source<'_>, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut start = source.start;
    for line in source.text[source.start..].split(|&byte| byte == b'\n') {
        if !line.trim_ascii().is_empty() {
            let mut reader = serde_json::Deserializer::from_slice(line);
            let object = reader.deserialize_map(Object { kind: source.kind });
            let object = object.and_then(|object| reader.end().map(|()| object));
            let (Id(query), Id(doc), value) =
                object.map_err(|error| json_fault(line, start, &error))?;
            let (query, doc) = (query.as_bytes(), doc.as_bytes());
            let offset = offset_in(source.text, doc).unwrap_or(start);
            sink(Row { query, doc, value, offset });
        }
        start += line.len() + 1;
    }
    Ok(())
}

/// The object of a line, or of a list: query, document and number.
pub(super) struct Object {
    pub(super) kind: Kind,
}

impl<'de> DeserializeSeed<'de> for Object {
    type Value = (Id<'de>, Id<'de>, f64);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object {
    type Value = (Id<'de>, Id<'de>, f64);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [query, doc, value] = Column::ALL.map(|column| column.names(self.kind)[0]);
        write!(f, "an object with `{query}`, `{doc}` and `{value}`")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
        let (mut query, mut doc, mut value) = (None, None, None);
        // The place of the name under which each was found; a better name replaces it.
        let mut found = [usize::MAX; Column::ALL.len()];
        while let Some(Id(key)) = map.next_key()? {
            let named = Column::named(&key, self.kind);
            let Some((column, place)) = named.filter(|&(c, place)| place <= found[c as usize])
            else {
                map.next_value::<IgnoredAny>()?;
                continue;
            };
            if place == found[column as usize] {
                return Err(de::Error::custom(format!("the object has `{key}` twice")));
            }
            found[column as usize] = place;
            match column {
                Column::Query => query = Some(value_of::<Id<'de>, M>(&mut map, place)?),
                Column::Doc => doc = Some(value_of::<Id<'de>, M>(&mut map, place)?),
                Column::Value => value = Some(value_of::<Number, M>(&mut map, place)?),
            }
        }
        let missing = |column: Column| {
            let (title, name) = (column.title(self.kind), column.names(self.kind)[0]);
            de::Error::custom(format!("the object has no {title}; call it `{name}`"))
        };
        let query = query.ok_or_else(|| missing(Column::Query))?.map_err(de::Error::custom)?;
        let doc = doc.ok_or_else(|| missing(Column::Doc))?.map_err(de::Error::custom)?;
        let value = value.ok_or_else(|| missing(Column::Value))?.map_err(de::Error::custom)?;
        let Number(value) = value;
        for (title, id) in [("query", &query.0), ("document", &doc.0)] {
            if id.is_empty() {
                return Err(de::Error::custom(format!("the {title} id is empty")));
            }
        }
        check(value, self.kind).map_err(de::Error::custom)?;
        Ok((query, doc, value))
    }
}

/// The value of a member. One with a lesser name may be anything, as long as a better name comes:
/// what is wrong with it is kept for later.
fn value_of<'de, T: Deserialize<'de>, M: MapAccess<'de>>(
    map: &mut M,
    place: usize,
) -> Result<Result<T, String>, M::Error> {
    if place == 0 {
        return map.next_value().map(Ok);
    }
    let raw: &'de RawValue = map.next_value()?;
    Ok(serde_json::from_str(raw.get()).map_err(|error| without_place(&error)))
}
