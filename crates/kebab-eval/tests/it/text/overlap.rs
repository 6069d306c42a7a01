//! The templates that compare retrieved chunks with an answer by their words.

use insta::assert_snapshot;
use serde_json::{Value, json};

use super::{outputs, reasons};

const TREATY: &str = "The Treaty of Westphalia ended the Thirty Years' War in 1648.";
const CATS: &str = "Cats are one of the most popular pets, and they sleep most of the day.";

/// Attribution and utilization of one query.
#[track_caller]
fn check(chunks: &[&str], answer: &str, attribution: f64, utilization: f64) {
    let templates = json!(["chunk_attribution", "chunk_utilization"]);
    let inputs = json!({"hypothesis": [chunks], "answer": [answer]});
    assert_eq!(outputs(templates, inputs, json!({})), [attribution, utilization]);
}

#[track_caller]
fn both(hypothesis: Value, answer: Value, eval_config: Value) -> String {
    let inputs = json!({"hypothesis": hypothesis, "answer": answer});
    reasons(json!(["chunk_attribution", "chunk_utilization"]), inputs, eval_config)
}

#[test]
fn the_answer_drew_on_one_of_two() {
    let answer = "In 1648 the treaty of Westphalia ended the war.";
    assert_snapshot!(both(json!([CATS, TREATY]), json!(answer), json!({})), @"
    Chunk attribution: 0.500 (the answer drew on 1 of 2: 2)
    Chunk utilization: 0.231 (6 of 26 words of the chunks are in the answer)
    ");
}

#[test]
fn case_and_punctuation_do_not_matter() {
    check(
        &[TREATY],
        "the treaty OF westphalia: ended (the) thirty-years war... in 1648!",
        1.0,
        1.0,
    );
}

#[test]
fn a_stock_phrase_is_no_evidence() {
    let answer = "It is one of the events that shaped the borders of the modern states of Europe.";
    check(&[CATS], answer, 0.0, 0.0);
}

#[test]
fn a_short_text_must_occur_whole() {
    check(&["The capital of France is Paris."], "Paris", 1.0, 1.0 / 6.0);
    check(&["He drove a new car to York."], "New York", 0.0, 0.0);
    check(&["He moved to New York."], "New York", 1.0, 2.0 / 5.0);
    check(&["New York"], "He lives in New York, in a flat with many windows.", 1.0, 1.0);
}

#[test]
fn enough_of_a_long_text_is_ten_words() {
    let filler = |word: &str| (0..200).map(|n| format!("{word}{n}")).collect::<Vec<_>>().join(" ");
    let quote = "a b c d e f g h i j";
    let chunk = format!("{} {quote}", filler("x"));
    let answer = format!("{quote} {}", filler("y"));
    check(&[&chunk], &answer, 1.0, 10.0 / 210.0);
    check(&[&chunk], &answer.replace(" j ", " "), 0.0, 0.0);
}

#[test]
fn scripts_without_spaces_are_compared_by_character() {
    let korean = "서울은 대한민국의 수도이며 가장 큰 도시입니다.";
    check(&[korean], korean, 1.0, 1.0);
    // The polite ending that nearly every Korean sentence has is no evidence.
    check(&["부산은 항구 도시입니다."], "서울은 수도입니다.", 0.0, 0.0);
    check(&["東京は日本の首都です。"], "日本の首都はどこですか。日本の首都です。", 1.0, 0.7);
    check(&["北京是中华人民共和国的首都"], "中华人民共和国的首都在北方", 1.0, 10.0 / 13.0);
    check(&["กรุงเทพมหานคร"], "กรุงเทพมหานคร", 1.0, 1.0);
}

#[test]
fn a_mixed_text_is_in_itself() {
    check(
        &["Kubernetes 클러스터를 v1.29 로 올립니다 today"],
        "kubernetes 클러스터를 V1.29 로 올립니다 TODAY",
        1.0,
        1.0,
    );
}

#[test]
fn a_run_is_matched_as_often_as_the_answer_has_it() {
    check(&["ha ha ha ha ha ha"], "ha ha ha ha ha ha", 1.0, 1.0);
    check(&["ha ha ha ha ha ha ha ha"], "ha ha ha ha", 1.0, 0.5);
}

#[test]
fn a_repeated_chunk_is_credited_once() {
    check(&[TREATY, TREATY], TREATY, 0.5, 0.5);
}

#[test]
fn k_cuts_the_chunks() {
    let chunks = json!([TREATY, CATS, CATS]);
    assert_snapshot!(both(chunks.clone(), json!(TREATY), json!({"k": 2})), @"
    Chunk attribution@2: 0.500 (the answer drew on 1 of 2: 1)
    Chunk utilization@2: 0.423 (11 of 26 words of the chunks are in the answer)
    ");
    assert_snapshot!(both(chunks, json!(TREATY), json!({"k": 9})), @"
    Chunk attribution@9: 0.333 (the answer drew on 1 of 3: 1)
    Chunk utilization@9: 0.268 (11 of 41 words of the chunks are in the answer)
    ");
}

#[test]
fn nothing_to_compare_scores_0_and_the_reason_says_so() {
    assert_snapshot!(both(json!([]), json!("a"), json!({})), @"
    Chunk attribution: 0.000 (the hypothesis is empty)
    Chunk utilization: 0.000 (the hypothesis is empty)
    ");
    assert_snapshot!(both(json!([TREATY]), json!(" ... "), json!({})), @"
    Chunk attribution: 0.000 (the answer has no words)
    Chunk utilization: 0.000 (the answer has no words)
    ");
    assert_snapshot!(both(json!(["---", ""]), json!("a"), json!({"k": 2})), @"
    Chunk attribution@2: 0.000 (the hypothesis has no words)
    Chunk utilization@2: 0.000 (the hypothesis has no words)
    ");
}

#[test]
fn a_batch_of_answers() {
    let inputs = json!({"hypothesis": [[TREATY], [CATS]], "answer": [TREATY, TREATY]});
    assert_eq!(outputs(json!("chunk_attribution"), inputs, json!({})), [1.0, 0.0]);
}

#[test]
fn many_positions_are_cut_short() {
    let chunks: Vec<String> = (1..=12).map(|n| format!("w{n}")).collect();
    let answer = chunks.join(" ");
    assert_snapshot!(both(json!(chunks), json!(answer), json!({})), @"
    Chunk attribution: 1.000 (the answer drew on 12 of 12: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more)
    Chunk utilization: 1.000 (12 of 12 words of the chunks are in the answer)
    ");
}

#[test]
fn with_the_ranking_templates_in_one_call() {
    let inputs = json!({"hypothesis": [TREATY], "reference": [TREATY], "answer": TREATY});
    assert_eq!(outputs(json!(["mrr", "chunk_attribution"]), inputs, json!({})), [1.0, 1.0]);
}
