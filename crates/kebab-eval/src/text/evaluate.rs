//! The call itself: templates, inputs and configuration in, results out.

use serde::Serialize;

use super::error::TextError;
use super::overlap::Overlap;
use super::ranked::Ranked;
use super::request::{EvalConfig, Inputs};
use super::templates::{Input, Measure, Template};

/// What a call is answered with; serialises to `{"eval_results": [..]}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvalResults {
    /// Template by template, each in query order.
    pub eval_results: Vec<EvalResult>,
    /// The templates, as they were named.
    #[serde(skip)]
    pub templates: Vec<Template>,
    /// How many results each template has; at least 1.
    #[serde(skip)]
    pub n_queries: usize,
    /// The configuration that was asked for.
    #[serde(skip)]
    pub eval_config: EvalConfig,
}

/// One template's verdict on one query.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvalResult {
    /// The template.
    pub name: &'static str,
    /// The score, unrounded, from 0 to 1.
    pub output: f64,
    /// Name, rounded score and how it came about.
    pub reason: String,
}

impl EvalResults {
    /// Each template with its results in query order.
    pub fn by_template(&self) -> impl Iterator<Item = (Template, &[EvalResult])> {
        self.templates.iter().copied().zip(self.eval_results.chunks(self.n_queries.max(1)))
    }
}

/// Scores every query with every template.
pub fn evaluate(
    eval_templates: &[Template],
    inputs: &Inputs,
    eval_config: &EvalConfig,
) -> Result<EvalResults, TextError> {
    if eval_templates.is_empty() {
        return Err(TextError::NoTemplate);
    }
    for template in eval_templates {
        for &input in template.inputs() {
            if !inputs.has(input) {
                return Err(TextError::MissingInput { template: template.name(), input });
            }
        }
    }
    let n_queries = inputs.n_queries()?;
    let needs = |input| eval_templates.iter().any(|template| template.inputs().contains(&input));
    let ranked = if needs(Input::Reference) { rank(inputs, eval_config) } else { Vec::new() };
    let overlaps = if needs(Input::Answer) { overlap(inputs, eval_config) } else { Vec::new() };

    let mut eval_results = Vec::with_capacity(eval_templates.len() * n_queries);
    for &template in eval_templates {
        match template.measure() {
            Measure::Ranked(score) => eval_results
                .extend(ranked.iter().map(|query| template.result(query.shown_k(), score(query)))),
            Measure::Overlap(score) => eval_results.extend(
                overlaps.iter().map(|query| template.result(query.shown_k(), score(query))),
            ),
        }
    }
    let templates = eval_templates.to_vec();
    Ok(EvalResults { eval_results, templates, n_queries, eval_config: *eval_config })
}

fn rank(inputs: &Inputs, eval_config: &EvalConfig) -> Vec<Ranked> {
    let references = inputs.reference.iter().flatten();
    let queries = inputs.hypothesis.iter().flatten().zip(references);
    queries.map(|(retrieved, reference)| Ranked::new(retrieved, reference, eval_config.k)).collect()
}

fn overlap(inputs: &Inputs, eval_config: &EvalConfig) -> Vec<Overlap> {
    let answers = inputs.answer.iter().flatten();
    let queries = inputs.hypothesis.iter().flatten().zip(answers);
    queries.map(|(chunks, answer)| Overlap::new(chunks, answer, eval_config.k)).collect()
}
