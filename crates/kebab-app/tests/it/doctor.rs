//! What the doctor says.

use fs_err as fs;
use kebab_app::Status::{self, Bad, Good, Warning};
use kebab_config::Model;
use kebab_store_sqlite::Store;

use crate::support::Workspace;

fn workspace() -> Workspace {
    let mut workspace =
        Workspace::with(Model::Lsa, &[("a.md", "apples and pears"), ("b.md", "pears")]);
    workspace.ingest();
    workspace
}

/// What is not good, with what is said about it.
fn complaints(workspace: &Workspace) -> Vec<(&'static str, Status, String)> {
    let checks = workspace.open().doctor().unwrap();
    let complaints = checks.into_iter().filter(|check| check.status != Good);
    complaints.map(|check| (check.name, check.status, check.detail)).collect()
}

#[track_caller]
fn check(workspace: &Workspace, name: &str, status: Status, says: &str) {
    let complaints = complaints(workspace);
    let [(complaint, how, detail)] = &complaints[..] else { panic!("{complaints:?}") };
    assert_eq!((*complaint, *how), (name, status));
    assert!(detail.contains(says), "{detail}");
}

#[test]
fn all_is_well_after_an_ingest() {
    let workspace = workspace();
    let checks = workspace.open().doctor().unwrap();
    let names: Vec<&str> = checks.iter().map(|check| check.name).collect();
    assert_eq!(names, ["database", "documents", "ingest", "chunking", "index", "disk"]);
    assert!(checks.iter().all(|check| check.status == Good), "{checks:?}");
    assert_eq!(checks[1].detail, "2 documents in 2 chunks");
    assert!(checks[4].detail.starts_with("2 chunks, vectors of lsa with "), "{checks:?}");
}

#[test]
fn nothing_ingested_yet() {
    check(&Workspace::new(Model::Lsa), "documents", Warning, "run `kebab ingest`");
}

#[test]
fn an_ingest_that_was_cut_off() {
    let workspace = workspace();
    let store = Store::open(&workspace.data().join("kebab.sqlite")).unwrap();
    let file_key = store.file("a.md").unwrap().unwrap().file_key;
    store.stage(|stage| stage.remove_file(file_key)).unwrap();
    check(&workspace, "ingest", Warning, "`kebab ingest` completes it");
}

#[test]
fn documents_that_are_cut_in_another_way() {
    let mut workspace = workspace();
    workspace.config.chunking.target_tokens += 1;
    check(&workspace, "chunking", Warning, "run `kebab ingest`");
}

/// The doctor looks and does not heal.
#[test]
fn an_index_that_has_to_be_built() {
    let mut workspace = workspace();
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    check(&workspace, "index", Warning, "there is no index yet");
    check(&workspace, "index", Warning, "there is no index yet");
    workspace.found("apples");
    assert_eq!(complaints(&workspace), []);
    workspace.config.embedding.model = Model::None;
    check(&workspace, "index", Warning, "its vectors are not as configured");
}

#[test]
fn an_index_with_the_chunks_of_something_else() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    let mut other =
        Workspace::with(Model::None, &[("x.md", "one"), ("y.md", "two"), ("z.md", "3")]);
    other.ingest();
    let postings = |workspace: &Workspace| workspace.data().join("index/1/postings");
    fs::remove_dir_all(postings(&workspace)).unwrap();
    fs::rename(postings(&other), postings(&workspace)).unwrap();
    check(&workspace, "index", Bad, "it has 3 chunks where the database has 2");
}
