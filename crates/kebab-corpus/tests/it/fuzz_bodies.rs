//! What holds for any bytes: run by plain tests here and by the fuzzer.

use kebab_corpus::{ChunkPolicy, Format, beir_records, parse};
use kebab_text::{Analyzer, Purpose};

/// Takes the bytes apart as every format, and as a file of records.
pub(crate) fn document(bytes: &[u8]) {
    let source = String::from_utf8_lossy(bytes);
    let policy = ChunkPolicy { target_tokens: 20, max_tokens: 40, overlap_tokens: 5 };
    let mut analyzer = Analyzer::new();
    for format in Format::ALL {
        let document = parse("a/b", format, source.clone().into_owned(), &policy);
        assert_eq!(document.source, source);
        let mut end = 0;
        for chunk in &document.chunks {
            let span = chunk.span;
            assert!(end <= span.byte_start && span.byte_start < span.byte_end);
            let text = &source[span.byte_start..span.byte_end];
            assert!(!text.trim().is_empty());
            assert!(chunk.n_tokens <= policy.max_tokens, "{} tokens: {text}", chunk.n_tokens);
            assert!(1 <= span.line_start && span.line_start <= span.line_end);
            analyzer.analyze(text, Purpose::Index, |token| {
                assert!(text.get(token.start..token.end).is_some());
            });
            end = span.byte_end;
        }
    }
    for record in beir_records("corpus.jsonl", bytes).flatten() {
        assert!(record.source().ends_with(&record.text));
    }
}
