//! Running the binary in an empty folder with an empty environment.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A folder of its own for one test, and the variables that the binary sees.
pub(crate) struct CliTest {
    /// Without links, as the program names it.
    root: PathBuf,
    variables: Vec<(String, String)>,
    /// Removes the folder in the end.
    _folder: TempDir,
}

const INSTALL: &str = "\
---
title: Installing kebab
lang: en
tags: [setup, linux]
---
# Requirements

A recent compiler is needed.

# Installing

Run the installer, then check that the workspace was made:

```sh
kebab init
kebab ingest
```
";

const MEMBERS: &str = "\
---
title: Members of a workspace
lang: en-GB
tags: [people]
---
# Adding a member

An owner adds members by their address. A member reads every document.

# Removing a member

Whoever is removed loses access at once.
";

const KOREAN_MEMBERS: &str = "\
---
title: 워크스페이스 멤버
lang: ko
tags: [people]
---
# 멤버 추가

소유자가 워크스페이스를 열고 새 멤버의 주소를 적는다.
";

const CODE: &str = "\
/// Lets somebody in.
pub fn add_member(workspace: &mut Workspace, address: &str) {
    workspace.members.push(address.to_owned());
}
";

const PAGE: &str = "\
<!doctype html>
<title>About us</title>
<h1>About us</h1>
<p>We measure <b>retrieval</b> &amp; ranking.</p>
";

/// What came of a run; prints as text that fits a snapshot.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl CliTest {
    pub(crate) fn new() -> CliTest {
        let folder = TempDir::new().expect("a folder for the test");
        let root = fs_err::canonicalize(folder.path()).expect("it is there");
        CliTest { root, variables: Vec::new(), _folder: folder }
    }

    /// A workspace of a few small files, all of them ingested.
    pub(crate) fn knowledge_base() -> CliTest {
        let test = CliTest::workspace();
        let outcome = test.run(&["ingest"]);
        assert_eq!(outcome.code, Some(0), "{outcome}");
        test
    }

    /// A workspace of a few small files, none of them ingested.
    pub(crate) fn workspace() -> CliTest {
        CliTest::new()
            .file("kebab.toml", "")
            .file("docs/install.md", INSTALL)
            .file("docs/members.md", MEMBERS)
            .file("ko/members.md", KOREAN_MEMBERS)
            .file("src/members.rs", CODE)
            .file("web/about.html", PAGE)
    }

    /// Puts a file into the folder, or into one below it.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> CliTest {
        self.write(name, content);
        self
    }

    /// Sets a variable of the environment, which is empty otherwise.
    pub(crate) fn variable(mut self, name: &str, value: &str) -> CliTest {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Where a file of the test lies.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root.join(name)
    }

    /// Writes a file meanwhile.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs_err::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        fs_err::write(path, content).expect("a file for the test");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs_err::read_to_string(self.path(name)).expect("the file is there")
    }

    /// What lies in a folder, by name.
    pub(crate) fn listing(&self, name: &str) -> Vec<String> {
        let entries = fs_err::read_dir(self.path(name)).expect("it is there");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("it is there").file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    /// Runs `kebab` with nothing on standard input.
    pub(crate) fn run<A: AsRef<str>>(&self, args: &[A]) -> Outcome {
        self.run_with_stdin(args, b"")
    }

    /// Runs `kebab` in a folder below that of the test.
    pub(crate) fn run_in<A: AsRef<str>>(&self, folder: &str, args: &[A]) -> Outcome {
        self.outcome(self.command(args).current_dir(self.path(folder)), b"")
    }

    /// Runs `kebab` with these bytes on standard input.
    pub(crate) fn run_with_stdin<A: AsRef<str>>(&self, args: &[A], stdin: &[u8]) -> Outcome {
        self.outcome(&mut self.command(args), stdin)
    }

    /// Runs `kebab` into a pipe that nobody reads from, and gives the exit code and stderr.
    pub(crate) fn run_into_closed_pipe<A: AsRef<str>>(&self, args: &[A]) -> (Option<i32>, String) {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = self.command(args).stdout(writer).output().expect("the binary runs");
        (output.status.code(), self.filtered(&output.stderr))
    }

    /// Starts `kebab` and does not wait for it; stdout and stderr are piped.
    pub(crate) fn start<A: AsRef<str>>(&self, args: &[A]) -> Child {
        let mut command = self.command(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().expect("the binary starts")
    }

    fn command<A: AsRef<str>>(&self, args: &[A]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kebab"));
        command
            .args(args.iter().map(AsRef::as_ref))
            .current_dir(&self.root)
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    fn outcome(&self, command: &mut Command, stdin: &[u8]) -> Outcome {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut pipe = child.stdin.take().expect("standard input is piped");
        // A command that fails early need not read what it is sent.
        let _ = pipe.write_all(stdin);
        drop(pipe);
        let output = child.wait_with_output().expect("the binary ends");
        Outcome {
            code: output.status.code(),
            stdout: self.filtered(&output.stdout),
            stderr: self.filtered(&output.stderr),
        }
    }

    /// The text without what differs from run to run and from version to version.
    fn filtered(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes)
            .replace(&self.root.display().to_string(), "[FOLDER]")
            .replace(env!("CARGO_PKG_VERSION"), "[VERSION]");
        text.split_inclusive('\n').filter(|line| !is_slow(line)).map(without_seconds).collect()
    }
}

impl Outcome {
    /// The JSON on stdout, which has to say which version of its schema it follows.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        let json: serde_json::Value = serde_json::from_str(&self.stdout).expect("it is JSON");
        assert_eq!(json["schema_version"], 1);
        json
    }
}

/// Whether this is a line of an ingest that names a file which took long, on a slow machine.
fn is_slow(line: &str) -> bool {
    line.starts_with("slow  ") && line.contains(" ms  ")
}

/// The last line of an ingest without how long it took.
fn without_seconds(line: &str) -> String {
    let counts = || line.strip_suffix(" s\n")?.rsplit_once(", ");
    match counts() {
        Some((counts, _)) if counts.contains(" in ") => format!("{counts}, [SECONDS] s\n"),
        _ => line.to_owned(),
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Some(code) => writeln!(formatter, "exit {code}")?,
            None => writeln!(formatter, "killed")?,
        }
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                writeln!(formatter, "--- {name}")?;
                formatter.write_str(text)?;
            }
        }
        Ok(())
    }
}
