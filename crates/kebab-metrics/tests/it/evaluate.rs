//! From files to numbers: missing and extra queries, summaries, and vectors for what no other tool
//! here computes the same way.

use insta::assert_snapshot;
use kebab_metrics::{
    EvaluateError, Evaluator, Missing, Qrels, Ranking, Run, Scores, Summary, evaluate,
};

use crate::support::{assert_close, hits, measure, measures};

const QRELS: &[u8] = b"q1 0 a 1\nq1 0 b 0\nq10 0 a 2\nq2 0 a 1\nq2 0 b 1\n";
/// `q10` is missing, `extra` and `another` are judged by nobody.
const RUN: &[u8] = b"extra Q0 a 1 1 t\nq2 Q0 a 1 2 t\nq2 Q0 x 2 1 t\nanother Q0 a 1 1 t\n\
                     q1 Q0 b 1 2 t\nq1 Q0 a 2 1 t\n";

fn scores(names: &str, missing: Missing) -> Result<Scores, EvaluateError> {
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let run = Run::parse("run", RUN).unwrap();
    evaluate(&qrels, &run, &measures(names), missing)
}

fn shown(ids: &[Vec<u8>]) -> String {
    ids.iter().map(|id| String::from_utf8_lossy(id)).collect::<Vec<_>>().join(" ")
}

#[test]
fn missing_queries_count_as_zero() {
    let scores = scores("AP RR NumRet NumRel", Missing::Zero).unwrap();
    assert_eq!(shown(&scores.queries), "q1 q10 q2");
    assert_eq!(shown(&scores.missing), "q10");
    assert_eq!(shown(&scores.extra), "extra another");
    assert_eq!(scores.row(0), [0.5, 0.5, 2.0, 1.0]);
    assert_eq!(scores.row(1), [0.0, 0.0, 0.0, 1.0]);
    assert_eq!(scores.row(2), [0.5, 1.0, 2.0, 2.0]);
    assert_close(scores.mean(0).unwrap(), 1.0 / 3.0, "AP");
    assert_eq!(scores.mean(1), Some(0.5));
    assert_eq!((scores.mean(2), scores.mean(3)), (Some(4.0), Some(4.0)));
}

#[test]
fn missing_queries_are_skipped() {
    let scores = scores("AP RR NumRet NumQ", Missing::Skip).unwrap();
    assert_eq!(shown(&scores.queries), "q1 q2");
    assert_eq!(shown(&scores.missing), "q10");
    assert_eq!((scores.mean(0), scores.mean(1)), (Some(0.5), Some(0.75)));
    assert_eq!(scores.mean(3), Some(2.0));
    assert_eq!(scores.column(1).collect::<Vec<_>>(), [0.5, 1.0]);
}

#[test]
fn missing_queries_are_an_error() {
    let error = scores("AP", Missing::Error).unwrap_err();
    assert_snapshot!(error, @"1 of 3 judged queries are missing from the run, the first is `q10`; count them as zero or leave them out");
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let run = Run::parse("run", b"q10 Q0 a 1 1 t\n").unwrap();
    let error = evaluate(&qrels, &run, &measures("AP"), Missing::Error).unwrap_err();
    assert_snapshot!(error, @"2 of 3 judged queries are missing from the run, the first is `q1`; count them as zero or leave them out");
    let run = Run::parse("run", b"q2 Q0 a 1 1 t\nq1 Q0 a 1 1 t\nq10 Q0 a 1 1 t\n").unwrap();
    assert!(evaluate(&qrels, &run, &measures("AP"), Missing::Error).is_ok());
}

#[test]
fn an_empty_ranking_is_zero_in_every_measure_that_rates() {
    let names = "nDCG@10 nDCG RR AP P@5 R@5 Success@5 F@5 Rprec ERR nERR RBP(p=0.8) RBPres(p=0.8) \
                 Judged@5 Unjudged@5 bpref infAP GMAP IPrec@0 11pt_avg RprecMult@0.5 RelP@5 SetP \
                 SetR SetF SetRelP SetAP DCG ndcg_rel Rndcg G binG utility NumRet NumRelRet";
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let measures = measures(names);
    let evaluator = Evaluator::new(&qrels, &measures);
    for (measure, value) in measures.iter().zip(evaluator.empty(0)) {
        assert_eq!(value, 0.0, "{measure}");
    }
}

#[test]
fn a_query_without_a_relevant_document_counts_in_the_mean() {
    let qrels = Qrels::parse("qrels", b"q1 0 a 0\nq2 0 a 1\n").unwrap();
    let run = Run::parse("run", b"q1 Q0 a 1 1 t\nq2 Q0 a 1 1 t\n").unwrap();
    let names = "AP nDCG RR R@5 bpref infAP Rprec IPrec@0 11pt_avg RprecMult@1 SetF RelP@5 binG G \
                 ndcg_rel Rndcg ERR nERR";
    let measures = measures(names);
    let scores = evaluate(&qrels, &run, &measures, Missing::Zero).unwrap();
    for (i, measure) in measures.iter().enumerate() {
        assert_eq!(scores.row(0)[i], 0.0, "{measure}");
        let other = scores.row(1)[i];
        assert_eq!(scores.mean(i), Some(other / 2.0), "{measure}");
    }
}

#[test]
fn no_query_in_common() {
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let run = Run::parse("run", b"other Q0 a 1 1 t\n").unwrap();
    let names = "AP GMAP NumRet";
    let skipped = evaluate(&qrels, &run, &measures(names), Missing::Skip).unwrap();
    assert_eq!((skipped.mean(0), skipped.mean(1), skipped.mean(2)), (None, None, None));
    assert!(skipped.queries.is_empty() && skipped.values.is_empty());
    assert_eq!(
        (shown(&skipped.missing), shown(&skipped.extra)),
        ("q1 q10 q2".into(), "other".into())
    );
    let counted = evaluate(&qrels, &run, &measures(names), Missing::Zero).unwrap();
    assert_eq!((counted.mean(0), counted.mean(2)), (Some(0.0), Some(0.0)));
    assert_close(counted.mean(1).unwrap(), 1e-5, "GMAP");
}

#[test]
fn no_measures_at_all() {
    let scores = scores("", Missing::Zero).unwrap();
    assert_eq!(shown(&scores.queries), "q1 q10 q2");
    assert!(scores.row(2).is_empty() && scores.values.is_empty());
}

#[test]
fn summaries() {
    let of = |summary: Summary, values: &[f64]| summary.of(values.iter().copied());
    assert_eq!(of(Summary::Mean, &[]), None);
    assert_eq!(of(Summary::Sum, &[]), None);
    assert_eq!(of(Summary::GeometricMean, &[]), None);
    assert_eq!(of(Summary::Mean, &[0.0, 1.0, 0.5]), Some(0.5));
    assert_eq!(of(Summary::Sum, &[1.0, 2.0, 4.0]), Some(7.0));
    assert_close(of(Summary::GeometricMean, &[0.25, 1.0]).unwrap(), 0.5, "two");
    // Zero is raised to 0.00001, so that one failure does not hide everything else.
    assert_close(of(Summary::GeometricMean, &[0.0, 1.0]).unwrap(), 1e-5_f64.sqrt(), "zero");
    assert_close(of(Summary::GeometricMean, &[1e-9, 1e-5]).unwrap(), 1e-5, "tiny");
}

#[test]
fn geometric_means_are_taken_over_queries() {
    let scores = scores("GMAP GMbpref AP bpref", Missing::Zero).unwrap();
    assert_close(scores.mean(0).unwrap(), (0.5_f64 * 1e-5 * 0.5).cbrt(), "GMAP");
    let bpref: Vec<f64> = scores.column(3).map(|value| value.max(1e-5)).collect();
    assert_close(scores.mean(1).unwrap(), bpref.iter().product::<f64>().cbrt(), "GMbpref");
    // Per query it is the plain measure.
    assert_eq!(scores.row(0)[0], scores.row(0)[2]);
    assert_eq!(scores.row(0)[1], scores.row(0)[3]);
}

#[test]
fn one_query_at_a_time() {
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let measures = measures("RR P@2");
    let mut evaluator = Evaluator::new(&qrels, &measures);
    let found = evaluator.query(b"q1", &mut hits("a:1 b:2")).unwrap();
    assert_eq!(found, Some([0.5, 0.5].as_slice()));
    assert_eq!(evaluator.query(b"unknown", &mut hits("a:1")).unwrap(), None);
    assert!(evaluator.query(b"unknown", &mut hits("a:1 a:2")).is_err());
    assert!(evaluator.query(b"q1", &mut hits("a:1 a:2")).is_err());
    let found = evaluator.clone().query(b"q2", &mut hits("a:1 b:2")).unwrap().map(<[f64]>::to_vec);
    assert_eq!(found, Some(vec![1.0, 1.0]));
}

#[test]
fn a_ranking_is_cut_and_filtered_before_it_is_scored() {
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let measures = measures("RR NumRet Judged");
    let score = |ranking: Ranking| {
        let mut evaluator = Evaluator::with_ranking(&qrels, &measures, ranking);
        evaluator.query(b"q1", &mut hits("x:4 b:3 y:2 a:1")).unwrap().unwrap().to_vec()
    };
    assert_eq!(score(Ranking::default()), [0.25, 4.0, 0.5]);
    assert_eq!(score(Ranking { depth: Some(3), ..Ranking::default() }), [0.0, 3.0, 1.0 / 3.0]);
    assert_eq!(score(Ranking { judged_only: true, ..Ranking::default() }), [0.5, 2.0, 1.0]);
}

/// The value of a measure for a ranking `r` (grade 1), `R` (grade 2), `n` (grade 0), `-` (unjudged),
/// `p` (pooled), with further judged documents that were not retrieved.
#[track_caller]
fn check(name: &str, ranking: &str, missed: &str, expected: f64) {
    let grade = |letter: char| match letter {
        'r' => Some(1),
        'R' => Some(2),
        'n' => Some(0),
        'p' => Some(-1),
        '-' => None,
        _ => panic!("no such letter: {letter}"),
    };
    let mut judgments = String::new();
    for (i, letter) in ranking.chars().chain(missed.chars()).enumerate() {
        if let Some(grade) = grade(letter) {
            judgments += &format!("q 0 d{i} {grade}\n");
        }
    }
    let qrels = Qrels::parse("qrels", judgments.as_bytes()).unwrap();
    let ids: Vec<String> = (0..ranking.chars().count()).map(|i| format!("d{i}:-{i}")).collect();
    let text = ids.join(" ");
    let measures = [measure(name)];
    let mut evaluator = Evaluator::new(&qrels, &measures);
    let value = evaluator.query(b"q", &mut hits(&text)).unwrap().unwrap()[0];
    assert_close(value, expected, format_args!("{name} of {ranking} ({missed} missed)"));
}

#[test]
fn interpolated_precision_rounds_the_number_of_documents() {
    // Four relevant, at ranks 1, 3 and 6; the precisions there are 1, 2/3 and 1/2.
    for (x, expected) in [
        (0.0, 1.0),
        (0.1, 1.0),         // 0.4 rounds to 0: the best anywhere
        (0.25, 1.0),        // the first document
        (0.375, 2.0 / 3.0), // 1.5 rounds up to 2
        (0.5, 2.0 / 3.0),
        (0.6, 2.0 / 3.0), // 2.4 rounds to 2; version 9 of trec_eval takes 3 here
        (0.75, 0.5),
        (0.9, 0.0), // 3.6 rounds to 4, which were not found
        (1.0, 0.0),
    ] {
        check(&format!("IPrec@{x}"), "rnrnnr", "r", expected);
    }
    // The best at or beyond, not the one at the point itself.
    check("IPrec@0.5", "nrrr", "r", 0.75);
    check("IPrec@0", "nrrr", "", 0.75);
}

#[test]
fn eleven_points_are_averaged() {
    // 0, .1, .2, .3 -> 1; .4, .5, .6 -> 2/3; .7, .8 -> 1/2; .9, 1 -> 0. (.7 * 4 = 2.8 rounds to 3.)
    let sum = 4.0 + 3.0 * 2.0 / 3.0 + 2.0 * 0.5;
    check("11pt_avg", "rnrnnr", "r", sum / 11.0);
    check("11pt_avg(points=[0.25,0.5,0.75])", "rnrnnr", "r", (1.0 + 2.0 / 3.0 + 0.5) / 3.0);
}

#[test]
fn multiples_of_r_are_cut_not_rounded() {
    // Three relevant: x * 3 + 0.9, cut.
    check("RprecMult@0.2", "rnr", "r", 1.0); // 1.5 -> rank 1
    check("RprecMult@0.4", "rnr", "r", 0.5); // 2.1 -> rank 2
    check("RprecMult@1", "rnr", "r", 2.0 / 3.0); // 3.9 -> rank 3
    check("RprecMult@2", "rnr", "r", 2.0 / 6.0); // rank 6, beyond the end
    check("RprecMult@0.02", "rnr", "r", 0.0); // 0.96 -> no document at all
}

#[test]
fn expected_reciprocal_rank() {
    // Grade 2 of 4 satisfies with 3/16, grade 1 with 1/16.
    check("ERR", "R", "", 3.0 / 16.0);
    check("ERR", "nR", "", 3.0 / 32.0);
    check("ERR", "Rr", "", 3.0 / 16.0 + 13.0 / 16.0 / 16.0 / 2.0);
    check("ERR@1", "rR", "", 1.0 / 16.0);
    check("ERR(max=2)@2", "rR", "", 0.25 + 0.75 * 0.75 / 2.0);
    // Grades above the scale count as its top.
    check("ERR(max=1)", "R", "", 0.5);
    check("nERR", "R", "", 1.0);
    check("nERR", "nR", "", 0.5);
    check("nERR", "r", "R", (1.0 / 16.0) / (3.0 / 16.0 + 13.0 / 16.0 / 16.0 / 2.0));
    check("nERR@1", "r", "R", 1.0 / 3.0);
    check("nERR", "nn", "n", 0.0);
}

#[test]
fn rank_biased_precision() {
    check("RBP(p=0.5)", "rnr", "", 0.5 * (1.0 + 0.25));
    check("RBP(p=0.9)", "n-r", "", 0.1 * 0.81);
    // Grades are divided by the query's highest, retrieved or not.
    check("RBP(p=0.5)", "rR", "", 0.5 * (0.5 + 0.5));
    check("RBP(p=0.5)", "r", "R", 0.5 * 0.5);
    check("RBP(p=0)", "Rr", "", 1.0);
    check("RBPres(p=0.5)", "rn", "", 0.0);
    check("RBPres(p=0.5)", "r-", "", 0.5 * 0.5 + 0.25);
    check("RBPres(p=0.5)", "-", "r", 1.0);
    check("RBPres(p=0.5)", "rp", "", 0.5 * 0.5 + 0.25);
}

#[test]
fn judged_and_unjudged_shares() {
    check("Unjudged@2", "r-", "", 0.5);
    check("Unjudged@4", "r-", "", 0.25);
    check("Unjudged@4", "-p", "r", 0.5);
    check("Judged@2", "r-", "", 0.5);
    check("Judged@4", "r-", "", 0.5);
    check("Judged@1", "r-", "", 1.0);
    check("Judged", "np-r", "", 0.5);
}

#[test]
fn log_odds_of_average_precision() {
    check("yaap", "rr", "", 3_f64.ln());
    check("yaap", "nn", "rr", (1.0_f64 / 3.0).ln());
    check("yaap", "nr", "", 1_f64.ln());
    check("yaap", "nn", "", 0.0);
}
