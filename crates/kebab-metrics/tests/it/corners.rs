//! Corners that are easy to get wrong: rounding at extreme values, files that could be two formats,
//! quotes that do not pair up, names that are nearly right.

use kebab_metrics::{Judged, JudgedHit, Measure, Qrels, Run};

use crate::support::measure;

/// Grades of a ranking from the top down, all judged documents retrieved.
fn score(measure: &Measure, grades: &[f64]) -> f64 {
    let hits: Vec<JudgedHit> =
        grades.iter().zip(1..).map(|(&grade, rank)| JudgedHit { rank, grade }).collect();
    let mut ideal = grades.to_vec();
    ideal.sort_by(|a, b| b.total_cmp(a));
    measure.score(&Judged { hits: &hits, n_retrieved: hits.len(), ideal: &ideal })
}

fn run_error(text: &[u8]) -> Option<String> {
    match Run::parse("run", text) {
        Ok(run) => run.blocks().find_map(Result::err).map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    }
}

#[test]
fn a_score_of_odd_bytes_is_an_error_not_a_panic() {
    let error = run_error(b"q Q0 d 1 00000.1\xFF t\n");
    assert_eq!(
        error.as_deref(),
        Some("run:1:10: field `score`: `00000.1\u{fffd}` is not a number")
    );
}

#[test]
fn g_stays_a_ratio_for_huge_grades() {
    let grades = [
        210264238233509.25,
        774977897200694.9,
        116628949632278.1,
        40200378500583.664,
        577674163771516.9,
        383137507709302.7,
        235543671326137.06,
        997088004821911.8,
    ];
    let value = score(&measure("G"), &grades);
    assert!((0.0..=1.0).contains(&value), "{value}");
    // Not in the ideal order, so below 1; a logarithm of a negative number must not hide in a min.
    assert!(
        score(&measure("G"), &[814300280529793.4, 124320962072944.73, 640717366781347.3]) < 1.0
    );
}

#[test]
fn f_stays_a_ratio_for_extreme_weights() {
    let hits: Vec<JudgedHit> = (1..=12).map(|rank| JudgedHit { rank, grade: 1.0 }).collect();
    let judged = Judged { hits: &hits, n_retrieved: 12, ideal: &[1.0; 13] };
    for name in ["F(beta=0.000000024137568999999992)@12", "SetF(beta=0.000000024137568999999992)"] {
        let value = measure(name).score(&judged);
        assert!(value <= 1.0, "{name} is {value}");
    }
}

#[test]
fn eleven_points_do_not_depend_on_their_order() {
    let grades = [1.0, 0.0, 1.0, 0.0, 0.0, 1.0];
    let ascending = score(&measure("11pt_avg(points=[0.25,0.75])"), &grades);
    assert_eq!(score(&measure("11pt_avg(points=[0.75,0.25])"), &grades), ascending);
}

#[test]
fn a_suggestion_is_a_measure() {
    for (text, suggested) in
        [("precison_at_5", "P@5"), ("ndcg_cutt_10", "nDCG@10"), ("recal_5", "R@5")]
    {
        let error = text.parse::<Measure>().unwrap_err().to_string();
        assert!(error.contains(&format!("did you mean `{suggested}`?")), "{error}");
    }
}

#[test]
fn the_placeholder_of_an_alias_is_not_a_name() {
    for text in ["ndcg_cut_K", "map_cut_K", "mrr_at_K", "judged_K"] {
        assert!(text.parse::<Measure>().is_err(), "{text}");
    }
}

#[test]
fn a_message_names_the_limit_that_was_broken() {
    for text in ["ERR(max=101)", "RprecMult@2000000"] {
        let error = text.parse::<Measure>().unwrap_err().to_string();
        assert!(error.contains("100"), "{error}");
    }
}

#[test]
fn a_threshold_that_was_given_stays() {
    let given = measure("P(rel=1)@5").with_default_rel(2.0);
    assert_eq!(given.params().rel, 1.0);
}

#[test]
fn a_list_may_hold_blanks_in_parentheses() {
    let read = Measure::parse_list("F(beta=2, rel=2)@5, AP").unwrap();
    assert_eq!(read, [measure("F(beta=2,rel=2)@5"), measure("AP")]);
}

#[test]
fn trec_lines_with_two_tabs_are_trec_lines() {
    let qrels = Qrels::parse("qrels", b"q1 0\td1\t1\n").unwrap();
    assert_eq!((qrels.query(0), qrels.judgments(0).doc(0)), (b"q1".as_slice(), b"d1".as_slice()));
    assert_eq!(run_error(b"q1 Q0\td1 1\t0.5 tag\n"), None);
}

#[test]
fn csv_lines_with_three_blanks_are_csv_lines() {
    let qrels = Qrels::parse("qrels", b"my query,my doc.md 3,1\n").unwrap();
    assert_eq!(qrels.query(0), b"my query");
}

#[test]
fn quotes_that_do_not_pair_up_are_errors() {
    // One forgotten quote each: the rest of the file must not silently become one document's id.
    assert!(run_error(b"\"q1,d1,1\n\"q2,d2,1\n").is_some());
    assert!(run_error(b"qid,doc,score\nq1,\"d1,1\nq2,\"d2,2\nq3,d3,3\n").is_some());
    // A quote inside an unquoted field is fine in one row and must be so in the last.
    assert_eq!(run_error(b"\"q1\",d\"1,0.5\nq2,d,1\n"), None);
    assert_eq!(run_error(b"\"q1\",d\"1,0.5\n"), None);
}

#[test]
fn the_better_of_two_column_names_wins() {
    let text = b"query,query_id,doc_id,score\nhow to cook,q1,d1,1\n";
    let run = Run::parse("run", text).unwrap();
    assert_eq!(run.query(0), b"q1");
    let text = b"query_id,doc_id,score,relevance\nq1,d1,0.83,2\n";
    let qrels = Qrels::parse("qrels", text).unwrap();
    assert_eq!(qrels.judgments(0).grade(0), 2.0);
    let text = br#"{"query": "how to cook", "query_id": "q1", "doc_id": "d1", "score": 1}"#;
    assert_eq!(run_error(text), None);
}

#[test]
fn a_header_may_name_a_column_with_a_number() {
    let text = b"query_id,doc_id,relevance,2024\nq1,d1,1,5\n";
    let qrels = Qrels::parse("qrels", text).unwrap();
    assert_eq!(qrels.n_judgments(), 1);
    assert_eq!((qrels.judgments(0).doc(0), qrels.judgments(0).grade(0)), (b"d1".as_slice(), 1.0));
}

#[test]
fn a_json_line_may_begin_with_a_nested_member() {
    let text = br#"{"tags": ["a"], "query_id": "q1", "doc_id": "d1", "score": 1}"#;
    assert_eq!(run_error(text), None);
    let text = br#"{"metadata": {"a": 1}, "query_id": "q1", "doc_id": "d1", "score": 1}"#;
    assert_eq!(run_error(text), None);
}

#[test]
fn a_lesser_name_may_hold_anything() {
    let text = br#"{"qid": "q1", "document": {"text": "x"}, "doc_id": "d1", "score": 1}"#;
    assert_eq!(run_error(text), None);
    let text = br#"{"qid": "q1", "doc_id": "d1", "document": {"text": "x"}, "score": 1}"#;
    assert_eq!(run_error(text), None);
}
