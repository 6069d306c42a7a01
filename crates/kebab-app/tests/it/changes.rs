//! What an ingest notices, what it reads, and what it makes of it.

use fs_err as fs;
use kebab_app::{AppError, IngestOptions};
use kebab_config::Model;
use kebab_core::Mode;

use crate::support::{Workspace, assert_fresh, counts, ingest, search, set_modified, texts};

const NOTHING: [&str; 0] = [];

#[test]
fn files_come_and_change_and_go() {
    let mut workspace = Workspace::with(
        Model::None,
        &[("a.md", "apples"), ("b.txt", "pears"), ("c/d.rs", "fn plums() {}"), ("e.bin", "figs")],
    );
    let report = workspace.ingest();
    assert_eq!(counts(&report), [3, 0, 0, 0]);
    assert_eq!((report.n_documents, report.n_chunks, report.n_seen()), (3, 3, 3));
    assert_eq!(report.skipped.iter().collect::<Vec<_>>(), [(&"unknown type".to_owned(), &1)]);
    assert!(report.indexed && report.failed.is_empty());
    assert_eq!(report.slowest.len(), 3);

    let report = workspace.ingest();
    assert_eq!(counts(&report), [0, 0, 3, 0]);
    assert!(!report.indexed);

    workspace.write("a.md", "cherries");
    workspace.write("new.md", "lemons");
    workspace.remove("b.txt");
    let report = workspace.ingest();
    assert_eq!(counts(&report), [1, 1, 1, 1]);
    assert!(report.indexed);
    assert_eq!(workspace.found("apples pears"), NOTHING);
    assert_eq!(workspace.found("cherries"), ["a.md: cherries"]);
    assert_eq!(workspace.found("lemons"), ["new.md: lemons"]);
    assert_eq!(workspace.found("plums"), ["c/d.rs: fn plums() {}"]);
}

#[test]
fn a_rename_is_a_document_that_goes_and_one_that_comes() {
    let mut workspace = Workspace::with(Model::None, &[("old.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    workspace.rename("old.md", "deep/new.md");
    assert_eq!(counts(&workspace.ingest()), [1, 0, 1, 1]);
    assert_eq!(workspace.found("apples"), ["deep/new.md: apples"]);
}

#[test]
fn nothing_left_is_an_empty_knowledge_base_and_not_an_error() {
    let mut workspace = Workspace::with(Model::Lsa, &[("a.md", "apples and pears")]);
    workspace.ingest();
    workspace.remove("a.md");
    let report = workspace.ingest();
    assert_eq!((counts(&report), report.n_documents), ([0, 0, 0, 1], 0));
    for mode in Mode::ALL {
        assert_eq!(texts(&search(&mut workspace.open(), "apples", mode)), NOTHING);
    }
}

#[test]
fn an_empty_workspace_is_searched_in_vain() {
    let mut workspace = Workspace::new(Model::Lsa);
    assert_eq!(counts(&workspace.ingest()), [0; 4]);
    assert_eq!(workspace.found("apples"), NOTHING);
    assert!(!workspace.ingest().indexed);
    workspace.write("a.md", "apples");
    workspace.ingest();
    assert_fresh(&workspace, &mut workspace.open(), &["apples"]);
}

/// The paths that an ingest opened: it says how long each took.
fn read(workspace: &mut Workspace) -> Vec<String> {
    let mut paths: Vec<String> =
        workspace.ingest().slowest.into_iter().map(|slow| slow.path).collect();
    paths.sort();
    paths
}

#[test]
fn what_is_old_and_untouched_is_not_read_again() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples"), ("b.md", "pears")]);
    assert_eq!(read(&mut workspace), ["a.md", "b.md"]);
    assert_eq!(read(&mut workspace), NOTHING);
    workspace.touch("b.md");
    assert_eq!(read(&mut workspace), ["b.md"]);
    assert_eq!(read(&mut workspace), NOTHING);
    // Size and time are the same and the time is long ago: nobody looks, until somebody insists.
    let modified = workspace.now_s - 1000;
    set_modified(&workspace.path("a.md"), modified);
    workspace.ingest();
    fs::write(workspace.path("a.md"), "grapes").unwrap();
    set_modified(&workspace.path("a.md"), modified);
    assert_eq!(counts(&workspace.ingest()), [0, 0, 2, 0]);
    assert_eq!(workspace.found("grapes"), NOTHING);
    let options = IngestOptions { force: true, ..workspace.options() };
    assert_eq!(counts(&ingest(&mut workspace.open(), &options)), [0, 1, 1, 0]);
    assert_eq!(workspace.found("grapes"), ["a.md: grapes"]);
}

#[test]
fn another_size_or_another_time_is_noticed() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    let modified = workspace.now_s - 10;
    fs::write(workspace.path("a.md"), "apples!").unwrap();
    set_modified(&workspace.path("a.md"), modified);
    fs::write(workspace.path("b.md"), "plums").unwrap();
    // Also when it lies further back.
    set_modified(&workspace.path("b.md"), modified - 5000);
    assert_eq!(counts(&workspace.ingest()), [0, 2, 0, 0]);
}

/// A file that is `age_s` seconds older than the ingest changes without its size or time telling.
#[track_caller]
fn check_silent_change(path: &str, before: &str, after: &str, age_s: i64, is_noticed: bool) {
    assert_eq!(before.len(), after.len());
    let mut workspace = Workspace::with(Model::None, &[(path, before)]);
    let modified = workspace.now_s;
    workspace.now_s += age_s - 10;
    workspace.ingest();
    fs::write(workspace.path(path), after).unwrap();
    set_modified(&workspace.path(path), modified);
    let noticed = workspace.ingest();
    assert_eq!(noticed.updated, u64::from(is_noticed), "{path} {age_s}");
    assert_eq!(workspace.found("grapes").len(), usize::from(is_noticed), "{path} {age_s}");
}

#[test]
fn a_file_as_new_as_the_last_ingest_is_hashed() {
    let (apples, grapes) =
        (r#"{"_id": "1", "text": "apples"}"#, r#"{"_id": "1", "text": "grapes"}"#);
    for (age_s, is_noticed) in [(0, true), (1, true), (2, true), (3, false), (-100, true)] {
        check_silent_change("a.md", "apples", "grapes", age_s, is_noticed);
        check_silent_change("corpus.jsonl", apples, grapes, age_s, is_noticed);
    }
}

#[test]
fn what_was_too_new_is_hashed_once_and_then_trusted() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples")]);
    workspace.now_s -= 10;
    assert_eq!(read(&mut workspace), ["a.md"]);
    assert_eq!(read(&mut workspace), ["a.md"]);
    assert_eq!(read(&mut workspace), NOTHING);
}

#[test]
fn another_title_reaches_every_chunk() {
    let text =
        |title: &str| format!("---\ntitle: {title}\n---\n\n# One\n\napples\n\n# Two\n\npears\n");
    let mut workspace = Workspace::with(Model::Lsa, &[("a.md", &text("Fruit")), ("b.md", "more")]);
    workspace.ingest();
    assert_eq!(workspace.found("fruit").len(), 2);
    workspace.write("a.md", text("Foods"));
    assert_eq!(counts(&workspace.ingest()), [0, 1, 1, 0]);
    assert_eq!(workspace.found("fruit"), NOTHING);
    assert_eq!(workspace.found("foods").len(), 2);
    assert_fresh(&workspace, &mut workspace.open(), &["foods apples", "pears"]);
}

#[test]
fn force_changes_nothing_that_can_be_seen() {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", "apples and pears"),
            ("b.md", "pears and plums"),
            ("corpus.jsonl", "{\"_id\": \"1\", \"text\": \"plums and figs\"}\n"),
        ],
    );
    workspace.ingest();
    let options = IngestOptions { force: true, ..workspace.options() };
    let report = ingest(&mut workspace.open(), &options);
    assert_eq!((counts(&report), report.indexed), ([0, 0, 3, 0], true));
    assert_fresh(&workspace, &mut workspace.open(), &["apples", "plums figs"]);
}

#[test]
fn a_part_of_the_workspace_leaves_the_rest_as_it_was() {
    let mut workspace = Workspace::with(
        Model::None,
        &[
            ("in/a.md", "apples"),
            ("in/b.md", "pears"),
            ("inside.md", "plums"),
            ("out/c.md", "figs"),
        ],
    );
    workspace.ingest();
    workspace.write("in/a.md", "apples again");
    workspace.remove("in/b.md");
    workspace.remove("inside.md");
    workspace.write("out/c.md", "figs again");
    workspace.now_s += 10;
    let within =
        |path: &str| IngestOptions { within: Some(workspace.path(path)), ..workspace.options() };
    let mut kb = workspace.open();
    assert_eq!(counts(&ingest(&mut kb, &within("in"))), [0, 1, 0, 1]);
    assert_eq!(workspace.found("apples pears plums figs again").len(), 3);
    assert_eq!(workspace.found("figs"), ["out/c.md: figs"]);
    assert_eq!(counts(&ingest(&mut kb, &within("out/c.md"))), [0, 1, 0, 0]);
    assert_eq!(workspace.found("figs"), ["out/c.md: figs again"]);
    assert_eq!(workspace.found("plums"), ["inside.md: plums"]);

    let elsewhere = tempfile::tempdir().unwrap();
    let options = |path| IngestOptions { within: Some(path), ..workspace.options() };
    let outside = kb.ingest(&options(elsewhere.path().to_owned()), &mut |_| {}).unwrap_err();
    assert!(matches!(outside, AppError::Outside { .. }), "{outside}");
    let nowhere = kb.ingest(&options(workspace.path("nope")), &mut |_| {}).unwrap_err();
    assert!(matches!(nowhere, AppError::NoSuchPath(_)), "{nowhere}");
}

/// A file that was a document and is then none: why, in a word.
#[track_caller]
fn check_no_document_any_more(content: &[u8], reason: &str) {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    workspace.write("a.md", content);
    let report = workspace.ingest();
    assert_eq!(counts(&report), [0, 0, 1, 1]);
    assert_eq!(report.skipped.get(reason), Some(&1), "{:?}", report.skipped);
    assert_eq!(workspace.found("apples"), NOTHING);
    workspace.write("a.md", "apples");
    assert_eq!(counts(&workspace.ingest()), [1, 0, 1, 0]);
    assert_eq!(workspace.found("apples"), ["a.md: apples"]);
}

#[test]
fn what_is_no_text_any_more_is_removed() {
    check_no_document_any_more(b"apples\0pears", "binary");
    check_no_document_any_more(b"apples \xff", "not UTF-8");
    check_no_document_any_more(b" \n", "empty");
    check_no_document_any_more(b"", "empty");
}

#[test]
fn what_grows_too_large_is_removed() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples")]);
    workspace.config.ingest.max_file_mb = 1;
    workspace.ingest();
    workspace.write("a.md", "apples ".repeat(200_000));
    let report = workspace.ingest();
    assert_eq!((report.deleted, report.skipped.get("too large")), (1, Some(&1)));
}

#[test]
fn what_is_ignored_from_now_on_is_removed() {
    let mut workspace = Workspace::with(Model::None, &[("a/a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    workspace.write(".kebabignore", "a/\n");
    assert_eq!(counts(&workspace.ingest()), [0, 0, 1, 1]);
}

/// Of two files whose names differ only in how they are encoded one can be read; but a name that
/// cannot be written down at all says nothing about others.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_looked_at_is_reported_and_nothing_else_suffers() {
    use std::os::unix::ffi::OsStrExt as _;

    let mut workspace = Workspace::with(Model::Lsa, &[("in/a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    let odd = workspace.path("in").join(std::ffi::OsStr::from_bytes(b"\xff.md"));
    fs::write(&odd, "plums").unwrap();
    workspace.write("in/\u{e9}.md", "figs");
    workspace.write("in/e\u{301}.md", "dates");
    for force in [false, true] {
        workspace.now_s += 10;
        let options = IngestOptions { force, ..workspace.options() };
        let report = ingest(&mut workspace.open(), &options);
        let failed: Vec<&str> = report.failed.iter().map(|failure| &*failure.path).collect();
        assert_eq!(failed, ["in/\u{e9}.md", "in/\u{fffd}.md"]);
        assert_eq!((report.n_failed, report.n_documents), (2, 3));
        assert_eq!(workspace.found("apples"), ["in/a.md: apples"]);
    }
}

#[test]
fn an_ignore_file_that_makes_no_sense_is_a_warning() {
    let mut workspace = Workspace::with(Model::None, &[("in/a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    workspace.write("in/.gitignore", "{broken\n");
    workspace.remove("in/a.md");
    let report = workspace.ingest();
    assert_eq!((counts(&report), report.n_failed), ([0, 0, 1, 1], 0));
    assert_eq!(report.warnings.len(), 1, "{report:?}");
}

/// Root may read everything, so there this cannot be tried.
#[cfg(unix)]
#[test]
fn what_cannot_be_read_keeps_what_was_known() {
    use std::fs::Permissions;
    use std::io::Write as _;
    use std::os::unix::fs::PermissionsExt as _;

    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples"), ("b.md", "pears")]);
    workspace.ingest();
    workspace.write("a.md", "grapes");
    let file = workspace.path("a.md");
    let set_mode = |mode| fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
    set_mode(0o000);
    if fs::read(&file).is_ok() {
        writeln!(std::io::stderr(), "skipped: this user may read everything").unwrap();
        return;
    }
    let report = workspace.ingest();
    assert_eq!(counts(&report), [0, 0, 1, 0]);
    assert_eq!(report.failed.len(), 1);
    assert_eq!(report.failed[0].path, "a.md");
    assert_eq!(workspace.found("apples"), ["a.md: apples"]);
    set_mode(0o644);
    assert_eq!(counts(&workspace.ingest()), [0, 1, 1, 0]);
    assert_eq!(workspace.found("grapes"), ["a.md: grapes"]);
}

#[test]
fn another_chunking_policy_cuts_again_at_the_next_ingest() {
    let long = "Apples grow on trees. Pears do so too. ".repeat(30);
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", &format!("# Fruit\n\n{long}")),
            ("b.txt", "figs"),
            ("corpus.jsonl", &format!("{{\"_id\": \"1\", \"text\": \"{long}\"}}\n")),
        ],
    );
    workspace.ingest();
    let before = search(&mut workspace.open(), "apples trees", Mode::Hybrid);
    let chunking = &mut workspace.config.chunking;
    (chunking.target_tokens, chunking.max_tokens, chunking.overlap_tokens) = (40, 60, 8);
    // Until then everything is as it was, even when the index has to be made again.
    assert_eq!(search(&mut workspace.open(), "apples trees", Mode::Hybrid), before);
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    assert_eq!(search(&mut workspace.open(), "apples trees", Mode::Hybrid), before);

    let report = workspace.ingest();
    assert_eq!(counts(&report), [0, 3, 0, 0]);
    let after = search(&mut workspace.open(), "apples trees", Mode::Hybrid);
    assert!(after.hits.len() > before.hits.len());
    assert_fresh(&workspace, &mut workspace.open(), &["apples trees", "figs"]);
    assert_eq!(counts(&workspace.ingest()), [0, 0, 3, 0]);
}
