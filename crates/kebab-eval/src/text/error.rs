//! What can be wrong with a call, and where.

use std::fmt;

use kebab_metrics::nearest;

use super::templates::Input;
use crate::table::{printable, shortened};

/// What is wrong with a call.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The call is not JSON.
    #[error("the request is not JSON: {problem}")]
    RequestNotJson {
        /// What the parser says, with line and column.
        problem: String,
    },
    /// A field of the call comes twice.
    #[error("the request: {problem}")]
    RepeatedField {
        /// Which field, with line and column.
        problem: String,
    },
    /// The call, or a part of it, is no object.
    #[error("{object} is not an object with {fields}")]
    NotAnObject {
        /// The request or a part of it.
        object: &'static str,
        /// What belongs in it.
        fields: String,
    },
    /// A field that does not belong there.
    #[error("unknown field {} in {object}{hint}", quoted(.field))]
    UnknownField {
        /// The request or a part of it.
        object: &'static str,
        /// The field.
        field: String,
        /// What may have been meant.
        hint: String,
    },
    /// A field that has to be there.
    #[error("the request has no `{field}`")]
    MissingField {
        /// The field.
        field: &'static str,
    },
    /// No template is named.
    #[error("`eval_templates` names no template")]
    NoTemplate,
    /// A template that does not exist.
    #[error("{}unknown template {}{hint}", at_item(*.item), quoted(.name))]
    UnknownTemplate {
        /// Where it stands in the list, from 1.
        item: Option<usize>,
        /// The name.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A template needs an input that is not there.
    #[error("template `{template}` needs the input `{input}`, which is missing")]
    MissingInput {
        /// The template.
        template: &'static str,
        /// The input.
        input: Input,
    },
    /// A string that should hold a JSON list.
    #[error("{place}: not JSON: {problem}")]
    NotJson {
        /// The string.
        place: Place,
        /// What the parser says, with line and column.
        problem: String,
    },
    /// Something else than what belongs there.
    #[error("{place}: {found}, not {expected}")]
    WrongType {
        /// Where it is.
        place: Place,
        /// What it is.
        found: String,
        /// What belongs there.
        expected: &'static str,
    },
    /// A list of strings that is read as a batch because of one of them, and cannot be.
    #[error(
        "{error}; item {list} is a JSON list, so this is read as a batch of such lists (chunks that \
         look like JSON lists are safe in a list of lists)"
    )]
    Mixed {
        /// What is wrong with the batch.
        error: Box<TextError>,
        /// The first item that is a JSON list, from 1.
        list: usize,
    },
    /// A list of strings that would have to be a batch, and is not.
    #[error("{error}; `{batch}` is a batch of {n_queries}, so this has to be one too")]
    NotABatch {
        /// What is wrong with the batch.
        error: Box<TextError>,
        /// The input that is a batch.
        batch: Input,
        /// How many queries it has.
        n_queries: usize,
    },
    /// One query here and a batch there.
    #[error(
        "`{one}` is one query, but `{batch}` is a batch of {n_queries}; give both in the same form"
    )]
    OneAndBatch {
        /// The input that is one query.
        one: Input,
        /// The input that is a batch.
        batch: Input,
        /// How many queries it has.
        n_queries: usize,
    },
    /// Batches of different lengths.
    #[error(
        "batches of different lengths, {n_short} in `{short}` and {n_long} in `{long}`: query {} has no \
         `{short}`",
        .n_short + 1
    )]
    Lengths {
        /// The shorter input.
        short: Input,
        /// How many queries it has.
        n_short: usize,
        /// The longer input.
        long: Input,
        /// How many queries it has.
        n_long: usize,
    },
    /// A batch without queries.
    #[error("a batch of no queries: there is nothing to evaluate")]
    NoQueries,
}

/// Where in a call something is; prints as `` `hypothesis`, query 2, item 3 ``.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The input or setting.
    pub field: &'static str,
    /// The query of a batch, from 1.
    pub query: Option<usize>,
    /// The item of a list, from 1.
    pub item: Option<usize>,
}

impl Place {
    pub(super) fn of(field: &'static str) -> Place {
        Place { field, query: None, item: None }
    }

    pub(super) fn query(self, query: usize) -> Place {
        Place { query: Some(query), ..self }
    }

    pub(super) fn item(self, item: usize) -> Place {
        Place { item: Some(item), ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`", self.field)?;
        if let Some(query) = self.query {
            write!(formatter, ", query {query}")?;
        }
        if let Some(item) = self.item {
            write!(formatter, ", item {item}")?;
        }
        Ok(())
    }
}

/// The end of a message about a name that is not known: what it resembles, or else what there is.
/// Each pair is a spelling and the name to suggest for it.
pub(super) fn did_you_mean<'a>(
    wrong: &str,
    known: impl Iterator<Item = (&'a str, &'a str)> + Clone,
    all: &str,
) -> String {
    let folded = wrong.to_lowercase().replace('@', "_at_").replace(['-', ' '], "_");
    // `precision` is the start of `precision_at_k`.
    let is_start = |spelling: &str| {
        let rest = spelling.strip_prefix(&folded);
        folded.len() > 2 && rest.is_some_and(|rest| rest.starts_with('_'))
    };
    let begun = known.clone().find(|(spelling, _)| is_start(spelling)).map(|(_, name)| name);
    match begun.or_else(|| nearest(&folded, known.clone())) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => {
            let mut names: Vec<_> = known.map(|(_, name)| name).collect();
            names.dedup();
            format!("; {all} {}", list(names.into_iter()))
        }
    }
}

pub(super) fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn at_item(item: Option<usize>) -> String {
    item.map_or(String::new(), |item| format!("{}: ", Place::of("eval_templates").item(item)))
}

/// What somebody wrote, fit for one line of a message.
pub(super) fn quoted(text: &str) -> String {
    format!("`{}`", printable(&shortened(text)))
}
