//! `kebab measures` and the page made from it.

use insta::assert_snapshot;

use crate::fixture::CliTest;

#[test]
fn the_list_names_every_measure() {
    assert_snapshot!("measures_list", CliTest::new().run(&["measures"]));
}

#[test]
fn one_measure_by_any_of_its_names() {
    let explained = CliTest::new().run(&["measures", "P@5"]);
    assert_snapshot!("measures_p", explained);
    for name in ["P", "P_5", "precision@10", "precision_at_10", "p(rel=2)@7"] {
        assert_eq!(CliTest::new().run(&["measures", name]).stdout, explained.stdout, "{name}");
    }
}

#[test]
fn a_wrong_name_gets_a_suggestion() {
    assert_snapshot!(CliTest::new().run(&["measures", "ndgc"]), @"
    exit 2
    --- stderr
    error: unknown measure `ndgc`; did you mean `nDCG`?
    ");
    assert_snapshot!(CliTest::new().run(&["measures", "quality"]), @"
    exit 2
    --- stderr
    error: unknown measure `quality`; `kebab measures` lists them
    ");
}

#[test]
fn json_and_csv_hold_them_all() {
    let json = CliTest::new().run(&["measures", "--json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let csv = CliTest::new().run(&["measures", "--format", "csv"]).stdout;
    assert_eq!(json["schema_version"], 1);
    let n_measures = json["measures"].as_array().expect("a list").len();
    assert!(n_measures >= 40, "{n_measures}");
    assert_eq!(csv.lines().count(), n_measures + 1);
}
