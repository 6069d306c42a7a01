//! Byte for byte against trec_eval's own expected output, which is not part of the repository: the
//! files lie beside the data that `KEBAB_DATA` names.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// trec_eval's test files, or `None` after saying that the test is skipped.
fn reference_files() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = std::env::var_os("KEBAB_DATA").unwrap_or_else(|| "../shared/data".into());
    let folder = root.join(data).join("../trec_eval-tests");
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var("KEBAB_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(
        !required,
        "{} is missing, and KEBAB_REQUIRE_PEERS=1 makes that a failure",
        folder.display()
    );
    // Not through a macro, whose output the test runner keeps back for tests that pass.
    let skip = format!("trec_eval: skipped, no test files at {}; set KEBAB_DATA", folder.display());
    writeln!(std::io::stderr(), "{skip}").expect("stderr can be written");
    None
}

#[track_caller]
fn check(arguments: &str, expected: &str) {
    let Some(folder) = reference_files() else { return };
    let output = Command::new(env!("CARGO_BIN_EXE_kebab"))
        .arg("trec-eval")
        .args(arguments.split_whitespace())
        .args(["qrels.test", "results.test"])
        .current_dir(&folder)
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let expected = fs_err::read_to_string(folder.join(expected)).expect("the expected output");
    let found = String::from_utf8(output.stdout).expect("the output is text");
    for (number, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(found, expected);
}

#[test]
fn official() {
    check("", "out.test");
}

#[test]
fn all_measures_of_all_queries() {
    check("-m all_trec -q", "out.test.aq");
}

#[test]
fn measures_with_parameters() {
    check(
        "-q -miprec_at_recall..10,.20,.25,.75,.50 -m P.5,7,3 -m recall.20,2000 \
         -m Rprec_mult.5.0,0.2,0.35 -mutility.2,-1,0,0 -m 11pt_avg..25,.5,.75 \
         -mndcg.1=3,2=9,4=4.5 -mndcg_cut.10,20,23.4 -msuccess.2,5,20",
        "out.test.meas_params",
    );
}
