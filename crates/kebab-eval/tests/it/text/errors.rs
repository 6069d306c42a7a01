//! Bad input is an error that says where it is, and never a score.

use insta::assert_snapshot;
use kebab_eval::text::Request;
use serde_json::{Value, json};

use super::answer;

/// The message for a call as text.
#[track_caller]
fn request(text: &str) -> String {
    let outcome = Request::parse(text.as_bytes()).and_then(|request| request.evaluate());
    outcome.expect_err(text).to_string()
}

/// The message for a template on an otherwise good call.
#[track_caller]
fn template(eval_templates: Value) -> String {
    let inputs = json!({"hypothesis": ["a"], "reference": ["a"]});
    answer(eval_templates, inputs, json!({})).expect_err("a bad template").to_string()
}

/// The message for inputs on an otherwise good call.
#[track_caller]
fn inputs(inputs: Value) -> String {
    answer(json!("precision_at_k"), inputs, json!({})).expect_err("bad inputs").to_string()
}

/// The message for a hypothesis next to one query's reference.
#[track_caller]
fn hypothesis(hypothesis: Value) -> String {
    inputs(json!({"hypothesis": hypothesis, "reference": ["a"]}))
}

/// The message for a hypothesis next to a batch of two.
#[track_caller]
fn in_batch(hypothesis: Value) -> String {
    inputs(json!({"hypothesis": hypothesis, "reference": [["a"], ["b"]]}))
}

/// The message for a configuration on an otherwise good call.
#[track_caller]
fn config(eval_config: Value) -> String {
    let inputs = json!({"hypothesis": ["a"], "reference": ["a"]});
    answer(json!("precision_at_k"), inputs, eval_config).expect_err("a bad k").to_string()
}

#[test]
fn the_request() {
    assert_snapshot!(request(""), @"the request is not JSON: EOF while parsing a value at line 1 column 0");
    assert_snapshot!(request("{\n  \"inputs\": [\n}"), @"the request is not JSON: expected value at line 3 column 1");
    assert_snapshot!(request("{} {}"), @"the request is not JSON: trailing characters at line 1 column 4");
    assert_snapshot!(request(&"[".repeat(100_000)), @"the request is not JSON: recursion limit exceeded at line 1 column 128");
    assert_snapshot!(request("[]"), @"the request is not an object with `eval_templates`, `inputs`, `eval_config`");
    assert_snapshot!(request("{}"), @"the request has no `eval_templates`");
    assert_snapshot!(request(r#"{"eval_templates": "mrr"}"#), @"the request has no `inputs`");
    assert_snapshot!(request(r#"{"eval_template": "mrr", "inputs": {}}"#), @"unknown field `eval_template` in the request; did you mean `eval_templates`?");
    assert_snapshot!(request(r#"{"model": "large"}"#), @"unknown field `model` in the request; known fields: `eval_templates`, `inputs`, `eval_config`");
    assert_snapshot!(request(r#"{"inputs": {}, "inputs": {}}"#), @"the request: field `inputs` comes twice at line 1 column 23");
    assert_snapshot!(request(r#"{"eval_config": {"k": 1, "k": 2}}"#), @"the request: field `k` comes twice at line 1 column 28");
}

#[test]
fn the_template() {
    assert_snapshot!(template(json!("precison_at_k")), @"unknown template `precison_at_k`; did you mean `precision_at_k`?");
    assert_snapshot!(template(json!("recall@k")), @"unknown template `recall@k`; did you mean `recall_at_k`?");
    assert_snapshot!(template(json!("Recall")), @"unknown template `Recall`; did you mean `recall_at_k`?");
    assert_snapshot!(template(json!("map")), @"unknown template `map`; did you mean `mean_average_precision`?");
    assert_snapshot!(template(json!("NDCG")), @"unknown template `NDCG`; did you mean `ndcg_at_k`?");
    assert_snapshot!(template(json!("faithfulness")), @"unknown template `faithfulness`; known templates: `precision_at_k`, `recall_at_k`, `ndcg_at_k`, `mrr`, `hit_rate`, `mean_average_precision`, `f1_at_k`, `chunk_attribution`, `chunk_utilization`");
    assert_snapshot!(template(json!("")), @"unknown template ``; known templates: `precision_at_k`, `recall_at_k`, `ndcg_at_k`, `mrr`, `hit_rate`, `mean_average_precision`, `f1_at_k`, `chunk_attribution`, `chunk_utilization`");
    assert_snapshot!(template(json!("mrr\u{1b}[31m\u{202e}\nx")), @r"unknown template `mrr\u{1b}[31m\u{202e}\nx`; known templates: `precision_at_k`, `recall_at_k`, `ndcg_at_k`, `mrr`, `hit_rate`, `mean_average_precision`, `f1_at_k`, `chunk_attribution`, `chunk_utilization`");
    assert_snapshot!(template(json!("x".repeat(1_000_000))), @"unknown template `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..`; known templates: `precision_at_k`, `recall_at_k`, `ndcg_at_k`, `mrr`, `hit_rate`, `mean_average_precision`, `f1_at_k`, `chunk_attribution`, `chunk_utilization`");
    assert_snapshot!(template(json!(["mrr", "hitrate"])), @"`eval_templates`, item 2: unknown template `hitrate`; did you mean `hit_rate`?");
    assert_snapshot!(template(json!(["mrr", 5])), @"`eval_templates`, item 2: the number 5, not the name of a template");
    assert_snapshot!(template(json!([])), @"`eval_templates` names no template");
    assert_snapshot!(template(json!(null)), @"`eval_templates`: null, not a template or a list of templates");
}

#[test]
fn the_fields_of_the_inputs() {
    assert_snapshot!(inputs(json!([])), @"`inputs` is not an object with `hypothesis`, `reference`, `answer`");
    assert_snapshot!(inputs(json!({})), @"template `precision_at_k` needs the input `hypothesis`, which is missing");
    assert_snapshot!(inputs(json!({"reference": ["a"]})), @"template `precision_at_k` needs the input `hypothesis`, which is missing");
    assert_snapshot!(inputs(json!({"hypothesis": ["a"], "answer": "a"})), @"template `precision_at_k` needs the input `reference`, which is missing");
    assert_snapshot!(inputs(json!({"hypotesis": ["a"], "reference": ["a"]})), @"unknown field `hypotesis` in `inputs`; did you mean `hypothesis`?");
    assert_snapshot!(inputs(json!({"hypothesis": ["a"], "context": ["a"]})), @"unknown field `context` in `inputs`; known fields: `hypothesis`, `reference`, `answer`");
}

#[test]
fn a_list() {
    assert_snapshot!(hypothesis(json!("not json")), @"`hypothesis`: not JSON: expected ident at line 1 column 2");
    assert_snapshot!(hypothesis(json!("[\"a\",\n \"b\" \"c\"]")), @"`hypothesis`: not JSON: expected `,` or `]` at line 2 column 6");
    assert_snapshot!(hypothesis(json!("[\"\\ud800\"]")), @"`hypothesis`: not JSON: unexpected end of hex escape at line 1 column 9");
    assert_snapshot!(hypothesis(json!("[".repeat(100_000))), @"`hypothesis`: not JSON: recursion limit exceeded at line 1 column 128");
    assert_snapshot!(hypothesis(json!("")), @"`hypothesis`: not JSON: EOF while parsing a value at line 1 column 0");
    assert_snapshot!(hypothesis(json!("{}")), @"`hypothesis`: an object, not a list of strings");
    assert_snapshot!(hypothesis(json!("\"a\"")), @"`hypothesis`: the string `a`, not a list of strings");
    assert_snapshot!(hypothesis(json!("[\"a\", 2]")), @"`hypothesis`, item 2: the number 2, not a string");
    assert_snapshot!(hypothesis(json!("[[\"a\"]]")), @"`hypothesis`, item 1: a list, not a string");
    assert_snapshot!(hypothesis(json!(null)), @"`hypothesis`: null, not a list of strings, plain or as JSON");
    assert_snapshot!(hypothesis(json!(true)), @"`hypothesis`: the boolean true, not a list of strings, plain or as JSON");
    assert_snapshot!(hypothesis(json!({"a": 1})), @"`hypothesis`: an object, not a list of strings, plain or as JSON");
    assert_snapshot!(hypothesis(json!(["a", null])), @"`hypothesis`, item 2: null, not a string");
    assert_snapshot!(hypothesis(json!(["a", 1.5, "b"])), @"`hypothesis`, item 2: the number 1.5, not a string");
    assert_snapshot!(hypothesis(json!([{"text": "a"}])), @"`hypothesis`, item 1: an object, not a string");
}

#[test]
fn a_batch() {
    assert_snapshot!(in_batch(json!([["a"], "not json"])), @"`hypothesis`, query 2: not JSON: expected ident at line 1 column 2");
    assert_snapshot!(in_batch(json!([["a"], ["b", false]])), @"`hypothesis`, query 2, item 2: the boolean false, not a string");
    assert_snapshot!(in_batch(json!([["a"], [["b"]]])), @"`hypothesis`, query 2, item 1: a list, not a string");
    assert_snapshot!(in_batch(json!([["a"], null])), @"`hypothesis`, query 2: null, not a list of strings");
    assert_snapshot!(in_batch(json!(["[\"a\"]", "[\"b\", 5]"])), @"`hypothesis`, query 2, item 2: the number 5, not a string; item 1 is a JSON list, so this is read as a batch of such lists (chunks that look like JSON lists are safe in a list of lists)");
    assert_snapshot!(in_batch(json!(["[\"a\"]", "[\"b\""])), @"`hypothesis`, query 2: not JSON: EOF while parsing a list at line 1 column 4; item 1 is a JSON list, so this is read as a batch of such lists (chunks that look like JSON lists are safe in a list of lists)");
    assert_snapshot!(in_batch(json!(["not json", "[\"b\"]"])), @"`hypothesis`, query 1: not JSON: expected ident at line 1 column 2; item 2 is a JSON list, so this is read as a batch of such lists (chunks that look like JSON lists are safe in a list of lists)");
    assert_snapshot!(in_batch(json!(["not json", "nor this"])), @"`hypothesis`, query 1: not JSON: expected ident at line 1 column 2; `reference` is a batch of 2, so this has to be one too");
    assert_snapshot!(in_batch(json!(["5", "6"])), @"`hypothesis`, query 1: the number 5, not a list of strings; `reference` is a batch of 2, so this has to be one too");
    assert_snapshot!(in_batch(json!("[\"a\"]")), @"`hypothesis` is one query, but `reference` is a batch of 2; give both in the same form");
    assert_snapshot!(hypothesis(json!([["a"]])), @"`reference`, query 1: not JSON: expected value at line 1 column 1; `hypothesis` is a batch of 1, so this has to be one too");
}

#[test]
fn a_batch_of_different_lengths() {
    assert_snapshot!(in_batch(json!([])), @"batches of different lengths, 0 in `hypothesis` and 2 in `reference`: query 1 has no `hypothesis`");
    assert_snapshot!(in_batch(json!([["a"]])), @"batches of different lengths, 1 in `hypothesis` and 2 in `reference`: query 2 has no `hypothesis`");
    assert_snapshot!(in_batch(json!([["a"], ["b"], ["c"]])), @"batches of different lengths, 2 in `reference` and 3 in `hypothesis`: query 3 has no `reference`");
    let none = json!({"hypothesis": [], "reference": [], "answer": []});
    assert_snapshot!(inputs(none), @"a batch of no queries: there is nothing to evaluate");
}

#[test]
fn an_answer() {
    let answer = |answer: Value| {
        let inputs = json!({"hypothesis": [["a"], ["b"]], "answer": answer});
        super::answer(json!("chunk_attribution"), inputs, json!({})).unwrap_err().to_string()
    };
    assert_snapshot!(answer(json!(5)), @"`answer`: the number 5, not a string or a list of strings");
    assert_snapshot!(answer(json!("a")), @"`answer` is one query, but `hypothesis` is a batch of 2; give both in the same form");
    assert_snapshot!(answer(json!(["a", ["b"]])), @"`answer`, query 2: a list, not a string");
    assert_snapshot!(answer(json!(["a"])), @"batches of different lengths, 1 in `answer` and 2 in `hypothesis`: query 2 has no `answer`");
    // What is given is checked even when no template reads it.
    assert_snapshot!(inputs(json!({"hypothesis": ["a"], "reference": ["a"], "answer": 5})), @"`answer`: the number 5, not a string or a list of strings");
}

#[test]
fn k() {
    assert_snapshot!(config(json!({"k": 0})), @"`k`: the number 0, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": -1})), @"`k`: the number -1, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": 2.5})), @"`k`: the number 2.5, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": 5.0})), @"`k`: the number 5.0, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": "5"})), @"`k`: the string `5`, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": true})), @"`k`: the boolean true, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": null})), @"`k`: null, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": [5]})), @"`k`: a list, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": 4_294_967_296_u64})), @"`k`: the number 4294967296, not an integer from 1 to 4294967295");
    assert_snapshot!(config(json!({"k": 1e30})), @"`k`: the number 1e+30, not an integer from 1 to 4294967295");
    assert_snapshot!(request(r#"{"eval_config": {"k": 1e999}}"#), @"the request is not JSON: number out of range at line 1 column 27");
    assert_snapshot!(config(json!({"K": 5})), @"unknown field `K` in `eval_config`; did you mean `k`?");
    assert_snapshot!(config(json!({"top_k": 5})), @"unknown field `top_k` in `eval_config`; known fields: `k`");
    assert_snapshot!(config(json!(5)), @"`eval_config` is not an object with `k`");
    assert_snapshot!(config(json!(null)), @"`eval_config` is not an object with `k`");
}

#[test]
fn broken_lists_are_not_chunks() {
    let broken =
        json!({"hypothesis": ["[\"a\", \"b\"", "[\"c\""], "reference": ["[\"a\"", "[\"c\""]});
    assert_snapshot!(inputs(broken), @"`hypothesis`, query 1: not JSON: EOF while parsing a list at line 1 column 9");
    // Chunks may begin with a bracket all the same.
    let chunks = json!({"hypothesis": ["[1] Paris", "[2] Rome"], "reference": ["[1] Paris"]});
    assert!(answer(json!("precision_at_k"), chunks, json!({})).is_ok());
}
