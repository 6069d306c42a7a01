//! Tests through the public door of `kebab-core`.

use kebab_core::{ChunkId, DocId, Mode, Span};

#[test]
fn ids_are_hexadecimal_and_read_back() {
    let id = DocId::of_path("guide/start.md");
    let text = id.to_string();
    assert_eq!(text.len(), 32);
    assert_eq!(text, &blake3_hex("guide/start.md")[..32]);
    assert_eq!(text.parse(), Ok(id));
    let json = serde_json::to_string(&id).unwrap();
    assert_eq!(serde_json::from_str::<DocId>(&json).unwrap(), id);
}

fn blake3_hex(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

#[test]
fn what_is_no_id_is_refused() {
    let digits = "0".repeat(32);
    for wrong in ["", "1", "+1", &digits[1..], &"A".repeat(32), &"g".repeat(32), &"é".repeat(16)] {
        let error = wrong.parse::<ChunkId>().unwrap_err();
        assert!(error.to_string().contains(wrong), "{error}");
    }
}

#[test]
fn a_chunk_is_its_document_its_bytes_and_its_occurrence() {
    let (a, b) = (DocId::of_path("a"), DocId::of_path("b"));
    let ids = [
        ChunkId::of_source(a, b"text", 0),
        ChunkId::of_source(a, b"text", 1),
        ChunkId::of_source(a, b"texts", 0),
        ChunkId::of_source(b, b"text", 0),
    ];
    let mut distinct = ids.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), ids.len());
    assert_eq!(ids[0], ChunkId::of_source(a, b"text", 0));
}

#[test]
fn ids_sort_like_their_digits() {
    let mut ids: Vec<DocId> = (0..100).map(|n| DocId::of_path(&n.to_string())).collect();
    let mut digits: Vec<String> = ids.iter().map(DocId::to_string).collect();
    ids.sort();
    digits.sort();
    assert_eq!(ids.iter().map(DocId::to_string).collect::<Vec<_>>(), digits);
}

#[test]
fn spans_print_as_lines() {
    let span = |line_start, line_end| Span { byte_start: 0, byte_end: 9, line_start, line_end };
    assert_eq!(span(12, 34).to_string(), "L12-L34");
    assert_eq!(span(12, 12).to_string(), "L12");
}

#[test]
fn modes_read_back() {
    for mode in Mode::ALL {
        assert_eq!(mode.to_string().parse(), Ok(mode));
    }
    let error = "fuzzy".parse::<Mode>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`fuzzy` is not a search mode: use `lexical`, `vector` or `hybrid`"
    );
}
