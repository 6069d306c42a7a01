//! The ranking rules: order, ties, what is refused, and what happens to the hits on the way.

use std::collections::{HashMap, HashSet};

use insta::assert_snapshot;
use kebab_metrics::{
    DuplicateScope, Evaluator, Hit, Measure, Qrels, RankError, Ranker, Ranking, Run, evaluate_query,
};

use crate::support::{Random, docs, hits, measures};

const QRELS: &[u8] = b"q 0 d1 2\nq 0 d2 0\nq 0 d3 1\nq 0 pool -1\n";

/// The judged hits as `id-free` text, `rank:grade` each, and how many documents were ranked.
fn ranked(input: &str, ranking: &Ranking) -> Result<(String, String), RankError> {
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    let mut hits = hits(input);
    let mut ranker = Ranker::default();
    let judged = ranker.rank(&mut hits, &qrels.judgments(0), ranking)?;
    let places = judged.hits.iter().map(|hit| format!("{}:{}", hit.rank, hit.grade));
    let places = places.chain([format!("of {}", judged.n_retrieved)]).collect::<Vec<_>>().join(" ");
    Ok((docs(&hits), places))
}

#[track_caller]
fn check_order(input: &str, expected: &str) {
    let (order, _) = ranked(input, &Ranking::default()).unwrap();
    assert_eq!(order, expected);
}

#[track_caller]
fn check_places(input: &str, ranking: &Ranking, expected: &str) {
    assert_eq!(ranked(input, ranking).unwrap().1, expected);
}

#[test]
fn by_score_then_by_id_both_descending() {
    check_order("a:1 b:3 c:2", "b c a");
    check_order("D9:1 a:1 d10:1 d9:1", "d9 d10 a D9");
    check_order("d9:1 d10:1 a:1 D9:1", "d9 d10 a D9");
    check_order("a:1 ab:1 abc:1 b:1", "b abc ab a");
    check_order("a:2 c:1 b:1 d:1 e:0.5", "a d c b e");
    check_order("x:0 y:0 z:5", "z y x");
    check_order("", "");
}

#[test]
fn bytes_decide_not_letters() {
    let mut hits: Vec<Hit<'_>> = [b"\x7f".as_slice(), "é".as_bytes(), b"\xff", b"z", b"\x00"]
        .map(|doc| Hit { doc, score: 1.0 })
        .to_vec();
    let qrels = Qrels::parse("qrels", QRELS).unwrap();
    Ranker::default().rank(&mut hits, &qrels.judgments(0), &Ranking::default()).unwrap();
    let order: Vec<&[u8]> = hits.iter().map(|hit| hit.doc).collect();
    assert_eq!(order, [b"\xff".as_slice(), "é".as_bytes(), b"\x7f", b"z", b"\x00"]);
}

#[test]
fn zeros_tie_and_infinities_rank() {
    check_order("a:0 b:-0 c:0 d:-0", "d c b a");
    check_order("d:-0 c:0 b:-0 a:0", "d c b a");
    check_order("a:1 b:inf c:-inf d:-1 e:inf", "e b a d c");
    check_order("a:5e-324 b:0 c:-5e-324", "a b c");
    // Scores are doubles: these two are one 32-bit float.
    check_order("a:1.00000001 b:1", "a b");
}

#[test]
fn unjudged_documents_keep_their_place() {
    let all = Ranking::default();
    check_places("d1:5 x:4 d2:3 y:2 d3:1", &all, "1:2 3:0 5:1 of 5");
    check_places("x:1 y:2", &all, "of 2");
    check_places("", &all, "of 0");
    check_places("pool:2 d3:1", &all, "1:-1 2:1 of 2");
}

#[test]
fn depth_cuts_after_sorting() {
    let top = |depth| Ranking { depth: Some(depth), ..Ranking::default() };
    check_places("d3:1 x:2 d2:3 y:4 d1:5", &top(3), "1:2 3:0 of 3");
    check_places("d3:1 d1:5", &top(1), "1:2 of 1");
    check_places("d3:1 d1:5", &top(2), "1:2 2:1 of 2");
    check_places("d3:1 d1:5", &top(9), "1:2 2:1 of 2");
    check_places("d3:1 d1:5", &top(0), "of 0");
    // A tie across the cut is decided by the id.
    check_places("d1:1 d2:1 d3:1", &top(2), "1:1 2:0 of 2");
}

#[test]
fn judged_only_closes_the_gaps() {
    let judged = Ranking { judged_only: true, ..Ranking::default() };
    check_places("x:9 d1:5 y:4 pool:3 d2:2 z:1 d3:0", &judged, "1:2 2:0 3:1 of 3");
    check_places("x:9 pool:3", &judged, "of 0");
    // The depth is taken first, as trec_eval does.
    let both = Ranking { depth: Some(2), judged_only: true, ..Ranking::default() };
    check_places("x:9 d1:5 d2:4", &both, "1:2 of 1");
}

#[test]
fn roll_up_ranks_documents_by_their_best_chunk() {
    let roll_up = |separator: &str| Ranking {
        roll_up: Some(separator.as_bytes().to_vec()),
        ..Ranking::default()
    };
    let (order, places) =
        ranked("d3#1:1 d1#2:2 x#1:3 d3#7:4 d1#9:5 d3#2:6", &roll_up("#")).unwrap();
    assert_eq!((order.as_str(), places.as_str()), ("d3 d1 x", "1:1 2:2 of 3"));
    // The last separator counts, and an id without one is a document already.
    let (order, _) = ranked("a#b#1:3 a#b#2:2 a#c:1 d2:0", &roll_up("#")).unwrap();
    assert_eq!(order, "a#b a d2");
    let (order, _) = ranked("d1::2:2 d1:1:1", &roll_up("::")).unwrap();
    assert_eq!(order, "d1 d1:1");
    // The depth counts documents.
    let two = Ranking { depth: Some(2), ..roll_up("#") };
    check_places("d1#1:9 d1#2:8 d1#3:7 x#1:6 d2#1:5", &two, "1:2 of 2");
    // A chunk that comes twice is an error, two chunks of one document are not.
    let twice = ranked("d1#1:2 d2#1:1 d1#1:0", &roll_up("#")).unwrap_err();
    assert_snapshot!(twice, @"document `d1#1` comes twice");
}

#[test]
fn what_cannot_be_ranked_is_refused() {
    let refused = |input| ranked(input, &Ranking::default()).unwrap_err();
    assert_snapshot!(refused("a:1 b:nan c:2"), @"the score of document `b` is NaN, which cannot be ranked");
    assert_snapshot!(refused("a:2 b:1 a:0"), @"document `a` comes twice");
    assert_snapshot!(refused("d1:2 d1:1"), @"document `d1` comes twice");
    assert_snapshot!(refused("pool:2 pool:2"), @"document `pool` comes twice");
}

#[test]
fn the_scope_of_duplicates() {
    let ranking = |depth, duplicates| Ranking { depth, duplicates, ..Ranking::default() };
    let beyond = "d1:3 x:2 d1:1";
    let inside = "d1:3 d1:2 x:1";
    for (input, depth, duplicates, refused) in [
        (beyond, Some(2), DuplicateScope::AllHits, true),
        (beyond, Some(2), DuplicateScope::WithinDepth, false),
        (beyond, Some(3), DuplicateScope::WithinDepth, true),
        (beyond, None, DuplicateScope::WithinDepth, true),
        (inside, Some(2), DuplicateScope::WithinDepth, true),
        (inside, Some(1), DuplicateScope::WithinDepth, false),
        (inside, Some(1), DuplicateScope::AllHits, true),
    ] {
        let result = ranked(input, &ranking(depth, duplicates));
        assert_eq!(result.is_err(), refused, "{input} {depth:?} {duplicates:?}");
    }
    // Documents that -J drops are looked at all the same.
    let judged = Ranking { judged_only: true, ..Ranking::default() };
    assert!(ranked("x:3 d1:2 x:1", &judged).is_err());
}

#[test]
fn an_error_names_both_lines_of_the_file() {
    let qrels = Qrels::parse("qrels.txt", QRELS).unwrap();
    let text = b"# best first\nq Q0 d1 1 3 t\n\nq Q0 d2 2 2 t\nq Q0 d1 3 1 t\n";
    let run = Run::parse("run.txt", text).unwrap();
    let measures: Vec<Measure> = measures("AP");
    let mut evaluator = Evaluator::new(&qrels, &measures);
    let error = evaluate_query(&mut evaluator, &run, 0, &mut Vec::new()).unwrap_err();
    assert_snapshot!(error, @"run.txt:5:6: document `d1` is retrieved twice for query `q`, first in line 2; keep one");
}

#[test]
fn one_ranker_serves_any_number_of_queries() {
    let qrels = Qrels::parse("qrels", b"q 0 d1 2\nr 0 d2 1\n").unwrap();
    let (q, r) = (qrels.judgments(0), qrels.judgments(1));
    let mut ranker = Ranker::default();
    let all = Ranking::default();
    for _ in 0..3 {
        assert_eq!(ranker.rank(&mut hits("d1:2 d2:1"), &q, &all).unwrap().hits.len(), 1);
        assert_eq!(ranker.rank(&mut hits("d1:2 d2:1"), &r, &all).unwrap().hits[0].rank, 2);
        assert!(ranker.rank(&mut hits("d1:2 d1:1"), &q, &all).is_err());
        assert_eq!(ranker.rank(&mut hits(""), &q, &all).unwrap().n_retrieved, 0);
    }
    assert!(ranker.check(&hits("a:1 b:1")).is_ok());
    assert!(ranker.check(&hits("a:1 a:2")).is_err());
    assert!(ranker.check(&hits("a:nan")).is_err());
}

/// The same by sorting and looking everything up in maps.
fn naive(
    hits: &[Hit<'_>],
    grades: &HashMap<&[u8], f64>,
    ranking: &Ranking,
) -> Option<Vec<(usize, f64)>> {
    let mut sorted = hits.to_vec();
    sorted.sort_by(|a, b| b.score.partial_cmp(&a.score).unwrap().then(b.doc.cmp(a.doc)));
    let unique: HashSet<&[u8]> = sorted.iter().map(|hit| hit.doc).collect();
    if unique.len() < sorted.len() {
        return None;
    }
    sorted.truncate(ranking.depth.unwrap_or(usize::MAX));
    if ranking.judged_only {
        sorted.retain(|hit| grades.get(hit.doc).is_some_and(|&grade| grade >= 0.0));
    }
    let places = sorted.iter().enumerate();
    Some(places.filter_map(|(i, hit)| Some((i + 1, *grades.get(hit.doc)?))).collect())
}

#[test]
fn random_rankings_agree_with_the_naive_version() {
    let mut random = Random(7);
    let ids: Vec<String> = (0..4000).map(|i| format!("{:x}", i * 7919 % 4001)).collect();
    let mut ranker = Ranker::default();
    for round in 0..300 {
        let n_known = 1 + random.below(if round % 50 == 0 { 3000 } else { 60 });
        let mut text = String::new();
        let mut grades = HashMap::new();
        for id in &ids[..n_known] {
            if random.below(3) == 0 {
                continue;
            }
            let grade = random.below(4) as f64 - 1.0;
            text += &format!("q 0 {id} {grade}\n");
            grades.insert(id.as_bytes(), grade);
        }
        text += "q 0 never 0\n";
        let qrels = Qrels::parse("qrels", text.as_bytes()).unwrap();
        let mut order: Vec<&String> = ids[..n_known].iter().collect();
        random.shuffle(&mut order);
        order.truncate(random.below(n_known + 1));
        if random.below(10) == 0 && !order.is_empty() {
            order.push(order[random.below(order.len())]);
        }
        let mut hits: Vec<Hit<'_>> = order
            .iter()
            .map(|id| Hit { doc: id.as_bytes(), score: random.below(9) as f64 / 4.0 - 1.0 })
            .collect();
        let ranking = Ranking {
            depth: random.pick(&[None, Some(3), Some(20)]),
            judged_only: random.below(2) == 0,
            ..Ranking::default()
        };
        let expected = naive(&hits, &grades, &ranking);
        let found = ranker.rank(&mut hits, &qrels.judgments(0), &ranking);
        let found = found.ok().map(|judged| judged.hits.to_vec());
        let found = found.map(|hits| hits.iter().map(|hit| (hit.rank, hit.grade)).collect());
        assert_eq!(found, expected, "round {round}");
    }
}
