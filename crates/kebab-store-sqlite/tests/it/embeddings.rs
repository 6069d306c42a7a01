//! Vectors by model and content.

use kebab_store_sqlite::{Store, StoreError};

use crate::support::hash_of;

#[test]
fn vectors_come_back_to_the_last_bit() {
    let store = Store::in_memory().unwrap();
    let vectors = [
        (hash_of("a"), vec![0.0, -0.0, 1.5, f32::MIN_POSITIVE, f32::MAX, 0.1]),
        (hash_of("b"), vec![]),
    ];
    store.put_embeddings("model", "1", &vectors).unwrap();
    for (hash, expected) in &vectors {
        let vector = store.embedding("model", "1", hash).unwrap().unwrap();
        let bits = |vector: &[f32]| vector.iter().map(|n| n.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&vector), bits(expected));
    }
}

#[test]
fn model_version_and_content_all_count() {
    let store = Store::in_memory().unwrap();
    let (a, b) = (hash_of("a"), hash_of("b"));
    store.put_embeddings("model", "1", &[(a, vec![1.0])]).unwrap();
    store.put_embeddings("model", "2", &[(a, vec![2.0])]).unwrap();
    store.put_embeddings("other", "1", &[(a, vec![3.0])]).unwrap();
    let get = |model: &str, version: &str, hash| store.embedding(model, version, hash).unwrap();
    assert_eq!(get("model", "1", &a), Some(vec![1.0]));
    assert_eq!(get("model", "2", &a), Some(vec![2.0]));
    assert_eq!(get("other", "1", &a), Some(vec![3.0]));
    assert_eq!((get("model", "1", &b), get("other", "2", &a)), (None, None));
    store.put_embeddings("model", "1", &[(a, vec![4.0])]).unwrap();
    assert_eq!(get("model", "1", &a), Some(vec![4.0]));
}

#[test]
fn a_vector_that_was_cut_off_is_damage() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.sqlite");
    let store = Store::open(&path).unwrap();
    store.put_embeddings("model", "1", &[(hash_of("a"), vec![1.0, 2.0])]).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute("UPDATE embeddings SET vector = substr(vector, 1, 7)", []).unwrap();
    let error = store.embedding("model", "1", &hash_of("a")).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}
