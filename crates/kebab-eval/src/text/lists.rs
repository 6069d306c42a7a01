//! Reading the lists of texts of a call: one query or a batch, plain or as JSON. The module page of
//! `text` has the rules.

use serde_json::Value;

use super::error::{Place, TextError, quoted};

/// An input before it is known whether the call is a batch.
pub(super) enum Given<T> {
    /// One query.
    One(T),
    /// One query, unless another input shows that it was meant as a batch: then this is what is
    /// wrong with it.
    Plain(T, TextError),
    /// One entry per query.
    Batch(Vec<T>),
    /// An empty list: one query with nothing in its list, or a batch of no queries.
    Empty,
}

/// Reads `hypothesis` or `reference`.
pub(super) fn read_lists(
    field: &'static str,
    value: Value,
) -> Result<Given<Vec<String>>, TextError> {
    let place = Place::of(field);
    let items = match value {
        Value::String(_) => return Ok(Given::One(read_query(place, value)?)),
        Value::Array(items) => items,
        other => return Err(wrong_type(place, &other, "a list of strings, plain or as JSON")),
    };
    if items.is_empty() {
        return Ok(Given::Empty);
    }
    if items.iter().any(Value::is_array) {
        return Ok(Given::Batch(read_batch(place, items)?));
    }
    read_strings(place, items)
}

/// Reads `answer`, which is never taken for JSON.
pub(super) fn read_texts(field: &'static str, value: Value) -> Result<Given<String>, TextError> {
    let place = Place::of(field);
    match value {
        Value::String(text) => Ok(Given::One(text)),
        Value::Array(items) => {
            let texts = (1..).zip(items).map(|(query, text)| read_string(place.query(query), text));
            Ok(Given::Batch(texts.collect::<Result<_, _>>()?))
        }
        other => Err(wrong_type(place, &other, "a string or a list of strings")),
    }
}

/// A list without a list in it: a batch of JSON lists when every string is one, one query when none is.
fn read_strings(place: Place, items: Vec<Value>) -> Result<Given<Vec<String>>, TextError> {
    let items = (1..).zip(items).map(|(item, text)| read_string(place.item(item), text));
    let items = items.collect::<Result<Vec<String>, _>>()?;
    let mut first_list = None;
    let mut first_text = None;
    for (query, text) in (1..).zip(&items) {
        match read_json_list(place.query(query), text) {
            Ok(_) => first_list = first_list.or(Some(query)),
            Err(error) => first_text = first_text.or(Some(error)),
        }
    }
    match (first_list, first_text) {
        (None, None) => Ok(Given::Empty),
        // Strings that all begin as JSON lists of strings do are broken lists, not chunks.
        (None, Some(error)) if items.iter().all(|text| begins_a_list(text)) => Err(error),
        (None, Some(error)) => Ok(Given::Plain(items, error)),
        (Some(list), Some(error)) => Err(TextError::Mixed { error: Box::new(error), list }),
        (Some(list), None) => {
            let items = items.into_iter().map(Value::String).collect();
            let batch = read_batch(place, items);
            // Whoever has chunks that look like JSON lists needs to know why they were unpacked.
            let batch = batch.map_err(|error| TextError::Mixed { error: Box::new(error), list });
            Ok(Given::Batch(batch?))
        }
    }
}

fn begins_a_list(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('[').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with('"'))
}

fn read_batch(place: Place, items: Vec<Value>) -> Result<Vec<Vec<String>>, TextError> {
    (1..).zip(items).map(|(query, list)| read_query(place.query(query), list)).collect()
}

/// One query's list, plain or as JSON.
fn read_query(place: Place, value: Value) -> Result<Vec<String>, TextError> {
    let items = match value {
        Value::String(text) => read_json_list(place, &text)?,
        Value::Array(items) => items,
        other => return Err(wrong_type(place, &other, "a list of strings")),
    };
    (1..).zip(items).map(|(item, text)| read_string(place.item(item), text)).collect()
}

fn read_json_list(place: Place, text: &str) -> Result<Vec<Value>, TextError> {
    match serde_json::from_str(text) {
        Ok(Value::Array(items)) => Ok(items),
        Ok(other) => Err(wrong_type(place, &other, "a list of strings")),
        Err(error) => Err(TextError::NotJson { place, problem: error.to_string() }),
    }
}

fn read_string(place: Place, value: Value) -> Result<String, TextError> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong_type(place, &other, "a string")),
    }
}

pub(super) fn wrong_type(place: Place, found: &Value, expected: &'static str) -> TextError {
    let found = match found {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => format!("the boolean {value}"),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the string {}", quoted(text)),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    TextError::WrongType { place, found, expected }
}
