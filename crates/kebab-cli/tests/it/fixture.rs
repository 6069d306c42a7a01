//! Running the binary in an empty folder with an empty environment.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A folder of its own for one test.
pub(crate) struct CliTest {
    folder: TempDir,
}

/// What came of a run; prints as text that fits a snapshot.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl CliTest {
    pub(crate) fn new() -> CliTest {
        CliTest { folder: TempDir::new().expect("a folder for the test") }
    }

    /// Puts a file into the folder.
    pub(crate) fn file(self, name: &str, content: impl AsRef<[u8]>) -> CliTest {
        fs_err::write(self.folder.path().join(name), content).expect("a file for the test");
        self
    }

    /// Runs `kebab` with nothing on standard input.
    pub(crate) fn run<A: AsRef<str>>(&self, args: &[A]) -> Outcome {
        self.run_with_stdin(args, b"")
    }

    /// Runs `kebab` with these bytes on standard input.
    pub(crate) fn run_with_stdin<A: AsRef<str>>(&self, args: &[A], stdin: &[u8]) -> Outcome {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kebab"))
            .args(args.iter().map(AsRef::as_ref))
            .current_dir(self.folder.path())
            .env_clear()
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
            stdout: filtered(&output.stdout, self.folder.path()),
            stderr: filtered(&output.stderr, self.folder.path()),
        }
    }
}

/// The text without what differs from run to run and from version to version.
fn filtered(bytes: &[u8], folder: &Path) -> String {
    String::from_utf8_lossy(bytes)
        .replace(&folder.display().to_string(), "[FOLDER]")
        .replace(env!("CARGO_PKG_VERSION"), "[VERSION]")
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
