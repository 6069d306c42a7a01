//! What holds for every input.

use kebab_eval::text::{
    Request, TextError, render_csv, render_json, render_markdown, render_text, templates,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::answer;

/// A few words of several scripts, so that chunks and answers share some.
fn text() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec![
        "a",
        "b",
        "the",
        "of",
        "Paris",
        "서울",
        "입니다",
        "東",
        "京",
        "é",
        "--",
        "",
        "[1]",
        "\"",
        "\n",
    ]);
    prop::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn texts() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop_oneof![text(), any::<String>()], 0..6)
}

/// Any JSON, with a liking for what a call is made of.
fn any_json() -> impl Strategy<Value = Value> {
    let name = || {
        prop::sample::select(vec![
            "eval_templates",
            "inputs",
            "eval_config",
            "hypothesis",
            "reference",
            "answer",
            "k",
            "mrr",
            "precision_at_k",
            "chunk_utilization",
            "[]",
            "[\"a\"]",
            "[1",
            "a",
        ])
    };
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        name().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(name().prop_map(str::to_owned), inner, 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

fn all_templates() -> Value {
    templates().map(|template| template.name()).collect()
}

/// Renders what came of a call, so that the renderers are tried as well.
fn render(request: Result<Request, TextError>) {
    match request.and_then(|request| request.evaluate()) {
        Ok(results) => {
            for render in [render_text, render_json, render_csv, render_markdown] {
                assert!(!render(&results).is_empty());
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
}

proptest! {
    #[test]
    fn every_score_is_between_0_and_1(
        queries in prop::collection::vec((texts(), texts(), text()), 1..4),
        k in prop::option::of(1_u32..9),
    ) {
        let hypothesis: Vec<_> = queries.iter().map(|(hypothesis, _, _)| hypothesis).collect();
        let reference: Vec<_> = queries.iter().map(|(_, reference, _)| reference).collect();
        let answers: Vec<_> = queries.iter().map(|(_, _, answer)| answer).collect();
        let inputs = json!({"hypothesis": hypothesis, "reference": reference, "answer": answers});
        let config = k.map_or(json!({}), |k| json!({"k": k}));
        let results = answer(all_templates(), inputs, config).unwrap();
        prop_assert_eq!(results.eval_results.len(), 9 * queries.len());
        for result in results.eval_results {
            prop_assert!((0.0..=1.0).contains(&result.output), "{}", result.reason);
        }
    }

    #[test]
    fn a_chunk_that_the_answer_quotes_is_used_up(
        before in text(), chunk in text(), after in text(),
    ) {
        prop_assume!(chunk.chars().any(char::is_alphanumeric));
        let quoting = format!("{before} {chunk} {after}");
        let inputs = json!({"hypothesis": [[chunk]], "answer": [quoting]});
        let results = answer(json!(["chunk_attribution", "chunk_utilization"]), inputs, json!({}));
        for result in results.unwrap().eval_results {
            prop_assert_eq!(result.output, 1.0, "{}", result.reason);
        }
    }

    #[test]
    fn no_json_makes_it_panic(value in any_json()) {
        render(Request::from_json(value));
    }

    #[test]
    fn no_call_makes_it_panic(
        name in prop::sample::select(templates().collect::<Vec<_>>()),
        hypothesis in any_json(), reference in any_json(), text in any_json(), config in any_json(),
    ) {
        let inputs = json!({"hypothesis": hypothesis, "reference": reference, "answer": text});
        let call = |inputs| json!({"eval_templates": name.name(), "inputs": inputs});
        render(Request::from_json(call(inputs.clone())));
        let mut with_config = call(json!({"hypothesis": [], "reference": [], "answer": ""}));
        with_config["eval_config"] = config;
        render(Request::from_json(with_config));
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        render(Request::parse(&bytes));
    }
}
