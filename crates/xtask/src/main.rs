//! Chores of the repository: `cargo xtask docs` writes the generated pages, `cargo xtask gen-trec`
//! makes judgments and runs of any size for benchmarks.

mod gen_trec;

use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail, ensure};

const USAGE: &str = "usage: cargo xtask docs
       cargo xtask gen-trec DIR [--queries N] [--depth N] [--runs N] [--judged N] [--seed N] [--shuffle]";

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["docs"] => docs(),
        ["gen-trec", args @ ..] => gen_trec::run(args),
        _ => bail!("{USAGE}"),
    }
}

/// Writes the pages that are generated from the code.
fn docs() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO"))
        .args([
            "run",
            "--quiet",
            "--package",
            "kebab-cli",
            "--",
            "measures",
            "--format",
            "markdown",
        ])
        .current_dir(&root)
        .output()
        .context("cannot run cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    fs_err::create_dir_all(root.join("docs"))?;
    Ok(fs_err::write(root.join("docs/measures.md"), output.stdout)?)
}
