//! Opening, migrating, and what the file itself promises.

use fs_err as fs;
use kebab_store_sqlite::{Store, StoreError};
use rusqlite::Connection;

use crate::support::{now, small, stage};

fn value<T: rusqlite::types::FromSql>(connection: &Connection, sql: &str) -> T {
    connection.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_new_database_is_empty_and_unlike_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let store = Store::open(&path).unwrap();
    assert_eq!((store.path(), store.generation().unwrap()), (path.as_path(), 0));
    assert_eq!((store.index_folder().unwrap(), now(&store).len()), (None, 0));
    assert!(!store.has_staged().unwrap());
    let id = store.database_id().unwrap();
    assert_eq!(id.len(), 32);
    assert_ne!(id, Store::in_memory().unwrap().database_id().unwrap());
    assert_eq!(id, Store::open(&path).unwrap().database_id().unwrap());
}

#[test]
fn opening_migrates_once_and_turns_on_what_is_promised() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    for _ in 0..2 {
        drop(Store::open(&path).unwrap());
        let connection = Connection::open(&path).unwrap();
        assert_eq!(value::<i64>(&connection, "PRAGMA user_version"), 1);
        assert_eq!(value::<String>(&connection, "PRAGMA journal_mode"), "wal");
    }
}

#[test]
fn two_that_open_a_new_database_at_once_both_succeed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let ids: Vec<String> = std::thread::scope(|scope| {
        let open = || Store::open(&path).unwrap().database_id().unwrap();
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("newer.sqlite");
    drop(Store::open(&path).unwrap());
    for version in [2, 1000, -1] {
        let connection = Connection::open(&path).unwrap();
        connection.pragma_update(None, "user_version", version).unwrap();
        drop(connection);
        let error = Store::open(&path).unwrap_err();
        let is_newer =
            matches!(error, StoreError::Newer { found, known: 1, .. } if found == version);
        assert!(is_newer, "{error}");
        assert!(error.to_string().contains("newer version of kebab"), "{error}");
        let connection = Connection::open(&path).unwrap();
        assert_eq!(value::<i64>(&connection, "PRAGMA user_version"), version);
    }
}

#[test]
fn what_is_no_database_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.sqlite");
    fs::write(&path, "This is no database at all, whatever its name says.").unwrap();
    let error = Store::open(&path).unwrap_err();
    assert!(error.to_string().contains("text.sqlite"), "{error}");
}

#[test]
fn opening_what_must_exist_makes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("nope.sqlite");
    assert!(matches!(Store::open_existing(&path), Err(StoreError::Sqlite { .. })));
    assert!(!path.exists());
    drop(Store::open(&path).unwrap());
    Store::open_existing(&path).unwrap();
}

/// Rows that refer to nothing cannot be made through the store, so its connection must mind them:
/// deleting a document takes its source and chunks along, and nothing else.
#[test]
fn nothing_is_left_of_what_is_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let store = Store::open(&path).unwrap();
    stage(&store, &[small("a.md", "one\ntwo"), small("b.md", "three")]);
    store.publish("1").unwrap();
    stage(&store, &[small("a.md", "four")]);
    store.publish("2").unwrap();
    let connection = Connection::open(&path).unwrap();
    let count = |table: &str| value::<i64>(&connection, &format!("SELECT count(*) FROM {table}"));
    assert_eq!(["files", "documents", "sources", "chunks"].map(count), [2, 2, 2, 2]);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_document_needs_a_file() {
    let store = Store::in_memory().unwrap();
    let document = kebab_store_sqlite::NewDocument {
        doc_id: kebab_core::DocId(1),
        path: "a.md",
        format: "text",
        title: None,
        lang: "",
        tags: &[],
        hash: [0; 32],
        chunker_version: "chunker-1",
        source: "",
        chunks: Vec::new(),
    };
    let error = store.stage(|stage| stage.add(42, &document)).unwrap_err();
    assert!(error.to_string().contains("FOREIGN KEY"), "{error}");
    assert!(!store.has_staged().unwrap());
}

#[test]
fn a_check_finds_rows_that_refer_to_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let store = Store::open(&path).unwrap();
    stage(&store, &[small("a.md", "one")]);
    let connection = Connection::open(&path).unwrap();
    connection.pragma_update(None, "foreign_keys", false).unwrap();
    connection.execute("DELETE FROM files", []).unwrap();
    assert_eq!(store.check().unwrap(), ["a row of `documents` refers to nothing in `files`"]);
}

#[test]
fn settings_are_kept() {
    let store = Store::in_memory().unwrap();
    assert_eq!(store.setting("color").unwrap(), None);
    store.set_setting("color", "red").unwrap();
    store.set_setting("color", "green").unwrap();
    assert_eq!(store.setting("color").unwrap().as_deref(), Some("green"));
}
