//! Evaluators over texts.

mod errors;
mod laws;
mod overlap;
mod ranking;
mod reading;

use kebab_eval::text::{EvalResults, Request, TextError};
use serde_json::{Value, json};

/// Answers a call in its JSON shape.
fn answer(
    eval_templates: Value,
    inputs: Value,
    eval_config: Value,
) -> Result<EvalResults, TextError> {
    let call = json!({
        "eval_templates": eval_templates, "inputs": inputs, "eval_config": eval_config
    });
    Request::parse(call.to_string().as_bytes())?.evaluate()
}

/// The scores of a call that must succeed.
#[track_caller]
fn outputs(eval_templates: Value, inputs: Value, eval_config: Value) -> Vec<f64> {
    let results = answer(eval_templates, inputs, eval_config).unwrap();
    results.eval_results.iter().map(|result| result.output).collect()
}

/// The reasons of a call that must succeed, one per line.
#[track_caller]
fn reasons(eval_templates: Value, inputs: Value, eval_config: Value) -> String {
    let results = answer(eval_templates, inputs, eval_config).unwrap();
    let reasons: Vec<&str> =
        results.eval_results.iter().map(|result| result.reason.as_str()).collect();
    reasons.join("\n")
}

/// The seven templates that compare `hypothesis` with `reference`.
fn ranking_templates() -> Value {
    json!([
        "precision_at_k",
        "recall_at_k",
        "ndcg_at_k",
        "mrr",
        "hit_rate",
        "mean_average_precision",
        "f1_at_k",
    ])
}

/// A list as the call carries it: JSON in a string.
fn packed(list: Value) -> Value {
    Value::String(list.to_string())
}
