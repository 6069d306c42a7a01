//! The files judgments and runs come in: what is read, and how a format is recognised.

use kebab_metrics::{Dialect, Format, Measure, Missing, Qrels, Run, evaluate};

use crate::support::measures;

/// What a file says, one line per row: `query|document|number`, queries in the reader's order.
/// Bytes that are not plain ASCII are shown escaped.
fn shown(query: &[u8], doc: &[u8], value: f64) -> String {
    format!("{}|{}|{value}", query.escape_ascii(), doc.escape_ascii())
}

fn qrels_rows(qrels: &Qrels<'_>) -> Vec<String> {
    let mut rows = Vec::new();
    for index in 0..qrels.n_queries() {
        let judgments = qrels.judgments(index);
        for i in 0..judgments.len() {
            rows.push(shown(qrels.query(index), judgments.doc(i), judgments.grade(i)));
        }
    }
    assert_eq!(rows.len(), qrels.n_judgments());
    rows
}

fn run_rows(run: &Run<'_>) -> Vec<String> {
    let mut rows = Vec::new();
    for block in run.blocks() {
        let (query, hits) = block.expect("the run is fine");
        rows.extend(hits.iter().map(|hit| shown(query, hit.doc, hit.score)));
    }
    rows
}

#[track_caller]
fn check_qrels(text: &[u8], expected: &[&str]) {
    let qrels = Qrels::parse("qrels", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(qrels_rows(&qrels), expected, "{}", text.escape_ascii());
}

#[track_caller]
fn check_run(text: &[u8], expected: &[&str]) {
    let run = Run::parse("run", text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(run_rows(&run), expected, "{}", text.escape_ascii());
}

/// A TREC run as it is and with a long comment behind it: the reader takes short cuts where there
/// is room to look ahead, and must see the same.
#[track_caller]
fn check_trec_run(text: &[u8], expected: &[&str]) {
    check_run(text, expected);
    let behind = format!("\n#{}\n", "-".repeat(100));
    check_run(&[text, behind.as_bytes()].concat(), expected);
}

#[track_caller]
fn check_qrels_as(format: Format, text: &[u8], expected: &[&str]) {
    let qrels = Qrels::parse_as("qrels", text, Some(format), Dialect::Lenient);
    assert_eq!(qrels_rows(&qrels.unwrap_or_else(|error| panic!("{error}"))), expected);
}

#[track_caller]
fn check_run_as(format: Format, text: &[u8], expected: &[&str]) {
    let run = Run::parse_as("run", text, Some(format));
    assert_eq!(run_rows(&run.unwrap_or_else(|error| panic!("{error}"))), expected);
}

const QRELS: [&str; 3] = ["q1|d1|2", "q1|d2|0", "q2|d3|1"];
const RUN: [&str; 3] = ["q1|d1|2.5", "q1|d2|0", "q2|d3|-1"];

#[test]
fn trec_judgments() {
    check_qrels(b"q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n", &QRELS);
    check_qrels(b"q1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1", &QRELS);
    check_qrels(b"q1\t0\td1\t2\nq1\t0\td2\t0\nq2\t0\td3\t1\n", &QRELS);
    check_qrels(b"q1 0 d1 2\r\nq1 0 d2 0\r\nq2 0 d3 1\r\n", &QRELS);
    check_qrels(b"\n\nq1 0 d1 2\n   \nq1 0 d2 0\n\t\r\nq2 0 d3 1\n\n\n", &QRELS);
    check_qrels(b"# one\n# two\nq1 0 d1 2\n# q9 0 d9 9\nq1 0 d2 0\nq2 0 d3 1\n#", &QRELS);
    check_qrels(b"  q1 0 d1 2\n\tq1   0\t d2 0  \n q2 0 d3 1 \t\n", &QRELS);
    check_qrels(b"\xEF\xBB\xBFq1 0 d1 2\nq1 0 d2 0\nq2 0 d3 1\n", &QRELS);
    check_qrels(b"q1\x0b0\x0cd1 2\nq1 0 d2 0\nq2 0 d3 1\n", &QRELS);
    // The iteration can be anything.
    check_qrels(b"q1 Q0 d1 2\nq1 7 d2 0\nq2 - d3 1\n", &QRELS);
}

#[test]
fn trec_runs() {
    check_trec_run(b"q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 0 t\nq2 Q0 d3 1 -1 t\n", &RUN);
    check_trec_run(b"q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 0 t\nq2 Q0 d3 1 -1 t", &RUN);
    check_trec_run(b"q1\tQ0\td1\t1\t2.5\tt\nq1\tQ0\td2\t2\t0\tt\nq2\tQ0\td3\t1\t-1\tt\n", &RUN);
    check_trec_run(b"q1 Q0 d1 1 2.5 t\r\nq1 Q0 d2 2 0 t\r\nq2 Q0 d3 1 -1 t\r\n", &RUN);
    check_trec_run(b"\nq1 Q0 d1 1 2.5 t\n \n\nq1 Q0 d2 2 0 t\n\r\nq2 Q0 d3 1 -1 t\n\n", &RUN);
    check_trec_run(b"# a\nq1 Q0 d1 1 2.5 t\n  # b\nq1 Q0 d2 2 0 t\nq2 Q0 d3 1 -1 t\n#\n", &RUN);
    check_trec_run(b"   q1 Q0 d1 1 2.5 t\n\tq1 Q0 d2 2 0 t \n q2  Q0 d3 1 -1\tt\n", &RUN);
    check_trec_run(b"\xEF\xBB\xBFq1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 0 t\nq2 Q0 d3 1 -1 t\n", &RUN);
    check_trec_run(b"q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 0 t \nq2 Q0 d3 1 -1 t\t\n", &RUN);
    check_trec_run(b"q1 Q0 d1 1 2.5 t more\nq1 Q0 d2 2 0 t a b c\nq2 Q0 d3 1 -1 t\n", &RUN);
    // The rank column is never looked at, and need not even be a number.
    check_trec_run(b"q1 Q0 d1 99 2.5 t\nq1 Q0 d2 x 0 t\nq2 Q0 d3 -7 -1 t\n", &RUN);
}

#[test]
fn numbers_are_read_exactly() {
    let texts = [
        "0.1",
        "-0",
        "+3",
        ".5",
        "5.",
        "1e3",
        "1E-7",
        "0.30000000000000004",
        "123456789012345678901234567890",
        "9007199254740993",
        "4.9406564584124654e-324",
        "1e-400",
        "inf",
        "-Infinity",
        "1e999",
    ];
    for text in texts {
        let expected: f64 = text.parse().unwrap();
        // Alone and with many bytes behind it, which is where the reader takes short cuts.
        for behind in ["", &"#".repeat(100)] {
            let line = format!("q Q0 d 1 {text} t\n{behind}");
            let run = Run::parse("run", line.as_bytes()).unwrap();
            let mut hits = Vec::new();
            run.hits(0, &mut hits).unwrap();
            assert_eq!(hits[0].score.to_bits(), expected.to_bits(), "{text}");
        }
    }
}

#[test]
fn the_tag_is_that_of_the_last_result() {
    let tag = |text: &'static [u8]| {
        let run = Run::parse("run", text).unwrap();
        run.tag().map(|tag| String::from_utf8_lossy(tag).into_owned())
    };
    assert_eq!(tag(b"q Q0 a 1 1 first\nq Q0 b 1 1 last\n").as_deref(), Some("last"));
    assert_eq!(tag(b"q Q0 a 1 1 first\nq Q0 b 1 1 last").as_deref(), Some("last"));
    assert_eq!(tag(b"q Q0 a 1 1 last\r\n\r\n# end\n\n").as_deref(), Some("last"));
    assert_eq!(tag(b"q Q0 a 1 1 only more words\n").as_deref(), Some("only"));
    assert_eq!(tag(b"{\"q\": {\"a\": 1}}"), None);
}

#[test]
fn scattered_lines_give_the_same_hits_as_grouped_ones() {
    let grouped = b"q1 Q0 a 1 3 t\nq1 Q0 b 2 2 t\nq2 Q0 c 1 1 t\nq2 Q0 d 2 0.5 t\nq3 Q0 e 1 9 t\n";
    let expected = ["q1|a|3", "q1|b|2", "q2|c|1", "q2|d|0.5", "q3|e|9"];
    check_trec_run(grouped, &expected);
    check_trec_run(
        b"q1 Q0 a 1 3 t\nq2 Q0 c 1 1 t\nq3 Q0 e 1 9 t\nq1 Q0 b 2 2 t\nq2 Q0 d 2 0.5 t\n",
        &expected,
    );
    // One id is the beginning of the next: the fast path must not take one for the other.
    check_trec_run(
        b"q1 Q0 a 1 3 t\nq11 Q0 b 1 2 t\nq1\tQ0 c 1 1 t\nq11 Q0 d 1 1 t\n",
        &["q1|a|3", "q1|c|1", "q11|b|2", "q11|d|1"],
    );
    check_trec_run(b"q11 Q0 b 1 2 t\nq1 Q0 a 1 3 t\n", &["q11|b|2", "q1|a|3"]);
    // Comments, blanks and indentation between the lines of one query.
    check_trec_run(
        b"q1 Q0 a 1 3 t\n\n# q2\n  q1 Q0 b 1 2 t\nq1 Q0 c 1 1 t\n",
        &["q1|a|3", "q1|b|2", "q1|c|1"],
    );
}

#[test]
fn query_ids_of_every_length_come_back() {
    // Short ids are compared as numbers; a NUL at the end must not make two ids one.
    let ids = ["q", "q\0", "\0", "qqqqqq", "qqqqqqq", "qqqqqqq\0", "qqqqqqqq", "qqqqqqqqq", "Q"];
    let mut text = String::new();
    for round in 0..3 {
        for id in ids {
            text += &format!("{id} Q0 d{round} 1 {round} t\n");
        }
    }
    let rows = |id: &str| {
        (0..3)
            .map(|i| shown(id.as_bytes(), format!("d{i}").as_bytes(), i.into()))
            .collect::<Vec<_>>()
    };
    let expected: Vec<String> = ids.iter().flat_map(|id| rows(id)).collect();
    check_trec_run(text.as_bytes(), &expected.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn scattered_judgments_are_grouped() {
    check_qrels(
        b"q2 0 c 1\nq1 0 a 2\nq2 0 d 0\nq10 0 e 1\nq1 0 b 1\n",
        &["q1|a|2", "q1|b|1", "q10|e|1", "q2|c|1", "q2|d|0"],
    );
}

#[test]
fn ids_are_bytes() {
    check_qrels(b"\xFFq 0 d\xFE\x80 1\n", &[r"\xffq|d\xfe\x80|1"]);
    check_trec_run(b"\xFFq Q0 d\xFE\x80 1 2 t\n", &[r"\xffq|d\xfe\x80|2"]);
    check_trec_run("q Q0 d\u{e9} 1 2 t\n".as_bytes(), &[r"q|d\xc3\xa9|2"]);
    // A NUL or another control character is part of a word; a no-break space too.
    check_trec_run(b"q Q0 a\0b\x01 1 2 t\n", &[r"q|a\x00b\x01|2"]);
    check_trec_run("q Q0 a\u{a0}b 1 2 t\n".as_bytes(), &[r"q|a\xc2\xa0b|2"]);
    let long = "x".repeat(100_000);
    check_trec_run(format!("q Q0 {long} 1 2 t\n").as_bytes(), &[&format!("q|{long}|2")]);
    check_qrels(b"\xFFq,d\xFE,1\n", &[r"\xffq|d\xfe|1"]);
}

#[test]
fn words_of_every_length_are_cut_right() {
    // The reader looks at eight bytes at a time: every length and every place in those eight.
    for indent in 0..9 {
        for len in (1..20).chain(45..60) {
            let doc = "d".repeat(len);
            let line = format!("{}q Q0 {doc} 1 2 t", " ".repeat(indent));
            check_trec_run(line.as_bytes(), &[&format!("q|{doc}|2")]);
        }
    }
}

#[test]
fn csv() {
    check_qrels(b"query_id,doc_id,grade\nq1,d1,2\nq1,d2,0\nq2,d3,1\n", &QRELS);
    check_qrels(b"q1,d1,2\nq1,d2,0\nq2,d3,1\n", &QRELS);
    check_qrels(b"q1,0,d1,2\nq1,0,d2,0\nq2,0,d3,1\n", &QRELS);
    check_qrels(b"Relevance,Doc ID,other,Query-ID\n2,d1,x,q1\n0,d2,,q1\n1,d3,y,q2\n", &QRELS);
    check_qrels(b"\xEF\xBB\xBFquery_id,doc_id,grade\r\nq1,d1,2\r\nq1,d2,0\r\nq2,d3,1", &QRELS);
    check_qrels(
        b"\"query_id\",\"doc_id\",\"grade\"\n\"q1\",\"d1\",\"2\"\nq1,d2,0\nq2,d3,1\n",
        &QRELS,
    );
    check_qrels(b"\nq1,d1,2\n\n\nq1,d2,0\n\r\nq2,d3,1\n\n", &QRELS);
    check_qrels(b"q1,d1, 2\nq1,d2,0 \nq2,d3,1\n", &QRELS);
    check_run(b"qid,docno,score\nq1,d1,2.5\nq1,d2,0\nq2,d3,-1\n", &RUN);
    check_run(b"q1,d1,2.5\nq1,d2,0\nq2,d3,-1\n", &RUN);
    check_run(b"q1,Q0,d1,1,2.5,t\nq1,Q0,d2,2,0,t\nq2,Q0,d3,1,-1,t\n", &RUN);
    check_run(b"query_id,rank,doc_id,similarity\nq1,1,d1,2.5\nq1,2,d2,0\nq2,1,d3,-1\n", &RUN);
    // With an id in the last column a carriage return must not become part of it.
    check_run(b"score,qid,docno\r\n2.5,q1,d1\r\n0,q1,d2\r\n-1,q2,d3\r\n", &RUN);
    // One name of a column in the first row does not make it a header.
    check_run(b"query,d1,1\nq2,score,2\n", &["query|d1|1", "q2|score|2"]);
    // A query comes back: rows are grouped, in the order in which the queries appear.
    check_run(b"q2,a,1\nq1,b,2\nq2,c,3\n", &["q2|a|1", "q2|c|3", "q1|b|2"]);
}

#[test]
fn csv_quotes() {
    check_run(
        b"query_id,doc_id,score\nq1,\"a,b\",1\n\"q,2\",\"say \"\"hi\"\"\",2\nq3,\"two\nlines\",3\nq4,d,4\n",
        &["q1|a,b|1", r#"q,2|say \"hi\"|2"#, r"q3|two\nlines|3", "q4|d|4"],
    );
    check_qrels(
        b"q1,\"a,b\",1\r\n\"q,2\",\"say \"\"hi\"\"\",2\r\nq3,\"two\r\nlines\",3\r\nq4,d,4\r\n",
        &["q,2|say \\\"hi\\\"|2", "q1|a,b|1", r"q3|two\r\nlines|3", "q4|d|4"],
    );
    // Line ends behind a quoted field, and behind a plain one in a row with quotes.
    check_run(b"q1,d1,\"1\"\r\nq1,d2,\"2\"\nq1,d3,\"3\"\r", &["q1|d1|1", "q1|d2|2", "q1|d3|3"]);
    check_run(b"score,qid,doc\r\n1,\"q1\",d1\r\n\"2\",q1,d2", &["q1|d1|1", "q1|d2|2"]);
    check_run(b"q1\r,\"d1\",1\n", &[r"q1\r|d1|1"]);
    // A quote inside an unquoted field is a character like any other.
    check_run(b"q1,5\"-disk,1\nq2,d,2\n", &["q1|5\\\"-disk|1", "q2|d|2"]);
    // A long quoted field and many quoted fields outgrow the reader's buffers.
    let long = "x,".repeat(2000);
    let wide: Vec<String> = (0..40).map(|i| format!("\"extra{i}\"")).collect();
    let header = format!("query_id,doc_id,score,{}", wide.join(","));
    let text = format!("{header}\nq1,\"{long}\",1,{}\n", wide.join(","));
    check_run(text.as_bytes(), &[&format!("q1|{long}|1")]);
}

#[test]
fn tsv() {
    check_qrels(b"query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td2\t0\nq2\td3\t1\n", &QRELS);
    check_qrels(b"q1\td1\t2\nq1\td2\t0\nq2\td3\t1\n", &QRELS);
    check_qrels(b"query-id\tcorpus-id\tscore\r\nq1\td1\t2\r\nq1\td2\t0\r\nq2\td3\t1\r\n", &QRELS);
    check_qrels(b"qid\titer\tdocno\trel\nq1\t0\td1\t2\nq1\t0\td2\t0\nq2\t0\td3\t1\n", &QRELS);
    check_run(b"q1\td1\t2.5\nq1\td2\t0\nq2\td3\t-1\n", &RUN);
    check_run(b"query\tdoc\tscore\nq1\td1\t2.5\nq1\td2\t0\nq2\td3\t-1\n", &RUN);
    check_run(b"q2\td3\t1\nq1\t\"d\t1\"\t2\n", &["q2|d3|1", r"q1|d\t1|2"]);
}

#[test]
fn json_lines() {
    check_qrels(
        br#"{"query_id": "q1", "doc_id": "d1", "grade": 2}
{"query_id": "q1", "doc_id": "d2", "grade": 0.0}

{"relevance": 1, "note": {"deep": [1, null]}, "docno": "d3", "qid": "q2"}"#,
        &QRELS,
    );
    check_run(
        b"{\"query_id\":\"q1\",\"doc_id\":\"d1\",\"score\":2.5}\r\n{\"query_id\":\"q1\",\
          \"chunk_id\":\"d2\",\"score\":0}\r\n{\"Query-ID\":\"q2\",\"doc\":\"d3\",\"sim\":-1}\r\n",
        &RUN,
    );
    check_run(b"\xEF\xBB\xBF{\"qid\":\"q\",\"doc\":\"d\",\"score\":1}", &["q|d|1"]);
}

#[test]
fn json_objects() {
    check_qrels(br#"{"q1": {"d1": 2, "d2": 0}, "q2": {"d3": 1.0}}"#, &QRELS);
    check_run(b"{\n  \"q1\": {\"d1\": 2.5, \"d2\": 0},\r\n  \"q2\": {\"d3\": -1}\n}\n", &RUN);
    check_run(b"\xEF\xBB\xBF \n {\"q\":{\"d\":1}}", &["q|d|1"]);
    // A list of the objects that JSON Lines has.
    let list = br#"[{"qid": "a", "doc": "x", "score": 1}, {"qid": "a", "doc": "y", "score": 2}]"#;
    check_run(list, &["a|x|1", "a|y|2"]);
    // A query without documents is no query.
    check_run(br#"{"a":{},"b":{"y":2}}"#, &["b|y|2"]);
}

#[test]
fn json_strings_are_unescaped_and_whole_numbers_are_ids() {
    let expected = [r#"q\"1|d\\1\t\xc3\xa9|1"#];
    check_run(b"{\"q\\\"1\": {\"d\\\\1\\t\\u00e9\": 1}}", &expected);
    check_run(b"{\"qid\": \"q\\\"1\", \"doc\": \"d\\\\1\\t\\u00e9\", \"score\": 1}", &expected);
    check_qrels(b"{\"q\\\"1\": {\"d\\\\1\\t\\u00e9\": 1}}", &expected);
    check_run(br#"{"query_id": 12, "doc_id": -7, "score": 1}"#, &["12|-7|1"]);
    check_run(
        br#"{"query_id": 18446744073709551615, "doc_id": 0, "score": 1}"#,
        &["18446744073709551615|0|1"],
    );
    // Escaped keys name members too, and escaped and plain ids are the same id.
    check_run(br#"{"\u0071id": "q", "doc": "d", "score": 1}"#, &["q|d|1"]);
    let twice = Run::parse("run", br#"{"q": {"a": 1}, "\u0071": {"b": 2}}"#).unwrap_err();
    assert_eq!(twice.to_string(), "run:1:35: query `q` is there already");
}

#[test]
fn ids_with_blanks_in_every_format_that_can_hold_them() {
    let expected = ["my query|my doc.md 3|1"];
    check_qrels(b"query,doc,grade\nmy query,my doc.md 3,1\n", &expected);
    check_qrels(b"my query\tmy doc.md 3\t1\n", &expected);
    check_qrels(br#"{"my query": {"my doc.md 3": 1}}"#, &expected);
    check_qrels(br#"{"qid": "my query", "doc": "my doc.md 3", "rel": 1}"#, &expected);
    check_run(b"my query,my doc.md 3,1\n", &expected);
    check_run(b"my query\tmy doc.md 3\t1\n", &expected);
    check_run(br#"{"my query": {"my doc.md 3": 1}}"#, &expected);
    check_run(br#"{"qid": "my query", "doc": "my doc.md 3", "score": 1}"#, &expected);
    // Blanks around an id belong to it.
    check_run(b" q , d ,1\n", &[" q | d |1"]);
}

#[test]
fn recognition_of_lines_that_could_be_two_things() {
    // Commas in ids do not make a TREC file a CSV file.
    check_qrels(b"q,1 0 d,1,x 2\n", &["q,1|d,1,x|2"]);
    check_trec_run(b"q,1 Q0 d,1,x 1 2 t,a,g\n", &["q,1|d,1,x|2"]);
    // Nor do tabs between the fields, unless there are just three fields.
    check_qrels(b"q1\t0\td1\t2\n", &["q1|d1|2"]);
    // The first line that holds data decides, behind blank lines and comments.
    check_qrels(b"\n# judgments, by hand, 2024\nq1 0 d1 2\n", &["q1|d1|2"]);
    // Blanks in CSV ids do not make it a TREC file.
    check_qrels(b"a b,c d,1\n", &["a b|c d|1"]);
    // One object on one line: objects inside make it a dictionary, anything else a line.
    check_qrels(br#"{"qid": {"doc": 1}}"#, &["qid|doc|1"]);
    check_qrels(br#"{"qid": "a", "doc": "b", "rel": 1}"#, &["a|b|1"]);
    check_qrels(b"{\"q\\\"\" : \n {\"d\": 1}}", &[r#"q\"|d|1"#]);
}

#[test]
fn forced_formats() {
    check_qrels_as(Format::Trec, b"q1 0 d1 2\n", &["q1|d1|2"]);
    check_qrels_as(Format::Csv, b"q1,d1,2\n", &["q1|d1|2"]);
    check_qrels_as(Format::Tsv, b"q1\td1\t2\n", &["q1|d1|2"]);
    check_qrels_as(Format::JsonLines, br#"{"qid":"q1","doc":"d1","rel":2}"#, &["q1|d1|2"]);
    check_qrels_as(Format::Json, br#"{"q1":{"d1":2}}"#, &["q1|d1|2"]);
    check_run_as(Format::Trec, b"q1 Q0 d1 1 2 t\n", &["q1|d1|2"]);
    check_run_as(Format::Csv, b"q1,d1,2\n", &["q1|d1|2"]);
    check_run_as(Format::Tsv, b"q1\td1\t2\n", &["q1|d1|2"]);
    check_run_as(Format::JsonLines, br#"{"qid":"q1","doc":"d1","score":2}"#, &["q1|d1|2"]);
    check_run_as(Format::Json, br#"{"q1":{"d1":2}}"#, &["q1|d1|2"]);
    // What recognition would take for something else.
    check_qrels_as(Format::Trec, b"query_id 0 doc_id 1\n", &["query_id|doc_id|1"]);
    check_qrels_as(Format::Tsv, b"a,b,c\td,e\t1\n", &["a,b,c|d,e|1"]);
    check_qrels_as(Format::Trec, b"{\"q\" 0 {d} 1\n", &[r#"{\"q\"|{d}|1"#]);
    check_qrels_as(Format::Csv, b"# q,d,1\n", &["# q|d|1"]);
}

#[test]
fn format_names() {
    for name in ["trec", "csv", "tsv", "jsonl", "json"] {
        assert_eq!(name.parse::<Format>().unwrap().to_string(), name);
    }
    insta::assert_snapshot!(
        "xml".parse::<Format>().unwrap_err(),
        @"`xml` is not a file format; choose one of `trec`, `csv`, `tsv`, `jsonl`, `json`"
    );
}

#[test]
fn the_dialect_of_trec_eval_cuts_grades() {
    let text = b"q 0 a 1.9\nq 0 b -0.5\nq 0 c 2\nq 0 d -1.5\n# not a judgment\n";
    let cut = Qrels::parse_as("qrels", text, None, Dialect::TrecEval).unwrap();
    assert_eq!(qrels_rows(&cut), ["q|a|1", "q|b|0", "q|c|2", "q|d|-1"]);
    check_qrels(text, &["q|a|1.9", "q|b|-0.5", "q|c|2", "q|d|-1.5"]);
}

#[test]
fn every_format_of_the_same_data_gives_the_same_numbers() {
    let qrels: [&[u8]; 5] = [
        b"q1 0 a 2\nq1 0 b 0\nq1 0 c 1\nq2 0 a 1\n",
        b"query_id,doc_id,grade\nq1,a,2\nq1,b,0\nq1,c,1\nq2,a,1\n",
        b"query-id\tcorpus-id\tscore\nq1\ta\t2\nq1\tb\t0\nq1\tc\t1\nq2\ta\t1\n",
        b"{\"qid\":\"q1\",\"doc\":\"a\",\"rel\":2}\n{\"qid\":\"q2\",\"doc\":\"a\",\"rel\":1}\n\
          {\"qid\":\"q1\",\"doc\":\"b\",\"rel\":0}\n{\"qid\":\"q1\",\"doc\":\"c\",\"rel\":1}\n",
        br#"{"q2":{"a":1},"q1":{"b":0,"a":2,"c":1}}"#,
    ];
    let runs: [&[u8]; 5] = [
        b"q1 Q0 b 1 3 t\nq1 Q0 c 2 2 t\nq1 Q0 x 3 1 t\nq2 Q0 a 1 1 t\n",
        b"q2,a,1\nq1,x,1\nq1,c,2\nq1,b,3\n",
        b"q1\tb\t3\nq1\tc\t2\nq2\ta\t1\nq1\tx\t1\n",
        b"{\"qid\":\"q1\",\"doc\":\"b\",\"score\":3}\n{\"qid\":\"q2\",\"doc\":\"a\",\"score\":1}\n\
          {\"qid\":\"q1\",\"doc\":\"x\",\"score\":1}\n{\"qid\":\"q1\",\"doc\":\"c\",\"score\":2}\n",
        br#"{"q1":{"c":2,"x":1,"b":3},"q2":{"a":1}}"#,
    ];
    let measures: Vec<Measure> = measures("nDCG AP RR P@2 bpref NumRet NumRel NumRelRet Judged");
    let values = |qrels: &[u8], run: &[u8]| {
        let qrels = Qrels::parse("qrels", qrels).unwrap();
        let run = Run::parse("run", run).unwrap();
        evaluate(&qrels, &run, &measures, Missing::Error).unwrap().values
    };
    let expected = values(qrels[0], runs[0]);
    assert_eq!(
        expected[..5],
        [(1.0 / 3_f64.log2()) / (2.0 + 1.0 / 3_f64.log2()), 0.25, 0.5, 0.5, 0.0]
    );
    for qrels in qrels {
        for run in runs {
            assert_eq!(values(qrels, run), expected);
        }
    }
}

#[test]
fn a_run_found_in_pieces_is_the_same_run() {
    let lines = |order: &[usize]| {
        let line = |&i: &usize| {
            format!("query{} Q0 d{i} 1 {i}.5 t\n{}", i / 7, "# no data\n".repeat(i % 3))
        };
        order.iter().map(line).collect::<String>()
    };
    let together: Vec<usize> = (0..60).collect();
    let comes_back = [7, 8, 0, 1, 9, 20, 2];
    for text in [lines(&together), lines(&comes_back), lines(&[5]), "#\n\nq 0 d 1 1 t".to_owned()] {
        let whole = rows_of(&Run::parse("run", text.as_bytes()).unwrap());
        for n_pieces in 1..=text.len() + 2 {
            let run =
                Run::parse_in_pieces("run", text.as_bytes(), None, n_pieces, |pieces, find| {
                    // In any order: here from the back.
                    let mut found: Vec<_> = pieces.into_iter().rev().map(find).collect();
                    found.reverse();
                    found
                });
            assert_eq!(rows_of(&run.unwrap()), whole, "{n_pieces} pieces");
        }
    }
}

fn rows_of(run: &Run<'_>) -> Vec<(Vec<u8>, Vec<u8>, f64)> {
    let rows = run.blocks().flat_map(|block| {
        let (query, hits) = block.unwrap();
        hits.into_iter()
            .map(|hit| (query.to_vec(), hit.doc.to_vec(), hit.score))
            .collect::<Vec<_>>()
    });
    rows.collect()
}
