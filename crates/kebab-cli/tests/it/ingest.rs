//! `kebab ingest`: what it brings in, what it reports, and when it waits.

use std::io::{BufRead, BufReader};

use insta::assert_snapshot;
use serde_json::Value;

use crate::fixture::CliTest;

#[test]
fn ingest_counts_what_is_new_changed_and_gone() {
    let test = CliTest::workspace();
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               5
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            0

    5 documents in 7 chunks, [SECONDS] s
    ");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         5
    deleted           0
    skipped           0
    failed            0

    5 documents in 7 chunks, [SECONDS] s
    ");
    test.write("docs/new.md", "New.\n");
    // As long as before, and perhaps within the same tick of the clock.
    test.write("web/about.html", test.read("web/about.html").replace("measure", "compare"));
    fs_err::remove_file(test.path("ko/members.md")).expect("it is there");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               1
    updated           1
    unchanged         3
    deleted           1
    skipped           0
    failed            0

    5 documents in 7 chunks, [SECONDS] s
    ");
    assert_eq!(test.listing(".kebab"), [".gitignore", "index", "kebab.sqlite", "lock"]);
    assert_eq!(test.run(&["search", "compare", "--fail-empty"]).code, Some(0));
    assert_eq!(test.run(&["search", "멤버", "--mode", "lexical", "--fail-empty"]).code, Some(1));
}

#[test]
fn ingest_anew_changes_nothing_that_is_found() {
    let test = CliTest::knowledge_base();
    let (docs, chunks) = (test.run(&["list", "docs"]), test.run(&["list", "chunks"]));
    let hits = test.run(&["search", "members", "--json"]);
    assert_snapshot!(test.run(&["ingest", "--force"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         5
    deleted           0
    skipped           0
    failed            0

    5 documents in 7 chunks, [SECONDS] s
    ");
    assert_eq!(test.run(&["list", "docs"]).stdout, docs.stdout);
    assert_eq!(test.run(&["list", "chunks"]).stdout, chunks.stdout);
    assert_eq!(test.run(&["search", "members", "--json"]).stdout, hits.stdout);
}

#[test]
fn a_second_writer_says_that_it_waits() {
    let test = CliTest::knowledge_base();
    let expected = test.run(&["search", "members", "--json"]).stdout;
    let lock = fs_err::File::open(test.path(".kebab/lock")).expect("it is there");
    lock.file().lock().expect("nobody else has it");
    // Who only reads does not wait.
    assert_eq!(test.run(&["search", "members", "--json"]).stdout, expected);
    let mut waiting = test.start(&["ingest"]);
    let mut said = BufReader::new(waiting.stderr.take().expect("it is piped")).lines();
    let first = said.next().expect("it says something").expect("it is text");
    assert_eq!(first, "another kebab is writing: waiting for it");
    assert_eq!(waiting.try_wait().expect("it runs"), None);
    drop(lock);
    assert_eq!(waiting.wait().expect("it ends").code(), Some(0));
    assert!(said.next().is_none());
    // A search whose index has to be made is a writer too, alone or one of many.
    for args in [&["search", "members"][..], &["search", "--queries", "queries.tsv"]] {
        test.write("queries.tsv", "1\tmembers\n");
        fs_err::remove_dir_all(test.path(".kebab/index")).expect("it is there");
        let lock = fs_err::File::open(test.path(".kebab/lock")).expect("it is there");
        lock.file().lock().expect("nobody else has it");
        let mut waiting = test.start(args);
        let mut said = BufReader::new(waiting.stderr.take().expect("it is piped")).lines();
        let first = said.next().expect("it says something").expect("it is text");
        assert_eq!(first, "another kebab is writing: waiting for it", "{args:?}");
        drop(lock);
        assert_eq!(waiting.wait().expect("it ends").code(), Some(0));
    }
}

#[test]
fn ingest_skips_and_counts_by_reason() {
    let test = CliTest::workspace()
        .file("logo.png", b"\x89PNG\r\n")
        .file("movie.xyz", "?")
        .file("empty.md", "")
        .file("binary.txt", b"a\0b")
        .file("latin1.txt", b"caf\xE9")
        .file("log.jsonl", "{}")
        .file(".kebabignore", "drafts/\n")
        .file("drafts/secret.md", "Secret.\n")
        .file(".hidden.md", "Hidden.\n");
    std::os::unix::fs::symlink("docs/install.md", test.path("link.md")).expect("a link");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               5
    updated           0
    unchanged         0
    deleted           0
    skipped           7  1 JSON Lines, but not named corpus.jsonl; 1 binary; 1 empty; 1 not UTF-8; 1 symbolic link; 2 unknown type
    failed            0

    5 documents in 7 chunks, [SECONDS] s
    ");
    let outcome = test.run(&["ingest", "--json"]);
    let report = &outcome.json()["report"];
    assert_eq!(report["skipped"]["unknown type"], 2);
    assert_eq!(report["unchanged"], 5);
    assert_eq!(report["failed"], Value::Array(Vec::new()));
    assert_snapshot!(test.run(&["ingest", "--format", "csv"]), @r#"
    exit 0
    --- stdout
    what,count
    new,0
    updated,0
    unchanged,5
    deleted,0
    skipped,7
    "skipped: JSON Lines, but not named corpus.jsonl",1
    skipped: binary,1
    skipped: empty,1
    skipped: not UTF-8,1
    skipped: symbolic link,1
    skipped: unknown type,2
    failed,0
    documents,5
    chunks,7
    "#);
    assert_snapshot!(test.run(&["ingest", "--format", "markdown"]), @"
    exit 0
    --- stdout
    | what                                            | count |
    | :---------------------------------------------- | ----: |
    | new                                             |     0 |
    | updated                                         |     0 |
    | unchanged                                       |     5 |
    | deleted                                         |     0 |
    | skipped                                         |     7 |
    | skipped: JSON Lines, but not named corpus.jsonl |     1 |
    | skipped: binary                                 |     1 |
    | skipped: empty                                  |     1 |
    | skipped: not UTF-8                              |     1 |
    | skipped: symbolic link                          |     1 |
    | skipped: unknown type                           |     2 |
    | failed                                          |     0 |
    | documents                                       |     5 |
    | chunks                                          |     7 |
    ");
}

#[test]
fn ingest_names_the_lines_of_a_corpus_that_are_broken() {
    let corpus = "\
{\"_id\": \"1\", \"title\": \"One\", \"text\": \"The first document.\"}
{\"_id\": \"2\", \"text\": 2}
{\"text\": \"No id.\"}

{\"_id\": \"1\", \"text\": \"Again.\"}
{\"_id\": \"3\", \"text\": \"unclosed}
{\"_id\": \"4\", \"text\": \"The last document.\"}
";
    let test = CliTest::new().file("kebab.toml", "").file("beir/corpus.jsonl", corpus);
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 3
    --- stdout
    new               2
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            4

    2 documents in 2 chunks, [SECONDS] s
    --- stderr
    failed: beir/corpus.jsonl:2: field `text`: `2` is not a string
    failed: beir/corpus.jsonl:3: field `_id` is missing
    failed: beir/corpus.jsonl:5: field `_id`: `1` is also the id of line 1
    failed: beir/corpus.jsonl:6: not JSON: EOF while parsing a string, column 31
    ");
    // What could be read is in, and what could not be is said until it is mended.
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 3
    --- stdout
    new               0
    updated           0
    unchanged         2
    deleted           0
    skipped           0
    failed            4

    2 documents in 2 chunks, [SECONDS] s
    --- stderr
    failed: beir/corpus.jsonl:2: field `text`: `2` is not a string
    failed: beir/corpus.jsonl:3: field `_id` is missing
    failed: beir/corpus.jsonl:5: field `_id`: `1` is also the id of line 1
    failed: beir/corpus.jsonl:6: not JSON: EOF while parsing a string, column 31
    ");
    let failed = test.run(&["ingest", "--json"]);
    assert_eq!(failed.code, Some(3));
    assert_eq!(failed.json()["report"]["failed"][0]["path"], "beir/corpus.jsonl:2");
    assert_snapshot!(test.run(&["search", "last", "--mode", "lexical"]), @"
    exit 0
    --- stdout
     1. beir/corpus.jsonl#4#L1  0.8026 bm25
        The last document.
    ");
    test.write("beir/corpus.jsonl", "{\"_id\": \"4\", \"text\": \"The last document.\"}\n");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         1
    deleted           1
    skipped           0
    failed            0

    1 document in 1 chunk, [SECONDS] s
    ");
}

#[test]
fn ingest_shows_a_few_of_many_failures() {
    let test = CliTest::new().file("kebab.toml", "").file("corpus.jsonl", "{}\n".repeat(12));
    let outcome = test.run(&["ingest"]);
    assert_eq!(outcome.code, Some(3));
    assert_eq!(outcome.stderr.lines().count(), 11);
    assert_eq!(outcome.stderr.lines().last(), Some("and 2 more failed"));
}

#[test]
fn ingest_can_be_narrowed_to_a_path() {
    let test = CliTest::workspace().file(".gitignore", "build\n").file("build/notes.md", "Built.");
    assert_snapshot!(test.run_in("docs", &["ingest", "."]), @"
    exit 0
    --- stdout
    new               2
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            0

    2 documents in 4 chunks, [SECONDS] s
    ");
    assert_snapshot!(test.run_in("docs", &["ingest", "../src/members.rs"]), @"
    exit 0
    --- stdout
    new               1
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            0

    3 documents in 5 chunks, [SECONDS] s
    ");
    // What lies elsewhere is not gone.
    fs_err::remove_file(test.path("docs/members.md")).expect("it is there");
    assert_snapshot!(test.run(&["ingest", "src"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         1
    deleted           0
    skipped           0
    failed            0

    3 documents in 5 chunks, [SECONDS] s
    ");
    assert_snapshot!(test.run(&["ingest", "build/notes.md"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         0
    deleted           0
    skipped           1  1 ignored
    failed            0

    3 documents in 5 chunks, [SECONDS] s
    ");
}

#[test]
fn ingest_of_a_path_that_cannot_be() {
    let test = CliTest::workspace();
    assert_snapshot!(test.run(&["ingest", "nowhere"]), @"
    exit 2
    --- stderr
    error: [FOLDER]/nowhere: no such file or folder
    ");
    assert_snapshot!(test.run(&["ingest", ".."]), @"
    exit 2
    --- stderr
    error: [FOLDER]/.. is not inside the workspace [FOLDER]
    ");
    assert_snapshot!(test.run(&["ingest", "/"]), @"
    exit 2
    --- stderr
    error: / is not inside the workspace [FOLDER]
    ");
}

#[test]
fn ingest_of_nothing_says_what_to_do() {
    let test = CliTest::new().file("kebab.toml", "");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 0
    --- stdout
    new               0
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            0

    0 documents in 0 chunks, [SECONDS] s
    --- stderr
    no documents found in [FOLDER]: put some files there
    ");
}

/// A line that is no pattern says so, and everything else goes on, deletions included.
#[test]
fn a_broken_line_of_an_ignore_file_is_passed_over() {
    let test = CliTest::new()
        .file("kebab.toml", "")
        .file(".gitignore", "a{b\nsecret.md\n")
        .file("kept.md", "Kept words.\n")
        .file("gone.md", "Gone words.\n")
        .file("secret.md", "Secret words.\n");
    let outcome = test.run(&["ingest"]);
    assert_eq!(outcome.code, Some(0), "{outcome}");
    assert!(outcome.stderr.starts_with("passed over: "), "{outcome}");
    fs_err::remove_file(test.path("gone.md")).expect("it is there");
    let outcome = test.run(&["ingest"]);
    assert!(outcome.stdout.contains("deleted           1"), "{outcome}");
    let listed = test.run(&["list", "docs", "--format", "csv"]).stdout;
    assert!(listed.contains("kept.md") && !listed.contains("gone") && !listed.contains("secret"));
}

/// A file named like a record would be the same document.
#[test]
fn a_file_named_like_a_record_is_refused() {
    let test = CliTest::new()
        .file("kebab.toml", "")
        .file("corpus.jsonl", "{\"_id\":\"x.md\",\"text\":\"Same text.\"}\n")
        .file("corpus.jsonl#x.md", "Same text.");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 3
    --- stdout
    new               1
    updated           0
    unchanged         0
    deleted           0
    skipped           0
    failed            1

    1 document in 1 chunk, [SECONDS] s
    --- stderr
    failed: corpus.jsonl#x.md: the name looks like a record of a corpus.jsonl; rename it
    ");
}
