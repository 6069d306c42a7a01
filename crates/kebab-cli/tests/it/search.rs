//! `kebab search`: what is found, in which order, and how it is shown.
//!
//! Snapshots are of lexical searches, whose scores can be computed by hand; of the vectors only the
//! order is certain.

use insta::assert_snapshot;
use serde_json::Value;

use crate::fixture::{CliTest, Outcome};

/// The paths of the hits, in order.
#[track_caller]
fn paths(outcome: &Outcome) -> Vec<String> {
    assert_eq!(outcome.code, Some(0), "{outcome}");
    let json = outcome.json();
    let hits = json["hits"].as_array().expect("a list");
    hits.iter().map(|hit| hit["path"].as_str().expect("a path").to_owned()).collect()
}

/// Searches with these arguments and gives the paths of the hits.
#[track_caller]
fn find(test: &CliTest, args: &[&str]) -> Vec<String> {
    paths(&test.run(&[&["search", "--json"], args].concat()))
}

#[test]
fn hits_as_text() {
    let test = CliTest::knowledge_base();
    assert_snapshot!(test.run(&["search", "--mode", "lexical", "member of a workspace"]), @"
    exit 0
    --- stdout
     1. docs/members.md#L6-L8  2.2992 bm25  Members of a workspace > Adding a member
        # Adding a member
        An owner adds members by their address. A member reads every document.

     2. docs/members.md#L10-L12  2.2736 bm25  Members of a workspace > Removing a member
        # Removing a member
        Whoever is removed loses access at once.

     3. src/members.rs#L1-L4  1.9997 bm25
        /// Lets somebody in.
        pub fn add_member(workspace: &mut Workspace, address: &str) {
            workspace.members.push(address.to_owned());
        }

     4. docs/install.md#L10-L17  0.5863 bm25  Installing kebab > Installing
        # Installing
        Run the installer, then check that the workspace was made:
        ```sh
        kebab init
        kebab ingest
        ```
    ");
}

#[test]
fn code_keeps_its_shape() {
    let test = CliTest::knowledge_base().file(
        "src/deep.rs",
        "mod deep {\n\n    fn xylophone() {\n        let rosewood = 1;\n\n\tlet tab = 2;\n    }\n}\n",
    );
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    let args = ["search", "--mode", "lexical", "-k1"];
    assert_snapshot!(test.run(&[&args[..], &["somebody"]].concat()), @"
    exit 0
    --- stdout
     1. src/members.rs#L1-L4  1.6991 bm25
        /// Lets somebody in.
        pub fn add_member(workspace: &mut Workspace, address: &str) {
            workspace.members.push(address.to_owned());
        }
    ");
    assert_snapshot!(test.run(&[&args[..], &["xylophone"]].concat()), @"
    exit 0
    --- stdout
     1. src/deep.rs#L1-L8  2.0747 bm25
        mod deep {
            fn xylophone() {
                let rosewood = 1;
            let tab = 2;
            }
        }
    ");
}

#[test]
fn hits_as_tables() {
    let test = CliTest::knowledge_base();
    let search = |format| test.run(&["search", "--mode=lexical", "compiler", "--format", format]);
    assert_snapshot!(search("csv"), @"
    exit 0
    --- stdout
    rank,score,kind,path,line_start,line_end,chunk_id,doc_id,headings,lexical_rank,lexical_score,vector_rank,vector_score
    1,2.0285543160958666,bm25,docs/install.md,6,8,5fa733bd7701cd84f110f091cb5f2be8,1a0cb65c55cc6bc99cb81627a3aed1d6,Installing kebab > Requirements,1,2.0285543160958666,,
    ");
    assert_snapshot!(search("markdown"), @"
    exit 0
    --- stdout
    | rank |  score | where                 | headings                        |
    | ---: | -----: | :-------------------- | :------------------------------ |
    |    1 | 2.0286 | docs/install.md#L6-L8 | Installing kebab > Requirements |
    ");
}

#[test]
fn hits_as_json() {
    let test = CliTest::knowledge_base();
    let outcome = test.run(&["search", "--mode", "lexical", "compiler", "--explain", "--json"]);
    outcome.json();
    assert_snapshot!("search_json", outcome);
}

#[test]
fn a_hit_leads_to_its_source() {
    let test = CliTest::knowledge_base();
    let json = test.run(&["search", "--json", "workspace members 멤버 retrieval"]).json();
    let hits = json["hits"].as_array().expect("a list");
    assert!(hits.len() >= 5, "{json:#}");
    for (i, hit) in hits.iter().enumerate() {
        assert_eq!(hit["rank"], i + 1);
        let source = test.read(hit["path"].as_str().expect("a path"));
        let number = |value: &Value| value.as_u64().expect("a number") as usize;
        let span = &hit["span"];
        let (start, end) = (number(&span["byte_start"]), number(&span["byte_end"]));
        assert_eq!(hit["text"], source[start..end]);
        let (first, last) = (number(&span["line_start"]), number(&span["line_end"]));
        let lines: Vec<&str> = source.lines().skip(first - 1).take(last + 1 - first).collect();
        assert!(lines.join("\n").contains(&source[start..end]), "{lines:?}");
        let snippet = hit["snippet"]["text"].as_str().expect("a text");
        let at = number(&hit["snippet"]["byte_start"]);
        assert_eq!(source[at..at + snippet.len()], *snippet);
        for range in hit["snippet"]["highlights"].as_array().expect("a list") {
            let word = &snippet[number(&range["start"])..number(&range["end"])];
            let is_asked_for = ["workspace", "member", "멤버", "retrieval", "워크"]
                .iter()
                .any(|asked| word.to_lowercase().contains(asked));
            assert!(is_asked_for, "`{word}` in `{snippet}`");
        }
    }
    let scores: Vec<f64> = hits.iter().map(|hit| hit["score"].as_f64().expect("one")).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[test]
fn a_lexical_search_explained() {
    let test = CliTest::knowledge_base();
    let args = ["search", "--mode=lexical", "--explain", "-k1", "\"adds members\" address"];
    assert_snapshot!(test.run(&args), @r#"
    exit 0
    --- stdout
     1. docs/members.md#L6-L8  4.9758 bm25  Members of a workspace > Adding a member
        # Adding a member
        An owner adds members by their address. A member reads every document.
        lexical rank 1, score 4.9758
        chunk 1c9f8ae034ea014d91add74daa6c8765
          term            adds  times     idf  chunks
          add           1.1546      1  1.1632       2
          member        1.5121      6  0.8267       3
          address       1.1546      1  1.1632       2
          "add member"  1.1546      1  1.1632       2
    "#);
}

#[test]
fn a_hybrid_search_explained() {
    let test = CliTest::knowledge_base();
    let shown = test.run(&["search", "--explain", "compiler"]).stdout;
    let channels: Vec<&str> =
        shown.lines().map(str::trim).filter(|line| line.starts_with("lexical ")).collect();
    assert!(channels[0].starts_with("lexical rank 1, score "), "{shown}");
    assert!(channels[0].contains("; vector rank 1, score "), "{shown}");
    assert!(shown.contains("      compil  "), "{shown}");
    // Only the vectors find what has none of the words.
    assert!(channels[1].starts_with("lexical did not find it; vector rank 2, score "), "{shown}");
    // What was not asked is not said.
    let shown = test.run(&["search", "--mode=vector", "--explain", "compiler"]).stdout;
    assert!(shown.contains("\n    vector rank 1, score "), "{shown}");
    assert!(!shown.contains("lexical"), "{shown}");
}

#[test]
fn modes() {
    let test = CliTest::knowledge_base();
    for (mode, score) in [("lexical", "bm25"), ("vector", "cosine"), ("hybrid", "fused")] {
        let json = test.run(&["search", "--json", "--mode", mode, "compiler"]).json();
        assert_eq!((&json["mode"], &json["score"]), (&Value::from(mode), &Value::from(score)));
        assert_eq!(json["hits"][0]["path"], "docs/install.md", "{mode}");
        assert_eq!(json["hits"][0]["lexical"].is_null(), mode == "vector");
        assert_eq!(json["hits"][0]["vector"].is_null(), mode == "lexical");
    }
    assert_snapshot!(test.run(&["search", "--mode", "fuzzy", "compiler"]), @"
    exit 2
    --- stderr
    error: invalid value 'fuzzy' for '--mode <MODE>': `fuzzy` is not a search mode: use `lexical`, `vector` or `hybrid`

    For more information, try '--help'.
    ");
}

#[test]
fn without_vectors_search_is_lexical() {
    let test = CliTest::workspace().file("kebab.toml", "embedding.model = \"none\"\n");
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    let outcome = test.run(&["search", "compiler", "--json"]);
    assert_eq!(outcome.json()["mode"], "lexical");
    assert_snapshot!(outcome.stderr, @"note: the index has no vectors, so this was a lexical search");
    assert_snapshot!(test.run(&["search", "compiler", "--mode", "vector"]), @"
    exit 2
    --- stderr
    error: `vector` search needs vectors, and `embedding.model` is `none`: set it to `lsa`, or search with `--mode lexical`
    ");
    let batch = test.run_with_stdin(&["search", "--queries", "-"], b"1\tcompiler\n2\tretrieval\n");
    assert_snapshot!(batch.stderr, @"
    note: the index has no vectors, so this was a lexical search
    2 queries, 0 without hits
    ");
    // With vectors again, the index is made anew without being asked for.
    test.write("kebab.toml", "");
    let outcome = test.run(&["search", "compiler", "--json"]);
    assert_eq!((outcome.stderr.as_str(), &outcome.json()["mode"]), ("", &Value::from("hybrid")));
}

#[test]
fn as_many_as_asked_for() {
    let test = CliTest::knowledge_base();
    assert_eq!(find(&test, &["-k", "2", "workspace"]).len(), 2);
    assert_eq!(find(&test, &["--k", "100000", "--mode", "vector", "workspace"]).len(), 7);
    let test = test.variable("KEBAB_SEARCH_K", "1");
    assert_eq!(find(&test, &["workspace"]).len(), 1);
    assert_eq!(find(&test, &["-k3", "workspace"]).len(), 3);
    for k in ["0", "-1", "100001", "many"] {
        let outcome = test.run(&["search", &format!("--k={k}"), "workspace"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{k}");
    }
}

#[test]
fn only_where_asked_for() {
    let test = CliTest::knowledge_base();
    let check = |args: &[&str], expected: &[&str]| {
        let mut found = find(&test, &[&["--by=document", "member 멤버 compiler"], args].concat());
        found.sort();
        assert_eq!(found, expected, "{args:?}");
    };
    let english = ["docs/install.md", "docs/members.md"];
    check(&["--path", "docs"], &english);
    check(&["--path", "docs/"], &english);
    check(&["--path", "./docs/*.md"], &english);
    check(&["--path", "**/members.*"], &["docs/members.md", "ko/members.md", "src/members.rs"]);
    check(&["--path", "*.md"], &[]);
    check(&["--path", "docs/install.md", "--path", "ko"], &["docs/install.md", "ko/members.md"]);
    check(&["--lang", "en"], &english);
    check(&["--lang", "en-gb"], &["docs/members.md"]);
    check(&["--lang", "ko"], &["ko/members.md"]);
    check(&["--tag", "people"], &["docs/members.md", "ko/members.md"]);
    check(&["--tag", "People", "--lang", "ko"], &["ko/members.md"]);
    check(&["--tag", "setup", "--tag", "linux"], &["docs/install.md"]);
    check(&["--tag", "setup", "--tag", "people"], &[]);
    assert_snapshot!(test.run(&["search", "--lang", "fr", "member"]), @"
    exit 0
    --- stderr
    note: no document passes --path, --lang and --tag
    ");
    assert_snapshot!(test.run(&["search", "--path", "docs/[a", "member"]), @"
    exit 2
    --- stderr
    error: `docs/[a` is not a path pattern: unclosed character class; missing ']'
    ");
}

#[test]
fn every_document_once() {
    let test = CliTest::knowledge_base();
    let search = |by| find(&test, &["--mode=lexical", "--by", by, "member", "--path", "docs"]);
    assert_eq!(search("chunk"), ["docs/members.md", "docs/members.md"]);
    assert_eq!(search("document"), ["docs/members.md"]);
    let best = |by| {
        let json = test.run(&["search", "--mode=lexical", "--by", by, "member", "--json"]).json();
        json["hits"][0]["chunk_id"].clone()
    };
    assert_eq!(best("document"), best("chunk"));
}

#[test]
fn words_in_all_their_forms() {
    let test = CliTest::knowledge_base();
    let check = |query: &str, expected: &str| {
        let found = find(&test, &["--mode=lexical", query]);
        assert!(found.iter().any(|path| path == expected), "{query}: {found:?}");
    };
    check("how do I install it?", "docs/install.md");
    check("INSTALLATION of compilers", "docs/install.md");
    check("워크스페이스", "ko/members.md");
    check("워크스페이스에서", "ko/members.md");
    check("소유자는 누구", "ko/members.md");
    check("a 멤버 of the team", "ko/members.md");
    check("addMember", "src/members.rs");
    check("add_member", "src/members.rs");
    check("retrieval & ranking", "web/about.html");
    check("ｍｅｍｂｅｒ", "docs/members.md");
    check("\"every document", "docs/members.md");
}

#[test]
fn nothing_found() {
    let test = CliTest::knowledge_base();
    assert_snapshot!(test.run(&["search", "--mode", "lexical", "xylophone"]), @"
    exit 0
    --- stderr
    nothing found
    ");
    assert_snapshot!(test.run(&["search", "xylophone"]), @"
    exit 0
    --- stderr
    note: no word of the query is known to the embedding model
    nothing found
    ");
    assert_snapshot!(test.run(&["search", "xylophone", "--fail-empty"]), @"
    exit 1
    --- stderr
    note: no word of the query is known to the embedding model
    nothing found
    ");
    assert_snapshot!(test.run(&["search", "xylophone", "--format", "csv", "--fail-empty"]), @"
    exit 1
    --- stdout
    rank,score,kind,path,line_start,line_end,chunk_id,doc_id,headings,lexical_rank,lexical_score,vector_rank,vector_score
    --- stderr
    note: no word of the query is known to the embedding model
    ");
    let outcome = test.run(&["search", "xylophone", "--json", "--fail-empty"]);
    assert_eq!((outcome.code, &outcome.json()["hits"]), (Some(1), &Value::Array(Vec::new())));
    assert_eq!(test.run(&["search", "compiler", "--fail-empty"]).code, Some(0));
}

#[test]
fn nothing_to_look_for() {
    let test = CliTest::knowledge_base();
    assert_snapshot!(test.run(&["search", "what is the"]), @"
    exit 0
    --- stderr
    note: the query has no words to look for: words such as `the` and `of` do not count
    ");
    for query in ["?!", "\"\"", "😀", "--- ..."] {
        let outcome = test.run(&["search", "--fail-empty", "--", query]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(1), ""), "{query}");
        assert!(outcome.stderr.starts_with("note: the query has no words"), "{query}: {outcome}");
    }
    for query in ["", "  ", "\n"] {
        let outcome = test.run(&["search", query]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{query:?}");
        assert_eq!(outcome.stderr, "error: the query is empty\n");
    }
    assert_snapshot!(test.run(&["search"]), @"
    exit 2
    --- stderr
    error: the following required arguments were not provided:
      <QUERY>

    Usage: kebab search <QUERY>

    For more information, try '--help'.
    ");
}

#[test]
fn a_query_may_be_long() {
    let test = CliTest::knowledge_base();
    let words: Vec<String> = (0..10_000).map(|i| format!("word{i}")).collect();
    let query = words.join(" ") + " compiler";
    assert_eq!(find(&test, &["--mode=lexical", &query]), ["docs/install.md"]);
    let query = format!("\"{}\"", "compiler ".repeat(5_000));
    assert_eq!(find(&test, &["--mode=lexical", &query]), ["docs/install.md"]);
}

#[test]
fn an_index_that_is_gone_or_damaged_is_made_anew() {
    let test = CliTest::knowledge_base();
    let expected = test.run(&["search", "members of a workspace", "--json"]);
    fs_err::remove_dir_all(test.path(".kebab/index")).expect("it is there");
    let found = test.run(&["search", "members of a workspace", "--json"]);
    assert_eq!((found.code, &found.stdout), (Some(0), &expected.stdout));
    let index = test.path(".kebab/index");
    for folder in fs_err::read_dir(index).expect("it is there") {
        for file in fs_err::read_dir(folder.expect("one").path()).expect("it is a folder") {
            let path = file.expect("one").path();
            if path.is_file() {
                fs_err::write(path, "x").expect("it is ours");
            }
        }
    }
    let found = test.run(&["search", "members of a workspace", "--json"]);
    assert_eq!((found.code, &found.stdout), (Some(0), &expected.stdout), "{found}");
}

#[test]
fn many_queries_make_a_run() {
    let test = CliTest::knowledge_base()
        .file("queries.jsonl", "{\"_id\": \"q1\", \"text\": \"compiler\", \"metadata\": {}}\n\n{\"_id\": 2, \"text\": \"xylophone\"}\n")
        .file("queries.tsv", "\u{feff}q1\tcompiler\r\nq2\tremoved\tmembers\n");
    let args = ["search", "--mode=lexical", "--by=document", "--queries"];
    let run = |more: &[&str]| test.run(&[&args[..], more].concat());
    assert_snapshot!(run(&["queries.jsonl"]), @"
    exit 0
    --- stdout
    q1 Q0 docs/install.md 1 2.0285543160958666 kebab-lexical
    --- stderr
    2 queries, 1 without hits
    ");
    assert_snapshot!(run(&["queries.tsv", "-k1"]), @"
    exit 0
    --- stdout
    q1 Q0 docs/install.md 1 2.0285543160958666 kebab-lexical
    q2 Q0 docs/members.md 1 4.173747004158151 kebab-lexical
    --- stderr
    2 queries, 0 without hits
    ");
    assert_eq!(run(&["queries.jsonl", "--fail-empty"]).code, Some(1));
    assert_eq!(run(&["queries.tsv", "--fail-empty"]).code, Some(0));
    let piped = test.run_with_stdin(&[&args[..], &["-"]].concat(), b"q1\tcompiler\n");
    assert_eq!(piped.stdout, run(&["queries.jsonl"]).stdout);
    // What one command writes, another reads.
    test.write("my.run", piped.stdout);
    test.write("qrels.txt", "q1 0 docs/install.md 1\n");
    let scored = test.run(&["score", "qrels.txt", "my.run", "-m", "RR", "--format", "csv"]);
    assert!(scored.stdout.ends_with(",all,1\n"), "{scored}");
}

#[test]
fn a_run_has_one_word_for_every_document() {
    let test = CliTest::new()
        .file("kebab.toml", "")
        .file("my notes/100% of it.md", "Everything.\n")
        .file("queries.tsv", "1\teverything\n");
    assert_eq!(test.run(&["ingest"]).code, Some(0));
    let args = ["search", "--mode=lexical", "--by=document", "--queries", "queries.tsv"];
    let run = test.run(&args).stdout;
    assert!(run.starts_with("1 Q0 my%20notes/100%25%20of%20it.md 1 "), "{run}");
    let chunks = test.run(&["search", "--mode=lexical", "--queries", "queries.tsv"]).stdout;
    let id = chunks.split(' ').nth(2).expect("a third field").to_owned();
    assert_eq!(test.run(&["inspect", "chunk", &id]).code, Some(0), "{chunks}");
}

#[test]
fn queries_that_are_none_are_named() {
    let test = CliTest::knowledge_base();
    let complain = |content: &str| {
        test.write("queries", content);
        let outcome = test.run(&["search", "--queries", "queries"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{outcome}");
        outcome.stderr
    };
    assert_snapshot!(complain("1\tgood\n\n2 no tab\n"), @"error: queries:3: a line is either a JSON object or id, tab, query");
    assert_snapshot!(complain("{\"_id\": \"1\", \"text\": \"a\"}\n{\"_id\": \"2\", \"text\""), @"error: queries:2: not JSON: EOF while parsing an object, column 19");
    assert_snapshot!(complain("{\"text\": \"a\"}"), @"error: queries:1: field `_id` is missing");
    assert_snapshot!(complain("{\"_id\": [1], \"text\": \"a\"}"), @"error: queries:1: field `_id`: `[1]` is not a string or a whole number");
    assert_snapshot!(complain("{\"_id\": 1}"), @"error: queries:1: field `text` is missing");
    assert_snapshot!(complain("{\"_id\": 1, \"text\": 2}"), @"error: queries:1: field `text`: `2` is not a string");
    assert_snapshot!(complain("a b\tquery"), @"error: queries:1: field `_id`: `a b` must be one word: run files are split at blanks");
    assert_snapshot!(complain("\tquery"), @"error: queries:1: field `_id`: `` must be one word: run files are split at blanks");
    assert_snapshot!(complain("1\ta\n{\"_id\": 1, \"text\": \"b\"}"), @"error: queries:2: field `_id`: `1` is also the id of line 1");
    assert_snapshot!(complain("\n \n"), @"error: queries: there are no queries in it");
    let outcome = test.run(&["search", "--queries", "nowhere"]);
    assert_snapshot!(outcome, @"
    exit 2
    --- stderr
    error: cannot read the queries: failed to open file `nowhere`: No such file or directory (os error 2)
    ");
    for args in [&["words"][..], &["--json"], &["--format", "csv"], &["--explain"]] {
        let outcome = test.run(&[&["search", "--queries", "queries"], args].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""), "{args:?}");
        assert!(outcome.stderr.contains("cannot be used with"), "{outcome}");
    }
}
