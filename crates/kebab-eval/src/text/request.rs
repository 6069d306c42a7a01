//! Reading a call: which templates, which inputs, which configuration.

use std::num::NonZeroU32;

use serde_json::{Map, Value};

use super::error::{Place, TextError, did_you_mean, list};
use super::evaluate::{EvalResults, evaluate};
use super::json::parse_unique;
use super::lists::{Given, read_lists, read_texts, wrong_type};
use super::templates::{Input, Template};

/// A whole call.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// What to score with; at least one.
    pub eval_templates: Vec<Template>,
    /// What to score.
    pub inputs: Inputs,
    /// How to score.
    pub eval_config: EvalConfig,
}

/// The texts of a call, each with one entry per query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The retrieved chunks in rank order.
    pub hypothesis: Option<Vec<Vec<String>>>,
    /// The relevant chunks.
    pub reference: Option<Vec<Vec<String>>>,
    /// The answers.
    pub answer: Option<Vec<String>>,
}

/// The settings of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvalConfig {
    /// How many of the retrieved chunks are looked at; all of them unless given.
    pub k: Option<NonZeroU32>,
}

const FIELDS: [&str; 3] = ["eval_templates", "inputs", "eval_config"];
const INPUTS: [&str; 3] = ["hypothesis", "reference", "answer"];
const SETTINGS: [&str; 1] = ["k"];

impl Request {
    /// Reads a call from JSON text.
    pub fn parse(text: &[u8]) -> Result<Request, TextError> {
        let value = parse_unique(text).map_err(|error| {
            let problem = error.to_string();
            // Any JSON will do, so there is only one thing it can mind about the data.
            if error.is_data() {
                TextError::RepeatedField { problem }
            } else {
                TextError::RequestNotJson { problem }
            }
        })?;
        Request::from_json(value)
    }

    /// Reads a call from JSON.
    pub fn from_json(value: Value) -> Result<Request, TextError> {
        let mut fields = read_object("the request", value, &FIELDS)?;
        let mut need = |field| fields.remove(field).ok_or(TextError::MissingField { field });
        let eval_templates = read_templates(need("eval_templates")?)?;
        let inputs = Inputs::from_json(need("inputs")?)?;
        let eval_config = match fields.remove("eval_config") {
            Some(value) => EvalConfig::from_json(value)?,
            None => EvalConfig::default(),
        };
        Ok(Request { eval_templates, inputs, eval_config })
    }

    /// Scores every query with every template.
    pub fn evaluate(&self) -> Result<EvalResults, TextError> {
        evaluate(&self.eval_templates, &self.inputs, &self.eval_config)
    }
}

impl Inputs {
    /// Reads the inputs of a call from JSON.
    pub fn from_json(value: Value) -> Result<Inputs, TextError> {
        let mut fields = read_object("`inputs`", value, &INPUTS)?;
        let mut lists = |field| {
            let value = fields.remove(field);
            value.map(|value| read_lists(field, value)).transpose()
        };
        let (hypothesis, reference) = (lists("hypothesis")?, lists("reference")?);
        let answer = fields.remove("answer");
        let answer = answer.map(|value| read_texts("answer", value)).transpose()?;

        let batch = batch_of(Input::Hypothesis, &hypothesis)
            .or_else(|| batch_of(Input::Reference, &reference))
            .or_else(|| batch_of(Input::Answer, &answer));
        Ok(Inputs {
            hypothesis: settle(Input::Hypothesis, hypothesis, batch)?,
            reference: settle(Input::Reference, reference, batch)?,
            answer: settle(Input::Answer, answer, batch)?,
        })
    }

    pub(super) fn has(&self, input: Input) -> bool {
        self.lengths().any(|(given, _)| given == input)
    }

    /// How many queries there are; at least one, and as many in each input.
    pub(super) fn n_queries(&self) -> Result<usize, TextError> {
        let short = self.lengths().min_by_key(|&(_, n)| n);
        let long = self.lengths().max_by_key(|&(_, n)| n);
        match (short, long) {
            (Some((short, n_short)), Some((long, n_long))) if n_short < n_long => {
                Err(TextError::Lengths { short, n_short, long, n_long })
            }
            (Some((_, n_queries)), _) if n_queries > 0 => Ok(n_queries),
            _ => Err(TextError::NoQueries),
        }
    }

    /// The inputs that are given, with their number of queries.
    fn lengths(&self) -> impl Iterator<Item = (Input, usize)> {
        let hypothesis = self.hypothesis.as_ref().map(|lists| (Input::Hypothesis, lists.len()));
        let reference = self.reference.as_ref().map(|lists| (Input::Reference, lists.len()));
        let answer = self.answer.as_ref().map(|texts| (Input::Answer, texts.len()));
        [hypothesis, reference, answer].into_iter().flatten()
    }
}

impl EvalConfig {
    /// Reads the settings of a call from JSON.
    pub fn from_json(value: Value) -> Result<EvalConfig, TextError> {
        let mut fields = read_object("`eval_config`", value, &SETTINGS)?;
        let Some(k) = fields.remove("k") else { return Ok(EvalConfig::default()) };
        let number = k.as_u64().and_then(|k| u32::try_from(k).ok()).and_then(NonZeroU32::new);
        match number {
            Some(k) => Ok(EvalConfig { k: Some(k) }),
            None => Err(wrong_type(Place::of("k"), &k, "an integer from 1 to 4294967295")),
        }
    }
}

/// The input that shows the call to be a batch, and its number of queries.
fn batch_of<T>(input: Input, given: &Option<Given<T>>) -> Option<(Input, usize)> {
    match given {
        Some(Given::Batch(queries)) => Some((input, queries.len())),
        _ => None,
    }
}

/// One entry per query, now that it is known whether the call is a batch.
fn settle<T: Default>(
    input: Input,
    given: Option<Given<T>>,
    batch: Option<(Input, usize)>,
) -> Result<Option<Vec<T>>, TextError> {
    Ok(Some(match (given, batch) {
        (None, _) => return Ok(None),
        (Some(Given::Batch(queries)), _) => queries,
        (Some(Given::One(query) | Given::Plain(query, _)), None) => vec![query],
        (Some(Given::Empty), None) => vec![T::default()],
        (Some(Given::Empty), Some(_)) => Vec::new(),
        (Some(Given::Plain(_, error)), Some((batch, n_queries))) => {
            return Err(TextError::NotABatch { error: Box::new(error), batch, n_queries });
        }
        (Some(Given::One(_)), Some((batch, n_queries))) => {
            return Err(TextError::OneAndBatch { one: input, batch, n_queries });
        }
    }))
}

fn read_templates(value: Value) -> Result<Vec<Template>, TextError> {
    let place = Place::of("eval_templates");
    let items = match value {
        Value::String(name) => return Ok(vec![name.parse()?]),
        Value::Array(items) => items,
        other => return Err(wrong_type(place, &other, "a template or a list of templates")),
    };
    if items.is_empty() {
        return Err(TextError::NoTemplate);
    }
    let read = |(item, value): (usize, Value)| match value {
        Value::String(name) => name.parse().map_err(|error| match error {
            TextError::UnknownTemplate { name, hint, .. } => {
                TextError::UnknownTemplate { item: Some(item), name, hint }
            }
            other => other,
        }),
        other => Err(wrong_type(place.item(item), &other, "the name of a template")),
    };
    (1..).zip(items).map(read).collect()
}

/// The fields of an object, all of them known.
fn read_object(
    object: &'static str,
    value: Value,
    known: &[&'static str],
) -> Result<Map<String, Value>, TextError> {
    let Value::Object(fields) = value else {
        return Err(TextError::NotAnObject { object, fields: list(known.iter().copied()) });
    };
    match fields.keys().find(|field| !known.contains(&field.as_str())) {
        None => Ok(fields),
        Some(field) => {
            let pairs = known.iter().map(|&known| (known, known));
            let hint = did_you_mean(field, pairs, "known fields:");
            Err(TextError::UnknownField { object, field: field.clone(), hint })
        }
    }
}
