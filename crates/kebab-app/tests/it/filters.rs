//! Searching in some documents only.

use kebab_app::{AppError, Filter, Note, SearchOptions};
use kebab_config::Model;
use kebab_core::Mode;

use crate::support::{ALL, Workspace, paths};

fn workspace() -> Workspace {
    let front = |lang: &str, tags: &str| {
        format!("---\nlang: {lang}\ntags: [{tags}]\n---\n\nfruit of all kinds\n")
    };
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", &front("en", "sweet, Red")),
            ("b.md", &front("en-GB", "sweet")),
            ("docs/c.md", &front("ko", "sour, red")),
            ("docs/deep/d.md", &front("english", "")),
            ("docs.md", "fruit of all kinds"),
            ("docs/e.txt", "fruit of all kinds"),
        ],
    );
    workspace.ingest();
    workspace
}

fn filter(paths: &[&str], lang: Option<&str>, tags: &[&str]) -> Filter {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    Filter { paths: owned(paths), lang: lang.map(str::to_owned), tags: owned(tags) }
}

/// The paths that pass, in every mode.
#[track_caller]
fn check(workspace: &Workspace, filter: Filter, expected: &[&str]) {
    let mut kb = workspace.open();
    for mode in Mode::ALL {
        let options = SearchOptions {
            mode: Some(mode),
            k: Some(ALL),
            filter: filter.clone(),
            ..SearchOptions::default()
        };
        let results = kb.search("fruit kinds", &options, &mut |_| {}).unwrap();
        let mut found = paths(&results);
        found.sort_unstable();
        assert_eq!(found, expected, "{mode}");
        let is_empty = results.notes.contains(&Note::NothingToSearch);
        assert_eq!(is_empty, expected.is_empty(), "{mode}");
    }
}

#[test]
fn paths_are_globs_and_a_folder_means_all_below() {
    let workspace = workspace();
    let check = |paths: &[&str], expected: &[&str]| {
        check(&workspace, filter(paths, None, &[]), expected);
    };
    let all = ["a.md", "b.md", "docs.md", "docs/c.md", "docs/deep/d.md", "docs/e.txt"];
    check(&[], &all);
    check(&["a.md"], &["a.md"]);
    check(&["./a.md"], &["a.md"]);
    check(&["*.md"], &["a.md", "b.md", "docs.md"]);
    check(&["**/*.md"], &["a.md", "b.md", "docs.md", "docs/c.md", "docs/deep/d.md"]);
    check(&["docs"], &["docs/c.md", "docs/deep/d.md", "docs/e.txt"]);
    check(&["docs/"], &["docs/c.md", "docs/deep/d.md", "docs/e.txt"]);
    // As with gitignore, `*` is also the folder `deep`, and so all that is in it.
    check(&["docs/*"], &["docs/c.md", "docs/deep/d.md", "docs/e.txt"]);
    check(&["docs/*.txt"], &["docs/e.txt"]);
    check(&["docs/**"], &["docs/c.md", "docs/deep/d.md", "docs/e.txt"]);
    check(&["**"], &all);
    check(&["."], &all);
    check(&["{a,b}.md", "docs/e.*"], &["a.md", "b.md", "docs/e.txt"]);
    check(&["nope"], &[]);
    check(&["A.md"], &[]);
}

#[test]
fn a_language_includes_its_varieties() {
    let workspace = workspace();
    let check = |lang: &str, expected: &[&str]| {
        check(&workspace, filter(&[], Some(lang), &[]), expected);
    };
    check("en", &["a.md", "b.md"]);
    check("EN", &["a.md", "b.md"]);
    check("en-gb", &["b.md"]);
    check("en_GB", &["b.md"]);
    check("ko", &["docs/c.md"]);
    check("fr", &[]);
}

#[test]
fn all_tags_are_needed() {
    let workspace = workspace();
    let check = |tags: &[&str], expected: &[&str]| {
        check(&workspace, filter(&[], None, tags), expected);
    };
    check(&["sweet"], &["a.md", "b.md"]);
    check(&["red"], &["a.md", "docs/c.md"]);
    check(&["sweet", "red"], &["a.md"]);
    check(&["sweet", "sour"], &[]);
    check(&["swe"], &[]);
}

#[test]
fn all_conditions_hold_at_once() {
    let workspace = workspace();
    check(&workspace, filter(&["*.md"], Some("en"), &["sweet"]), &["a.md", "b.md"]);
    check(&workspace, filter(&["docs"], Some("en"), &[]), &[]);
}

#[test]
fn what_is_no_glob_is_an_error() {
    let options = SearchOptions { filter: filter(&["a[", "b"], None, &[]), ..Default::default() };
    let error = workspace().open().search("fruit", &options, &mut |_| {}).unwrap_err();
    assert!(matches!(error, AppError::Filter(_)), "{error}");
    assert!(error.to_string().starts_with("`a[` is not a path pattern: "), "{error}");
}

/// A filter chooses before the best are chosen: `k` are found if there are as many.
#[test]
fn k_counts_what_passes() {
    let workspace = Workspace::new(Model::Lsa);
    for i in 0..40 {
        workspace.write(&format!("all/{i}.md"), "fruit fruit fruit");
        workspace.write(&format!("some/{i}.md"), "fruit and much else that is no such thing");
    }
    let mut kb = workspace.open();
    crate::support::ingest(&mut kb, &workspace.options());
    for mode in Mode::ALL {
        let options = SearchOptions {
            mode: Some(mode),
            k: Some(30),
            filter: filter(&["some"], None, &[]),
            ..SearchOptions::default()
        };
        let results = kb.search("fruit", &options, &mut |_| {}).unwrap();
        assert_eq!(results.hits.len(), 30, "{mode}");
        assert!(results.hits.iter().all(|hit| hit.path.starts_with("some/")));
    }
}

/// A handle remembers which documents passed, for as long as nothing changes.
#[test]
fn the_same_filter_sees_what_an_ingest_brings() {
    let mut workspace = workspace();
    let mut kb = workspace.open();
    let mut found = |workspace: &Workspace, tag: &str| {
        let filter = filter(&[], None, &[tag]);
        let options = SearchOptions { k: Some(ALL), filter, ..SearchOptions::default() };
        let results = kb.search("fruit", &options, &mut |_| {}).unwrap();
        let found = paths(&results).len();
        crate::support::ingest(&mut kb, &workspace.options());
        found
    };
    assert_eq!((found(&workspace, "sour"), found(&workspace, "sour")), (1, 1));
    workspace.now_s += 10;
    workspace.write("new.md", "---\ntags: [sour]\n---\n\nfruit\n");
    assert_eq!(found(&workspace, "sour"), 1);
    assert_eq!((found(&workspace, "sour"), found(&workspace, "sweet")), (2, 2));
    workspace.remove("docs/c.md");
    assert_eq!((found(&workspace, "sour"), found(&workspace, "sour")), (2, 1));
}

/// Ids of records are not paths: slashes and spellings in them stay as they are.
#[test]
fn records_are_found_by_their_file_and_by_their_ids() {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[(
            "set/corpus.jsonl",
            "{\"_id\":\"plain\",\"text\":\"fruit of all kinds\"}\n\
             {\"_id\":\"https://x.org/p\",\"text\":\"fruit of all kinds\"}\n",
        )],
    );
    workspace.ingest();
    let (plain, link) = ("set/corpus.jsonl#plain", "set/corpus.jsonl#https://x.org/p");
    check(&workspace, filter(&["set/corpus.jsonl"], None, &[]), &[link, plain]);
    check(&workspace, filter(&["./set"], None, &[]), &[link, plain]);
    check(&workspace, filter(&[link], None, &[]), &[link]);
    assert_eq!(workspace.open().document(link).unwrap().document.path, link);
}
