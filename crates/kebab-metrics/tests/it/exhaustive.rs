//! Every ranking of up to five documents with every assignment of grades, each measure against its
//! slow and obvious version. The rankings go in as ids with scores, so the ranking rules and the
//! matching with judgments are under test as well.

use std::collections::HashMap;

use kebab_metrics::{Evaluator, Hit, Measure, Qrels, descriptions};

use crate::slow::{Case, Gains};
use crate::support::{assert_close, measure};

type Slow = Box<dyn Fn(&Case) -> f64>;

const DOCS: [&str; 5] = ["a", "b", "c", "d", "e"];
const PAIRS: &[(i32, f64)] = &[(1, 3.0), (2, 9.0)];
/// A gain for grade 0, none for grade 1, and grade 2 as it is.
const UPSIDE_DOWN: &[(i32, f64)] = &[(0, 1.5), (1, 0.0)];

/// Each measure of the table, with cutoffs and parameters, next to its slow version.
fn table() -> Vec<(Measure, Slow)> {
    let mut table: Vec<(Measure, Slow)> = Vec::new();
    let mut add = |name: String, slow: Slow| table.push((measure(&name), slow));
    for rel in [1, 2] {
        for k in [1, 2, 3, 5, 10] {
            let name = |name: &str| format!("{name}(rel={rel})@{k}");
            add(name("P"), Box::new(move |case| case.precision(k, rel)));
            add(name("R"), Box::new(move |case| case.recall(k, rel)));
            add(name("RelP"), Box::new(move |case| case.relative_precision(k, rel)));
            add(name("Success"), Box::new(move |case| case.success(k, rel)));
            add(name("RR"), Box::new(move |case| case.reciprocal_rank(k, rel)));
            add(name("AP"), Box::new(move |case| case.average_precision(k, rel)));
            add(name("F"), Box::new(move |case| case.f_at(k, rel, 1.0)));
            let skewed = format!("F(rel={rel},beta=2.5)@{k}");
            add(skewed, Box::new(move |case| case.f_at(k, rel, 2.5)));
        }
        let name = |name: &str| format!("{name}(rel={rel})");
        let all = usize::MAX;
        add(name("RR"), Box::new(move |case| case.reciprocal_rank(all, rel)));
        add(name("AP"), Box::new(move |case| case.average_precision(all, rel)));
        add(name("GMAP"), Box::new(move |case| case.average_precision(all, rel)));
        add(name("Rprec"), Box::new(move |case| case.r_precision(rel)));
        add(name("bpref"), Box::new(move |case| case.bpref(rel)));
        add(name("GMbpref"), Box::new(move |case| case.bpref(rel)));
        add(name("infAP"), Box::new(move |case| case.inferred_ap(rel)));
        add(name("binG"), Box::new(move |case| case.binary_g(rel)));
        add(name("yaap"), Box::new(move |case| case.yaap(rel)));
        add(name("SetP"), Box::new(move |case| case.set_precision(rel)));
        add(name("SetR"), Box::new(move |case| case.set_recall(rel)));
        add(name("SetRelP"), Box::new(move |case| case.set_relative_precision(rel)));
        let product = move |case: &Case| case.set_precision(rel) * case.set_recall(rel);
        add(name("SetAP"), Box::new(product));
        let set_f = move |case: &Case, beta| {
            Case::f_measure(case.set_precision(rel), case.set_recall(rel), beta)
        };
        add(name("SetF"), Box::new(move |case| set_f(case, 1.0)));
        add(format!("SetF(beta=0.5,rel={rel})"), Box::new(move |case| set_f(case, 0.5)));
        for x in [0.2, 0.5, 1.0, 1.5, 2.0] {
            let slow = move |case: &Case| case.r_precision_mult(x, rel);
            add(format!("RprecMult(rel={rel})@{x}"), Box::new(slow));
        }
        for x in [0.0, 0.1, 0.25, 0.5, 0.7, 1.0] {
            let slow = move |case: &Case| case.interpolated_precision(x, rel);
            add(format!("IPrec(rel={rel})@{x}"), Box::new(slow));
        }
        let eleven: Vec<f64> = (0..=10).map(|tenths| f64::from(tenths) / 10.0).collect();
        add(name("11pt_avg"), Box::new(move |case| case.eleven_points(&eleven, rel)));
        let points = format!("11pt_avg(rel={rel},points=[0.25,0.5,0.75])");
        add(points, Box::new(move |case| case.eleven_points(&[0.25, 0.5, 0.75], rel)));
        add(name("Rndcg"), Box::new(move |case| case.r_ndcg(Gains::Level, rel)));
        add(name("utility"), Box::new(move |case| case.utility([1.0, -1.0, 0.0, 0.0], 0.0, rel)));
        let weights = format!("utility(rel={rel},weights=[2,-1,0.5,0.25],docs=20)");
        add(weights, Box::new(move |case| case.utility([2.0, -1.0, 0.5, 0.25], 20.0, rel)));
        add(name("NumRel"), Box::new(move |case| case.n_relevant(rel) as f64));
        add(name("NumRelRet"), Box::new(move |case| case.n_relevant_retrieved(rel) as f64));
        let nonrelevant = move |case: &Case| case.n_nonrelevant_judged_retrieved(rel) as f64;
        add(name("NumNonrelJudgedRet"), Box::new(nonrelevant));
    }
    let ways = [
        ("", Gains::Level),
        ("(gain=exp)", Gains::Exp),
        ("(gains={1:3,2:9})", Gains::Pairs(PAIRS)),
        ("(gains={0:1.5,1:0})", Gains::Pairs(UPSIDE_DOWN)),
    ];
    for (list, gains) in ways {
        for k in [1, 2, 3, 5, 10] {
            add(format!("nDCG{list}@{k}"), Box::new(move |case| case.ndcg(k, gains)));
            add(format!("DCG{list}@{k}"), Box::new(move |case| case.dcg(k, gains)));
            add(format!("IDCG{list}@{k}"), Box::new(move |case| case.ideal_dcg(k, gains)));
        }
        add(format!("nDCG{list}"), Box::new(move |case| case.ndcg(usize::MAX, gains)));
        add(format!("DCG{list}"), Box::new(move |case| case.dcg(usize::MAX, gains)));
        add(format!("IDCG{list}"), Box::new(move |case| case.ideal_dcg(usize::MAX, gains)));
        if !matches!(gains, Gains::Exp) {
            add(format!("ndcg_rel{list}"), Box::new(move |case| case.ndcg_rel(gains)));
            add(format!("Rndcg{list}"), Box::new(move |case| case.r_ndcg(gains, 1)));
            add(format!("G{list}"), Box::new(move |case| case.g(gains)));
        }
    }
    for k in [1, 2, 3, 5, 10] {
        for max in [1, 2, 4] {
            add(format!("ERR(max={max})@{k}"), Box::new(move |case| case.err(k, max)));
            add(format!("nERR(max={max})@{k}"), Box::new(move |case| case.nerr(k, max)));
        }
        add(format!("Judged@{k}"), Box::new(move |case| case.judged_share(k)));
        add(format!("Unjudged@{k}"), Box::new(move |case| case.unjudged_share(k)));
    }
    add("ERR".to_owned(), Box::new(|case| case.err(usize::MAX, 4)));
    add("nERR".to_owned(), Box::new(|case| case.nerr(usize::MAX, 4)));
    add("Judged".to_owned(), Box::new(|case| case.judged_share(usize::MAX)));
    for p in [0.0, 0.5, 0.8, 0.95] {
        add(format!("RBP(p={p})"), Box::new(move |case| case.rbp(p)));
        add(format!("RBPres(p={p})"), Box::new(move |case| case.rbp_residual(p)));
    }
    add("NumQ".to_owned(), Box::new(|_| 1.0));
    add("NumRet".to_owned(), Box::new(|case| case.ranked.len() as f64));
    table
}

/// Every ranking (every order of every subset) of the first `n` documents, as indexes.
fn rankings(n: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    let mut done = 0;
    while done < all.len() {
        let shorter = all[done].clone();
        done += 1;
        for doc in (0..n).filter(|doc| !shorter.contains(doc)) {
            all.push(shorter.iter().copied().chain([doc]).collect());
        }
    }
    all
}

/// Every way to give `n` documents one of the grades.
fn assignments(n: usize, grades: &[Option<i32>]) -> Vec<Vec<Option<i32>>> {
    let longer = |shorter: Vec<Vec<Option<i32>>>, _| {
        let extend = |some: Vec<Option<i32>>| {
            grades.iter().map(move |&grade| some.iter().copied().chain([grade]).collect())
        };
        shorter.into_iter().flat_map(extend).collect()
    };
    (0..n).fold(vec![Vec::new()], longer)
}

/// Checks every measure on every ranking of `n` documents with every assignment of the grades.
fn check_all(n: usize, grades: &[Option<i32>]) {
    let table = table();
    let measures: Vec<Measure> = table.iter().map(|(measure, _)| measure.clone()).collect();
    let rankings = rankings(n);
    // Names do not matter to the slow versions, so rankings that differ in names only share them.
    let mut known: HashMap<Case, Vec<f64>> = HashMap::new();
    for assignment in assignments(n, grades) {
        // A judgment of a document that is never retrieved keeps the file from being empty.
        let mut text = "q 0 never -5\n".to_owned();
        for (doc, grade) in DOCS.iter().zip(&assignment) {
            if let Some(grade) = grade {
                text += &format!("q 0 {doc} {grade}\n");
            }
        }
        let qrels = Qrels::parse("qrels", text.as_bytes()).unwrap();
        let mut evaluator = Evaluator::new(&qrels, &measures);
        for ranking in &rankings {
            let mut missed: Vec<i32> =
                (0..n).filter(|doc| !ranking.contains(doc)).filter_map(|d| assignment[d]).collect();
            missed.sort_unstable();
            let case =
                Case { ranked: ranking.iter().map(|&doc| assignment[doc]).collect(), missed };
            // Handed over worst first: the order must come from the scores.
            let scored = ranking.iter().enumerate().rev();
            let mut hits: Vec<Hit<'_>> = scored
                .map(|(i, &doc)| Hit { doc: DOCS[doc].as_bytes(), score: -(i as f64) })
                .collect();
            let found = evaluator.query(b"q", &mut hits).unwrap().expect("the query is judged");
            let expected = known
                .entry(case.clone())
                .or_insert_with(|| table.iter().map(|(_, slow)| slow(&case)).collect());
            for ((measure, &found), &expected) in measures.iter().zip(found).zip(expected.iter()) {
                if found != expected {
                    assert_close(found, expected, format_args!("{measure} of {case:?}"));
                }
            }
        }
    }
}

#[test]
fn the_loops_cover_what_they_claim() {
    assert_eq!(rankings(5).len(), 1 + 5 + 20 + 60 + 120 + 120);
    assert_eq!(assignments(5, &[Some(0), Some(1), Some(2)]).len(), 243);
}

#[test]
fn every_measure_has_a_slow_version() {
    let covered: Vec<String> = table()
        .iter()
        .map(|(measure, _)| {
            let name = measure.to_string();
            name.split(['(', '@']).next().unwrap().to_owned()
        })
        .collect();
    for description in descriptions() {
        let name = description.name;
        assert!(covered.iter().any(|known| known == name), "{name} has no slow version");
    }
}

#[test]
fn all_rankings_of_five_graded_documents() {
    check_all(5, &[Some(0), Some(1), Some(2)]);
}

#[test]
fn all_rankings_with_unjudged_and_pooled_documents() {
    check_all(4, &[None, Some(-1), Some(0), Some(1), Some(2)]);
}
