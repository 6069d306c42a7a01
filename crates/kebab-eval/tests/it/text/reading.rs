//! One query or a batch, plain or as JSON: how inputs are told apart.

use kebab_eval::text::{EvalConfig, Inputs, Request, Template, evaluate};
use serde_json::{Value, json};

use super::outputs;

/// The precision of each query, without a `k`.
#[track_caller]
fn check(hypothesis: Value, reference: Value, expected: &[f64]) {
    let inputs = json!({"hypothesis": hypothesis, "reference": reference});
    assert_eq!(outputs(json!("precision_at_k"), inputs, json!({})), expected);
}

#[test]
fn one_query() {
    check(json!(r#"["a", "b"]"#), json!(r#"["a"]"#), &[0.5]);
    check(json!(["a", "b"]), json!(["a"]), &[0.5]);
    check(json!(["a", "b"]), json!(r#"["a"]"#), &[0.5]);
    check(json!(" [\n\"a\"]\t"), json!(["a"]), &[1.0]);
}

#[test]
fn a_batch() {
    check(json!([["a", "b"], ["c"]]), json!([["a"], ["c"]]), &[0.5, 1.0]);
    check(json!([r#"["a", "b"]"#, r#"["c"]"#]), json!([["a"], ["c"]]), &[0.5, 1.0]);
    check(json!([["a", "b"], r#"["c"]"#]), json!([r#"["a"]"#, ["c"]]), &[0.5, 1.0]);
    check(json!([["a"]]), json!([r#"["a"]"#]), &[1.0]);
}

#[test]
fn empty_lists() {
    check(json!([]), json!([]), &[0.0]);
    check(json!("[]"), json!(["a"]), &[0.0]);
    check(json!([]), json!(["a"]), &[0.0]);
    check(json!([[]]), json!([["a"]]), &[0.0]);
    check(json!(["[]", "[]"]), json!([["a"], []]), &[0.0, 0.0]);
}

#[test]
fn chunks_that_look_like_json_are_texts() {
    check(json!(["{\"a\": 1}", "5"]), json!(["5"]), &[0.5]);
    check(json!(["[1] Smith 1990", "[2"]), json!(["[2"]), &[0.5]);
    // A chunk that is a JSON list is safe in a list of lists and in a string.
    check(json!([["[1]", "[2]"]]), json!([["[2]"]]), &[0.5]);
    check(json!(r#"["[1]", "[2]"]"#), json!(r#"["[2]"]"#), &[0.5]);
}

#[test]
fn the_configuration_may_be_left_out() {
    let request = Request::parse(
        br#"{"eval_templates": "mrr", "inputs": {"hypothesis": ["x", "a"], "reference": ["a"]}}"#,
    );
    assert_eq!(request.unwrap().evaluate().unwrap().eval_results[0].output, 0.5);
}

#[test]
fn the_call_from_rust() {
    let templates: Vec<Template> = vec!["recall_at_k".parse().unwrap()];
    let inputs = Inputs {
        hypothesis: Some(vec![vec!["a".to_owned()]]),
        reference: Some(vec![vec!["a".to_owned(), "b".to_owned()]]),
        answer: None,
    };
    let results = evaluate(&templates, &inputs, &EvalConfig::default()).unwrap();
    assert_eq!(results.eval_results[0].output, 0.5);
    assert!(evaluate(&[], &inputs, &EvalConfig::default()).is_err());
    assert!(evaluate(&templates, &Inputs::default(), &EvalConfig::default()).is_err());
}
