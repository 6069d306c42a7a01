//! The six everyday functions on small cases that can be checked by hand.

use insta::assert_snapshot;
use kebab_metrics::{
    JudgmentError, MetricsResult, QueryType, RelevanceJudgment, average_precision, compute_all,
    hit_rate, mrr, ndcg_at_k, precision_at_k, recall_at_k,
};

use crate::support::assert_close;

type Function = fn(&[String], &[RelevanceJudgment], usize) -> Result<f64, JudgmentError>;
type Field = fn(&MetricsResult) -> f64;

/// Each function next to the field of `compute_all` that must say the same.
const FUNCTIONS: [(&str, Function, Field); 6] = [
    ("recall", recall_at_k, |all| all.recall),
    ("precision", precision_at_k, |all| all.precision),
    ("mrr", mrr, |all| all.mrr),
    ("ndcg", ndcg_at_k, |all| all.ndcg),
    ("ap", average_precision, |all| all.average_precision),
    ("hit", hit_rate, |all| all.hit_rate),
];

fn retrieved(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Judgments written as `a:2 b:1`.
fn judgments(text: &str) -> Vec<RelevanceJudgment> {
    let judgment = |word: &str| {
        let (id, grade) = word.split_once(':').expect("a judgment is written `id:grade`");
        let grade = grade.parse().expect("a grade is a number");
        RelevanceJudgment { chunk_id: id.to_owned(), grade }
    };
    text.split_whitespace().map(judgment).collect()
}

#[track_caller]
fn check(name: &str, ids: &str, judged: &str, k: usize, expected: f64) {
    let (ids, judged) = (retrieved(ids), judgments(judged));
    let known = FUNCTIONS.iter().find(|(known, ..)| *known == name);
    let (_, function, field) = known.expect("the name is one of the table");
    let found = function(&ids, &judged, k).expect("the judgments are fine");
    assert_close(found, expected, name);
    let all = compute_all(&ids, &judged, k).expect("the judgments are fine");
    assert_eq!(field(&all), found, "compute_all and {name} differ");
}

/// All six at once: recall, precision, mrr, ndcg, average precision, hit rate.
#[track_caller]
fn check_all(ids: &str, judged: &str, k: usize, expected: [f64; 6]) {
    for ((name, ..), expected) in FUNCTIONS.iter().zip(expected) {
        check(name, ids, judged, k, expected);
    }
}

/// The DCG of gains in rank order, written out.
fn dcg(gains: &[f64]) -> f64 {
    gains.iter().zip(2_u32..).map(|(gain, i)| gain / f64::from(i).log2()).sum()
}

#[test]
fn the_vectors_of_the_contract() {
    check("recall", "a b c", "a:2 b:1 d:2", 3, 2.0 / 3.0);
    check("recall", "x y", "a:2", 2, 0.0);
    check("ap", "x y", "a:2", 2, 0.0);
    check("hit", "x y", "a:2", 2, 0.0);
    check("recall", "a", "", 1, 0.0);
    check("precision", "a b c", "a:2 b:1", 3, 2.0 / 3.0);
    check("precision", "a b c", "a:2 b:1", 2, 1.0);
    check("mrr", "x a b", "a:2 b:1", 3, 0.5);
    check("mrr", "a b", "a:2", 2, 1.0);
    check("mrr", "x y z", "a:2", 3, 0.0);
    check("ndcg", "a c b", "a:2 b:1 c:0", 3, dcg(&[2.0, 0.0, 1.0]) / dcg(&[2.0, 1.0, 0.0]));
    check("ap", "a x b y", "a:2 b:1", 4, (1.0 + 2.0 / 3.0) / 2.0);
    check("hit", "x a", "a:2", 2, 1.0);
    check_all("", "a:2 b:1", 5, [0.0; 6]);
    check_all("", "", 5, [0.0; 6]);
}

#[test]
fn the_contract_prints_three_decimals() {
    let rounded = |name: &str, ids: &str, judged: &str, k| {
        let (_, function, _) = FUNCTIONS.iter().find(|(known, ..)| *known == name).unwrap();
        format!("{:.3}", function(&retrieved(ids), &judgments(judged), k).unwrap())
    };
    assert_eq!(rounded("recall", "a b c", "a:2 b:1 d:2", 3), "0.667");
    assert_eq!(rounded("precision", "a b c", "a:2 b:1", 3), "0.667");
    assert_eq!(rounded("ndcg", "a c b", "a:2 b:1 c:0", 3), "0.950");
    assert_eq!(rounded("ap", "a x b y", "a:2 b:1", 4), "0.833");
}

#[test]
fn recall_divides_by_the_relevant() {
    check("recall", "a x b", "a:1 b:1 c:1 d:0", 3, 2.0 / 3.0);
    check("recall", "a x b", "a:1 b:1 c:1 d:0", 2, 1.0 / 3.0);
    check("recall", "a b", "a:1 b:2", 2, 1.0);
    check("recall", "a b", "a:1 b:2", 100, 1.0);
    check("recall", "a b", "a:0 b:0", 2, 0.0);
    check("recall", "x a a a", "a:1 b:1", 4, 0.5);
}

#[test]
fn precision_divides_by_k() {
    check("precision", "a x b", "a:1 b:1", 3, 2.0 / 3.0);
    check("precision", "a", "a:1", 5, 0.2);
    check("precision", "a b", "a:1 b:1", 10, 0.2);
    check("precision", "a b", "a:0 b:0", 2, 0.0);
    check("precision", "a a a", "a:1", 3, 1.0 / 3.0);
}

#[test]
fn mrr_stops_at_the_first_relevant() {
    check("mrr", "x y a b", "a:1 b:2", 4, 1.0 / 3.0);
    check("mrr", "x y a b", "a:1 b:2", 2, 0.0);
    check("mrr", "x y a", "a:1", 100, 1.0 / 3.0);
    check("mrr", "a b", "a:0 b:1", 2, 0.5);
    check("mrr", "x x a", "a:1", 3, 1.0 / 3.0);
}

#[test]
fn ndcg_compares_with_the_best_of_all_judged() {
    check("ndcg", "a b c", "a:2 b:1 c:0", 3, 1.0);
    check("ndcg", "b a", "a:2 b:1", 2, dcg(&[1.0, 2.0]) / dcg(&[2.0, 1.0]));
    // The ideal is made of all judged documents, retrieved or not, and cut at k.
    check("ndcg", "b", "a:2 b:1", 1, 0.5);
    check("ndcg", "b", "a:2 b:1", 5, 1.0 / dcg(&[2.0, 1.0]));
    check("ndcg", "a a b", "a:2 b:1", 3, dcg(&[2.0, 0.0, 1.0]) / dcg(&[2.0, 1.0]));
    check("ndcg", "a", "a:0", 1, 0.0);
    // A negative grade gains nothing and costs nothing.
    check("ndcg", "n a", "a:1 n:-2", 2, dcg(&[0.0, 1.0]));
    // Grades below the relevance threshold still gain.
    check("ndcg", "a", "a:0.5", 1, 1.0);
}

#[test]
fn average_precision_divides_by_the_relevant() {
    check("ap", "a x b", "a:1 b:1 c:1", 3, (1.0 + 2.0 / 3.0) / 3.0);
    check("ap", "a x b", "a:1 b:1 c:1", 2, 1.0 / 3.0);
    check("ap", "a b", "a:1 b:1", 2, 1.0);
    check("ap", "a b", "a:1 b:1", 50, 1.0);
    check("ap", "a a b", "a:1 b:1", 3, (1.0 + 2.0 / 3.0) / 2.0);
    check("ap", "a", "b:1", 1, 0.0);
}

#[test]
fn hit_rate_asks_for_one() {
    check("hit", "x y a", "a:1 b:1", 3, 1.0);
    check("hit", "x y a", "a:1 b:1", 2, 0.0);
    check("hit", "x y a", "a:1", 50, 1.0);
    check("hit", "a", "a:0.9", 1, 0.0);
    check("hit", "a", "a:1", 1, 1.0);
}

#[test]
fn nothing_to_find_or_nothing_found() {
    check_all("a b c", "", 3, [0.0; 6]);
    check_all("a b c", "a:0 b:0 c:-1", 3, [0.0; 6]);
    check_all("x y z", "a:2 b:1", 3, [0.0; 6]);
    check_all("a b c", "a:2 b:1", 0, [0.0; 6]);
    check_all("", "", 0, [0.0; 6]);
}

#[test]
fn everything_found() {
    check_all("a b", "a:1 b:1", 2, [1.0; 6]);
    check_all("a b", "a:1 b:1", 4, [1.0, 0.5, 1.0, 1.0, 1.0, 1.0]);
    check_all("a b", "a:1 b:1", usize::MAX, [1.0, 2.0 / usize::MAX as f64, 1.0, 1.0, 1.0, 1.0]);
    // All relevant, in the wrong order: only nDCG sees it.
    let swapped = dcg(&[1.0, 2.0]) / dcg(&[2.0, 1.0]);
    check_all("b a", "a:2 b:1", 2, [1.0, 1.0, 1.0, swapped, 1.0, 1.0]);
}

#[test]
fn a_repeat_keeps_its_place() {
    // `a` again at rank 2 pushes `b` to rank 3 and is not relevant itself.
    let ndcg = dcg(&[2.0, 0.0, 1.0]) / dcg(&[2.0, 1.0]);
    let expected = [1.0, 2.0 / 3.0, 1.0, ndcg, (1.0 + 2.0 / 3.0) / 2.0, 1.0];
    check_all("a a b", "a:2 b:1", 3, expected);
    check_all("a x b", "a:2 b:1", 3, expected);
    // A repeated unjudged id is two non-relevant places.
    check("mrr", "x x a", "a:1", 3, 1.0 / 3.0);
}

#[test]
fn ids_are_compared_whole() {
    check("hit", "A", "a:1", 1, 0.0);
    let spaced = [RelevanceJudgment { chunk_id: "guide.md 3".to_owned(), grade: 1.0 }];
    assert_eq!(hit_rate(&["guide.md 3"], &spaced, 1), Ok(1.0));
    assert_eq!(hit_rate(&["guide.md"], &spaced, 1), Ok(0.0));
}

#[track_caller]
fn refused(judged: &[RelevanceJudgment]) -> String {
    let ids = retrieved("a b");
    let all = compute_all(&ids, judged, 2).expect_err("compute_all takes the judgments");
    for (name, function, _) in FUNCTIONS {
        let error = function(&ids, judged, 2).err();
        assert_eq!(error.as_ref(), Some(&all), "{name} takes the judgments");
    }
    all.to_string()
}

#[test]
fn bad_judgments_are_refused_by_every_function() {
    assert_snapshot!(refused(&judgments("a:1 b:2 a:1")), @"chunk `a` is judged twice; keep one grade");
    assert_snapshot!(refused(&judgments("a:NaN")), @"chunk `a`: grade NaN is not a number between -1e15 and 1e15");
    assert_snapshot!(refused(&judgments("z:inf")), @"chunk `z`: grade inf is not a number between -1e15 and 1e15");
    assert_snapshot!(refused(&judgments("z:-inf")), @"chunk `z`: grade -inf is not a number between -1e15 and 1e15");
    assert_snapshot!(refused(&judgments("z:1e16")), @"chunk `z`: grade 10000000000000000 is not a number between -1e15 and 1e15");
    // Both grades are the same, and it is an error still: nobody meant to say it twice.
    assert_snapshot!(refused(&judgments("a:0 a:0")), @"chunk `a` is judged twice; keep one grade");
}

#[test]
fn results_and_query_types_have_stable_names_in_json() {
    let all = compute_all(&["a"], &judgments("a:1"), 1).unwrap();
    assert_snapshot!(
        serde_json::to_string(&all).unwrap(),
        @r#"{"recall":1.0,"precision":1.0,"mrr":1.0,"ndcg":1.0,"average_precision":1.0,"hit_rate":1.0}"#
    );
    let types = [
        QueryType::Factual,
        QueryType::Conceptual,
        QueryType::CodeLookup,
        QueryType::Troubleshooting,
    ];
    assert_snapshot!(
        serde_json::to_string(&types).unwrap(),
        @r#"["factual","conceptual","code_lookup","troubleshooting"]"#
    );
    let judgment: RelevanceJudgment =
        serde_json::from_str(r#"{"chunk_id":"a","grade":2}"#).unwrap();
    assert_eq!(judgment, judgments("a:2")[0]);
}
