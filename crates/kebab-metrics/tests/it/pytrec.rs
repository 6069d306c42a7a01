//! Random inputs, scored by trec_eval's own code (by way of `pytrec_eval`) and by this crate.
//!
//! Needs a Python with `pytrec_eval-terrier`, by default `python3`, otherwise the one that
//! `KEBAB_PYTHON` names. Without it the test says so and does nothing, unless `KEBAB_REQUIRE_PEERS`
//! is 1.
//!
//! The inputs stay where the C code has defined answers: scores are small integers (it keeps 32-bit
//! floats), grades are whole, and every query has a judgment of at least `level - 1`, because bpref
//! otherwise reads past the end of an array, and a query with negative judgments only ends the
//! evaluation.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use kebab_metrics::{Evaluator, Measure, Qrels, Ranking, Run};
use serde_json::{Value, json};

use crate::support::{Random, measure};

const N_CASES: usize = 3000;

/// Version 9 rounds the number of documents at a recall point up, version 10 (and this crate) to
/// the nearest; `evaluate.rs` has vectors for it.
const OTHER_RULE: [&str; 2] = ["iprec_at_recall", "11pt_avg"];

/// What the oracle must have computed, or the test compares nothing.
const EXPECTED: [&str; 34] = [
    "11pt_avg",
    "G",
    "P_5",
    "P_1000",
    "Rndcg",
    "Rprec",
    "Rprec_mult_0.20",
    "Rprec_mult_2.00",
    "binG",
    "bpref",
    "gm_bpref",
    "gm_map",
    "infAP",
    "map",
    "map_cut_5",
    "ndcg",
    "ndcg_cut_5",
    "ndcg_rel",
    "num_nonrel_judged_ret",
    "num_q",
    "num_rel",
    "num_rel_ret",
    "num_ret",
    "recall_5",
    "recip_rank",
    "relative_P_5",
    "set_F",
    "set_P",
    "set_map",
    "set_recall",
    "set_relative_P",
    "success_1",
    "success_10",
    "utility",
];

type Table = BTreeMap<String, BTreeMap<String, i64>>;

struct Case {
    level: i64,
    judged_only: bool,
    qrels: Table,
    run: Table,
}

impl Case {
    fn random(number: usize, random: &mut Random) -> Case {
        let level = random.pick(&[1, 1, 2]);
        let (mut qrels, mut run) = (Table::new(), Table::new());
        for i in 0..1 + random.below(3) {
            // The C code keeps a query's ranking until another query comes, so ids never repeat.
            let query = format!("case{number}query{i}");
            let most = random.pick(&[12, 12, 12, 60]);
            let n_docs = 1 + random.below(most);
            let docs: Vec<String> = (0..n_docs).map(|doc| format!("d{doc}")).collect();
            if random.below(8) > 0 {
                let n_levels = 2 + random.below(4);
                let judged = docs.iter().filter(|_| random.below(4) > 0).cloned();
                let judged: Vec<String> = judged.collect();
                let mut grades: BTreeMap<String, i64> = judged
                    .into_iter()
                    .map(|doc| (doc, random.below(n_levels) as i64 - 1))
                    .collect();
                grades.insert("anchor".to_owned(), level - 1);
                qrels.insert(query.clone(), grades);
            }
            if random.below(8) > 0 {
                // Few scores make many ties.
                let n_scores = 1 + random.below(2 * n_docs);
                let mut order = docs;
                random.shuffle(&mut order);
                order.truncate(1 + random.below(n_docs));
                let hits = order.into_iter().map(|doc| (doc, random.below(n_scores) as i64));
                run.insert(query, hits.collect());
            }
        }
        // Files without a single row are errors of their own, tested elsewhere.
        let spare = BTreeMap::from([("d0".to_owned(), 1)]);
        qrels.entry(format!("case{number}judged")).or_insert_with(|| spare.clone());
        run.entry(format!("case{number}retrieved")).or_insert(spare);
        Case { level, judged_only: random.below(4) == 0, qrels, run }
    }

    fn line(&self) -> String {
        let Case { level, judged_only, qrels, run } = self;
        json!({"level": level, "judged_only": judged_only, "qrels": qrels, "run": run}).to_string()
    }
}

/// The oracle's answers, one per line; `None` where it cannot be asked.
fn ask(lines: String) -> Option<Vec<Value>> {
    let python = std::env::var("KEBAB_PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import = Command::new(&python).args(["-c", "import pytrec_eval"]).output();
    if !import.is_ok_and(|output| output.status.success()) {
        let skip = format!(
            "pytrec: skipped, `{python}` cannot import pytrec_eval (KEBAB_PYTHON names another)"
        );
        let required = std::env::var("KEBAB_REQUIRE_PEERS").is_ok_and(|value| value == "1");
        assert!(!required, "{skip}");
        // Straight to stderr: what a passing test prints with a macro is never shown.
        writeln!(std::io::stderr(), "{skip}").expect("stderr can be written");
        return None;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/pytrec_oracle.py");
    let mut child = Command::new(&python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the interpreter was there a moment ago");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || stdin.write_all(lines.as_bytes()));
    let output = child.wait_with_output().expect("the oracle can be waited for");
    writer.join().expect("the writer does not panic").expect("the oracle reads everything");
    assert!(output.status.success(), "the oracle ended with {}", output.status);
    let answers = String::from_utf8(output.stdout).expect("JSON is text");
    Some(answers.lines().map(|line| serde_json::from_str(line).expect("JSON lines")).collect())
}

#[test]
fn random_inputs_agree_with_trec_eval() {
    let mut random = Random(2024);
    let cases: Vec<Case> = (0..N_CASES).map(|number| Case::random(number, &mut random)).collect();
    let lines: String = cases.iter().map(|case| case.line() + "\n").collect();
    let Some(answers) = ask(lines) else { return };
    assert_eq!(answers.len(), cases.len());
    let mut n_compared = 0;
    for (case, answer) in cases.iter().zip(&answers) {
        n_compared += compare(case, answer.as_object().expect("an object per case"));
    }
    assert!(n_compared > 100 * N_CASES, "only {n_compared} values were compared");
}

/// Compares all values of a case and returns how many there were.
fn compare(case: &Case, answer: &serde_json::Map<String, Value>) -> usize {
    let qrels_text = json!(case.qrels).to_string();
    let run_text = json!(case.run).to_string();
    let qrels = Qrels::parse("qrels", qrels_text.as_bytes()).unwrap();
    let run = Run::parse("run", run_text.as_bytes()).unwrap();
    let both: Vec<&String> =
        case.qrels.keys().filter(|&query| case.run.contains_key(query)).collect();
    let mut answered: Vec<&String> = answer.keys().collect();
    answered.sort();
    assert_eq!(answered, both, "{}", case.line());
    let Some(names) = answer.values().next().and_then(Value::as_object) else { return 0 };
    for name in EXPECTED {
        assert!(names.contains_key(name), "the oracle does not know {name}");
    }
    let names: Vec<&String> = names
        .keys()
        .filter(|name| !OTHER_RULE.iter().any(|other| name.starts_with(other)))
        .collect();
    let measures: Vec<Measure> =
        names.iter().map(|name| measure(name).with_default_rel(case.level as f64)).collect();
    let ranking = Ranking { judged_only: case.judged_only, ..Ranking::default() };
    let mut evaluator = Evaluator::with_ranking(&qrels, &measures, ranking);
    for index in 0..run.n_queries() {
        let query = run.query(index);
        let mut hits = Vec::new();
        run.hits(index, &mut hits).unwrap();
        let Some(found) = evaluator.query(query, &mut hits).unwrap() else { continue };
        let expected = &answer[std::str::from_utf8(query).unwrap()];
        for (name, &found) in names.iter().zip(found) {
            let expected = expected[name.as_str()].as_f64().expect("a number");
            // It reports the logarithm that goes into the geometric mean.
            let found = if name.starts_with("gm_") { found.max(1e-5).ln() } else { found };
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
            assert!(close, "{name}: found {found}, expected {expected} in {}", case.line());
        }
    }
    names.len() * both.len()
}
