//! `kebab demo`, and how the binary behaves at its edges.

use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::fixture::CliTest;

#[test]
fn the_demo_needs_nothing_but_itself() {
    assert_snapshot!("demo", CliTest::new().run(&["demo"]));
}

#[test]
fn the_demo_scores_what_its_files_say() {
    let demo = CliTest::new().run(&["demo"]).stdout;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/");
    let args =
        ["qrels.txt", "keywords.run", "embeddings.run"].map(|name| format!("{folder}{name}"));
    let args = std::iter::once("score".to_owned()).chain(args).collect::<Vec<_>>();
    let score = CliTest::new().run(&args).stdout;
    let table = score.split("\n\n").nth(1).expect("a table");
    assert!(demo.contains(table), "{demo}\n{table}");
}

#[test]
fn a_closed_pipe_is_a_clean_end() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kebab"))
        .args(["measures", "--format", "markdown"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn without_a_command_there_is_help_and_an_error() {
    let outcome = CliTest::new().run::<&str>(&[]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(2), ""));
    assert!(outcome.stderr.contains("Usage: kebab"), "{outcome}");
    assert_snapshot!(CliTest::new().run(&["--version"]), @"
    exit 0
    --- stdout
    kebab [VERSION]
    ");
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_cannot_be_written_is_an_error() {
    let full = fs_err::OpenOptions::new().write(true).open("/dev/full").expect("Linux has it");
    let output = Command::new(env!("CARGO_BIN_EXE_kebab"))
        .arg("demo")
        .stdout(full.into_file())
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let expected = "error: cannot write the output: No space left on device (os error 28)\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
}
