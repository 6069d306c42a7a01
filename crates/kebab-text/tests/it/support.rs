//! What the modules share: short ways to write tokens down, and the way to real text.

use std::io::Write;
use std::path::{Path, PathBuf};

use kebab_text::{Analyzer, Purpose};

/// A token that outlives its analyzer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) text: String,
    pub(crate) position: u32,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

pub(crate) fn analyze(text: &str, purpose: Purpose) -> Vec<Found> {
    let mut found = Vec::new();
    Analyzer::new().analyze(text, purpose, |token| {
        let (text, position) = (token.text.to_owned(), token.position);
        found.push(Found { text, position, start: token.start, end: token.end });
    });
    found
}

/// The tokens of a query, separated by blanks.
pub(crate) fn words(text: &str) -> String {
    let words = analyze(text, Purpose::Query).into_iter().map(|token| token.text);
    words.collect::<Vec<_>>().join(" ")
}

/// Tokens with their positions, as in `golden@1 set@2`.
pub(crate) fn positions(text: &str, purpose: Purpose) -> String {
    let tokens = analyze(text, purpose);
    let tokens = tokens.iter().map(|token| format!("{}@{}", token.text, token.position));
    tokens.collect::<Vec<_>>().join(" ")
}

/// Fails unless a text has these tokens as a query.
#[track_caller]
pub(crate) fn check(text: &str, expected: &str) {
    assert_eq!(words(text), expected, "tokens of {text:?}");
}

/// Fails unless every token of the query is among the tokens of the indexed text.
#[track_caller]
pub(crate) fn check_finds(query: &str, text: &str) {
    let index = analyze(text, Purpose::Index);
    let missing = analyze(query, Purpose::Query).into_iter();
    let missing: Vec<_> =
        missing.filter(|token| index.iter().all(|found| found.text != token.text)).collect();
    assert!(missing.is_empty(), "{query:?} in {text:?}: no {missing:?} in {index:?}");
}

/// A folder of real text, or nothing and a line that says so where it is absent.
pub(crate) fn data(folder: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let root = std::env::var_os("KEBAB_DATA").map_or(default, PathBuf::from);
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    let skip = format!("skipped, `{}` is absent (KEBAB_DATA names its parent)", path.display());
    let required = std::env::var("KEBAB_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(!required, "{skip}");
    writeln!(std::io::stderr(), "{skip}").expect("stderr can be written");
    None
}

/// The text of every file under a folder whose name has an ending, in the order of their paths.
pub(crate) fn texts(folder: &Path, ending: &str) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs_err::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().map(|path| fs_err::read_to_string(path).expect("text is UTF-8")).collect()
}
