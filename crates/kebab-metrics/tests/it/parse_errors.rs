//! What is said about a file that cannot be read. Each message is complete, and each column was
//! counted by hand: it is where the offending field (or, where that is not known, its row) begins.
//! In JSON it is where serde_json stopped reading: the end of the value or object it refuses, and
//! one byte early where that value is a list.

use insta::assert_snapshot;
use kebab_metrics::{Dialect, Format, Measure, Missing, Qrels, Run, evaluate};

#[track_caller]
fn qrels_as(format: impl Into<Option<Format>>, text: &[u8]) -> String {
    match Qrels::parse_as("qrels", text, format.into(), Dialect::Lenient) {
        Ok(_) => panic!("the judgments are fine: {}", text.escape_ascii()),
        Err(error) => error.to_string(),
    }
}

#[track_caller]
fn qrels(text: &[u8]) -> String {
    qrels_as(None, text)
}

/// The error of a run, which may come when it is opened or when a query is reached.
#[track_caller]
fn run_as(format: impl Into<Option<Format>>, text: &[u8]) -> String {
    let judged = Qrels::parse("qrels", b"q1 0 d1 1\n").unwrap();
    match Run::parse_as("run", text, format.into()) {
        Err(error) => error.to_string(),
        Ok(run) => {
            let measures: [Measure; 0] = [];
            let scores = evaluate(&judged, &run, &measures, Missing::Zero);
            scores.expect_err("the run is fine").to_string()
        }
    }
}

#[track_caller]
fn run(text: &[u8]) -> String {
    run_as(None, text)
}

/// The error of a TREC run, which must not change when there is more behind the line: with room to
/// look ahead the reader takes short cuts.
#[track_caller]
fn trec_run(text: &[u8]) -> String {
    let error = run(text);
    let behind = format!("\n#{}\n", "-".repeat(100));
    assert_eq!(run(&[text, behind.as_bytes()].concat()), error);
    error
}

#[test]
fn nothing_in_it() {
    assert_snapshot!(qrels(b""), @"qrels:1:1: the file holds no judgments");
    assert_snapshot!(run(b""), @"run:1:1: the file holds no results");
    assert_snapshot!(qrels(b"\xEF\xBB\xBF"), @"qrels:1:1: the file holds no judgments");
    assert_snapshot!(qrels(b"# only\n# comments\n"), @"qrels:3:1: the file holds no judgments");
    assert_snapshot!(run(b"\n\n  "), @"run:3:3: the file holds no results");
    assert_snapshot!(qrels(b"query_id,doc_id,grade\n"), @"qrels:2:1: the file holds no judgments");
    assert_snapshot!(run(b"{}"), @"run:1:3: the file holds no results");
    assert_snapshot!(run(br#"{"q1": {}}"#), @"run:1:11: the file holds no results");
    assert_snapshot!(run_as(Format::Csv, b""), @"run:1:1: the file holds no results");
    assert_snapshot!(run_as(Format::Json, b" \n"), @"run:2:1: the file holds no results");
    assert_snapshot!(run_as(Format::JsonLines, b"\n"), @"run:2:1: the file holds no results");
}

#[test]
fn lines_with_too_few_or_too_many_fields() {
    assert_snapshot!(qrels(b"q1 0 d1 1\nq1 0 d2\n"), @"qrels:2:1: malformed line: 3 fields where a judgment has 4: query, iteration, document, grade");
    assert_snapshot!(qrels(b"q1 0 d1 1 x\n"), @"qrels:1:1: malformed line: 5 fields where a judgment has 4: query, iteration, document, grade");
    assert_snapshot!(qrels(b"\n# c\n\nq1\n"), @"qrels:4:1: malformed line: 1 field where a judgment has 4: query, iteration, document, grade");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 0.5\n"), @"run:1:1: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(trec_run(b"q1 Q0  d1 1 0.5\n"), @"run:1:1: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 0.5 \n"), @"run:1:1: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(trec_run(b" q1 Q0 d1 1 0.5\n"), @"run:1:2: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 0.5 t\n\n  q1 Q0\n"), @"run:3:3: malformed line: 2 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 0.5 t\nq1"), @"run:2:1: malformed line: 1 field where a result has 6: query, iteration, document, rank, score, tag");
}

#[test]
fn the_line_is_right_in_a_run_whose_queries_are_scattered() {
    let text = b"q1 Q0 a 1 1 t\nq2 Q0 b 1 1 t\nq1 Q0 c 1 1 t\nq2 Q0 d 1 high t\n";
    assert_snapshot!(trec_run(text), @"run:4:11: field `score`: `high` is not a number");
}

#[test]
fn blank_lines_in_the_dialect_of_trec_eval() {
    let strict = |text: &[u8]| {
        let read = Qrels::parse_as("qrels", text, None, Dialect::TrecEval);
        read.expect_err("the judgments are fine").to_string()
    };
    assert_snapshot!(strict(b"q1 0 d1 1\n\nq1 0 d2 1\n"), @"qrels:2:1: malformed line: a blank line, which trec_eval does not accept in judgments; remove it");
    assert_snapshot!(strict(b"q1 0 d1 1\n  \t\n"), @"qrels:2:1: malformed line: a blank line, which trec_eval does not accept in judgments; remove it");
    assert_snapshot!(strict(b"q1 0 d1 1\nq1 0 d2 1e2\n"), @"qrels:2:9: field `grade`: `1e2` is not a number");
}

#[test]
fn numbers() {
    assert_snapshot!(qrels(b"q1 0 d1 high\n"), @"qrels:1:9: field `grade`: `high` is not a number");
    assert_snapshot!(qrels(b"q1 0 d1 1\n\tq1  0\td2   1,5\n"), @"qrels:2:13: field `grade`: `1,5` is not a number");
    assert_snapshot!(qrels(b"q1 0 d1 nan\n"), @"qrels:1:9: field `grade`: `nan` is not a number");
    assert_snapshot!(qrels(b"q1 0 d1 1e16\n"), @"qrels:1:9: field `grade`: `1e16` is out of range; a grade lies between -1e15 and 1e15");
    assert_snapshot!(qrels(b"q1 0 d1 -inf\n"), @"qrels:1:9: field `grade`: `-inf` is out of range; a grade lies between -1e15 and 1e15");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 high t\n"), @"run:1:12: field `score`: `high` is not a number");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 NaN t\n"), @"run:1:12: field `score`: `NaN` cannot be ranked; leave the document out or give it a score");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 -nan t\n"), @"run:1:12: field `score`: `-nan` cannot be ranked; leave the document out or give it a score");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 1\xFF t\n"), @"run:1:12: field `score`: `1�` is not a number");
    assert_snapshot!(run(b"q1,d1,nan\n"), @"run:1:7: field `score`: `nan` cannot be ranked; leave the document out or give it a score");
    assert_snapshot!(run(b"q1,d1,\n"), @"run:1:7: field `score`: `` is not a number");
    assert_snapshot!(run(b"query,doc,score\nq1,d1,1\nq1,d2,x\n"), @"run:3:7: field `score`: `x` is not a number");
    assert_snapshot!(qrels(b"q1\td1\t1\nq1\td2\tno\n"), @"qrels:2:7: field `grade`: `no` is not a number");
    // A row with quotes is read from a copy, so its beginning is what can be named.
    assert_snapshot!(run(b"q1,d1,1\n\"q1\",d2,x\n"), @"run:2:9: field `score`: `x` is not a number");
}

#[test]
fn the_byte_order_mark_is_no_column() {
    assert_snapshot!(qrels(b"\xEF\xBB\xBFq1 0 d1 high\n"), @"qrels:1:9: field `grade`: `high` is not a number");
    assert_snapshot!(qrels(b"\xEF\xBB\xBF{\"q\": {\"d\": \"x\"}}"), @r#"qrels:1:15: invalid type: string "x", expected a number"#);
}

#[test]
fn documents_that_come_twice() {
    assert_snapshot!(qrels(b"q1 0 d1 1\nq1 0 d2 1\nq1 0 d1 1\n"), @"qrels:3:6: document `d1` is judged twice for query `q1`, first in line 1; keep one");
    assert_snapshot!(qrels(b"q1 0 d1 1\n\n#\nq2 0 d1 1\nq1 0 d1 0\n"), @"qrels:5:6: document `d1` is judged twice for query `q1`, first in line 1; keep one");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n"), @"run:2:7: document `d1` is retrieved twice for query `q1`, first in line 1; keep one");
    assert_snapshot!(trec_run(b"q1 Q0 d1 1 2 t\nq2 Q0 d1 1 2 t\nq1 Q0 d1 2 1 t\n"), @"run:3:7: document `d1` is retrieved twice for query `q1`, first in line 1; keep one");
    // The second of three is the one that is named.
    assert_snapshot!(qrels(b"q1 0 d1 1\nq1 0 d1 1\nq1 0 d1 1\n"), @"qrels:2:6: document `d1` is judged twice for query `q1`, first in line 1; keep one");
    // Also under a query that nobody judged.
    assert_snapshot!(trec_run(b"q9 Q0 d1 1 2 t\nq9 Q0 d1 2 1 t\n"), @"run:2:7: document `d1` is retrieved twice for query `q9`, first in line 1; keep one");
    assert_snapshot!(run(b"query,doc,score\nq1,d1,1\nq1,d1,2\n"), @"run:3:4: document `d1` is retrieved twice for query `q1`, first in line 2; keep one");
    assert_snapshot!(run(b"query,doc,score\nq1,\"d,\n1\",1\nq1,\"d,\n1\",2\n"), @"
    run:4:5: document `d,
    1` is retrieved twice for query `q1`, first in line 2; keep one
    ");
    assert_snapshot!(run(b"{\"q1\": {\"d1\": 1,\n\"d1\": 2}}"), @"run:2:2: document `d1` is retrieved twice for query `q1`, first in line 1; keep one");
    assert_snapshot!(run(b"{\"qid\":\"q1\",\"doc\":\"d1\",\"score\":1}\n{\"qid\":\"q1\",\"doc\":\"d1\",\"score\":2}\n"), @"run:2:20: document `d1` is retrieved twice for query `q1`, first in line 1; keep one");
}

#[test]
fn delimited_rows() {
    assert_snapshot!(run(b"q1,d1,1\nq1,d2\n"), @"run:2:1: 2 fields where the first line has 3");
    assert_snapshot!(run(b"q1,d1,1\nq1,d2,3,4\n"), @"run:2:1: 4 fields where the first line has 3");
    assert_snapshot!(run(b"q1,d1,1\nq1,\"d2\",3,4\n"), @"run:2:1: 4 fields where the first line has 3");
    assert_snapshot!(run(b"a,b,c,d,e\n"), @"run:1:1: cannot tell the columns: name them in the first line, such as `query_id,doc_id,score`");
    assert_snapshot!(qrels_as(Format::Csv, b"q1,d1\n"), @"qrels:1:1: cannot tell the columns: name them in the first line, such as `query_id,doc_id,grade`");
    assert_snapshot!(qrels_as(Format::Tsv, b"q1 0 d1 1\n"), @"qrels:1:1: cannot tell the columns: name them in the first line, such as `query_id,doc_id,grade`");
    assert_snapshot!(qrels(b"query_id,doc_id\nq1,d1\n"), @"qrels:1:1: the header has no column for the grade; call it `grade`");
    assert_snapshot!(run(b"\nquery_id,doc_id,rank\nq1,d1,1\n"), @"run:2:1: the header has no column for the score; call it `score`");
    assert_snapshot!(run_as(Format::Csv, b"doc_id,score\nd1,1\n"), @"run:1:1: the header has no column for the query; call it `query_id`");
    assert_snapshot!(run_as(Format::Tsv, b"query_id\tscore\nq1\t1\n"), @"run:1:1: the header has no column for the document; call it `doc_id`");
    assert_snapshot!(run(b"q1,\"d1,1\nq2,d2,2\n"), @"run:1:1: a quoted field begins in this row and is not closed");
    assert_snapshot!(run(b"q1,\"d\"1,0.5\n"), @"run:1:7: a quoted field is closed here, but not ended; write a quote inside quotes twice");
    assert_snapshot!(run(b"q1,d1,1\n\"q2,d2,2\n\"q3,d3,3\n"), @"run:3:2: a quoted field is closed here, but not ended; write a quote inside quotes twice");
    assert_snapshot!(run(b"q1,d1,1\nq2,\"d2"), @"run:2:1: a quoted field begins in this row and is not closed");
}

#[test]
fn empty_ids() {
    assert_snapshot!(run(b"q1,d1,1\n,d1,2\n"), @"run:2:1: field `query` is empty");
    assert_snapshot!(run(b"q1,,1\n"), @"run:1:1: field `document` is empty");
    assert_snapshot!(run(b"q1,\"\",1\n"), @"run:1:1: field `document` is empty");
    assert_snapshot!(run(br#"{"": {"d": 1}}"#), @"run:1:3: a query id is empty");
    assert_snapshot!(run(br#"{"q": {"": 1}}"#), @"run:1:13: a document id is empty");
    assert_snapshot!(run(br#"{"qid": "", "doc": "d", "score": 1}"#), @"run:1:35: the query id is empty");
    assert_snapshot!(run(br#"{"qid": "q", "doc": "", "score": 1}"#), @"run:1:35: the document id is empty");
}

#[test]
fn json_lines() {
    assert_snapshot!(run(b"{\"qid\": \"q1\", \"doc\": \"d1\"}\n"), @"run:1:26: the object has no score; call it `score`");
    assert_snapshot!(run(b"{\"doc\": \"d1\", \"score\": 1}\n"), @"run:1:25: the object has no query; call it `query_id`");
    assert_snapshot!(qrels(b"{\"qid\": \"q1\", \"rel\": 1}\n"), @"qrels:1:23: the object has no document; call it `doc_id`");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": 1}\nq1 Q0 d1 1 1 t\n"), @"run:2:1: expected value");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": 1}\n[1]\n"), @"run:2:1: invalid type: sequence, expected an object with `query_id`, `doc_id` and `score`");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": \"high\"}\n"), @r#"run:1:40: invalid type: string "high", expected a number"#);
    assert_snapshot!(run(b"{\"qid\": 1.5, \"doc\": \"d\", \"score\": 1}\n"), @"run:1:36: invalid type: floating point `1.5`, expected an id: a string or a whole number");
    assert_snapshot!(run(b"{\"qid\": null, \"doc\": \"d\", \"score\": 1}\n"), @"run:1:37: invalid type: null, expected an id: a string or a whole number");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": 1"), @"run:1:35: EOF while parsing an object");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": 1} x\n"), @"run:1:38: trailing characters");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"qid\": \"d\", \"doc\": \"d\", \"score\": 1}\n"), @"run:1:18: the object has `qid` twice");
    assert_snapshot!(qrels(b"{\"qid\": \"q\", \"doc\": \"d\", \"rel\": 1e16}\n"), @"qrels:1:37: field `grade`: `10000000000000000` is out of range; a grade lies between -1e15 and 1e15");
    assert_snapshot!(run(b"{\"qid\": \"q\", \"doc\": \"d\", \"score\": 1e999}\n"), @"run:1:39: number out of range");
}

#[test]
fn json_objects() {
    assert_snapshot!(run(br#"{"q": {"d": 1}"#), @"run:1:14: EOF while parsing an object");
    assert_snapshot!(run(b"{\"q\": {\"d\": 1},\n \"r\": {\"d\": \"x\"}}"), @r#"run:2:15: invalid type: string "x", expected a number"#);
    assert_snapshot!(run(br#"{"q": {"d": 1}, "r": 3}"#), @"run:1:22: invalid type: integer `3`, expected an object {document: score} for query `r`");
    assert_snapshot!(qrels(br#"{"q": {"d": 1}, "r": []}"#), @"qrels:1:21: invalid type: sequence, expected an object {document: grade} for query `r`");
    assert_snapshot!(run(b"{\"q\": {\"d\": 1}}\n{}"), @"run:2:1: trailing characters");
    assert_snapshot!(run(br#"{"q": {"d": 1,}}"#), @"run:1:15: trailing comma");
    assert_snapshot!(run(br#"{"q": {"d": NaN}}"#), @"run:1:13: `NaN` is not JSON; leave the document out or give it a number");
    assert_snapshot!(run(br#"{"q": {"d": 1e999}}"#), @"run:1:17: number out of range");
    assert_snapshot!(qrels(br#"{"q": {"d": -2e15}}"#), @"qrels:1:18: field `grade`: `-2000000000000000` is out of range; a grade lies between -1e15 and 1e15");
    assert_snapshot!(run(b"{\"q\": {\"\xFF\": 1}}"), @"run:1:9: invalid unicode code point");
    assert_snapshot!(run_as(Format::Json, b"[1]"), @"run:1:2: invalid type: integer `1`, expected an object with `query_id`, `doc_id` and `score`");
    let deep = format!("{{\"q\": {{\"d\": {}1{}}}}}", "[".repeat(200), "]".repeat(200));
    assert_snapshot!(run(deep.as_bytes()), @"run:1:13: invalid type: sequence, expected a number");
}

#[test]
fn what_was_meant() {
    // Judgments and run swapped, line ends of an old system, and what Python writes for no number.
    assert_snapshot!(qrels(b"q1 Q0 d1 1 1 t\n"), @"qrels:1:1: malformed line: 6 fields where a judgment has 4: query, iteration, document, grade; this looks like a run, and the judgments come first");
    assert_snapshot!(run(b"q1 0 d1 1\n"), @"run:1:1: malformed line: 4 fields where a result has 6: query, iteration, document, rank, score, tag; this looks like judgments, and the run comes second");
    assert_snapshot!(run(b"q1 Q0 d1 1 2 t\rq1 Q0 d2 2 1 t\r"), @"run:1:15: the lines end with a carriage return alone; write them with line feeds");
    assert_snapshot!(run(br#"{"q": {"d": NaN}}"#), @"run:1:13: `NaN` is not JSON; leave the document out or give it a number");
    assert_snapshot!(run(br#"{"q": {"d": -Infinity}}"#), @"run:1:14: `Infinity` is not JSON; leave the document out or give it a number");
    assert_snapshot!(run(br#"{"qid": "q", "doc": "d", "score": Infinity}"#), @"run:1:35: `Infinity` is not JSON; leave the document out or give it a number");
    assert_snapshot!(run(br#"{"q": ["d1", "d2"]}"#), @"run:1:6: invalid type: sequence, expected an object {document: score} for query `q`");
    assert_snapshot!(run(br#"[{"qid": "q", "doc": "d"}]"#), @"run:1:25: the object has no score; call it `score`");
}
