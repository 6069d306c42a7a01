//! What becomes of plain text.

use kebab_corpus::{ChunkPolicy, Format};

use crate::support::{SMALL, USUAL, bodies, parsed, source_of};

#[test]
fn paragraphs_are_packed_and_the_body_is_the_source() {
    let document = parsed(Format::Text, "\n\n  one\ntwo\n \t\nthree\r\n\r\nfour\n\n", &USUAL);
    assert_eq!(bodies(&document), ["one\ntwo\n \t\nthree\r\n\r\nfour"]);
    assert_eq!(document.title, None);
    assert_eq!(document.chunks[0].span.to_string(), "L3-L8");
    let small = ChunkPolicy { target_tokens: 1, ..SMALL };
    let document = parsed(Format::Text, &document.source, &small);
    assert_eq!(bodies(&document), ["one\ntwo", "three", "four"]);
}

#[test]
fn long_paragraphs_are_cut_between_sentences() {
    let english = "Dr. Smith e.g. said this to J. Doe at 3.5 p.m. today. Was it \"true?\" Yes! \
                   And so it went on and on (as things do.) The end came... eventually, to all. "
        .repeat(4);
    for body in bodies(&parsed(Format::Text, &english, &SMALL)) {
        assert!(body.ends_with(['.', '!', '"', ')']) || body.ends_with("true?\""), "{body:?}");
        assert!(!body.ends_with("Dr.") && !body.ends_with("J."), "{body:?}");
    }
    let korean = "쿠버네티스는 컨테이너를 관리한다.그리고 확장한다. 정말 그런가요? ".repeat(10);
    for body in bodies(&parsed(Format::Text, &korean, &SMALL)) {
        assert!(body.ends_with("다.") || body.ends_with('?'), "{body:?}");
    }
    let chinese = "这是第一句话。这是第二句话！这是第三句话？".repeat(10);
    for body in bodies(&parsed(Format::Text, &chinese, &SMALL)) {
        assert!(body.ends_with(['。', '！', '？']), "{body:?}");
    }
}

#[test]
fn without_sentences_lines_and_words_are_kept_whole() {
    let lines = "some words without any end of a sentence\n".repeat(30);
    for body in bodies(&parsed(Format::Text, &lines, &SMALL)) {
        assert!(body.starts_with("some words") && body.ends_with("sentence"), "{body:?}");
    }
    let words = "wordy ".repeat(500);
    let document = parsed(Format::Text, &words, &SMALL);
    assert!(document.chunks.len() < 50, "{} chunks", document.chunks.len());
    for body in bodies(&document) {
        assert!(body.split(' ').all(|word| word == "wordy"), "{body:?}");
    }
}

#[test]
fn overlap_repeats_the_end_of_the_chunk_before() {
    let policy = ChunkPolicy { overlap_tokens: 8, ..SMALL };
    let text =
        "The first one is here. The second one is there. The third one went away. ".repeat(5);
    let document = parsed(Format::Text, &text, &policy);
    assert_eq!(document.chunks[0].overlap, "");
    for pair in document.chunks.windows(2) {
        assert!(pair[1].overlap.starts_with("The ") && pair[1].overlap.ends_with('.'));
        assert!(pair[0].body.ends_with(&pair[1].overlap));
        assert!(!source_of(&document, &pair[1]).starts_with(&pair[1].overlap));
    }
    let words = "word ".repeat(200);
    let document = parsed(Format::Text, &words, &policy);
    assert!(document.chunks[1..].iter().all(|chunk| chunk.overlap.starts_with("word")));
    let none = parsed(Format::Text, &text, &SMALL);
    assert!(none.chunks.iter().all(|chunk| chunk.overlap.is_empty()));
    let without = |chunks: &[kebab_corpus::Chunk]| -> Vec<_> {
        chunks.iter().map(|chunk| (chunk.id, chunk.span)).collect()
    };
    assert_eq!(without(&none.chunks), without(&parsed(Format::Text, &text, &policy).chunks));
}

#[test]
fn equal_chunks_have_different_ids() {
    let document = parsed(Format::Text, &"same words again\n\n".repeat(20), &SMALL);
    let mut ids: Vec<_> = document.chunks.iter().map(|chunk| chunk.id).collect();
    ids.sort();
    ids.dedup();
    assert!(ids.len() > 2);
    assert_eq!(ids.len(), document.chunks.len());
}
