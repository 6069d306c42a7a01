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

/// The pages that are generated from the code, and the commands that print them.
const PAGES: [(&str, &[&str]); 2] = [
    ("docs/measures.md", &["measures", "--format", "markdown"]),
    ("docs/config.md", &["config", "keys"]),
];

fn docs() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (page, command) in PAGES {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--package", "kebab-cli", "--"])
            .args(command)
            .current_dir(&root)
            .output()
            .context("cannot run cargo")?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        fs_err::write(root.join(page), output.stdout)?;
    }
    Ok(())
}
