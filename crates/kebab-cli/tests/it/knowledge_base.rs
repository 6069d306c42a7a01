//! `kebab list`, `inspect` and `doctor`, and what all commands of a workspace share.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;

use insta::assert_snapshot;
use serde_json::Value;

use crate::fixture::CliTest;

/// Every command that reads what was ingested.
const READERS: [&[&str]; 5] = [
    &["search", "members"],
    &["list", "docs"],
    &["list", "chunks"],
    &["inspect", "doc", "docs/install.md"],
    &["inspect", "chunk", "0"],
];

/// Every new command that prints a result, in a form that is a success.
const RESULTS: [&[&str]; 7] = [
    &["ingest"],
    &["search", "members"],
    &["list", "docs"],
    &["list", "chunks"],
    &["inspect", "doc", "docs/install.md"],
    &["doctor"],
    &["config", "show"],
];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[test]
fn without_a_workspace_every_command_names_init() {
    let test = CliTest::new();
    for args in READERS.iter().copied().chain([&["ingest"][..], &["doctor"]]) {
        let outcome = test.run(args);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()),
            (
                Some(2),
                "",
                "error: no `kebab.toml` in `[FOLDER]` or above it: `kebab init` makes this folder \
                 a workspace\n"
            ),
            "{args:?}"
        );
    }
}

#[test]
fn before_the_first_ingest_every_reader_names_it() {
    let test = CliTest::workspace();
    for args in READERS {
        let outcome = test.run(args);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str()),
            (Some(2), "", "error: nothing has been ingested in [FOLDER] yet: run `kebab ingest`\n"),
            "{args:?}"
        );
    }
    assert!(!test.path(".kebab").exists(), "readers make nothing");
}

#[test]
fn a_workspace_is_used_from_anywhere() {
    let test = CliTest::new()
        .file("kb/kebab.toml", "")
        .file("kb/a/b/notes.md", "Some notes.\n")
        .file("elsewhere/notes.md", "Others.\n");
    let found = |outcome: crate::fixture::Outcome| {
        assert_eq!(outcome.code, Some(0), "{outcome}");
        outcome.stdout
    };
    let flag = ["--config", "../kb/kebab.toml"];
    let ingested = found(test.run_in("elsewhere", &with(&["ingest", "--format", "csv"], &flag)));
    assert!(ingested.contains("new,1\n"), "{ingested}");
    let expected = found(test.run_in("kb", &["search", "notes"]));
    assert!(expected.starts_with(" 1. a/b/notes.md#L1 "), "{expected}");
    assert_eq!(found(test.run_in("kb/a/b", &["search", "notes"])), expected);
    assert_eq!(found(test.run_in("elsewhere", &with(&["search", "notes"], &flag))), expected);
    let test = test.variable("KEBAB_CONFIG", "../kb");
    assert_eq!(found(test.run_in("elsewhere", &["search", "notes"])), expected);
    assert_eq!(test.listing("elsewhere"), ["notes.md"]);
}

#[test]
fn a_workspace_may_have_any_name() {
    let test = CliTest::new()
        .file("내 문서 & more/kebab.toml", "")
        .file("내 문서 & more/ü ä/a b#c.md", "# Titel\n\nEin Text.\n")
        .file("내 문서 & more/한글.md", "본문이다.\n");
    let run = |args: &[&str]| test.run_in("내 문서 & more", args);
    assert_eq!(run(&["ingest"]).code, Some(0));
    assert_snapshot!(run(&["search", "--mode", "lexical", "Text"]), @"
    exit 0
    --- stdout
     1. ü ä/a b#c.md#L1-L3  0.6549 bm25  Titel
        # Titel
        Ein Text.
    ");
    assert_snapshot!(run(&["search", "--mode", "lexical", "--path", "ü ä/*", "Text 본문"]), @"
    exit 0
    --- stdout
     1. ü ä/a b#c.md#L1-L3  0.6549 bm25  Titel
        # Titel
        Ein Text.
    ");
    let outcome = run(&["inspect", "doc", "한글.md"]);
    assert!(outcome.stdout.contains("path      한글.md\n"), "{outcome}");
}

#[test]
fn lists_in_every_format() {
    let test = CliTest::knowledge_base();
    assert_snapshot!(test.run(&["list", "docs"]), @"
    exit 0
    --- stdout
    id                                chunks  bytes  format    path             title
    1a0cb65c55cc6bc99cb81627a3aed1d6       2    216  markdown  docs/install.md  Installing kebab
    28e71c12490f271907ba1395fab77096       2    218  markdown  docs/members.md  Members of a workspace
    a6a159e33604cf411d985a78f86a87ab       1    159  markdown  ko/members.md    워크스페이스 멤버
    8603ca3b99daa66a803caf876a9c2f73       1    134  code      src/members.rs
    007f144df9fddc46f383cf2486bdeba8       1    108  html      web/about.html   About us
    ");
    assert_snapshot!(test.run(&["list", "docs", "--format", "csv"]), @"
    exit 0
    --- stdout
    id,chunks,bytes,format,path,title
    1a0cb65c55cc6bc99cb81627a3aed1d6,2,216,markdown,docs/install.md,Installing kebab
    28e71c12490f271907ba1395fab77096,2,218,markdown,docs/members.md,Members of a workspace
    a6a159e33604cf411d985a78f86a87ab,1,159,markdown,ko/members.md,워크스페이스 멤버
    8603ca3b99daa66a803caf876a9c2f73,1,134,code,src/members.rs,
    007f144df9fddc46f383cf2486bdeba8,1,108,html,web/about.html,About us
    ");
    assert_snapshot!(test.run(&["list", "docs", "--format", "markdown"]), @"
    exit 0
    --- stdout
    | id                               | chunks | bytes | format   | path            | title                  |
    | :------------------------------- | -----: | ----: | :------- | :-------------- | :--------------------- |
    | 1a0cb65c55cc6bc99cb81627a3aed1d6 |      2 |   216 | markdown | docs/install.md | Installing kebab       |
    | 28e71c12490f271907ba1395fab77096 |      2 |   218 | markdown | docs/members.md | Members of a workspace |
    | a6a159e33604cf411d985a78f86a87ab |      1 |   159 | markdown | ko/members.md   | 워크스페이스 멤버      |
    | 8603ca3b99daa66a803caf876a9c2f73 |      1 |   134 | code     | src/members.rs  |                        |
    | 007f144df9fddc46f383cf2486bdeba8 |      1 |   108 | html     | web/about.html  | About us               |
    ");
    assert_snapshot!(test.run(&["list", "chunks"]), @"
    exit 0
    --- stdout
    id                                tokens  where                    headings
    5fa733bd7701cd84f110f091cb5f2be8       6  docs/install.md#L6-L8    Installing kebab > Requirements
    8aa94ab62f4139676ffe8b3dc4e76fb4      18  docs/install.md#L10-L17  Installing kebab > Installing
    1c9f8ae034ea014d91add74daa6c8765      15  docs/members.md#L6-L8    Members of a workspace > Adding a member
    4fa82072edb6cfbf676c9be7a750c9b1       9  docs/members.md#L10-L12  Members of a workspace > Removing a member
    d8629840fae6ffbe651f406469bcecba      20  ko/members.md#L6-L8      워크스페이스 멤버 > 멤버 추가
    eaca453c92f6b66520dd1d31fef64716      33  src/members.rs#L1-L4
    626fc624e542d5aeb184d2bf3443a3b9       7  web/about.html#L3-L4     About us
    ");
    assert_snapshot!(test.run(&["list", "chunks", "--format", "csv"]), @"
    exit 0
    --- stdout
    id,tokens,where,headings
    5fa733bd7701cd84f110f091cb5f2be8,6,docs/install.md#L6-L8,Installing kebab > Requirements
    8aa94ab62f4139676ffe8b3dc4e76fb4,18,docs/install.md#L10-L17,Installing kebab > Installing
    1c9f8ae034ea014d91add74daa6c8765,15,docs/members.md#L6-L8,Members of a workspace > Adding a member
    4fa82072edb6cfbf676c9be7a750c9b1,9,docs/members.md#L10-L12,Members of a workspace > Removing a member
    d8629840fae6ffbe651f406469bcecba,20,ko/members.md#L6-L8,워크스페이스 멤버 > 멤버 추가
    eaca453c92f6b66520dd1d31fef64716,33,src/members.rs#L1-L4,
    626fc624e542d5aeb184d2bf3443a3b9,7,web/about.html#L3-L4,About us
    ");
    assert_snapshot!(test.run(&["list", "chunks", "--format", "markdown"]), @"
    exit 0
    --- stdout
    | id                               | tokens | where                   | headings                                   |
    | :------------------------------- | -----: | :---------------------- | :----------------------------------------- |
    | 5fa733bd7701cd84f110f091cb5f2be8 |      6 | docs/install.md#L6-L8   | Installing kebab > Requirements            |
    | 8aa94ab62f4139676ffe8b3dc4e76fb4 |     18 | docs/install.md#L10-L17 | Installing kebab > Installing              |
    | 1c9f8ae034ea014d91add74daa6c8765 |     15 | docs/members.md#L6-L8   | Members of a workspace > Adding a member   |
    | 4fa82072edb6cfbf676c9be7a750c9b1 |      9 | docs/members.md#L10-L12 | Members of a workspace > Removing a member |
    | d8629840fae6ffbe651f406469bcecba |     20 | ko/members.md#L6-L8     | 워크스페이스 멤버 > 멤버 추가              |
    | eaca453c92f6b66520dd1d31fef64716 |     33 | src/members.rs#L1-L4    |                                            |
    | 626fc624e542d5aeb184d2bf3443a3b9 |      7 | web/about.html#L3-L4    | About us                                   |
    ");
    let documents = test.run(&["list", "docs", "--json"]).json();
    assert_snapshot!(format!("{:#}", documents["documents"][2]), @r#"
    {
      "doc_id": "a6a159e33604cf411d985a78f86a87ab",
      "path": "ko/members.md",
      "format": "markdown",
      "title": "워크스페이스 멤버",
      "lang": "ko",
      "tags": [
        "people"
      ],
      "n_chunks": 1,
      "n_bytes": 159,
      "chunker_version": "kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1"
    }
    "#);
    let chunks = test.run(&["list", "chunks", "--json"]).json();
    assert_snapshot!(format!("{:#}", chunks["chunks"][0]), @r#"
    {
      "chunk_id": "5fa733bd7701cd84f110f091cb5f2be8",
      "doc_id": "1a0cb65c55cc6bc99cb81627a3aed1d6",
      "path": "docs/install.md",
      "span": {
        "byte_start": 62,
        "byte_end": 106,
        "line_start": 6,
        "line_end": 8
      },
      "n_tokens": 6,
      "heading_path": [
        "Installing kebab",
        "Requirements"
      ],
      "chunker_version": "kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1"
    }
    "#);
}

#[test]
fn every_chunk_is_where_it_says() {
    let test = CliTest::knowledge_base();
    let chunks = test.run(&["list", "chunks", "--json"]).json();
    let chunks = chunks["chunks"].as_array().expect("a list");
    assert_eq!(chunks.len(), 7);
    for chunk in chunks {
        let source = test.read(chunk["path"].as_str().expect("a path"));
        let number = |name: &str| chunk["span"][name].as_u64().expect("a number") as usize;
        let (start, end) = (number("byte_start"), number("byte_end"));
        assert_eq!(source[..start].matches('\n').count() + 1, number("line_start"), "{chunk}");
        assert_eq!(source[..end].matches('\n').count() + 1, number("line_end"), "{chunk}");
        let id = chunk["chunk_id"].as_str().expect("an id");
        let shown = test.run(&["inspect", "chunk", id, "--json"]).json();
        assert_eq!(shown["chunk"]["text"], source[start..end], "{chunk}");
    }
}

#[test]
fn inspect_a_document() {
    let test = CliTest::knowledge_base();
    assert_snapshot!(test.run(&["inspect", "doc", "docs/members.md"]), @"
    exit 0
    --- stdout
    document  28e71c12490f271907ba1395fab77096
    path      docs/members.md
    title     Members of a workspace
    format    markdown
    lang      en-GB
    tags      people
    bytes     218
    chunker   kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1
    chunks    2
      1c9f8ae034ea014d91add74daa6c8765  L6-L8           15 tokens  Members of a workspace > Adding a member
      4fa82072edb6cfbf676c9be7a750c9b1  L10-L12          9 tokens  Members of a workspace > Removing a member
    ");
    assert_snapshot!(test.run(&["inspect", "doc", "docs/members.md", "--format", "csv"]), @"
    exit 0
    --- stdout
    field,value
    document,28e71c12490f271907ba1395fab77096
    path,docs/members.md
    title,Members of a workspace
    format,markdown
    lang,en-GB
    tags,people
    bytes,218
    chunker,kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1
    chunks,2
    chunk,1c9f8ae034ea014d91add74daa6c8765
    chunk,4fa82072edb6cfbf676c9be7a750c9b1
    ");
    let shown = test.run(&["inspect", "doc", "docs/members.md"]).stdout;
    let json = test.run(&["inspect", "doc", "docs/members.md", "--json"]).json();
    assert_eq!(json["document"]["path"], "docs/members.md");
    assert_eq!(json["document"]["tags"], serde_json::json!(["people"]));
    assert_eq!(json["document"]["chunks"].as_array().expect("a list").len(), 2);
    // By the beginning of the id, in either case, and by the path as it is seen from elsewhere.
    let id = json["document"]["doc_id"].as_str().expect("an id");
    for name in
        [id, &id[..8], &id.to_uppercase()[..8], "./docs/members.md", "docs/../docs/members.md"]
    {
        assert_eq!(test.run(&["inspect", "doc", name]).stdout, shown, "{name}");
    }
    for (folder, name) in [("docs", "members.md"), ("ko", "../docs/members.md")] {
        let outcome = test.run_in(folder, &["inspect", "doc", name]);
        assert_eq!(outcome.stdout, shown, "{name} in {folder}");
    }
    let whole = test.path("docs/members.md").display().to_string();
    assert_eq!(test.run(&["inspect", "doc", &whole]).stdout, shown);
}

#[test]
fn inspect_a_chunk() {
    let test = CliTest::knowledge_base();
    let chunks = test.run(&["list", "chunks", "--json"]).json();
    let id = chunks["chunks"][1]["chunk_id"].as_str().expect("an id").to_owned();
    assert_snapshot!(test.run(&["inspect", "chunk", &id[..8]]), @"
    exit 0
    --- stdout
    chunk     8aa94ab62f4139676ffe8b3dc4e76fb4
    document  1a0cb65c55cc6bc99cb81627a3aed1d6
    where     docs/install.md#L10-L17
    bytes     108..215
    headings  Installing kebab > Installing
    tokens    18
    chunker   kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1

    # Installing

    Run the installer, then check that the workspace was made:

    ```sh
    kebab init
    kebab ingest
    ```
    ");
    assert_snapshot!(test.run(&["inspect", "chunk", &id, "--format", "csv"]), @r##"
    exit 0
    --- stdout
    field,value
    chunk,8aa94ab62f4139676ffe8b3dc4e76fb4
    document,1a0cb65c55cc6bc99cb81627a3aed1d6
    where,docs/install.md#L10-L17
    bytes,108..215
    headings,Installing kebab > Installing
    tokens,18
    chunker,kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1
    text,"# Installing

    Run the installer, then check that the workspace was made:

    ```sh
    kebab init
    kebab ingest
    ```"
    "##);
    assert_snapshot!(test.run(&["inspect", "chunk", &id, "--format", "markdown"]), @r"
    exit 0
    --- stdout
    | field    | value                                                                                                                     |
    | :------- | :------------------------------------------------------------------------------------------------------------------------ |
    | chunk    | 8aa94ab62f4139676ffe8b3dc4e76fb4                                                                                          |
    | document | 1a0cb65c55cc6bc99cb81627a3aed1d6                                                                                          |
    | where    | docs/install.md#L10-L17                                                                                                   |
    | bytes    | 108..215                                                                                                                  |
    | headings | Installing kebab > Installing                                                                                             |
    | tokens   | 18                                                                                                                        |
    | chunker  | kebab-chunks-1/target=400/max=800/overlap=0/o200k-estimate-1                                                              |
    | text     | # Installing\\n\\nRun the installer, then check that the workspace was made:\\n\\n```sh\\nkebab init\\nkebab ingest\\n``` |
    ");
}

#[test]
fn inspect_what_is_not_one_thing() {
    // Among 17 ids two begin with the same of 16 digits.
    let mut test = CliTest::new().file("kebab.toml", "");
    for i in 0..17 {
        test = test.file(&format!("{i}.md"), format!("Text {i}.\n"));
    }
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    let complain = |args: &[&str]| {
        let outcome = test.run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        outcome.stderr
    };
    for (what, list, key) in [("doc", "docs", "doc_id"), ("chunk", "chunks", "chunk_id")] {
        let json = test.run(&["list", list, "--json"]).json();
        let rows = json.as_object().expect("an object").values().find_map(Value::as_array);
        let ids: Vec<&str> =
            rows.expect("a list").iter().map(|row| row[key].as_str().expect("an id")).collect();
        let common = |digit: &&str| ids.iter().filter(|id| id.starts_with(*digit)).count();
        let digits = "0 1 2 3 4 5 6 7 8 9 a b c d e f".split(' ');
        let ambiguous = digits.clone().max_by_key(common).expect("there are digits");
        assert!(common(&ambiguous) > 1);
        let message = complain(&["inspect", what, ambiguous]);
        let start = format!("error: `{ambiguous}` is the beginning of several ids: {ambiguous}");
        assert!(message.starts_with(&start), "{message}");
    }
    let unknown = "00000000000000000000000000000000";
    assert_snapshot!(complain(&["inspect", "doc", unknown]), @"error: no doc has the id `00000000000000000000000000000000`: `kebab list docs` lists them");
    assert_snapshot!(complain(&["inspect", "chunk", unknown]), @"error: no chunk has the id `00000000000000000000000000000000`: `kebab list chunks` lists them");
    assert_snapshot!(complain(&["inspect", "doc", "gone.md"]), @"error: `gone.md` is neither a path nor the beginning of an id: ids have 32 hexadecimal digits");
    assert_snapshot!(complain(&["inspect", "doc", "../1.md"]), @"error: `../1.md` is neither a path nor the beginning of an id: ids have 32 hexadecimal digits");
    assert_snapshot!(complain(&["inspect", "doc", ""]), @"error: `` is neither a path nor the beginning of an id: ids have 32 hexadecimal digits");
    assert_snapshot!(complain(&["inspect", "doc", &format!("{unknown}0")]), @"error: `000000000000000000000000000000000` is neither a path nor the beginning of an id: ids have 32 hexadecimal digits");
}

#[test]
fn doctor_finds_all_in_order() {
    let test = CliTest::knowledge_base();
    let outcome = test.run(&["doctor"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{outcome}");
    let column = |column: usize| -> Vec<String> {
        let cell = |line: &str| line.split_whitespace().nth(column).unwrap_or_default().to_owned();
        outcome.stdout.lines().map(cell).collect()
    };
    let names = ["check", "config", "database", "documents", "ingest", "chunking", "index", "disk"];
    assert_eq!(column(0), names);
    assert_eq!(column(1), ["status", "ok", "ok", "ok", "ok", "ok", "ok", "ok"]);
    let json = test.run(&["doctor", "--json"]).json();
    assert_eq!(json["checks"].as_array().expect("a list").len(), 7);
    assert_eq!(json["checks"][0]["name"], "config");
    assert_eq!(json["checks"][0]["detail"], "[FOLDER]/kebab.toml");
    let csv = test.run(&["doctor", "--format", "csv"]).stdout;
    assert!(csv.starts_with("check,status,found\nconfig,ok,[FOLDER]/kebab.toml\n"), "{csv}");
    let markdown = test.run(&["doctor", "--format", "markdown"]).stdout;
    assert_eq!(markdown.lines().count(), 9, "{markdown}");
}

#[test]
fn doctor_warns_of_what_still_works() {
    let test = CliTest::workspace();
    assert_snapshot!(test.run(&["doctor"]), @"
    exit 0
    --- stdout
    check      status   found
    config     ok       [FOLDER]/kebab.toml
    documents  warning  nothing has been ingested in [FOLDER] yet: run `kebab ingest`
    ");
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    // The database cannot be told to be elsewhere, but the index can be gone or cut differently.
    fs_err::remove_dir_all(test.path(".kebab/index")).expect("it is there");
    test.write("kebab.toml", "chunking.target_tokens = 100");
    let outcome = test.run(&["doctor", "--json"]);
    assert_eq!(outcome.code, Some(0), "{outcome}");
    let json = outcome.json();
    let warnings: Vec<&Value> = json["checks"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|check| check["status"] == "warning")
        .map(|check| &check["name"])
        .collect();
    assert_eq!(warnings, ["chunking", "index"]);
    assert!(!test.path(".kebab/index").exists(), "it only looks");
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    assert!(!test.run(&["doctor"]).stdout.contains("warning"));
}

#[test]
fn a_database_that_is_none_is_a_problem() {
    let test = CliTest::knowledge_base().file(".kebab/kebab.sqlite", "this is no database\n");
    let outcome = test.run(&["doctor"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(1), ""), "{outcome}");
    assert!(outcome.stdout.contains("\ndatabase  problem  cannot use the database: "), "{outcome}");
    let json = test.run(&["doctor", "--json"]).json();
    assert_eq!(json["checks"][1]["status"], "problem");
    for args in READERS.iter().copied().chain([&["ingest"][..]]) {
        let outcome = test.run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        let start = "error: cannot use the database: [FOLDER]/.kebab/kebab.sqlite: file is not a \
                     database";
        assert!(outcome.stderr.starts_with(start), "{outcome}");
    }
}

#[test]
fn a_bad_configuration_stops_every_command() {
    let test = CliTest::knowledge_base().file("kebab.toml", "search.kk = 3\n");
    for args in READERS.iter().copied().chain([&["ingest"][..], &["doctor"]]) {
        let outcome = test.run(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        assert!(outcome.stderr.starts_with("error: kebab.toml:1: unknown key `search.kk`"));
    }
}

#[test]
fn a_data_folder_that_is_a_file() {
    let test = CliTest::workspace().file(".kebab", "");
    assert_snapshot!(test.run(&["ingest"]), @"
    exit 2
    --- stderr
    error: cannot use the data folder: failed to create directory `[FOLDER]/.kebab`: File exists (os error 17)
    ");
}

#[test]
fn a_data_folder_that_may_not_be_written() {
    let test = CliTest::workspace().file(".kebab/.gitignore", "*\n");
    let allow = |mode: u32| {
        let permissions = PermissionsExt::from_mode(mode);
        fs_err::set_permissions(test.path(".kebab"), permissions).expect("it is ours");
    };
    allow(0o555);
    if fs_err::write(test.path(".kebab/probe"), "").is_ok() {
        // Not through a macro, whose output the test runner keeps back for tests that pass.
        writeln!(std::io::stderr(), "read-only data folder: skipped, root may write everywhere")
            .expect("stderr can be written");
        return;
    }
    let outcome = test.run(&["ingest"]);
    allow(0o755);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
    assert!(outcome.stderr.starts_with("error: cannot use the database: [FOLDER]/.kebab/"));
}

#[test]
fn every_result_has_every_format() {
    let test = CliTest::knowledge_base();
    for args in RESULTS {
        for format in ["text", "json", "csv", "markdown"] {
            let outcome = test.run(&with(args, &["--format", format]));
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{args:?} {format}");
            assert!(!outcome.stdout.contains('\x1b'), "{args:?} {format}: {outcome}");
            assert!(outcome.stdout.ends_with('\n'), "{args:?} {format}: {outcome}");
            assert!(!outcome.stdout.ends_with("\n\n"), "{args:?} {format}: {outcome}");
        }
        let short = test.run(&with(args, &["--json"]));
        short.json();
        let long = test.run(&with(args, &["--format", "json"]));
        // How long a file took is not the same twice.
        if args != ["ingest"] {
            assert_eq!(short.stdout, long.stdout, "{args:?}");
        }
        let both = test.run(&with(args, &["--json", "--format", "csv"]));
        assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""), "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_error() {
    let test = CliTest::knowledge_base();
    for args in RESULTS.iter().copied().chain([&["search", "--help"][..], &["--version"]]) {
        assert_eq!(test.run_into_closed_pipe(args), (Some(0), String::new()), "{args:?}");
    }
}

#[test]
fn what_steers_a_terminal_is_written_out() {
    let test = CliTest::new()
        .file("kebab.toml", "")
        .file("\x1b[31mred.md", "# \x1b[2JHeading\n\nThe \x1b]0;title\x07 of \u{202e}windows.\n");
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    let chunks = test.run(&["list", "chunks", "--json"]).json();
    let id = chunks["chunks"][0]["chunk_id"].as_str().expect("an id").to_owned();
    for args in [
        &["search", "title"][..],
        &["search", "title", "--explain"],
        &["search", "title", "--format", "markdown"],
        &["search", "\x1b[31mnothing"],
        &["list", "docs"],
        &["list", "chunks", "--format", "markdown"],
        &["inspect", "doc", "\x1b[31mred.md"],
        &["inspect", "doc", "\x1b[31mgone.md"],
        &["inspect", "chunk", &id],
        &["ingest", "\x1b[31mgone"],
        &["doctor"],
    ] {
        let outcome = test.run(args);
        for text in [&outcome.stdout, &outcome.stderr] {
            let steers = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
            assert!(!text.contains(steers), "{args:?}: {text:?}");
        }
    }
}

#[test]
fn help_fits_the_screen_and_has_examples() {
    let test = CliTest::new();
    for args in [
        &["init"][..],
        &["ingest"],
        &["search"],
        &["list"],
        &["list", "docs"],
        &["list", "chunks"],
        &["inspect"],
        &["inspect", "doc"],
        &["inspect", "chunk"],
        &["doctor"],
        &["config"],
        &["config", "show"],
    ] {
        for flag in ["-h", "--help"] {
            let outcome = test.run(&with(args, &[flag]));
            assert_eq!((outcome.code, outcome.stderr.as_str()), (Some(0), ""), "{args:?}");
            let longest = outcome.stdout.lines().map(|line| line.chars().count()).max();
            assert!(longest <= Some(100), "{args:?} {flag}: {longest:?} columns");
        }
    }
    assert_snapshot!("search_help", test.run(&["search", "--help"]));
}
