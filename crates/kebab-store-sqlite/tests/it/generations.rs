//! What is staged is unseen, what is published is seen, and what nobody sees is gone.

use kebab_core::{ChunkId, DocId};
use kebab_store_sqlite::{Counts, Store, StoreError};

use crate::support::{Small, hash_of, now, remove, shown, small, spans, stage};

const NOTHING: [&str; 0] = [];

fn store() -> Store {
    let store = Store::in_memory().unwrap();
    stage(&store, &[small("a.md", "one\ntwo"), small("b.md", "three")]);
    assert_eq!(store.publish("1").unwrap(), 1);
    store
}

#[test]
fn staged_documents_are_seen_when_they_are_published() {
    let store = Store::in_memory().unwrap();
    stage(&store, &[small("a.md", "one")]);
    stage(&store, &[small("b.md", "two")]);
    assert!(store.has_staged().unwrap());
    assert_eq!((store.generation().unwrap(), now(&store)), (0, vec![]));
    assert_eq!(store.counts(0).unwrap(), Counts::default());
    assert_eq!(store.publish("first").unwrap(), 1);
    assert_eq!(store.index_folder().unwrap().as_deref(), Some("first"));
    assert!(!store.has_staged().unwrap());
    assert_eq!(now(&store), ["a.md: one", "b.md: two"]);
}

#[test]
fn a_changed_document_is_the_old_one_until_it_is_published() {
    let store = store();
    let before = now(&store);
    let staged = stage(&store, &[small("a.md", "four")]);
    assert_eq!(now(&store), before);
    let id = DocId::of_path("a.md");
    assert_eq!(store.document_at(1, "a.md").unwrap().unwrap().hash, hash_of("one\ntwo"));
    let latest = store.latest_document(id).unwrap().unwrap();
    assert_eq!((latest.hash, latest.doc_key), (hash_of("four"), staged[0].doc_key));
    // The index of the next generation is made from this.
    assert_eq!(shown(&store, 2), ["a.md: four", "b.md: three"]);
    let old = store.document_at(1, "a.md").unwrap().unwrap().doc_key;
    assert_eq!(store.removed_in(2).unwrap(), [old]);

    assert_eq!(store.publish("2").unwrap(), 2);
    assert_eq!(now(&store), ["a.md: four", "b.md: three"]);
    assert_eq!(store.chunks_of(old).unwrap(), []);
}

#[test]
fn a_removed_document_is_there_until_it_is_published() {
    let store = store();
    remove(&store, "a.md");
    assert!(store.has_staged().unwrap());
    assert_eq!(now(&store).len(), 2);
    assert_eq!(store.file("a.md").unwrap(), None);
    assert_eq!(store.latest_document(DocId::of_path("a.md")).unwrap(), None);
    store.publish("2").unwrap();
    assert_eq!(now(&store), ["b.md: three"]);
    assert_eq!(store.counts(2).unwrap(), Counts { n_documents: 1, n_chunks: 1 });
}

#[test]
fn what_is_staged_twice_is_there_once() {
    let store = store();
    stage(&store, &[small("a.md", "four"), small("c.md", "five")]);
    stage(&store, &[small("a.md", "six"), small("c.md", "seven")]);
    remove(&store, "b.md");
    stage(&store, &[small("b.md", "eight")]);
    assert_eq!(shown(&store, 2), ["a.md: six", "b.md: eight", "c.md: seven"]);
    assert_eq!(shown(&store, 1), ["a.md: one\ntwo", "b.md: three"]);
    assert_eq!(store.removed_in(2).unwrap().len(), 2);
    store.publish("2").unwrap();
    assert_eq!(now(&store), ["a.md: six", "b.md: eight", "c.md: seven"]);
}

#[test]
fn what_is_staged_and_removed_again_never_was() {
    let store = store();
    stage(&store, &[small("c.md", "five")]);
    remove(&store, "c.md");
    assert!(!store.has_staged().unwrap());
    assert_eq!(store.publish("1.1").unwrap(), 1);
    assert_eq!(now(&store).len(), 2);
}

#[test]
fn one_document_of_a_file_can_go() {
    let store = store();
    let file_key = store.file("a.md").unwrap().unwrap().file_key;
    let [(doc_key, path)] = &store.latest_documents_of(file_key).unwrap()[..] else {
        panic!("the file is one document")
    };
    assert_eq!((path.as_str(), store.n_latest_documents_of(file_key).unwrap()), ("a.md", 1));
    store.stage(|stage| stage.remove_document(*doc_key)).unwrap();
    assert_eq!(now(&store).len(), 2);
    assert_eq!(store.latest_documents_of(file_key).unwrap(), []);
    assert_eq!(store.n_latest_documents_of(file_key).unwrap(), 0);
    store.publish("2").unwrap();
    assert_eq!(now(&store), ["b.md: three"]);
    assert!(store.file("a.md").unwrap().is_some(), "the file is still there");
}

#[test]
fn a_batch_that_fails_leaves_nothing() {
    let store = store();
    let failed: Result<(), StoreError> = store.stage(|stage| {
        small("c.md", "five").add(stage)?;
        small("a.md", "six").add(stage)?;
        Err(StoreError::Damaged { path: "x".into(), what: "on purpose".to_owned() })
    });
    assert!(failed.is_err());
    assert!(!store.has_staged().unwrap());
    assert_eq!(store.file("c.md").unwrap(), None);
    assert_eq!(shown(&store, 2), now(&store));
    // It can be used as before.
    stage(&store, &[small("c.md", "five")]);
    assert_eq!(store.publish("2").unwrap(), 2);
}

#[test]
fn the_first_generation_may_be_empty() {
    let store = Store::in_memory().unwrap();
    assert_eq!(store.publish("1").unwrap(), 1);
    assert_eq!((now(&store).len(), store.generation().unwrap()), (0, 1));
}

#[test]
fn publishing_nothing_only_names_the_index() {
    let store = store();
    assert_eq!(store.publish("other").unwrap(), 1);
    assert_eq!(store.index_folder().unwrap().as_deref(), Some("other"));
    store.replace_index("another").unwrap();
    assert_eq!(store.index_folder().unwrap().as_deref(), Some("another"));
    assert_eq!(store.generation().unwrap(), 1);
}

/// An index that continues another removes by these keys: what is staged must never get one that
/// readers can still see.
#[test]
fn keys_that_are_in_use_are_not_given_again() {
    let store = Store::in_memory().unwrap();
    let mut last: Vec<i64> = Vec::new();
    for round in 0..4 {
        let text = format!("round {round}\nmore");
        let staged = stage(&store, &[small("a.md", &text)]).remove(0);
        assert!(!staged.chunk_keys.iter().any(|key| last.contains(key)), "{staged:?}");
        last = staged.chunk_keys;
        store.publish("x").unwrap();
    }
}

#[test]
fn a_snapshot_does_not_change_while_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let (reader, writer) = (Store::open(&path).unwrap(), Store::open(&path).unwrap());
    stage(&writer, &[small("a.md", "one")]);
    writer.publish("1").unwrap();
    reader
        .snapshot(|reader| {
            assert_eq!(now(reader), ["a.md: one"]);
            stage(&writer, &[small("a.md", "two"), small("b.md", "three")]);
            writer.publish("2").unwrap();
            assert_eq!(now(reader), ["a.md: one"]);
            assert_eq!(reader.generation()?, 1);
            Ok::<_, StoreError>(())
        })
        .unwrap();
    assert_eq!(now(&reader), ["a.md: two", "b.md: three"]);
}

#[test]
fn rows_come_back_as_they_went_in() {
    let store = store();
    let document = store.document_at(1, "a.md").unwrap().unwrap();
    assert_eq!(document.doc_id, DocId::of_path("a.md"));
    assert_eq!((document.title.as_deref(), &*document.lang), (Some("Títle"), "en"));
    assert_eq!(
        (document.tags, &*document.format),
        (vec!["x".to_owned(), "y z".to_owned()], "text")
    );
    assert_eq!((document.n_chunks, document.n_bytes), (2, 7));
    assert_eq!(document.chunker_version, "chunker-1");
    let chunks = store.chunks_of(document.doc_key).unwrap();
    let a = small("a.md", "one\ntwo");
    for (chunk, span) in chunks.iter().zip(spans(a.text)) {
        assert_eq!((chunk.span, chunk.chunk_id), (span, a.chunk_id(span)));
        assert_eq!((&*chunk.path, chunk.n_tokens), ("a.md", 3));
        assert_eq!(chunk.heading_path, ["Títle", "a \"quoted\" heading"]);
        assert_eq!(store.chunk(chunk.chunk_key).unwrap().as_ref(), Some(chunk));
    }
    let texts: Vec<String> =
        chunks.iter().map(|chunk| store.text(chunk.doc_key, chunk.span).unwrap()).collect();
    assert_eq!(texts, ["one", "two"]);
    let keys: Vec<_> = chunks.iter().map(|chunk| (chunk.chunk_id, chunk.chunk_key)).collect();
    assert_eq!(store.chunk_keys(document.doc_key).unwrap(), keys);
    assert_eq!(store.chunk(9999).unwrap(), None);
    let mut filtered = Vec::new();
    let each = |key: i64, path: &str, lang: &str, tags: &str| {
        filtered.push(format!("{} {path} {lang} {tags}", key == document.doc_key));
    };
    store.filter_rows(1, each).unwrap();
    filtered.sort();
    assert_eq!(filtered, [r#"false b.md en ["x","y z"]"#, r#"true a.md en ["x","y z"]"#]);
    let mut listed = Vec::new();
    store.chunks(1, |chunk| listed.push(chunk)).unwrap();
    assert_eq!((listed.len(), &listed[..2]), (3, &chunks[..]));
    assert_eq!(store.counts(1).unwrap(), Counts { n_documents: 2, n_chunks: 3 });
    assert_eq!(store.counts(0).unwrap(), Counts::default());
}

/// Text is kept as bytes, so offsets count bytes whatever the letters, and a NUL ends nothing.
#[test]
fn texts_are_cut_by_bytes() {
    let store = Store::in_memory().unwrap();
    let text = "가나다 é\u{0}x";
    let staged = stage(&store, &[small("k.md", text)]);
    let span = |byte_start, byte_end| kebab_core::Span {
        byte_start,
        byte_end,
        line_start: 1,
        line_end: 1,
    };
    let text_at = |start, end| store.text(staged[0].doc_key, span(start, end));
    assert_eq!(text_at(3, 9).unwrap(), "나다");
    assert_eq!(text_at(0, text.len()).unwrap(), text);
    assert!(matches!(text_at(1, 4), Err(StoreError::Damaged { .. })));
}

#[test]
fn ids_are_looked_up_by_range() {
    let store = store();
    let a = DocId::of_path("a.md");
    let all = (DocId(0), DocId(u128::MAX));
    let found = store.documents_between(1, all, 10).unwrap();
    assert!(found.len() == 2 && found.is_sorted_by_key(|document| document.doc_id));
    assert_eq!(store.documents_between(1, all, 1).unwrap().len(), 1);
    assert_eq!(store.documents_between(1, (a, a), 10).unwrap()[0].path, "a.md");
    assert_eq!(store.documents_between(0, all, 10).unwrap(), []);
    let all = (ChunkId(0), ChunkId(u128::MAX));
    let found = store.chunks_between(1, all, 10).unwrap();
    assert!(found.len() == 3 && found.is_sorted_by_key(|chunk| chunk.chunk_id));
    let one = found[1].chunk_id;
    assert_eq!(store.chunks_between(1, (one, one), 10).unwrap(), [found[1].clone()]);
    // What is staged has no id that anybody could look up.
    stage(&store, &[small("c.md", "new")]);
    assert_eq!(store.chunks_between(1, all, 10).unwrap(), found);
    assert_eq!(store.document_at(1, "c.md").unwrap(), None);
}

#[test]
fn other_chunkers_are_noticed() {
    let store = store();
    assert!(!store.has_other_chunker("chunker-1").unwrap());
    assert!(store.has_other_chunker("chunker-2").unwrap());
    let newer = |path| Small { path, text: "one", chunker_version: "chunker-2" };
    stage(&store, &[newer("a.md"), newer("b.md")]);
    assert!(!store.has_other_chunker("chunker-2").unwrap());
    store.publish("2").unwrap();
    assert!(!store.has_other_chunker("chunker-2").unwrap());
    assert_eq!(store.document_at(2, "a.md").unwrap().unwrap().chunker_version, "chunker-2");
    assert_eq!(now(&Store::in_memory().unwrap()), NOTHING);
}
