//! The fuzz bodies as plain tests: a corpus of nasty files, every truncation of each, seeded
//! mutations, and random bytes and lines.

use std::path::Path;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fuzz_bodies::{measure, qrels, run};
use crate::support::{Random, seeded};

/// The files of the corpus, by name.
#[expect(clippy::disallowed_methods, reason = "the panic names the path itself")]
fn corpus() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let entries = folder.read_dir().unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let mut files: Vec<(String, Vec<u8>)> = paths
        .map(|path| {
            let bytes = std::fs::read(&path);
            let bytes = bytes.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            (path.file_name().expect("a file").to_string_lossy().into_owned(), bytes)
        })
        .filter(|(name, _)| !name.starts_with('.'))
        .collect();
    files.sort();
    assert!(files.len() > 30, "the corpus is gone");
    files
}

fn all(bytes: &[u8]) {
    qrels(bytes);
    run(bytes);
}

#[test]
fn the_corpus() {
    for (_, bytes) in corpus() {
        all(&bytes);
        measure(&bytes);
    }
}

#[test]
fn every_truncation_of_the_corpus() {
    for (_, bytes) in corpus() {
        for end in 0..bytes.len() {
            all(&bytes[..end]);
        }
    }
}

#[test]
fn mutations_of_the_corpus() {
    // The bytes that mean something to some reader, so that a change is likely to matter.
    const BYTES: &[u8] = b"\n\r\t ,\"'{}[]:#\\-+.0e9nq\0\xFF\xEF\x0b";
    let mut random = Random(1);
    for (_, mut bytes) in corpus() {
        if bytes.is_empty() {
            continue;
        }
        for _ in 0..120 {
            let at = random.below(bytes.len());
            let before = bytes[at];
            bytes[at] = random.pick(BYTES);
            all(&bytes);
            bytes[at] = before;
        }
        for _ in 0..40 {
            let mut longer = bytes.clone();
            longer.insert(random.below(bytes.len() + 1), random.pick(BYTES));
            all(&longer);
        }
    }
}

#[test]
fn very_long_lines() {
    let long = |text: &str| text.repeat(20_000);
    for text in [
        long("x"),
        long("x "),
        long("1,"),
        long("\t"),
        long("\""),
        long("\"\","),
        format!("q1 0 {} 1\n", long("d")),
        format!("q1 Q0 {} 1 0.5 tag\n", long("d")),
        format!("q1 Q0 d1 1 0.{} tag\n", long("3")),
        format!("q1 Q0 d1 1 0.5 {}\n", long("tag ")),
        format!("q1,\"{}\",1\n", long("a,\"\"\n")),
        format!("{{\"q1\": {{\"{}\": 1}}}}", long("d")),
        format!("{{\"q1\": {{{}\"e\": 1}}}}", long("\"d\": 1, ")),
        format!("{{\"qid\": \"{}\", \"doc\": \"d\", \"score\": 1}}", long("\\u0041")),
        format!("{{\"x\": {}1{}, \"qid\": 1}}", long("["), long("]")),
        long("\n"),
        long("\r\n#\r\n"),
        long("{"),
    ] {
        all(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(seeded(1500))]

    #[test]
    fn any_bytes(bytes in vec(any::<u8>(), 0..64)) {
        all(&bytes);
        measure(&bytes);
    }

    #[test]
    fn lines_of_nasty_tokens(
        tokens in vec(select(&[
            "q1", "q2", "d1", "d2", "0", "1", "2", "-1", "Q0", "0.5", "nan", "inf", "-inf", "1e999",
            "-0", "1e16", " ", " ", " ", "\t", "\t", ",", ",", "\n", "\n", "\n", "\r\n", "\"",
            "\"\"", "{", "}", "[", "]", ":", "#", "\u{feff}", "\u{0}", "\u{b}", "é", "tag",
            "query_id", "doc_id", "score", "grade", "{\"q1\": {\"d1\": 1}}", "{\"qid\": \"q\", ",
            "\"doc\": \"d\", ", "\"score\": 1}", "\"rel\": 1}", "\\u0071", "\\ud800", "\\",
            "0000000.é", ".00000é",
        ]), 0..40),
    ) {
        all(tokens.concat().as_bytes());
    }
}

proptest! {
    #![proptest_config(seeded(1000))]

    /// Lines that are almost TREC lines, for the short cuts of its reader.
    #[test]
    fn trec_lines_with_odd_blanks(
        lines in vec(vec((
            select(&["q1", "q2", "#", "d1", "0.5", "7", "-1e3", "a-long-document-id-of-forty-bytes-or-more"]),
            select(&[" ", " ", " ", " ", " ", "\t", "  ", "\r", "\u{b}", "\u{1f}", ""]),
        ), 4..8), 1..5),
        indent in select(&["", "", "", " ", "\t", "\r"]),
    ) {
        let word = |(word, blank): &(&str, &str)| format!("{word}{blank}");
        let line = |words: &Vec<(&str, &str)>| words.iter().map(word).collect::<String>() + "\n";
        let text: String = lines.iter().map(line).collect();
        run(format!("{indent}{text}").as_bytes());
    }

    #[test]
    fn rows_that_almost_hold_together(
        rows in vec((0..3_u8, 0..6_u8, select(&["0", "1", "-1", "0.25", "3e2", "inf", "x", ""])), 1..12),
        way in 0..6_usize,
    ) {
        let row = |&(query, doc, value): &(u8, u8, &str)| match way {
            0 => format!("q{query} 0 d{doc} {value}\n"),
            1 => format!("q{query} Q0 d{doc} 1 {value} t\n"),
            2 => format!("q{query},d{doc},{value}\n"),
            3 => format!("\"q{query}\"\t\"d{doc}\"\t{value}\n"),
            4 => format!("{{\"qid\":\"q{query}\",\"doc\":{doc},\"score\":{value}}}\n"),
            _ => format!("\"q{query}\": {{\"d{doc}\": {value}}},"),
        };
        let text: String = rows.iter().map(row).collect();
        let text = if way == 5 { format!("{{{}}}", text.trim_end_matches(',')) } else { text };
        all(text.as_bytes());
    }
}
