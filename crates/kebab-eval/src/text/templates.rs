//! The table of templates: one row each, with the name, the inputs and the words of the reason.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use super::error::{TextError, did_you_mean};
use super::evaluate::EvalResult;
use super::overlap::Overlap;
use super::ranked::Ranked;

/// What a query is scored with; reads from and prints to its name, such as `precision_at_k`.
#[derive(Clone, Copy)]
pub struct Template(&'static Row);

/// The inputs of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// The retrieved chunks in rank order.
    Hypothesis,
    /// The relevant chunks.
    Reference,
    /// The text of an answer.
    Answer,
}

struct Row {
    name: &'static str,
    /// Other names for the same thing: not accepted, but answered with this one.
    also_called: &'static [&'static str],
    /// What the reason begins with.
    label: &'static str,
    /// Whether the label always carries a `k`, given or not.
    always_at_k: bool,
    about: &'static str,
    inputs: &'static [Input],
    measure: Measure,
}

/// How a template gets from what was measured to a score and the words that explain it.
#[derive(Clone, Copy)]
pub(super) enum Measure {
    Ranked(fn(&Ranked) -> (f64, String)),
    Overlap(fn(&Overlap) -> (f64, String)),
}

const RANKED: &[Input] = &[Input::Hypothesis, Input::Reference];
const OVERLAP: &[Input] = &[Input::Hypothesis, Input::Answer];

static TABLE: [Row; 9] = [
    Row {
        name: "precision_at_k",
        also_called: &["p_at_k"],
        label: "Precision",
        always_at_k: true,
        about: "relevant chunks in the top k / k",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::precision),
    },
    Row {
        name: "recall_at_k",
        also_called: &["r_at_k"],
        label: "Recall",
        always_at_k: true,
        about: "relevant chunks in the top k / relevant chunks",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::recall),
    },
    Row {
        name: "ndcg_at_k",
        also_called: &[],
        label: "NDCG",
        always_at_k: true,
        about: "discounted gain of the top k / that of the best ranking",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::ndcg),
    },
    Row {
        name: "mrr",
        also_called: &["rr", "mrr_at_k", "reciprocal_rank", "mean_reciprocal_rank"],
        label: "MRR",
        always_at_k: false,
        about: "1 / rank of the first relevant chunk",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::mrr),
    },
    Row {
        name: "hit_rate",
        also_called: &["hit_at_k", "hit_rate_at_k", "success_at_k"],
        label: "Hit rate",
        always_at_k: false,
        about: "1 when a relevant chunk is in the top k",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::hit_rate),
    },
    Row {
        name: "mean_average_precision",
        also_called: &["map", "ap", "average_precision", "map_at_k"],
        label: "MAP",
        always_at_k: false,
        about: "mean of the precision at each relevant chunk",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::average_precision),
    },
    Row {
        name: "f1_at_k",
        also_called: &["f_at_k", "f1_score"],
        label: "F1",
        always_at_k: true,
        about: "harmonic mean of precision and recall",
        inputs: RANKED,
        measure: Measure::Ranked(Ranked::f1),
    },
    Row {
        name: "chunk_attribution",
        also_called: &[],
        label: "Chunk attribution",
        always_at_k: false,
        about: "share of the chunks that the answer drew on, by shared words",
        inputs: OVERLAP,
        measure: Measure::Overlap(Overlap::attribution),
    },
    Row {
        name: "chunk_utilization",
        also_called: &["chunk_utilisation"],
        label: "Chunk utilization",
        always_at_k: false,
        about: "share of the chunks' words that the answer used",
        inputs: OVERLAP,
        measure: Measure::Overlap(Overlap::utilization),
    },
];

/// All templates.
pub fn templates() -> impl Iterator<Item = Template> {
    TABLE.iter().map(Template)
}

impl Template {
    /// The name, as in a call.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What it measures, in a few words.
    pub fn about(self) -> &'static str {
        self.0.about
    }

    /// The inputs it needs.
    pub fn inputs(self) -> &'static [Input] {
        self.0.inputs
    }

    /// What its reasons begin with, with the `k` that was asked for: `Precision@3`.
    pub fn label(self, k: Option<NonZeroU32>) -> String {
        match k {
            Some(k) => format!("{}@{k}", self.0.label),
            None => self.0.label.to_owned(),
        }
    }

    pub(super) fn measure(self) -> Measure {
        self.0.measure
    }

    pub(super) fn result(self, k: ShownK, (output, arithmetic): (f64, String)) -> EvalResult {
        let label = match k {
            ShownK::Given(k) => self.label(Some(k)),
            ShownK::Length(n) if self.0.always_at_k && n > 0 => format!("{}@{n}", self.0.label),
            ShownK::Length(_) => self.label(None),
        };
        let reason = format!("{label}: {output:.3} ({arithmetic})");
        EvalResult { name: self.0.name, output, reason }
    }
}

/// The `k` of a query as its reason shows it.
#[derive(Clone, Copy, Debug)]
pub(super) enum ShownK {
    /// Asked for.
    Given(NonZeroU32),
    /// Not asked for, so the length of the list.
    Length(usize),
}

impl Input {
    /// The name, as in a call.
    pub fn name(self) -> &'static str {
        match self {
            Input::Hypothesis => "hypothesis",
            Input::Reference => "reference",
            Input::Answer => "answer",
        }
    }
}

impl FromStr for Template {
    type Err = TextError;

    fn from_str(name: &str) -> Result<Template, TextError> {
        templates().find(|template| template.name() == name).ok_or_else(|| {
            let known = TABLE.iter().flat_map(|row| {
                let also_called = row.also_called.iter().map(|&also| (also, row.name));
                std::iter::once((row.name, row.name)).chain(also_called)
            });
            TextError::UnknownTemplate {
                item: None,
                name: name.to_owned(),
                hint: did_you_mean(name, known, "known templates:"),
            }
        })
    }
}

impl fmt::Display for Template {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Template) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Template {}

impl fmt::Display for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
