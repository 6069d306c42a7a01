//! The examples of the documentation are run.

use std::path::Path;

#[test]
fn readme_examples_print_what_they_show() {
    // The examples name files from the repository's root. No other test here depends on the
    // current folder: each runs the binary in one of its own.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(&root).expect("the repository has a root");
    trycmd::TestCases::new().case(root.join("README.md"));
}
