//! `kebab score`: tables, formats, policies and complaints.

use insta::assert_snapshot;

use crate::fixture::CliTest;

const QRELS: &str = "q1 0 d1 2\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d1 1\nq3 0 d9 1\n";
const FIRST: &str = "\
q1 Q0 d1 1 3 bm25
q1 Q0 d3 2 2 bm25
q1 Q0 d2 3 1 bm25
q2 Q0 d7 1 1 bm25
q2 Q0 d1 2 0.5 bm25
q9 Q0 d1 2 0.5 bm25
";
const SECOND: &str =
    "q1 Q0 d3 1 9 dense\nq1 Q0 d1 2 8 dense\nq3 Q0 d9 1 1 dense\nq2 Q0 d1 1 1 dense\n";

fn two_runs() -> CliTest {
    CliTest::new().file("qrels.txt", QRELS).file("bm25.run", FIRST).file("dense.txt", SECOND)
}

#[test]
fn a_table_with_the_best_marked_and_what_is_missing() {
    assert_snapshot!(two_runs().run(&["score", "qrels.txt", "bm25.run", "dense.txt"]), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure      bm25    dense
    nDCG@10    0.5271   0.8265*
    RR@10      0.5000   0.8333*
    AP         0.4444   0.7500*
    P@5        0.2000   0.2000
    R@10       0.6667   0.8333*
    R@100      0.6667   0.8333*
    Success@5  0.6667   1.0000*
    Judged@10  0.5000   1.0000

    * highest of its row, which may be chance

    note: bm25: 1 of 3 judged queries missing, counted as 0 (--missing zero): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn per_query() {
    let args = ["score", "qrels.txt", "bm25.run", "-m", "nDCG@10,NumRet", "--per-query"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    run   query  nDCG@10  NumRet
    bm25  q1      0.9502       3
    bm25  q2      0.6309       2
    bm25  q3      0.0000       0

    measure    bm25
    nDCG@10  0.5271
    NumRet        5

    note: bm25: 1 of 3 judged queries missing, counted as 0 (--missing zero): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn markdown() {
    let args =
        ["score", "qrels.txt", "bm25.run", "dense.txt", "-m", "nDCG@10 AP", "--format", "markdown"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 0
    --- stdout
    | measure |   bm25 |      dense |
    | :------ | -----: | ---------: |
    | nDCG@10 | 0.5271 | **0.8265** |
    | AP      | 0.4444 | **0.7500** |

    - bm25: 1 of 3 judged queries missing, counted as 0 (--missing zero): q3
    - bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn csv_says_what_is_missing_on_stderr() {
    let args = ["score", "qrels.txt", "bm25.run", "-mAP", "--per-query", "--format", "csv"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 0
    --- stdout
    run,query,AP
    bm25,q1,0.8333333333333333
    bm25,q2,0.5
    bm25,q3,0
    bm25,all,0.4444444444444444
    --- stderr
    note: bm25: 1 of 3 judged queries missing, counted as 0 (--missing zero): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn latex() {
    let args =
        ["score", "qrels.txt", "bm25.run", "dense.txt", "-m", "AP,P(rel=2)@5", "--format=latex"];
    assert_snapshot!(two_runs().run(&args), @r"
    exit 0
    --- stdout
    % 2 judged queries have no document of grade 2 or more
    % bm25: 1 of 3 judged queries missing, counted as 0 (--missing zero): q3
    % bm25: 1 query without judgments left out: q9
    \begin{tabular}{lrr}
    \toprule
    Run & AP & P(rel=2)@5 \\
    \midrule
    bm25 & 0.4444 & 0.0667 \\
    dense & \textbf{0.7500} & 0.0667 \\
    \bottomrule
    \end{tabular}
    ");
}

#[test]
fn json() {
    let args = ["score", "qrels.txt", "bm25.run", "-m", "AP,NumRet", "--per-query", "--json"];
    assert_snapshot!("score_json", two_runs().run(&args));
}

#[test]
fn missing_queries_can_be_left_out() {
    let args = ["score", "qrels.txt", "bm25.run", "-m", "AP", "--missing", "skip"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure    bm25
    AP       0.6667

    note: bm25: 1 of 3 judged queries missing, left out of the means (--missing skip): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn missing_queries_can_be_an_error() {
    let args = ["score", "qrels.txt", "bm25.run", "-m", "AP", "--missing", "error"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 2
    --- stderr
    error: bm25.run: 1 of 3 judged queries are missing from the run, the first is `q3`; count them as zero or leave them out with --missing zero or --missing skip
    ");
}

#[test]
fn level_depth_and_judged_documents_only() {
    let args = ["score", "qrels.txt", "bm25.run", "-m", "P@2,AP,NumRet,P(rel=1)@2"];
    let more = ["--rel", "2", "--depth", "2", "--judged-only", "--missing=skip"];
    assert_snapshot!(two_runs().run(&[&args[..], &more[..]].concat()), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure       bm25
    P(rel=2)@2  0.2500
    AP(rel=2)   0.5000
    NumRet           3
    P@2         0.5000

    note: only the top 2 of each query count (--depth 2)
    note: documents without a judgment were dropped (--judged-only)
    note: 2 judged queries have no document of grade 2 or more
    note: bm25: 1 of 3 judged queries missing, left out of the means (--missing skip): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn chunks_roll_up_to_documents() {
    let test = CliTest::new()
        .file("qrels.txt", "q1 0 a.md 1\n")
        .file("chunks.run", "q1 Q0 b.md#1 1 9 x\nq1 Q0 b.md#2 2 8 x\nq1 Q0 a.md#7 3 7 x\n");
    let args = ["score", "qrels.txt", "chunks.run", "-m", "RR,NumRet", "--roll-up", "#"];
    assert_snapshot!(test.run(&args), @"
    exit 0
    --- stdout
    1 query, 1 judgment in qrels.txt

    measure  chunks
    RR       0.5000
    NumRet        2

    note: chunks count as their documents (--roll-up #)
    ");
}

#[test]
fn a_tie_between_documents_is_settled_by_their_ids() {
    let qrels = "q1 0 doc1 1\nq1 0 doc10 0\n";
    let rr = |run: &str, more: &[&str]| {
        let test = CliTest::new().file("qrels", qrels).file("run", run);
        let args = [&["score", "qrels", "run", "-mRR", "--format=csv"], more].concat();
        test.run(&args).stdout
    };
    let documents = rr("q1 0 doc1 1 1 t\nq1 0 doc10 2 1 t\n", &[]);
    let chunks = rr("q1 0 doc1_0 1 1 t\nq1 0 doc10_0 2 1 t\n", &["--roll-up", "_"]);
    assert_eq!((chunks, documents.ends_with(",0.5\n")), (documents.clone(), true));
}

#[test]
fn a_message_shows_only_the_start_of_a_long_value() {
    let run = format!("q1 0 d1 1 {} t\n", "x".repeat(100_000));
    let outcome =
        CliTest::new().file("qrels", QRELS).file("run", run).run(&["score", "qrels", "run"]);
    assert!(outcome.code == Some(2) && outcome.stderr.len() < 200, "{outcome}");
}

#[test]
fn every_format_gives_the_same_numbers() {
    let test = CliTest::new()
        .file("qrels.trec", "q1 0 d1 2\nq1 0 d2 1\n")
        .file("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t1\n")
        .file("qrels.csv", "q1,d1,2\nq1,d2,1\n")
        .file("qrels.jsonl", "{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"relevance\":2}\n{\"query_id\":\"q1\",\"doc_id\":\"d2\",\"relevance\":1}\n")
        .file("qrels.json", "{\"q1\": {\"d1\": 2, \"d2\": 1}}")
        .file("run.trec", "q1 Q0 d2 1 0.9 x\nq1 Q0 d1 2 0.8 x\n")
        .file("run.tsv", "q1\td2\t0.9\nq1\td1\t0.8\n")
        .file("run.csv", "query_id,doc_id,score\nq1,d2,0.9\nq1,\"d1\",0.8\n")
        .file("run.jsonl", "{\"query_id\":\"q1\",\"doc_id\":\"d2\",\"score\":0.9}\n{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"score\":0.8}\n")
        .file("run.json", "{\"q1\": {\"d2\": 0.9, \"d1\": 0.8}}");
    let endings = ["trec", "tsv", "csv", "jsonl", "json"];
    for (qrels, run) in endings.iter().flat_map(|q| endings.iter().map(move |r| (q, r))) {
        let args =
            ["score", &format!("qrels.{qrels}"), &format!("run.{run}"), "-mnDCG@5", "--format=csv"];
        let outcome = test.run(&args);
        assert_eq!(outcome.code, Some(0), "{qrels} {run}: {outcome}");
        assert!(outcome.stdout.ends_with("all,0.8597186998521972\n"), "{qrels} {run}: {outcome}");
    }
}

#[test]
fn complaints() {
    let test = two_runs()
        .file("dup.run", "q1 Q0 d1 1 3 x\nq1 Q0 d2 2 2 x\nq1 Q0 d1 3 1 x\n")
        .file("nan.run", "q1 Q0 d1 1 nan x\n")
        .file("short.run", "q1 Q0 d1 1 3\n")
        .file("other.run", "7 Q0 d1 1 3 x\n")
        .file("empty.run", "");
    let complain = |args: &[&str]| {
        let outcome = test.run(&[&["score"], args].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{args:?}");
        outcome.stderr.lines().next().unwrap_or_default().to_owned()
    };
    assert_snapshot!(complain(&["qrels.txt", "dup.run"]), @"error: cannot read run: dup.run:3:7: document `d1` is retrieved twice for query `q1`, first in line 1; keep one");
    assert_snapshot!(complain(&["qrels.txt", "nan.run"]), @"error: cannot read run: nan.run:1:12: field `score`: `nan` cannot be ranked; leave the document out or give it a score");
    assert_snapshot!(complain(&["qrels.txt", "short.run"]), @"error: cannot read run: short.run:1:1: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(complain(&["qrels.txt", "other.run"]), @"error: other.run and qrels.txt have no query in common: the first query of the run is `7`, of the judgments `q1`");
    assert_snapshot!(complain(&["qrels.txt", "empty.run"]), @"error: cannot read run: empty.run:1:1: the file holds no results");
    assert_snapshot!(complain(&["qrels.txt", "none.run"]), @"error: cannot read run: failed to open file `none.run`: No such file or directory (os error 2)");
    assert_snapshot!(complain(&["qrels.txt", "."]), @"error: cannot read run: `.` is a folder, not a file");
    assert_snapshot!(complain(&["-", "-"]), @"error: `-` stands for standard input and can be given only once");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "-m", "nDGC@10"]), @"error: invalid value 'nDGC@10' for '--measure <MEASURE>': unknown measure `nDGC@10`; did you mean `nDCG@10`?");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "-m", "P"]), @"error: invalid value 'P' for '--measure <MEASURE>': measure `P` needs a cutoff, such as `P@10`");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "-m", "RBP"]), @"error: invalid value 'RBP' for '--measure <MEASURE>': measure `RBP` needs a parameter, such as `RBP(p=0.8)`");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "--depth", "0"]), @"error: invalid value '0' for '--depth <N>': a depth is a whole number of at least 1");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "--rel", "-1"]), @"error: invalid value '-1' for '--rel <GRADE>': a grade is a number of at least 0");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "--rel", "high"]), @"error: invalid value 'high' for '--rel <GRADE>': a grade is a number of at least 0");
    assert_snapshot!(complain(&["qrels.txt", "bm25.run", "--run-format", "xml"]), @"error: invalid value 'xml' for '--run-format <FORMAT>': `xml` is not a file format; choose one of `trec`, `csv`, `tsv`, `jsonl`, `json`");
}

#[test]
fn standard_input() {
    let outcome =
        two_runs().run_with_stdin(&["score", "qrels.txt", "-", "-mRR"], SECOND.as_bytes());
    assert_snapshot!(outcome, @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure   stdin
    RR       0.8333
    ");
}

#[test]
fn names_that_would_be_the_same_keep_their_paths() {
    let test = CliTest::new().file("qrels.txt", QRELS).file("a.run", SECOND).file("a.txt", SECOND);
    assert_snapshot!(test.run(&["score", "qrels.txt", "a.run", "./a.txt", "-mRR"]), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure   a.run  ./a.txt
    RR       0.8333   0.8333
    ");
}

/// The notes of a table of the first measures, for runs that can be scored and look wrong.
fn doubts(qrels: &str, run: &str, more: &[&str]) -> String {
    let test = CliTest::new().file("qrels", qrels).file("run", run);
    let outcome = test.run(&[&["score", "qrels", "run", "-mAP"], more].concat());
    assert_eq!(outcome.code, Some(0), "{outcome}");
    let notes = outcome.stdout.lines().filter(|line| line.starts_with("note: "));
    notes.collect::<Vec<_>>().join("\n")
}

#[test]
fn what_looks_wrong_is_said() {
    let qrels = "q1 0 d1 1\nq1 0 d2 0\n";
    assert_snapshot!(doubts(qrels, "q1 0 doc-d1 1 1 t\n", &[]), @"note: run: none of the retrieved documents is judged; its ids look like `doc-d1`, those of the judgments like `d1`");
    assert_snapshot!(doubts(qrels, "q1\td1\t1\nq1\td2\t2\nq1\td3\t3\n", &[]), @"note: run: the scores of every query count 1, 2, 3, .. in the order of the file and look like ranks; here the highest score comes first");
    assert_snapshot!(doubts(qrels, "q1 0 d1 1 1 t\n", &["--roll-up", "#"]), @"
    note: chunks count as their documents (--roll-up #)
    note: run: no id contains `#`, so nothing was rolled up
    ");
    assert_snapshot!(doubts("q1,d1,0.25\nq1,d2,1.5\n", "q1,d1,1\n", &[]), @"note: most grades are not whole numbers; are judgments and run swapped?");
    // A relevant document that is missed is nothing to doubt, and neither is one hit with score 1.
    assert_snapshot!(doubts(qrels, "q1 0 d2 1 1 t\n", &[]), @"");
}

#[test]
fn a_mean_over_other_queries_is_not_the_best() {
    let args = ["score", "qrels.txt", "bm25.run", "dense.txt", "-mAP", "--missing=skip"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 0
    --- stdout
    3 queries, 5 judgments in qrels.txt

    measure    bm25   dense
    AP       0.6667  0.7500

    note: the runs' means are over different queries and not comparable
    note: bm25: 1 of 3 judged queries missing, left out of the means (--missing skip): q3
    note: bm25: 1 query without judgments left out: q9
    ");
}

#[test]
fn ids_cannot_steer_the_terminal() {
    let test = CliTest::new()
        .file("qrels", "q\x1b[31m 0 d 1\n")
        .file("run", "q\x1b[31m 0 d 1 1 t\nz\x07 0 d 1 1 t\n")
        .file("bad", "q 0 d 1 \x1b[2J t\n");
    let args = ["score", "qrels", "run", "-mAP", "--per-query"];
    for format in ["text", "markdown", "csv"] {
        let outcome = test.run(&[&args[..], &["--format", format]].concat());
        let talk = if format == "csv" { outcome.stderr } else { outcome.stdout };
        assert!(!talk.contains(['\x1b', '\x07']) && talk.contains("\\u{7}"), "{talk}");
    }
    assert_snapshot!(test.run(&["score", "qrels", "bad"]), @r"
    exit 2
    --- stderr
    error: cannot read run: bad:1:9: field `score`: `\u{1b}[2J` is not a number
    ");
}

#[test]
fn ids_that_are_not_utf8_stay_different() {
    let test = CliTest::new()
        .file("qrels", b"q\xe9 0 d 1\nq\xe8 0 d 1\n")
        .file("run", b"q\xe9 0 d 1 1 t\nq\xe8 0 d 1 1 t\n");
    let outcome = test.run(&["score", "qrels", "run", "-mAP", "--per-query", "--format=csv"]);
    assert_snapshot!(outcome, @r"
    exit 0
    --- stdout
    run,query,AP
    run,q\xe8,1
    run,q\xe9,1
    run,all,1
    ");
}

#[test]
fn nothing_to_measure_is_an_error() {
    for list in ["", ",", " "] {
        let outcome = two_runs().run(&["score", "qrels.txt", "bm25.run", "-m", list]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{list:?}");
        assert!(outcome.stderr.contains("no measure is named"), "{outcome}");
    }
    let args = ["score", "qrels.txt", "bm25.run", "--per-query", "--format=latex"];
    assert_snapshot!(two_runs().run(&args), @"
    exit 2
    --- stderr
    error: --format latex has no table of queries; leave out --per-query or use --format csv
    ");
}
