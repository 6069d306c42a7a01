//! Files of many documents.

use kebab_app::IngestReport;
use kebab_config::Model;

use crate::support::{Workspace, assert_fresh, counts};

fn lines(records: &[(&str, &str, &str)]) -> String {
    let line = |(id, title, text): &(&str, &str, &str)| {
        format!("{{\"_id\": \"{id}\", \"title\": \"{title}\", \"text\": \"{text}\"}}\n")
    };
    records.iter().map(line).collect()
}

const RECORDS: [(&str, &str, &str); 3] =
    [("1", "Fruit", "apples"), ("2", "", "pears"), ("3", "Fruit", "plums")];

const QUERIES: [&str; 3] = ["fruit apples", "pears", "plums figs"];

fn workspace() -> Workspace {
    let mut workspace = Workspace::with(Model::Lsa, &[("set/corpus.jsonl", &lines(&RECORDS))]);
    assert_eq!(counts(&workspace.ingest()), [3, 0, 0, 0]);
    workspace
}

fn ingest(workspace: &mut Workspace, text: &str) -> IngestReport {
    workspace.write("set/corpus.jsonl", text);
    workspace.ingest()
}

/// Writes other records, and checks what was counted and that nothing of the old ones is left.
#[track_caller]
fn check(records: &[(&str, &str, &str)], expected: [u64; 4]) {
    let mut workspace = workspace();
    let report = ingest(&mut workspace, &lines(records));
    assert_eq!(counts(&report), expected);
    assert_eq!(report.n_documents, records.len() as u64);
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

#[test]
fn only_the_records_that_changed_count_as_changed() {
    let [one, two, three] = RECORDS;
    check(&RECORDS, [0, 0, 3, 0]);
    check(&[one, ("2", "", "figs"), three], [0, 1, 2, 0]);
    check(&[one, three], [0, 0, 2, 1]);
    check(&[three, two, one], [0, 0, 3, 0]);
    check(&[one, two, three, ("4", "", "figs")], [1, 0, 3, 0]);
    check(&[one, two, ("4", "Fruit", "plums")], [1, 0, 2, 1]);
    // The same text, with and without a heading over it.
    check(&[one, two, ("3", "", "Fruit\\n\\nplums")], [0, 1, 2, 0]);
}

#[test]
fn a_document_is_named_by_file_and_record() {
    let workspace = workspace();
    assert_eq!(workspace.found("fruit apples")[0], "set/corpus.jsonl#1: Fruit\n\napples");
    assert_eq!(workspace.found("pears"), ["set/corpus.jsonl#2: pears"]);
}

/// What a broken line would have been is gone, as in a knowledge base that never saw it whole.
#[test]
fn a_line_that_is_broken_is_reported_until_it_is_repaired() {
    let mut workspace = workspace();
    let [one, two, _] = RECORDS;
    let broken = format!("{}{{\"_id\": \"2\"\n\n{}", lines(&[one]), lines(&[("3", "", "figs")]));
    let report = ingest(&mut workspace, &broken);
    assert_eq!(counts(&report), [0, 1, 1, 1]);
    assert_eq!((report.n_failed, &*report.failed[0].path), (1, "set/corpus.jsonl:2"));
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
    // It is said again every time, although the file is not touched.
    let report = workspace.ingest();
    assert_eq!((counts(&report), report.n_failed, report.indexed), ([0, 0, 2, 0], 1, false));

    let report = ingest(&mut workspace, &lines(&[one, two, ("3", "", "figs")]));
    assert_eq!((counts(&report), report.n_failed), ([1, 0, 2, 0], 0));
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
    assert!(workspace.ingest().slowest.is_empty(), "it is trusted again");
}

#[test]
fn force_and_broken_lines_go_together() {
    let mut workspace = workspace();
    let [one, _, three] = RECORDS;
    let broken = format!("{}nonsense\n{}", lines(&[one]), lines(&[three]));
    workspace.write("set/corpus.jsonl", broken);
    workspace.now_s += 10;
    let options = kebab_app::IngestOptions { force: true, ..workspace.options() };
    let report = crate::support::ingest(&mut workspace.open(), &options);
    assert_eq!((counts(&report), report.n_failed, report.n_documents), ([0, 0, 2, 1], 1, 2));
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

#[test]
fn of_two_records_with_one_id_the_first_counts() {
    let mut workspace = workspace();
    let [one, two, three] = RECORDS;
    let report = ingest(&mut workspace, &lines(&[one, two, three, ("1", "", "figs")]));
    assert_eq!((counts(&report), report.n_documents), ([0, 0, 3, 0], 3));
    assert_eq!(report.failed[0].path, "set/corpus.jsonl:4");
    assert!(report.failed[0].error.contains("line 1"), "{:?}", report.failed);
    assert_eq!(workspace.found("figs").len(), 0);
}

#[test]
fn a_file_without_records_has_no_documents() {
    let mut workspace = workspace();
    assert_eq!(counts(&ingest(&mut workspace, "\n")), [0, 0, 0, 3]);
    assert_eq!(counts(&ingest(&mut workspace, &lines(&RECORDS))), [3, 0, 0, 0]);
    workspace.remove("set/corpus.jsonl");
    assert_eq!(counts(&workspace.ingest()), [0, 0, 0, 3]);
}

#[test]
fn more_records_than_fit_a_batch() {
    let records: Vec<String> = (0..600).map(|i| format!("word{i} apples")).collect();
    let ids: Vec<String> = (0..600).map(|i| i.to_string()).collect();
    let all = |skip: usize| -> String {
        let records = ids.iter().zip(&records).skip(skip);
        records.map(|(id, text)| lines(&[(id, "", text)])).collect()
    };
    let mut workspace = Workspace::with(Model::None, &[("corpus.jsonl", &all(0))]);
    assert_eq!(counts(&workspace.ingest()), [600, 0, 0, 0]);
    workspace.write("corpus.jsonl", all(300));
    assert_eq!(counts(&workspace.ingest()), [0, 0, 300, 300]);
    assert_fresh(&workspace, &mut workspace.open(), &["word10", "word599 apples"]);
}
