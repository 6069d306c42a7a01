//! The repository keeps its own rules: paths named in the documentation exist, files stay small,
//! nothing speaks of tickets, plans or machines, and dependencies point down.

use std::path::{Path, PathBuf};

/// Longer files than this need a second idea taken out of them.
const LONGEST: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every text file of the repository, as path from the root and content.
fn files() -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs_err::read_dir(&folder).expect("the folder is there").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                let skipped = ["target", ".git", "work", "corpus", "node_modules"];
                if !skipped.contains(&name.as_str()) {
                    folders.push(path);
                }
            } else if let Ok(text) = fs_err::read_to_string(&path) {
                let path = path.strip_prefix(root()).expect("it is below the root");
                found.push((path.to_string_lossy().replace('\\', "/"), text));
            }
        }
    }
    assert!(found.len() > 50, "the walk must find the repository");
    found
}

fn sources() -> impl Iterator<Item = (String, String)> {
    files().into_iter().filter(|(path, _)| path.ends_with(".rs"))
}

#[test]
fn paths_named_in_the_documentation_exist() {
    let mut missing = Vec::new();
    for (path, text) in files().into_iter().filter(|(path, _)| path.ends_with(".md")) {
        for word in text.split('`').skip(1).step_by(2) {
            let starts = ["crates/", "docs/", "bench/", "fuzz/", ".ci/"];
            let is_path = starts.iter().any(|start| word.starts_with(start));
            let is_pattern =
                word.contains(['*', '<', ' ']) || word.contains("NAME") || word.contains("DATE");
            if is_path && !is_pattern && !root().join(word).exists() {
                missing.push(format!("{path}: {word}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn nothing_lies_about_at_the_root() {
    let known = [
        ".gitignore",
        "ARCHITECTURE.md",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
        "Cargo.lock",
        "Cargo.toml",
        "DESIGN.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "clippy.toml",
        "rustfmt.toml",
    ];
    let entries = fs_err::read_dir(root()).expect("the repository has a root").flatten();
    let files = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_file()));
    let names = files.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let stray: Vec<String> = names.filter(|name| !known.contains(&name.as_str())).collect();
    assert!(stray.is_empty(), "{stray:#?}");
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = sources()
        .map(|(path, text)| (path, text.lines().count()))
        .filter(|(_, n_lines)| *n_lines > LONGEST)
        .map(|(path, n_lines)| format!("{path}: {n_lines} lines"))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn the_project_speaks_only_of_itself() {
    // Put together here, so that this file does not find itself.
    let words = ["TO", "FIX", "XX"].iter().zip(["DO", "ME", "X"]).map(|(a, b)| format!("{a}{b}"));
    let words: Vec<String> = words.collect();
    let mut found = Vec::new();
    for (path, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let comment = line.split_once("//").map_or("", |(_, comment)| comment);
            let ticket = comment.split_whitespace().any(|word| {
                let digits = word.trim_start_matches(['(', '[']).strip_prefix('#');
                digits.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            });
            if ticket || words.iter().any(|word| comment.contains(word.as_str())) {
                found.push(format!("{path}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn every_module_says_what_it_is_for() {
    let silent: Vec<String> =
        sources().filter(|(_, text)| !text.starts_with("//!")).map(|(path, _)| path).collect();
    assert!(silent.is_empty(), "{silent:#?}");
}

#[test]
fn crates_depend_downwards_only() {
    // Which of our crates each may know.
    let layers: [(&str, &[&str]); 10] = [
        ("kebab-metrics", &[]),
        ("kebab-core", &[]),
        ("kebab-text", &[]),
        ("kebab-config", &["kebab-core"]),
        ("kebab-corpus", &["kebab-core", "kebab-text"]),
        ("kebab-store-sqlite", &["kebab-core"]),
        ("kebab-index", &["kebab-core", "kebab-text"]),
        (
            "kebab-app",
            &[
                "kebab-config",
                "kebab-core",
                "kebab-corpus",
                "kebab-index",
                "kebab-store-sqlite",
                "kebab-text",
            ],
        ),
        ("kebab-eval", &["kebab-metrics"]),
        (
            "kebab-cli",
            &[
                "kebab-app",
                "kebab-config",
                "kebab-core",
                "kebab-corpus",
                "kebab-eval",
                "kebab-metrics",
            ],
        ),
    ];
    let folders = fs_err::read_dir(root().join("crates")).expect("there are crates").flatten();
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    for name in names.filter(|name| name != "xtask") {
        let known = layers.iter().find(|(crate_name, _)| *crate_name == name);
        let (_, below) = known.unwrap_or_else(|| panic!("{name} has no place in the layers"));
        let manifest = root().join(format!("crates/{name}/Cargo.toml"));
        let manifest = fs_err::read_to_string(manifest).expect("the crate has a manifest");
        let used = manifest.lines().filter_map(|line| line.split_once(".workspace"));
        for (other, _) in used.filter(|(other, _)| other.starts_with("kebab-")) {
            assert!(below.contains(&other), "{name} must not know {other}");
        }
    }
    let xtask = fs_err::read_to_string(root().join("crates/xtask/Cargo.toml")).expect("a manifest");
    assert!(!xtask.contains("kebab-"), "xtask knows no crate of ours");
}

#[test]
fn unsafe_stays_where_it_is_explained() {
    let code = ["unsafe", "{"].join(" ");
    let mut users: Vec<String> = sources()
        .filter(|(path, text)| path != "crates/xtask/tests/tidy.rs" && text.contains(&code))
        .map(|(path, _)| path)
        .collect();
    users.sort();
    assert_eq!(users, ["crates/kebab-cli/src/files.rs", "crates/kebab-index/src/map.rs"]);
}
