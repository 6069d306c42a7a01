//! The table of keys: everything else about configuration follows it.
//!
//! Adding a key: a field in `config.rs`, a row here, and a commented line in `default.toml`.

use std::fmt;

use kebab_core::Mode;
use serde::Serialize;

use crate::config::{Config, Fusion, Model, VectorWeight};
use crate::{default_file, problem};

/// Every key, in the order of the file.
pub const KEYS: [Key; 15] = [
    count("ingest.max_file_mb", 1, 4_096, |c| &mut c.ingest.max_file_mb),
    count("chunking.target_tokens", 1, 1_000_000, |c| &mut c.chunking.target_tokens),
    count("chunking.max_tokens", 1, 1_000_000, |c| &mut c.chunking.max_tokens),
    count("chunking.overlap_tokens", 0, 1_000_000, |c| &mut c.chunking.overlap_tokens),
    Key {
        name: "embedding.model",
        kind: Kind::Choice {
            what: "an embedding model",
            names: || Model::ALL.map(Model::name).to_vec(),
            get: |c| c.embedding.model.name(),
            set: |c, choice| c.embedding.model = Model::ALL[choice],
        },
    },
    Key {
        name: "search.mode",
        kind: Kind::Choice {
            what: "a search mode",
            names: || Mode::ALL.map(Mode::name).to_vec(),
            get: |c| c.search.mode.name(),
            set: |c, choice| c.search.mode = Mode::ALL[choice],
        },
    },
    count("search.k", 1, 100_000, |c| &mut c.search.k),
    number("search.lexical.k1", 0.0, 1_000.0, |c| &mut c.search.lexical.k1),
    number("search.lexical.b", 0.0, 1.0, |c| &mut c.search.lexical.b),
    number("search.lexical.heading_boost", 1.0, 100.0, |c| &mut c.search.lexical.heading_boost),
    Key {
        name: "search.hybrid.fusion",
        kind: Kind::Choice {
            what: "a way to fuse",
            names: || Fusion::ALL.map(Fusion::name).to_vec(),
            get: |c| c.search.hybrid.fusion.name(),
            set: |c, choice| c.search.hybrid.fusion = Fusion::ALL[choice],
        },
    },
    Key { name: "search.hybrid.vector_weight", kind: Kind::VectorWeight },
    count("search.hybrid.rrf_k", 0, 1_000_000, |c| &mut c.search.hybrid.rrf_k),
    number("search.hybrid.rrf_lexical_weight", 0.0, 1_000.0, |c| {
        &mut c.search.hybrid.rrf_lexical_weight
    }),
    number("search.hybrid.rrf_vector_weight", 0.0, 1_000.0, |c| {
        &mut c.search.hybrid.rrf_vector_weight
    }),
];

/// One thing that can be configured.
#[derive(Debug)]
pub struct Key {
    name: &'static str,
    kind: Kind,
}

/// What a key holds, where it is, and what is allowed; bounds are inclusive.
#[derive(Debug)]
enum Kind {
    Count {
        field: fn(&mut Config) -> &mut usize,
        least: usize,
        most: usize,
    },
    Number {
        field: fn(&mut Config) -> &mut f64,
        least: f64,
        most: f64,
    },
    VectorWeight,
    Choice {
        what: &'static str,
        names: fn() -> Vec<&'static str>,
        get: fn(&Config) -> &'static str,
        /// Takes the place in `names`.
        set: fn(&mut Config, usize),
    },
}

const fn count(
    name: &'static str,
    least: usize,
    most: usize,
    field: fn(&mut Config) -> &mut usize,
) -> Key {
    Key { name, kind: Kind::Count { field, least, most } }
}

const fn number(
    name: &'static str,
    least: f64,
    most: f64,
    field: fn(&mut Config) -> &mut f64,
) -> Key {
    Key { name, kind: Kind::Number { field, least, most } }
}

/// A value of the configuration. Prints as plain text; [`Value::to_toml`] is what the file has.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Count(usize),
    Number(f64),
    Name(&'static str),
}

/// A value as somebody wrote it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Given<'a> {
    Integer(i64),
    Float(f64),
    /// A string of the file, which had quotes.
    Text(&'a str),
    /// A value of the environment, where nothing has quotes.
    Plain(&'a str),
    /// What no key can hold.
    Other,
}

impl Key {
    /// The dotted name: sections, then the key itself.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The section the key stands in.
    pub fn section(&self) -> &'static str {
        self.split().0
    }

    /// The name inside the section.
    pub fn leaf(&self) -> &'static str {
        self.split().1
    }

    fn split(&self) -> (&'static str, &'static str) {
        self.name.rsplit_once('.').expect("every key stands in a section")
    }

    /// The variable of the environment that wins over the file.
    pub fn variable(&self) -> String {
        format!("KEBAB_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// What the key is for: its comment in the default file.
    pub fn about(&self) -> String {
        default_file::key_comment(self)
    }

    /// The value in a configuration.
    pub fn get(&self, config: &Config) -> Value {
        // One accessor per key serves reading and writing; the copy it needs is a few numbers.
        match &self.kind {
            Kind::Count { field, .. } => Value::Count(*field(&mut config.clone())),
            Kind::Number { field, .. } => Value::Number(*field(&mut config.clone())),
            Kind::VectorWeight => match config.search.hybrid.vector_weight {
                VectorWeight::Auto => Value::Name("auto"),
                VectorWeight::Fixed(weight) => Value::Number(weight),
            },
            Kind::Choice { get, .. } => Value::Name(get(config)),
        }
    }

    /// What the value may be, in words.
    pub fn allowed(&self) -> String {
        match &self.kind {
            Kind::Count { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::VectorWeight => "`auto` or a number from 0 to 1".to_owned(),
            Kind::Choice { names, .. } => one_of(&names()),
        }
    }

    /// Puts a value in, or says what is wrong with it; `shown` is how a message calls it.
    pub(crate) fn set(
        &self,
        config: &mut Config,
        given: Given<'_>,
        shown: &str,
    ) -> Result<(), String> {
        if self.try_set(config, given).is_some() {
            return Ok(());
        }
        Err(match (&self.kind, given) {
            (Kind::Choice { what, .. }, Given::Text(text)) => {
                format!("{} is not {what}: use {}", problem::shown(text), self.allowed())
            }
            (Kind::Choice { what, .. }, _) => {
                format!("{shown} is not {what}: use {}", self.allowed())
            }
            (_, Given::Text(text))
                if self.try_set(&mut config.clone(), Given::Plain(text)).is_some() =>
            {
                format!("{shown} is a text, not a number: leave out the quotes")
            }
            _ => format!("{shown} is not {}", self.allowed()),
        })
    }

    /// Puts a value in if it is allowed.
    fn try_set(&self, config: &mut Config, given: Given<'_>) -> Option<()> {
        match &self.kind {
            Kind::Count { field, least, most } => {
                let count = given.count()?;
                *field(config) = (*least..=*most).contains(&count).then_some(count)?;
            }
            Kind::Number { field, least, most } => {
                *field(config) = given.number_from(*least, *most)?;
            }
            Kind::VectorWeight => {
                config.search.hybrid.vector_weight = match given.text() {
                    Some("auto") => VectorWeight::Auto,
                    _ => VectorWeight::Fixed(given.number_from(0.0, 1.0)?),
                };
            }
            Kind::Choice { names, set, .. } => {
                let text = given.text()?;
                set(config, names().iter().position(|name| *name == text)?);
            }
        }
        Some(())
    }
}

impl<'a> Given<'a> {
    fn count(self) -> Option<usize> {
        match self {
            Given::Integer(integer) => integer.try_into().ok(),
            Given::Plain(text) => text.parse().ok(),
            Given::Float(_) | Given::Text(_) | Given::Other => None,
        }
    }

    /// A number between the bounds, which rules out what is not finite.
    fn number_from(self, least: f64, most: f64) -> Option<f64> {
        let number = match self {
            Given::Integer(integer) => integer as f64,
            Given::Float(float) => float,
            Given::Plain(text) => text.parse().ok()?,
            Given::Text(_) | Given::Other => return None,
        };
        // Adding 0 turns -0 into 0, which prints better.
        (least..=most).contains(&number).then_some(number + 0.0)
    }

    fn text(self) -> Option<&'a str> {
        match self {
            Given::Text(text) | Given::Plain(text) => Some(text),
            Given::Integer(_) | Given::Float(_) | Given::Other => None,
        }
    }
}

impl Value {
    /// The value as it stands in the file.
    pub fn to_toml(&self) -> String {
        match self {
            Value::Count(count) => count.to_string(),
            Value::Number(number) => format!("{number:?}"),
            Value::Name(name) => format!("\"{name}\""),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Count(count) => write!(f, "{count}"),
            Value::Number(number) => write!(f, "{number:?}"),
            Value::Name(name) => f.write_str(name),
        }
    }
}

/// Names as a message lists them: `a`, `b` or `c`.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => format!("`{only}`"),
        [first @ .., last] => format!("`{}` or `{last}`", first.join("`, `")),
    }
}
