//! What is known of files, and which of them were seen.

use kebab_store_sqlite::{FileRow, Store};

use crate::support::hash_of;

fn put(store: &Store, paths: &[&str]) {
    store
        .stage(|stage| {
            paths.iter().try_for_each(|path| stage.put_file(path, 1, 2, 3, None).map(drop))
        })
        .unwrap();
}

fn unseen(store: &Store, within: &str) -> Vec<String> {
    store.unseen_files(within).unwrap().into_iter().map(|(_, path)| path).collect()
}

#[test]
fn a_file_is_kept_as_it_was_when_it_was_read() {
    let store = Store::in_memory().unwrap();
    assert_eq!(store.file("a.md").unwrap(), None);
    let hash = hash_of("x");
    let put = |modified_ns, hash| {
        store.stage(|stage| stage.put_file("a.md", 7, modified_ns, i64::MAX, hash)).unwrap()
    };
    let file_key = put(i64::MIN, Some(&hash));
    let row = FileRow {
        file_key,
        size: 7,
        modified_ns: i64::MIN,
        checked_ns: i64::MAX,
        hash: Some(hash),
    };
    assert_eq!(store.file("a.md").unwrap(), Some(row.clone()));
    assert_eq!(put(5, None), file_key, "a path keeps its key");
    assert_eq!(store.file("a.md").unwrap(), Some(FileRow { modified_ns: 5, hash: None, ..row }));
}

#[test]
fn what_was_not_seen_is_named() {
    let store = Store::in_memory().unwrap();
    let all = ["a.md", "in/b.md", "in/deep/c.md", "in.md", "in0/d.md", "in-side/e.md"];
    put(&store, &all);
    store.clear_seen().unwrap();
    store.mark_seen("in/b.md").unwrap();
    store.mark_seen("in/b.md").unwrap();
    assert_eq!((store.is_seen("in/b.md").unwrap(), store.is_seen("in").unwrap()), (true, false));
    assert_eq!(unseen(&store, ""), ["a.md", "in-side/e.md", "in.md", "in/deep/c.md", "in0/d.md"]);
    assert_eq!(unseen(&store, "in"), ["in/deep/c.md"]);
    assert_eq!(unseen(&store, "in.md"), ["in.md"]);
    assert_eq!(unseen(&store, "nope"), [""; 0]);
    store.clear_seen().unwrap();
    assert_eq!(unseen(&store, "").len(), all.len());
}

#[test]
fn a_folder_that_cannot_be_read_counts_as_seen() {
    let store = Store::in_memory().unwrap();
    put(&store, &["a.md", "in/b.md", "in/deep/c.md", "in.md"]);
    store.clear_seen().unwrap();
    store.mark_seen_below("in").unwrap();
    assert_eq!(unseen(&store, ""), ["a.md", "in.md"]);
    store.mark_seen_below("a.md").unwrap();
    assert_eq!(unseen(&store, ""), ["in.md"]);
    store.mark_seen_below("").unwrap();
    assert_eq!(unseen(&store, ""), [""; 0]);
}

#[test]
fn a_removed_file_is_forgotten_and_may_come_back() {
    let store = Store::in_memory().unwrap();
    put(&store, &["a.md"]);
    let file_key = store.file("a.md").unwrap().unwrap().file_key;
    store.stage(|stage| stage.remove_file(file_key)).unwrap();
    store.clear_seen().unwrap();
    assert_eq!((store.file("a.md").unwrap(), unseen(&store, "").len()), (None, 0));
    put(&store, &["a.md"]);
    assert!(store.file("a.md").unwrap().is_some());
}
