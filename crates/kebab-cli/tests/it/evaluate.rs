//! `kebab evaluate`

use insta::assert_snapshot;

use crate::fixture::{CliTest, Outcome};

const BATCH: [&str; 4] = [
    "--hypothesis",
    r#"[["P", "F", "N"], ["S", "W"], ["1", "2", "3", "L"]]"#,
    "--reference",
    r#"[["P", "E"], ["S", "W"], ["L"]]"#,
];

const CALL: &str = r#"{
  "eval_templates": "precision_at_k",
  "inputs": {"hypothesis": "[\"a\", \"x\", \"b\", \"y\", \"c\"]", "reference": "[\"a\", \"b\", \"c\"]"},
  "eval_config": {"k": 5}
}"#;

fn evaluate(args: &[&str]) -> Outcome {
    CliTest::new().run(&[&["evaluate"], args].concat())
}

/// Runs a command that must fail, and say so on stderr only.
#[track_caller]
fn refused(args: &[&str]) -> String {
    let outcome = evaluate(args);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
    outcome.stderr
}

#[test]
fn one_query() {
    let args = [
        "precision_at_k,mrr",
        "--hypothesis",
        r#"["x", "a", "b"]"#,
        "--reference",
        r#"["a", "b"]"#,
    ];
    assert_snapshot!(evaluate(&args), @"
    exit 0
    --- stdout
    Precision@3: 0.667 (2 relevant in the top 3 / 3)
    MRR: 0.500 (first relevant at rank 2)
    ");
}

#[test]
fn a_batch() {
    let args = [&["precision_at_k", "mrr", "-k", "3"], BATCH.as_slice()].concat();
    assert_snapshot!(evaluate(&args), @"
    exit 0
    --- stdout
    query 1  Precision@3: 0.333 (1 relevant in the top 3 / 3)
    query 2  Precision@3: 0.667 (2 relevant in the top 3 / 3)
    query 3  Precision@3: 0.000 (0 relevant in the top 3 / 3)
    mean     Precision@3: 0.333 (3 queries)
    query 1  MRR@3: 1.000 (first relevant at rank 1)
    query 2  MRR@3: 1.000 (first relevant at rank 1)
    query 3  MRR@3: 0.000 (nothing relevant in the top 3)
    mean     MRR@3: 0.667 (3 queries)
    ");
}

#[test]
fn json() {
    let args = [&["precision_at_k", "--k", "3", "--json"], BATCH.as_slice()].concat();
    assert_snapshot!(evaluate(&args), @r#"
    exit 0
    --- stdout
    {
      "schema_version": 1,
      "eval_results": [
        {
          "name": "precision_at_k",
          "output": 0.3333333333333333,
          "reason": "Precision@3: 0.333 (1 relevant in the top 3 / 3)"
        },
        {
          "name": "precision_at_k",
          "output": 0.6666666666666666,
          "reason": "Precision@3: 0.667 (2 relevant in the top 3 / 3)"
        },
        {
          "name": "precision_at_k",
          "output": 0.0,
          "reason": "Precision@3: 0.000 (0 relevant in the top 3 / 3)"
        }
      ]
    }
    "#);
}

#[test]
fn csv() {
    let args = ["chunk_attribution", "--hypothesis", r#"["a b c", "d"]"#, "--answer", "a b c d"];
    assert_snapshot!(evaluate(&[args.as_slice(), &["--format", "csv"]].concat()), @r#"
    exit 0
    --- stdout
    name,query,output,reason
    chunk_attribution,1,1,"Chunk attribution: 1.000 (the answer drew on 2 of 2: 1, 2)"
    "#);
}

#[test]
fn markdown() {
    let args = [&["recall_at_k", "--format", "markdown"], BATCH.as_slice()].concat();
    assert_snapshot!(evaluate(&args), @"
    exit 0
    --- stdout
    | template    | query |  score | reason                                  |
    | :---------- | ----: | -----: | :-------------------------------------- |
    | recall_at_k |     1 | 0.5000 | Recall@3: 0.500 (1 of 2 relevant found) |
    | recall_at_k |     2 | 1.0000 | Recall@2: 1.000 (2 of 2 relevant found) |
    | recall_at_k |     3 | 1.0000 | Recall@4: 1.000 (1 of 1 relevant found) |
    | recall_at_k |  mean | 0.8333 | 3 queries                               |
    ");
}

#[test]
fn a_request() {
    let test = CliTest::new().file("call.json", format!("\u{feff}{CALL}"));
    let from_file = test.run(&["evaluate", "--request", "call.json"]);
    assert_snapshot!(from_file, @r#"
    exit 0
    --- stdout
    {
      "schema_version": 1,
      "eval_results": [
        {
          "name": "precision_at_k",
          "output": 0.6,
          "reason": "Precision@5: 0.600 (3 relevant in the top 5 / 5)"
        }
      ]
    }
    "#);
    let from_stdin = test.run_with_stdin(&["evaluate", "--request", "-"], CALL.as_bytes());
    assert_eq!(from_stdin.to_string(), from_file.to_string());
    let as_text = test.run(&["evaluate", "--request", "call.json", "--format", "text"]);
    assert_eq!(as_text.stdout, "Precision@5: 0.600 (3 relevant in the top 5 / 5)\n");
}

#[test]
fn files() {
    let test = CliTest::new()
        .file("retrieved.json", r#"["The treaty of Westphalia ended the war.", "Cats sleep."]"#)
        .file("answer.txt", "the Treaty of Westphalia ended a war\n");
    let args = ["evaluate", "chunk_attribution", "chunk_utilization"];
    let args =
        [&args, ["--hypothesis-file", "retrieved.json", "--answer-file"].as_slice()].concat();
    assert_snapshot!(test.run(&[args.as_slice(), &["answer.txt"]].concat()), @"
    exit 0
    --- stdout
    Chunk attribution: 0.500 (the answer drew on 1 of 2: 1)
    Chunk utilization: 0.556 (5 of 9 words of the chunks are in the answer)
    ");
    let from_stdin = test.run_with_stdin(&[args.as_slice(), &["-"]].concat(), b"Cats sleep");
    assert_snapshot!(from_stdin, @"
    exit 0
    --- stdout
    Chunk attribution: 0.500 (the answer drew on 1 of 2: 2)
    Chunk utilization: 0.222 (2 of 9 words of the chunks are in the answer)
    ");
}

#[test]
fn a_batch_of_answers() {
    let args = ["chunk_attribution", "--hypothesis", r#"[["a b c"], ["d e f"]]"#];
    let args = [args.as_slice(), &["--answer", "a b c", "--answer", "x"]].concat();
    assert_snapshot!(evaluate(&args), @"
    exit 0
    --- stdout
    query 1  Chunk attribution: 1.000 (the answer drew on 1 of 1: 1)
    query 2  Chunk attribution: 0.000 (the answer drew on 0 of 1)
    mean     Chunk attribution: 0.500 (2 queries)
    ");
}

#[test]
fn bad_input_says_where_and_prints_no_score() {
    let precision = |hypothesis: &str, more: &[&str]| {
        let args = ["precision_at_k", "--reference", r#"["a"]"#, "--hypothesis", hypothesis];
        refused(&[args.as_slice(), more].concat())
    };
    assert_snapshot!(precision("not json", &[]), @"error: --hypothesis: not JSON: expected ident at line 1 column 2");
    assert_snapshot!(precision(r#"["a", 5]"#, &[]), @"error: `hypothesis`, item 2: the number 5, not a string");
    assert_snapshot!(precision(r#"{"a": 5}"#, &[]), @"error: `hypothesis`: an object, not a list of strings, plain or as JSON");
    assert_snapshot!(precision(r#"[["a"], ["b"]]"#, &[]), @"error: `reference`, query 1: not JSON: expected value at line 1 column 1; `hypothesis` is a batch of 2, so this has to be one too");
    assert_snapshot!(precision(r#"["a"]"#, &["-k", "0"]), @"
    error: invalid value '0' for '--k <N>': k is an integer from 1 to 4294967295

    For more information, try '--help'.
    ");
    assert_snapshot!(precision(r#"["a"]"#, &["--k", "-1"]), @"
    error: invalid value '-1' for '--k <N>': k is an integer from 1 to 4294967295

    For more information, try '--help'.
    ");
    assert_snapshot!(precision(r#"["a"]"#, &["--k", "2.5"]), @"
    error: invalid value '2.5' for '--k <N>': k is an integer from 1 to 4294967295

    For more information, try '--help'.
    ");
    assert_snapshot!(precision(r#"["a"]"#, &["--k", "99999999999"]), @"
    error: invalid value '99999999999' for '--k <N>': k is an integer from 1 to 4294967295

    For more information, try '--help'.
    ");
    assert_snapshot!(refused(&["precision_at_k", "--hypothesis", "[]"]), @"error: template `precision_at_k` needs the input `reference`, which is missing");
    assert_snapshot!(refused(&["precison_at_k", "--hypothesis", "[]"]), @"
    error: invalid value 'precison_at_k' for '[TEMPLATE]...': unknown template `precison_at_k`; did you mean `precision_at_k`?

    For more information, try '--help'.
    ");
    assert_snapshot!(refused(&["mrr,", "--hypothesis", "[]"]), @"
    error: invalid value '' for '[TEMPLATE]...': unknown template ``; known templates: `precision_at_k`, `recall_at_k`, `ndcg_at_k`, `mrr`, `hit_rate`, `mean_average_precision`, `f1_at_k`, `chunk_attribution`, `chunk_utilization`

    For more information, try '--help'.
    ");
}

#[test]
fn bad_files() {
    let test = CliTest::new()
        .file("call.json", "{\"eval_templates\": \"mrr\",\n}")
        .file("typo.json", r#"{"eval_templates": "mrr", "input": {}}"#)
        .file("list.json", "[\"a\",\n\"b\"")
        .file("latin1.txt", b"caf\xe9");
    let refused = |args: &[&str]| {
        let outcome = test.run(&[&["evaluate"], args].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
        outcome.stderr
    };
    assert_snapshot!(refused(&["--request", "call.json"]), @"error: call.json: the request is not JSON: trailing comma at line 2 column 1");
    assert_snapshot!(refused(&["--request", "typo.json"]), @"error: typo.json: unknown field `input` in the request; did you mean `inputs`?");
    assert_snapshot!(refused(&["--request", "nowhere.json"]), @"error: cannot read the request: failed to open file `nowhere.json`: No such file or directory (os error 2)");
    assert_snapshot!(refused(&["mrr", "--reference", "[]", "--hypothesis-file", "list.json"]), @"error: list.json: not JSON: EOF while parsing a list at line 2 column 3");
    assert_snapshot!(refused(&["mrr", "--reference", "[]", "--hypothesis-file", "latin1.txt"]), @"error: latin1.txt: not JSON: expected value at line 1 column 1");
    assert_snapshot!(refused(&["chunk_attribution", "--hypothesis", "[]", "--answer-file", "latin1.txt"]), @"error: latin1.txt: not UTF-8 text: incomplete utf-8 byte sequence from index 3");
    assert_snapshot!(refused(&["mrr", "--hypothesis-file", "-", "--reference-file", "-"]), @"error: `-` stands for standard input and can be given only once");
}

#[test]
fn bad_usage() {
    assert_snapshot!(refused(&[]), @"
    error: the following required arguments were not provided:
      <TEMPLATE>...

    Usage: kebab evaluate [OPTIONS] <TEMPLATE>...
           kebab evaluate [OPTIONS] --request <FILE>

    For more information, try '--help'.
    ");
    assert_snapshot!(refused(&["mrr", "--request", "call.json"]), @"
    error: the argument '[TEMPLATE]...' cannot be used with '--request <FILE>'

    Usage: kebab evaluate [OPTIONS] <TEMPLATE>...
           kebab evaluate [OPTIONS] --request <FILE>

    For more information, try '--help'.
    ");
    assert_snapshot!(refused(&["mrr", "--answer", "a", "--answer-file", "a.txt"]), @"
    error: the argument '--answer <TEXT>' cannot be used with '--answer-file <FILE>'

    Usage: kebab evaluate [OPTIONS] <TEMPLATE>...
           kebab evaluate [OPTIONS] --request <FILE>

    For more information, try '--help'.
    ");
}

#[test]
fn help() {
    assert_snapshot!(evaluate(&["--help"]));
}
