//! Databases that older versions made stay readable: one small one per schema is kept.
//!
//! When a migration is added, run the test `write_database` with the last version before it, and
//! keep what it writes where this says:
//!
//! ```text
//! KEBAB_WRITE_DATABASE=crates/kebab-store-sqlite/testdata/schema-1.sqlite \
//!     cargo test -p kebab-store-sqlite write_database
//! ```

use std::path::{Path, PathBuf};

use fs_err as fs;
use kebab_core::DocId;
use kebab_store_sqlite::{Counts, Store};

use crate::support::{hash_of, now, remove, shown, small, stage};

/// Everything a schema can hold: documents of several generations, one that is staged, one whose
/// removal is, and a vector.
fn fill(store: &Store) {
    stage(
        store,
        &[small("a.md", "one\ntwo"), small("old.md", "gone soon"), small("b.md", "세 개")],
    );
    store.publish("1").unwrap();
    remove(store, "old.md");
    stage(store, &[small("b.md", "세 개와 네 개")]);
    store.publish("2").unwrap();
    stage(store, &[small("c.md", "staged")]);
    remove(store, "a.md");
    store.put_embeddings("model", "1", &[(hash_of("one"), vec![0.5, -2.0])]).unwrap();
}

/// Writes what is kept, and shows that it still is what this version writes.
#[test]
fn write_database() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = match std::env::var_os("KEBAB_WRITE_DATABASE") {
        Some(path) => manifest.ancestors().nth(2).unwrap().join(path),
        None => folder.path().join("kebab.sqlite"),
    };
    assert!(!path.exists(), "a database that was released never changes");
    let store = Store::open(&path).unwrap();
    fill(&store);
    drop(store);
    // One file is easier to keep than three, and small pages make it small.
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.pragma_update(None, "journal_mode", "delete").unwrap();
    connection.pragma_update(None, "page_size", 1024).unwrap();
    connection.execute_batch("VACUUM").unwrap();
    drop(connection);
    let copy = folder.path().join("copy.sqlite");
    fs::copy(&path, &copy).unwrap();
    check_content(&copy);
}

fn kept(schema: u32) -> PathBuf {
    let testdata = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata");
    testdata.join(format!("schema-{schema}.sqlite"))
}

#[test]
fn every_schema_there_was_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let n_migrations = fs::read_dir(folder).unwrap().count() as u32;
    for schema in 1..=n_migrations {
        assert!(kept(schema).exists(), "there is no {}", kept(schema).display());
    }
}

#[test]
fn schema_1_is_read_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kebab.sqlite");
    fs::copy(kept(1), &path).unwrap();
    check_content(&path);
}

/// Whether a database has what [`fill`] put in, and can be continued.
fn check_content(path: &Path) {
    let store = Store::open_existing(path).unwrap();
    assert_eq!(store.database_id().unwrap().len(), 32);
    assert_eq!(store.index_folder().unwrap().as_deref(), Some("2"));
    assert_eq!(store.generation().unwrap(), 2);
    assert_eq!(now(&store), ["a.md: one\ntwo", "b.md: 세 개와 네 개"]);
    assert_eq!(store.counts(2).unwrap(), Counts { n_documents: 2, n_chunks: 3 });
    assert_eq!(store.embedding("model", "1", &hash_of("one")).unwrap(), Some(vec![0.5, -2.0]));
    let a = store.document_at(2, "a.md").unwrap().unwrap();
    assert_eq!((a.doc_id, a.title.as_deref()), (DocId::of_path("a.md"), Some("Títle")));
    assert_eq!(store.chunks_of(a.doc_key).unwrap()[1].span.line_start, 2);
    assert_eq!(store.file("b.md").unwrap().unwrap().checked_ns, 2_000);
    assert_eq!(store.check().unwrap(), [""; 0]);
    // What was at work when it was kept goes on.
    assert!(store.has_staged().unwrap());
    stage(&store, &[small("d.md", "new")]);
    assert_eq!(shown(&store, 3).len(), 3);
    assert_eq!(store.publish("3").unwrap(), 3);
    assert_eq!(now(&store), ["b.md: 세 개와 네 개", "c.md: staged", "d.md: new"]);
}
