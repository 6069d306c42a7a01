//! Files of records, and records as documents.

use kebab_corpus::{BeirRecord, Format, beir_records, parse_record};

use crate::support::{SMALL, USUAL, bodies, check_document, paths};

fn records(text: &str) -> Vec<Result<BeirRecord, String>> {
    let records = beir_records("sub/corpus.jsonl", text.as_bytes());
    records.map(|record| record.map_err(|error| error.to_string())).collect()
}

fn record(id: &str, title: Option<&str>, text: &str) -> BeirRecord {
    BeirRecord { id: id.to_owned(), title: title.map(str::to_owned), text: text.to_owned() }
}

#[test]
fn records_are_read() {
    let found = records(concat!(
        "\u{feff}{\"_id\": \"a\", \"title\": \"T\", \"text\": \"x\\ny\", \"metadata\": {\"u\": [1]}}\r\n",
        "\n  \n",
        "{\"text\": \"z\", \"_id\": 17}\n",
        "{\"_id\": \"b\", \"title\": \" \", \"text\": \"\"}\n",
        "{\"_id\": \"c\", \"title\": null, \"text\": \"end\"}",
    ));
    let expected = [
        record("a", Some("T"), "x\ny"),
        record("17", None, "z"),
        record("b", None, ""),
        record("c", None, "end"),
    ];
    assert_eq!(found, expected.map(Ok));
}

#[test]
fn bad_lines_are_named_and_passed_over() {
    let found = records(
        "{\"_id\": \"a\", \"text\": \"x\"}\n{\"_id\": \"b\"}\n\n{\"text\": \"x\"}\nnot json\n[1]\n\
         {\"_id\": \"a\", \"text\": \"again\"}\n{\"_id\": \"\", \"text\": \"x\"}\n\
         {\"_id\": 1.5, \"text\": \"x\"}\n{\"_id\": \"d\", \"text\": [1, 2]}\n\
         {\"_id\": \"e\", \"title\": 7, \"text\": \"x\"}\n{\"_id\": \n\
         {\"_id\": \"f\", \"text\": \"x\"}\n",
    );
    let errors: Vec<String> = found.iter().filter_map(|one| one.clone().err()).collect();
    insta::assert_snapshot!(errors.join("\n"), @"
    sub/corpus.jsonl:2: field `text` is missing
    sub/corpus.jsonl:4: field `_id` is missing
    sub/corpus.jsonl:5: not a JSON object
    sub/corpus.jsonl:6: not a JSON object
    sub/corpus.jsonl:7: field `_id`: `a` is also the id of line 1
    sub/corpus.jsonl:8: field `_id` is empty
    sub/corpus.jsonl:9: field `_id`: `1.5` is not a string or a whole number
    sub/corpus.jsonl:10: field `text`: `[1,2]` is not a string
    sub/corpus.jsonl:11: field `title`: `7` is not a string
    sub/corpus.jsonl:12: not JSON: EOF while parsing a value, column 7
    ");
    assert_eq!(found.iter().filter(|one| one.is_ok()).count(), 2);
}

#[test]
fn bytes_that_are_no_text_are_an_error() {
    let bytes =
        b"{\"_id\": \"a\", \"text\": \"\xff\"}\n\xff\xfe\n{\"_id\": \"b\", \"text\": \"x\"}\n";
    let found: Vec<_> = beir_records("corpus.jsonl", &bytes[..]).collect();
    assert_eq!(found.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, false, true]);
}

#[test]
fn a_reader_that_fails_ends_with_an_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let found: Vec<_> = beir_records("corpus.jsonl", std::io::BufReader::new(Broken)).collect();
    assert_eq!(found.len(), 1);
    let error = found[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "corpus.jsonl:1: cannot read on: the disk is gone");
}

#[test]
fn a_record_is_title_blank_line_and_text() {
    let record = record("4983", Some("The title"), "Some text.\n\nMore.");
    assert_eq!(record.path("corpus.jsonl"), "corpus.jsonl#4983");
    let source = record.source();
    assert_eq!(source, "The title\n\nSome text.\n\nMore.");
    let path = record.path("corpus.jsonl");
    let document = parse_record(&path, record.title.as_deref(), source, &USUAL);
    check_document(&document, &USUAL);
    assert_eq!(document.format, Format::Beir);
    assert_eq!(document.title.as_deref(), Some("The title"));
    assert_eq!(bodies(&document), ["Some text.\n\nMore."]);
    assert_eq!(paths(&document), ["The title"]);
    assert_eq!(document.chunks[0].span.to_string(), "L1-L5");
    let title = document.title.clone();
    let again = parse_record(&path, title.as_deref(), document.source.clone(), &USUAL);
    assert_eq!(again, document);
}

#[test]
fn records_of_every_shape_are_documents() {
    let long = "A sentence of a record. ".repeat(50);
    let long_title = "word ".repeat(300);
    for (title, text) in [
        (None, "text"),
        (Some("only a title"), ""),
        (Some("a\n\nb"), "text"),
        (Some("  T  "), "text"),
        (Some(long_title.as_str()), long.as_str()),
        (None, ""),
    ] {
        let record = record("1", title, text);
        let document = parse_record("corpus.jsonl#1", title, record.source(), &SMALL);
        check_document(&document, &SMALL);
        let all: String = bodies(&document).concat() + &paths(&document).concat();
        let words = record.source();
        assert!(words.split_whitespace().all(|word| all.contains(word)), "of {title:?}");
    }
}
