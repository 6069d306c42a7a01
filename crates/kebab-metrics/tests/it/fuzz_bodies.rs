//! What must hold for any bytes, one function per reader. The targets in `fuzz/` call these with
//! bytes that a fuzzer makes up; the plain tests in `fuzz.rs` call them with a corpus and with
//! seeded mutations of it.

use kebab_metrics::{
    Dialect, Evaluator, Format, Hit, Judged, JudgedHit, Measure, ParseError, Qrels, Run,
};

/// No format (it is recognised), and each one forced.
pub(crate) const FORMATS: [Option<Format>; 6] = [
    None,
    Some(Format::Trec),
    Some(Format::Csv),
    Some(Format::Tsv),
    Some(Format::JsonLines),
    Some(Format::Json),
];

/// Judgments, in every format and dialect.
pub(crate) fn qrels(bytes: &[u8]) {
    for format in FORMATS {
        qrels_as(bytes, format);
    }
}

/// A run, in every format.
pub(crate) fn run(bytes: &[u8]) {
    for format in FORMATS {
        run_as(bytes, format);
    }
}

/// Judgments in one format.
pub(crate) fn qrels_as(bytes: &[u8], format: Option<Format>) {
    if let Err(error) = Qrels::parse_as("file", bytes, format, Dialect::TrecEval) {
        place_is_in_the_file(&error, bytes);
    }
    let qrels = match Qrels::parse_as("file", bytes, format, Dialect::Lenient) {
        Ok(qrels) => qrels,
        Err(error) => return place_is_in_the_file(&error, bytes),
    };
    let mut rows = Vec::new();
    assert!(qrels.n_queries() > 0 && qrels.n_judgments() >= qrels.n_queries());
    for index in 0..qrels.n_queries() {
        let query = qrels.query(index);
        assert!(!query.is_empty());
        assert!(index == 0 || qrels.query(index - 1) < query, "queries come in byte order");
        assert_eq!(qrels.find(query), Some(index));
        let judgments = qrels.judgments(index);
        assert!(!judgments.is_empty());
        let mut docs: Vec<&[u8]> = (0..judgments.len()).map(|i| judgments.doc(i)).collect();
        for (i, doc) in docs.iter().enumerate() {
            assert!(!doc.is_empty());
            let grade = judgments.grade(i);
            assert!(grade.abs() <= 1e15, "{grade} is no grade");
            rows.push((query, *doc, grade));
        }
        docs.sort_unstable();
        assert!(docs.windows(2).all(|pair| pair[0] != pair[1]), "a document is judged twice");
        let ideal = judgments.ideal();
        assert!(ideal.is_sorted_by(|a, b| a >= b) && ideal.iter().all(|&grade| grade >= 0.0));
        let n_judged = (0..judgments.len()).filter(|&i| judgments.grade(i) >= 0.0).count();
        assert_eq!(ideal.len(), n_judged);
    }
    assert_eq!(rows.len(), qrels.n_judgments());
    for (text, format) in written(&rows, "grade") {
        let again = Qrels::parse_as("copy", &text, Some(format), Dialect::Lenient);
        let again = again.expect("what was read can be written and read");
        assert_eq!(again.n_judgments(), rows.len());
        let mut copy = Vec::new();
        for index in 0..again.n_queries() {
            let judgments = again.judgments(index);
            let own = (0..judgments.len()).map(|i| (judgments.doc(i), judgments.grade(i)));
            copy.extend(own.map(|(doc, grade)| (again.query(index), doc, grade)));
        }
        assert_eq!(copy, rows);
    }
}

/// A run in one format.
pub(crate) fn run_as(bytes: &[u8], format: Option<Format>) {
    if format == Some(Format::Trec) {
        trec_run_is_what_the_naive_reader_says(bytes);
    }
    let run = match Run::parse_as("file", bytes, format) {
        Ok(run) => run,
        Err(error) => return place_is_in_the_file(&error, bytes),
    };
    assert!(run.n_queries() > 0);
    let _ = run.tag();
    let qrels = Qrels::parse("qrels", b"q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n").expect("judgments");
    let measures = ["nDCG", "AP", "NumRet"].map(|name| name.parse::<Measure>().expect("a measure"));
    let mut evaluator = Evaluator::new(&qrels, &measures);
    let mut rows: Vec<BorrowedRow<'_>> = Vec::new();
    let mut queries = Vec::new();
    for index in 0..run.n_queries() {
        let query = run.query(index);
        assert!(!query.is_empty());
        queries.push(query);
        let mut hits: Vec<Hit<'_>> = Vec::new();
        if let Err(error) = run.hits(index, &mut hits) {
            return place_is_in_the_file(&error, bytes);
        }
        assert!(!hits.is_empty(), "a query of a run has a hit");
        for hit in &hits {
            assert!(!hit.doc.is_empty() && !hit.score.is_nan());
            rows.push((query, hit.doc, hit.score));
        }
        let n_hits = hits.len() as f64;
        match evaluator.query(query, &mut hits) {
            Ok(Some(values)) => assert_eq!(values[2], n_hits),
            Ok(None) => assert_eq!(qrels.find(query), None),
            Err(error) => place_is_in_the_file(&run.error(query, &error), bytes),
        }
    }
    queries.sort_unstable();
    assert!(queries.windows(2).all(|pair| pair[0] != pair[1]), "a query comes twice");
    for (text, format) in written(&rows, "score") {
        let again = Run::parse_as("copy", &text, Some(format));
        let again = again.expect("what was read can be written and read");
        let mut copy = Vec::new();
        for index in 0..again.n_queries() {
            let mut hits = Vec::new();
            again.hits(index, &mut hits).expect("the rows are fine");
            copy.extend(hits.iter().map(|hit| (again.query(index), hit.doc, hit.score)));
        }
        assert_eq!(copy, rows);
    }
}

/// The name of a measure.
pub(crate) fn measure(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let measure: Measure = match text.parse() {
        Ok(measure) => measure,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let printed = measure.to_string();
    assert_eq!(printed.parse(), Ok(measure.clone()), "`{text}` prints as `{printed}`");
    let hit = |rank, grade| JudgedHit { rank, grade };
    let hits = [hit(1, 0.0), hit(2, -1.0), hit(4, 2.0), hit(5, 1.5), hit(7, 1.0)];
    let ideal = [3.0, 2.0, 1.5, 1.0, 0.0, 0.0];
    for (hits, n_retrieved) in [(hits.as_slice(), 9), (&[], 3), (&[], 0)] {
        let value = measure.score(&Judged { hits, n_retrieved, ideal: &ideal });
        assert!(value.is_finite(), "`{printed}` is {value}");
    }
}

/// The reader of TREC runs takes short cuts where there is room to look ahead; all of them must
/// give what splitting every line into words gives, or an error where that finds one.
fn trec_run_is_what_the_naive_reader_says(bytes: &[u8]) {
    let behind =
        [bytes, b"\n# ------------------------------------------------------------------\n"];
    for text in [bytes, &behind.concat()] {
        // Several lines that end with a carriage return alone would be one, and are refused.
        let n_words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
        let has_returns = text.trim_ascii_end().contains(&b'\r');
        let is_one_line = !text.contains(&b'\n') && has_returns && n_words >= 12;
        let expected = if is_one_line { None } else { naive_trec_run(text) };
        let found = Run::parse_as("file", text, Some(Format::Trec)).and_then(|run| {
            let mut rows: Vec<OwnedRow> = Vec::new();
            for block in run.blocks() {
                let (query, hits) = block?;
                let own = hits.iter().map(|hit| (query.to_vec(), hit.doc.to_vec(), hit.score));
                rows.extend(own);
            }
            Ok(rows)
        });
        assert_eq!(found.ok(), expected);
    }
}

type OwnedRow = (Vec<u8>, Vec<u8>, f64);

/// The rows of a TREC run, query by query in the order in which they first appear; `None` where a
/// line has fewer than six words or its score is no number, and where there is no row at all.
fn naive_trec_run(bytes: &[u8]) -> Option<Vec<OwnedRow>> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut rows: Vec<OwnedRow> = Vec::new();
    let mut queries: Vec<Vec<u8>> = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        let is_blank = |byte: &u8| b" \t\r\x0b\x0c".contains(byte);
        let words: Vec<&[u8]> = line.split(is_blank).filter(|word| !word.is_empty()).collect();
        if words.first().is_none_or(|word| word.starts_with(b"#")) {
            continue;
        }
        let &[query, _, doc, _, score, _, ..] = words.as_slice() else { return None };
        let score: f64 = std::str::from_utf8(score).ok()?.parse().ok()?;
        if score.is_nan() {
            return None;
        }
        rows.push((query.to_vec(), doc.to_vec(), score));
        if !queries.iter().any(|known| known == query) {
            queries.push(query.to_vec());
        }
    }
    rows.sort_by_key(|(query, ..)| queries.iter().position(|known| known == query));
    (!rows.is_empty()).then_some(rows)
}

/// Lines and columns count from 1 and lie in the file, the place behind its end included.
fn place_is_in_the_file(error: &ParseError, bytes: &[u8]) {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let line = text.split(|&byte| byte == b'\n').nth(error.line.wrapping_sub(1));
    let line = line.unwrap_or_else(|| panic!("line {} is not in the file", error.line));
    assert!((1..=line.len() + 1).contains(&error.column), "{error} is beyond the line's end");
    assert!(error.to_string().starts_with(&format!("file:{}:{}: ", error.line, error.column)));
}

type BorrowedRow<'r> = (&'r [u8], &'r [u8], f64);

/// The rows in the formats that hold any id: quoted values, and JSON where the ids are text and the
/// numbers finite.
fn written(rows: &[BorrowedRow<'_>], value_name: &str) -> Vec<(Vec<u8>, Format)> {
    let mut texts = Vec::new();
    for (delimiter, format) in [(b',', Format::Csv), (b'\t', Format::Tsv)] {
        let header = ["query_id", "doc_id", value_name].map(str::as_bytes);
        let mut text = header.join(&delimiter);
        for &(query, doc, value) in rows {
            text.push(b'\n');
            text.extend([quoted(query), quoted(doc), value.to_string().into()].join(&delimiter));
        }
        texts.push((text, format));
    }
    texts.extend(as_json_lines(rows, value_name).map(|text| (text, Format::JsonLines)));
    texts
}

fn quoted(id: &[u8]) -> Vec<u8> {
    let doubled = id.iter().flat_map(|&byte| [byte].repeat(if byte == b'"' { 2 } else { 1 }));
    [b'"'].into_iter().chain(doubled).chain([b'"']).collect()
}

fn as_json_lines(rows: &[BorrowedRow<'_>], value_name: &str) -> Option<Vec<u8>> {
    let mut lines = String::new();
    for &(query, doc, value) in rows {
        let query = serde_json::to_string(std::str::from_utf8(query).ok()?).ok()?;
        let doc = serde_json::to_string(std::str::from_utf8(doc).ok()?).ok()?;
        if !value.is_finite() {
            return None;
        }
        lines += &format!("{{\"qid\":{query},\"doc\":{doc},\"{value_name}\":{value}}}\n");
    }
    Some(lines.into_bytes())
}
