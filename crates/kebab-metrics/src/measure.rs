//! A measure as a value that is its own name: it reads from and prints to `nDCG@10`.
//!
//! Grammar: `NAME[(key=value,..)][@NUMBER]`. The name is one of the table in `measures/`, or an
//! alias; an alias that ends in `_K` or `_X` carries the number itself (`P_5`, `ndcg_cut_10`,
//! `precision_at_5`). Names are matched without regard to case. Printing gives the table's
//! spelling with every parameter that is not at its default, so what is printed reads back as the
//! same measure.

use std::fmt;
use std::str::FromStr;

use crate::judged::Judged;
use crate::measures::{Cutoff, Description, Spec, TABLE};
use crate::nearest::nearest;
use crate::params::{Params, number, split_outside_brackets};

/// A measure with its parameters: `nDCG@10`, `P(rel=2)@5`, `RBP(p=0.8)`.
#[derive(Clone)]
pub struct Measure {
    spec: &'static Spec,
    params: Params,
    /// Whether the name gives a relevance threshold, be it the usual one.
    rel_is_given: bool,
}

/// How the values of the queries become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Summary {
    /// Their arithmetic mean.
    Mean,
    /// Their sum, for counts.
    Sum,
    /// The exponential of the mean logarithm, values below 0.00001 raised to that.
    GeometricMean,
}

impl Summary {
    /// One number for the values of all queries; `None` where there is no query.
    pub fn of(self, values: impl Iterator<Item = f64>) -> Option<f64> {
        let mut n_values = 0_usize;
        let mut sum = 0.0;
        for value in values {
            n_values += 1;
            sum += match self {
                Summary::Mean | Summary::Sum => value,
                Summary::GeometricMean => value.max(1e-5).ln(),
            };
        }
        if n_values == 0 {
            return None;
        }
        Some(match self {
            Summary::Sum => sum,
            Summary::Mean => sum / n_values as f64,
            Summary::GeometricMean => (sum / n_values as f64).exp(),
        })
    }
}

impl Measure {
    /// The value of the measure for one query.
    pub fn score(&self, judged: &Judged<'_>) -> f64 {
        (self.spec.score)(judged, &self.params)
    }

    /// Reads several measures, separated by commas or blanks: `nDCG@5,10 P(rel=2)@5,AP`.
    pub fn parse_list(list: &str) -> Result<Vec<Measure>, MeasureError> {
        let mut measures = Vec::new();
        // What stands before the `@` of the last one: `nDCG@5,10` is short for `nDCG@5,nDCG@10`.
        let mut before_cutoff = "";
        let items = split_outside_brackets(list, |c| c == ',' || c.is_whitespace());
        for item in items.into_iter().filter(|item| !item.is_empty()) {
            let is_number = item.bytes().all(|byte| byte.is_ascii_digit());
            if is_number && !before_cutoff.is_empty() {
                measures.push(format!("{before_cutoff}@{item}").parse()?);
            } else {
                measures.push(item.parse()?);
                before_cutoff = item.rsplit_once('@').map_or("", |(before, _)| before);
            }
        }
        Ok(measures)
    }

    /// What the measure of that name is; parameters and cutoff may be there or not.
    pub fn describe(name: &str) -> Result<Description, MeasureError> {
        let stem = name.trim().split(['(', '@']).next().unwrap_or_default();
        match find(stem) {
            Some((spec, _)) => Ok(spec.describe()),
            None => Err(MeasureError::Unknown {
                name: name.to_owned(),
                suggestion: nearest_measure(stem).map(|spec| spec.name.to_owned()),
            }),
        }
    }

    /// How the values of the queries become one number.
    pub fn summary(&self) -> Summary {
        self.spec.summary
    }

    /// The parameters.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The same measure with other parameters, unchecked: for callers such as the trec_eval
    /// drop-in that accept what the name's grammar refuses.
    pub fn with_params(self, params: Params) -> Measure {
        Measure { params, ..self }
    }

    /// The same measure with another relevance threshold, if it has one and none was given.
    pub fn with_default_rel(mut self, rel: f64) -> Measure {
        if self.rel().is_some() && !self.rel_is_given {
            self.params.rel = rel;
        }
        self
    }

    /// The lowest grade that is relevant, if the measure has such a threshold.
    pub fn rel(&self) -> Option<f64> {
        self.spec.params.iter().any(|param| param.key == "rel").then_some(self.params.rel)
    }

    /// Whether the value counts something (documents, queries) instead of rating it.
    pub fn is_count(&self) -> bool {
        self.spec.summary == Summary::Sum
    }

    /// Whether a larger value means a better ranking. Counts say nothing about that, and neither
    /// does how far the judgments cover the ranking.
    pub fn higher_is_better(&self) -> bool {
        self.spec.higher_is_better
    }
}

impl PartialEq for Measure {
    fn eq(&self, other: &Measure) -> bool {
        self.spec.name == other.spec.name && self.params == other.params
    }
}

impl fmt::Debug for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Measure({self})")
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Measure { spec, params, .. } = self;
        let mut name = spec.name.to_owned();
        let values: Vec<String> = spec
            .params
            .iter()
            .filter_map(|param| Some(format!("{}={}", param.key, (param.print)(params)?)))
            .collect();
        if !values.is_empty() {
            name += &format!("({})", values.join(","));
        }
        match (spec.cutoff, params.cutoff) {
            (Cutoff::Recall | Cutoff::Multiple, _) => name += &format!("@{}", params.at),
            (_, Some(k)) => name += &format!("@{k}"),
            (_, None) => {}
        }
        f.pad(&name)
    }
}

/// Why a name is not a measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MeasureError {
    /// No measure has that name.
    #[error("unknown measure `{name}`{}", hint(suggestion))]
    Unknown {
        /// The whole text.
        name: String,
        /// The nearest known spelling.
        suggestion: Option<String>,
    },
    /// The measure is only defined at a cutoff.
    #[error("measure `{name}` needs a cutoff, such as `{example}`")]
    NeedsCutoff {
        /// The measure.
        name: &'static str,
        /// How it could be written.
        example: String,
    },
    /// The measure looks at the whole ranking.
    #[error("measure `{name}` takes no cutoff, write `{name}` without `@`")]
    NoCutoff {
        /// The measure.
        name: &'static str,
    },
    /// What follows the `@` is not what the measure takes.
    #[error("measure `{name}`: `{value}` is not {wanted}")]
    BadCutoff {
        /// The measure.
        name: &'static str,
        /// What stands behind `@`.
        value: String,
        /// What should.
        wanted: &'static str,
    },
    /// The measure has no such parameter.
    #[error("measure `{name}` has no parameter `{key}`{}", known(keys))]
    UnknownParam {
        /// The measure.
        name: &'static str,
        /// The key that was given.
        key: String,
        /// The keys it has.
        keys: Vec<&'static str>,
    },
    /// A parameter without a default was left out.
    #[error("measure `{name}` needs a parameter, such as `{example}`")]
    MissingParam {
        /// The measure.
        name: &'static str,
        /// How it could be written.
        example: String,
    },
    /// A parameter was given twice.
    #[error("measure `{name}`: parameter `{key}` is given twice")]
    RepeatedParam {
        /// The measure.
        name: &'static str,
        /// The key.
        key: &'static str,
    },
    /// The value of a parameter cannot be read.
    #[error("measure `{name}`: parameter `{key}`: `{value}` is not {wanted}")]
    BadParam {
        /// The measure.
        name: &'static str,
        /// The key.
        key: &'static str,
        /// The value.
        value: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// The text is not `NAME(key=value,..)@NUMBER`.
    #[error(
        "`{text}` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`"
    )]
    Syntax {
        /// The whole text.
        text: String,
    },
}

fn hint(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(suggestion) => format!("; did you mean `{suggestion}`?"),
        None => "; `kebab measures` lists them".to_owned(),
    }
}

fn known(keys: &[&str]) -> String {
    match keys {
        [] => ": it takes none".to_owned(),
        keys => format!("; it takes `{}`", keys.join("`, `")),
    }
}

impl FromStr for Measure {
    type Err = MeasureError;

    fn from_str(text: &str) -> Result<Measure, MeasureError> {
        read(text, |name, rest| nearest_measure(name).map(|spec| suggest(spec, name, rest)))
    }
}

/// Reads a measure; `suggestion` says what to write instead of an unknown name and what follows it.
fn read(
    text: &str,
    suggestion: impl Fn(&str, &str) -> Option<String>,
) -> Result<Measure, MeasureError> {
    let text = text.trim();
    let syntax = || MeasureError::Syntax { text: text.to_owned() };
    let (head, at) = match text.rsplit_once('@') {
        Some((head, at)) => (head, Some(at.trim())),
        None => (text, None),
    };
    let (name, list) = match head.split_once('(') {
        Some((name, rest)) => (name, rest.trim_end().strip_suffix(')').ok_or_else(syntax)?),
        None => (head, ""),
    };
    let (name, list) = (name.trim(), list.trim());
    if name.is_empty() || name.contains([')', ',', '=', '@']) {
        return Err(syntax());
    }
    let Some((spec, number_in_name)) = find(name) else {
        let rest = &text[text.find(name).map_or(0, |at| at + name.len())..];
        let suggestion = suggestion(name, rest);
        return Err(MeasureError::Unknown { name: text.to_owned(), suggestion });
    };
    let at = match (number_in_name, at) {
        (Some(_), Some(_)) => return Err(syntax()),
        (number, at) => number.or(at),
    };
    let mut params = Params::default();
    let given = read_params(spec, list, &mut params, syntax)?;
    read_cutoff(spec, at, &mut params)?;
    Ok(Measure { spec, params, rel_is_given: given.contains(&"rel") })
}

/// Reads the parameters and returns the keys that were given.
fn read_params(
    spec: &'static Spec,
    list: &str,
    params: &mut Params,
    syntax: impl Fn() -> MeasureError,
) -> Result<Vec<&'static str>, MeasureError> {
    let name = spec.name;
    let mut seen = Vec::new();
    let items = split_outside_brackets(list, |c| c == ',');
    let items = items.into_iter().filter(|_| !list.is_empty());
    for item in items {
        let (key, value) = item.split_once('=').ok_or_else(&syntax)?;
        let (key, value) = (key.trim(), value.trim());
        let Some(param) =
            spec.params.iter().find(|param| param.key == key || param.also.contains(&key))
        else {
            let keys = spec.params.iter().map(|param| param.key).collect();
            return Err(MeasureError::UnknownParam { name, key: key.to_owned(), keys });
        };
        let key = param.key;
        if seen.contains(&key) {
            return Err(MeasureError::RepeatedParam { name, key });
        }
        seen.push(key);
        (param.read)(value, params).map_err(|wanted| MeasureError::BadParam {
            name,
            key,
            value: value.to_owned(),
            wanted,
        })?;
    }
    let missing =
        |param: &&&crate::params::Param| !param.required.is_empty() && !seen.contains(&param.key);
    if let Some(param) = spec.params.iter().find(missing) {
        let example = format!("{name}({})", param.required);
        return Err(MeasureError::MissingParam { name, example });
    }
    Ok(seen)
}

fn read_cutoff(
    spec: &'static Spec,
    at: Option<&str>,
    params: &mut Params,
) -> Result<(), MeasureError> {
    let name = spec.name;
    let needs = |example: &str| MeasureError::NeedsCutoff { name, example: example.to_owned() };
    let bad =
        |value: &str, wanted| MeasureError::BadCutoff { name, value: value.to_owned(), wanted };
    match (spec.cutoff, at) {
        (Cutoff::None, None) | (Cutoff::Optional, None) => {}
        (Cutoff::None, Some(_)) => return Err(MeasureError::NoCutoff { name }),
        (Cutoff::Required, None) => return Err(needs(&format!("{name}@10"))),
        (Cutoff::Required | Cutoff::Optional, Some(at)) => {
            let wanted = "a rank: a whole number of at least 1";
            let digits = !at.is_empty() && at.bytes().all(|byte| byte.is_ascii_digit());
            let k = at.parse().ok().filter(|&k: &usize| digits && k > 0);
            params.cutoff = Some(k.ok_or_else(|| bad(at, wanted))?);
        }
        (Cutoff::Recall, None) => return Err(needs(&format!("{name}@0.1"))),
        (Cutoff::Recall, Some(at)) => {
            let wanted = "a recall level: a number from 0 to 1";
            params.at = number(at, 0.0, 1.0).ok_or_else(|| bad(at, wanted))?;
        }
        (Cutoff::Multiple, None) => return Err(needs(&format!("{name}@0.5"))),
        (Cutoff::Multiple, Some(at)) => {
            let wanted = "a multiple of R: a number above 0 and up to 1000000";
            let multiple = number(at, 0.0, 1e6).filter(|&multiple| multiple > 0.0);
            params.at = multiple.ok_or_else(|| bad(at, wanted))?;
        }
    }
    Ok(())
}

/// The row of the table that a name or alias stands for, and the number that was part of it.
fn find(name: &str) -> Option<(&'static Spec, Option<&str>)> {
    let spellings = TABLE.iter().flat_map(|&spec| spec.spellings().map(move |known| (spec, known)));
    // As it is written, then without regard to case, then as a spelling that carries a number.
    let exact = spellings.clone().find(|(_, known)| *known == name && stem(known).is_none());
    let folded = || {
        let same = |known: &'static str| known.eq_ignore_ascii_case(name) && stem(known).is_none();
        spellings.clone().find(|(_, known)| same(known))
    };
    if let Some((spec, _)) = exact.or_else(folded) {
        return Some((spec, None));
    }
    spellings.clone().find_map(|(spec, known)| {
        let stem = stem(known)?;
        let start = name.get(..stem.len())?;
        let number = &name[stem.len()..];
        let is_number = number.starts_with(|c: char| c.is_ascii_digit());
        (start.eq_ignore_ascii_case(stem) && is_number).then_some((spec, Some(number)))
    })
}

/// What stands before the number in a spelling that carries one.
fn stem(spelling: &'static str) -> Option<&'static str> {
    spelling.strip_suffix(['K', 'X']).filter(|stem| stem.ends_with('_'))
}

/// The measure whose spelling is nearest to a wrong one, if any is near; a number behind the name
/// does not count.
fn nearest_measure(name: &str) -> Option<&'static Spec> {
    let spellings = TABLE
        .iter()
        .flat_map(|&spec| spec.spellings().map(move |known| (stem(known).unwrap_or(known), spec)));
    nearest(name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'), spellings)
}

/// How to write that measure instead of a wrong name and what follows it: as little changed as it
/// takes to be right.
fn suggest(spec: &'static Spec, wrong: &str, rest: &str) -> String {
    let name = spec.name;
    let stem = wrong.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = wrong[stem.len()..].trim_start_matches('.');
    let required = spec.params.iter().map(|param| param.required).find(|text| !text.is_empty());
    let params = required.map_or(String::new(), |example| format!("({example})"));
    let cutoff = match spec.cutoff {
        Cutoff::None | Cutoff::Optional => "",
        Cutoff::Required => "@10",
        Cutoff::Recall => "@0.1",
        Cutoff::Multiple => "@0.5",
    };
    let tries = [
        format!("{name}{rest}@{number}"),
        format!("{name}{rest}"),
        format!("{name}{params}{rest}"),
        format!("{name}{rest}{cutoff}"),
    ];
    let right = tries.into_iter().find(|text| read(text, |_, _| None).is_ok());
    right.unwrap_or_else(|| format!("{name}{params}{cutoff}"))
}
