//! The examples of the documentation are run, and its generated pages are fresh.

use std::path::Path;

use crate::fixture::CliTest;

#[test]
fn readme_examples_print_what_they_show() {
    // The examples name files from the repository's root. No other test here depends on the
    // current folder: each runs the binary in one of its own.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the repository has a root");
    trycmd::TestCases::new().case(root.join("README.md"));
}

#[test]
fn generated_pages_are_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let pages: [(&str, &[&str]); 2] = [
        ("docs/measures.md", &["measures", "--format", "markdown"]),
        ("docs/config.md", &["config", "keys"]),
    ];
    for (page, command) in pages {
        let written = fs_err::read_to_string(root.join(page)).expect("the page is there");
        let fresh = CliTest::new().run(command).stdout;
        assert!(written == fresh, "{page} is stale; `cargo xtask docs` writes it anew");
    }
}
