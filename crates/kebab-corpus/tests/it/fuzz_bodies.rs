//! What must hold for every document, whatever its bytes: run by plain tests here and by the fuzzer.

use kebab_core::{ChunkId, DocId};
use kebab_corpus::{Chunk, ChunkPolicy, Document, Format, beir_records, parse};
use kebab_text::{Analyzer, Purpose};

/// Takes the bytes apart as every format, and as a file of records.
pub(crate) fn document(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let policy = ChunkPolicy { target_tokens: 20, max_tokens: 40, overlap_tokens: 5 };
    for format in Format::ALL {
        parsed(format, &source, &policy);
    }
    Analyzer::new().analyze(&source, Purpose::Index, |token| {
        assert!(source.get(token.start..token.end).is_some());
    });
    for record in beir_records("corpus.jsonl", bytes).flatten() {
        assert!(record.source().ends_with(&record.text));
    }
}

/// Parses and checks what must hold for every document.
#[track_caller]
pub(crate) fn parsed(format: Format, source: &str, policy: &ChunkPolicy) -> Document {
    let document = parse("folder/file", format, source.to_owned(), policy);
    assert_eq!(document.source, source);
    check_document(&document, policy);
    document
}

/// The source text of a chunk.
pub(crate) fn source_of<'d>(document: &'d Document, chunk: &Chunk) -> &'d str {
    &document.source[chunk.span.byte_start..chunk.span.byte_end]
}

/// Spans are in order, trimmed and on the right lines; ids are what they should be; nothing is too
/// long.
#[track_caller]
pub(crate) fn check_document(document: &Document, policy: &ChunkPolicy) {
    let line_of_byte = slow_lines(&document.source);
    let mut end = 0;
    for (index, chunk) in document.chunks.iter().enumerate() {
        let span = chunk.span;
        assert!(end <= span.byte_start, "{span:?} overlaps what ends at {end}");
        assert!(span.byte_start < span.byte_end, "{span:?} is empty");
        end = span.byte_end;
        let own = source_of(document, chunk);
        assert_eq!(own.trim(), own, "{span:?} has blanks around it");
        assert_eq!(span.line_start as usize, line_of_byte[span.byte_start], "{span:?} start");
        assert_eq!(span.line_end as usize, line_of_byte[span.byte_end - 1], "{span:?} end");
        let is_same = |other: &&Chunk| source_of(document, other) == own;
        let occurrence = match document.chunks.len() > 2000 {
            true => None,
            false => Some(document.chunks[..index].iter().filter(is_same).count()),
        };
        if let Some(occurrence) = occurrence {
            let doc_id = DocId::of_path(&document.path);
            let id = ChunkId::of_source(doc_id, own.as_bytes(), occurrence as u32);
            assert_eq!(chunk.id, id);
        }
        assert_eq!(chunk.n_tokens, kebab_text::count_tokens(&chunk.body));
        let max = policy.max_tokens.max(16);
        assert!(chunk.n_tokens <= max, "{} tokens at {span}: {:?}", chunk.n_tokens, chunk.body);
        assert_eq!(chunk.body.trim(), chunk.body);
        assert!(!chunk.body.is_empty() || !chunk.heading_path.is_empty(), "{span:?} says nothing");
        assert!(chunk.heading_path.iter().all(|heading| !heading.is_empty()));
        assert!(chunk.heading_path.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(kebab_text::count_tokens(&chunk.overlap) <= policy.overlap_tokens + 2);
    }
}

/// The line of every byte, counted the obvious way.
fn slow_lines(source: &str) -> Vec<usize> {
    let bytes = source.as_bytes();
    let mut line = 1;
    let mut lines = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        lines.push(line);
        let ends = match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        };
        line += usize::from(ends);
    }
    lines
}
