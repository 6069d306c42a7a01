//! The templates that compare retrieved texts with relevant ones.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{answer, outputs, packed, ranking_templates, reasons};

/// All seven reasons for one query.
#[track_caller]
fn all(hypothesis: Value, reference: Value, eval_config: Value) -> String {
    let inputs = json!({"hypothesis": packed(hypothesis), "reference": packed(reference)});
    reasons(ranking_templates(), inputs, eval_config)
}

#[test]
fn three_of_five() {
    let hypothesis = packed(json!(["a", "x", "b", "y", "c"]));
    let inputs = json!({"hypothesis": hypothesis, "reference": packed(json!(["a", "b", "c"]))});
    assert_eq!(outputs(json!("precision_at_k"), inputs, json!({"k": 5})), [0.6]);
}

#[test]
fn a_batch_comes_back_in_order() {
    let inputs = json!({
        "hypothesis": [r#"["P", "F", "N"]"#, r#"["S", "W"]"#, r#"["1", "2", "3", "L"]"#],
        "reference": [r#"["P", "E"]"#, r#"["S", "W"]"#, r#"["L"]"#],
    });
    let results = answer(json!("precision_at_k"), inputs, json!({"k": 3})).unwrap();
    assert_eq!(
        serde_json::to_value(&results).unwrap(),
        json!({"eval_results": [
            {"name": "precision_at_k", "output": 1.0 / 3.0,
             "reason": "Precision@3: 0.333 (1 relevant in the top 3 / 3)"},
            {"name": "precision_at_k", "output": 2.0 / 3.0,
             "reason": "Precision@3: 0.667 (2 relevant in the top 3 / 3)"},
            {"name": "precision_at_k", "output": 0.0,
             "reason": "Precision@3: 0.000 (0 relevant in the top 3 / 3)"},
        ]})
    );
}

#[test]
fn several_templates_come_template_by_template() {
    let inputs = json!({"hypothesis": [["x", "a"], ["b"]], "reference": [["a"], ["b"]]});
    let scores = outputs(json!(["mrr", "hit_rate", "mrr"]), inputs, json!({}));
    assert_eq!(scores, [0.5, 1.0, 1.0, 1.0, 0.5, 1.0]);
}

#[test]
fn happy_path() {
    assert_snapshot!(all(json!(["x", "a", "y", "b"]), json!(["a", "b", "c"]), json!({"k": 3})), @"
    Precision@3: 0.333 (1 relevant in the top 3 / 3)
    Recall@3: 0.333 (1 of 3 relevant found)
    NDCG@3: 0.296 (DCG 0.631 / ideal 2.131)
    MRR@3: 0.500 (first relevant at rank 2)
    Hit rate@3: 1.000 (first relevant at rank 2)
    MAP@3: 0.167 ((1/2) / 3 relevant)
    F1@3: 0.333 (harmonic mean of precision 0.333 and recall 0.333)
    ");
    // The best order there is of two relevant texts among four.
    assert_snapshot!(all(json!(["a", "b", "x", "y"]), json!(["a", "b"]), json!({"k": 4})), @"
    Precision@4: 0.500 (2 relevant in the top 4 / 4)
    Recall@4: 1.000 (2 of 2 relevant found)
    NDCG@4: 1.000 (DCG 1.631 / ideal 1.631)
    MRR@4: 1.000 (first relevant at rank 1)
    Hit rate@4: 1.000 (first relevant at rank 1)
    MAP@4: 1.000 ((1/1 + 2/2) / 2 relevant)
    F1@4: 0.667 (harmonic mean of precision 0.500 and recall 1.000)
    ");
}

#[test]
fn without_k_the_whole_list_counts() {
    assert_snapshot!(all(json!(["x", "a", "y", "b"]), json!(["a", "b", "c"]), json!({})), @"
    Precision@4: 0.500 (2 relevant in the top 4 / 4)
    Recall@4: 0.667 (2 of 3 relevant found)
    NDCG@4: 0.498 (DCG 1.062 / ideal 2.131)
    MRR: 0.500 (first relevant at rank 2)
    Hit rate: 1.000 (first relevant at rank 2)
    MAP: 0.333 ((1/2 + 2/4) / 3 relevant)
    F1@4: 0.571 (harmonic mean of precision 0.500 and recall 0.667)
    ");
    // The ideal ranking is cut at the length of the list as well.
    let inputs = json!({"hypothesis": ["a"], "reference": ["a", "b"]});
    assert_eq!(outputs(json!("ndcg_at_k"), inputs, json!({})), [1.0]);
}

#[test]
fn nothing_relevant() {
    assert_snapshot!(all(json!(["x", "y", "z"]), json!(["a"]), json!({"k": 2})), @"
    Precision@2: 0.000 (0 relevant in the top 2 / 2)
    Recall@2: 0.000 (0 of 1 relevant found)
    NDCG@2: 0.000 (DCG 0.000 / ideal 1.000)
    MRR@2: 0.000 (nothing relevant in the top 2)
    Hit rate@2: 0.000 (nothing relevant in the top 2)
    MAP@2: 0.000 (nothing relevant in the top 2)
    F1@2: 0.000 (harmonic mean of precision 0.000 and recall 0.000)
    ");
}

#[test]
fn all_relevant() {
    assert_snapshot!(all(json!(["a", "b"]), json!(["b", "a"]), json!({"k": 2})), @"
    Precision@2: 1.000 (2 relevant in the top 2 / 2)
    Recall@2: 1.000 (2 of 2 relevant found)
    NDCG@2: 1.000 (DCG 1.631 / ideal 1.631)
    MRR@2: 1.000 (first relevant at rank 1)
    Hit rate@2: 1.000 (first relevant at rank 1)
    MAP@2: 1.000 ((1/1 + 2/2) / 2 relevant)
    F1@2: 1.000 (harmonic mean of precision 1.000 and recall 1.000)
    ");
}

#[test]
fn k_beyond_the_list() {
    assert_snapshot!(all(json!(["a", "b"]), json!(["a", "b"]), json!({"k": 5})), @"
    Precision@5: 0.400 (2 relevant in the top 5 / 5)
    Recall@5: 1.000 (2 of 2 relevant found)
    NDCG@5: 1.000 (DCG 1.631 / ideal 1.631)
    MRR@5: 1.000 (first relevant at rank 1)
    Hit rate@5: 1.000 (first relevant at rank 1)
    MAP@5: 1.000 ((1/1 + 2/2) / 2 relevant)
    F1@5: 0.571 (harmonic mean of precision 0.400 and recall 1.000)
    ");
    assert_snapshot!(all(json!(["a"]), json!(["a"]), json!({"k": 4294967295_u32})), @"
    Precision@4294967295: 0.000 (1 relevant in the top 4294967295 / 4294967295)
    Recall@4294967295: 1.000 (1 of 1 relevant found)
    NDCG@4294967295: 1.000 (DCG 1.000 / ideal 1.000)
    MRR@4294967295: 1.000 (first relevant at rank 1)
    Hit rate@4294967295: 1.000 (first relevant at rank 1)
    MAP@4294967295: 1.000 ((1/1) / 1 relevant)
    F1@4294967295: 0.000 (harmonic mean of precision 0.000 and recall 1.000)
    ");
}

#[test]
fn empty_lists_score_0_and_the_reason_says_so() {
    assert_snapshot!(all(json!([]), json!(["a"]), json!({})), @"
    Precision: 0.000 (the hypothesis is empty)
    Recall: 0.000 (the hypothesis is empty)
    NDCG: 0.000 (the hypothesis is empty)
    MRR: 0.000 (the hypothesis is empty)
    Hit rate: 0.000 (the hypothesis is empty)
    MAP: 0.000 (the hypothesis is empty)
    F1: 0.000 (the hypothesis is empty)
    ");
    assert_snapshot!(all(json!(["a"]), json!([]), json!({"k": 5})), @"
    Precision@5: 0.000 (the reference is empty)
    Recall@5: 0.000 (the reference is empty)
    NDCG@5: 0.000 (the reference is empty)
    MRR@5: 0.000 (the reference is empty)
    Hit rate@5: 0.000 (the reference is empty)
    MAP@5: 0.000 (the reference is empty)
    F1@5: 0.000 (the reference is empty)
    ");
    assert_snapshot!(all(json!([]), json!([]), json!({"k": 5})), @"
    Precision@5: 0.000 (the hypothesis and the reference are empty)
    Recall@5: 0.000 (the hypothesis and the reference are empty)
    NDCG@5: 0.000 (the hypothesis and the reference are empty)
    MRR@5: 0.000 (the hypothesis and the reference are empty)
    Hit rate@5: 0.000 (the hypothesis and the reference are empty)
    MAP@5: 0.000 (the hypothesis and the reference are empty)
    F1@5: 0.000 (the hypothesis and the reference are empty)
    ");
}

#[test]
fn a_repeated_item_keeps_its_place_and_is_credited_once() {
    assert_snapshot!(all(json!(["a", "a", "a", "b"]), json!(["a", "b"]), json!({})), @"
    Precision@4: 0.500 (2 relevant in the top 4 / 4)
    Recall@4: 1.000 (2 of 2 relevant found)
    NDCG@4: 0.877 (DCG 1.431 / ideal 1.631)
    MRR: 1.000 (first relevant at rank 1)
    Hit rate: 1.000 (first relevant at rank 1)
    MAP: 0.750 ((1/1 + 2/4) / 2 relevant)
    F1@4: 0.667 (harmonic mean of precision 0.500 and recall 1.000)
    ");
}

#[test]
fn a_repeated_reference_counts_once() {
    let once = all(json!(["a", "x"]), json!(["a", "b"]), json!({}));
    assert_eq!(all(json!(["a", "x"]), json!(["a", "b", "a", "b", "b"]), json!({})), once);
}

#[test]
fn matching_is_exact() {
    let hypothesis = json!(["Paris", "paris ", "caf\u{e9}", ""]);
    let reference = json!(["paris", "cafe\u{301}", " "]);
    let inputs = json!({"hypothesis": hypothesis, "reference": reference});
    assert_eq!(outputs(json!("hit_rate"), inputs, json!({})), [0.0]);
    let inputs = json!({"hypothesis": ["서울", ""], "reference": ["서울", ""]});
    assert_eq!(outputs(json!("precision_at_k"), inputs, json!({})), [1.0]);
}

#[test]
fn a_long_sum_is_cut_short() {
    let texts: Vec<String> = (1..=9).map(|n| n.to_string()).collect();
    let inputs = json!({"hypothesis": texts, "reference": texts[2..]});
    assert_snapshot!(reasons(json!("mean_average_precision"), inputs, json!({})), @"MAP: 0.620 ((1/3 + 2/4 + 3/5 + ... + 7/9) / 7 relevant)");
}
