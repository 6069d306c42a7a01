//! Small documents.

use kebab_core::{ChunkId, DocId, Span};
use kebab_store_sqlite::{Hash, NewChunk, NewDocument, Stage, Staged, Store, StoreError};

/// A document of one chunk per line, and the file that it is all of.
pub(crate) struct Small<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) chunker_version: &'a str,
}

pub(crate) fn small<'a>(path: &'a str, text: &'a str) -> Small<'a> {
    Small { path, text, chunker_version: "chunker-1" }
}

/// Not a good one, but nobody here minds.
pub(crate) fn hash_of(text: &str) -> Hash {
    let mut hash = [0; 32];
    for (i, byte) in text.bytes().enumerate() {
        hash[i % 32] ^= byte;
    }
    hash
}

pub(crate) fn spans(text: &str) -> Vec<Span> {
    let mut byte_start = 0;
    let lines = text.split_inclusive('\n').zip(1..).map(|(line, number)| {
        let byte_end = byte_start + line.trim_end().len();
        let span = Span { byte_start, byte_end, line_start: number, line_end: number };
        byte_start += line.len();
        span
    });
    lines.collect()
}

impl Small<'_> {
    pub(crate) fn doc_id(&self) -> DocId {
        DocId::of_path(self.path)
    }

    pub(crate) fn add(&self, stage: &Stage<'_>) -> Result<Staged, StoreError> {
        let hash = hash_of(self.text);
        let size = self.text.len() as u64;
        let file_key = stage.put_file(self.path, size, 1_000, 2_000, Some(&hash))?;
        let heading_path = ["Títle".to_owned(), "a \"quoted\" heading".to_owned()];
        let tags = ["x".to_owned(), "y z".to_owned()];
        let chunks = spans(self.text).into_iter().map(|span| NewChunk {
            chunk_id: self.chunk_id(span),
            span,
            n_tokens: span.byte_end - span.byte_start,
            heading_path: &heading_path,
        });
        stage.add(
            file_key,
            &NewDocument {
                doc_id: self.doc_id(),
                path: self.path,
                format: "text",
                title: Some("Títle"),
                lang: "en",
                tags: &tags,
                hash,
                chunker_version: self.chunker_version,
                source: self.text,
                chunks: chunks.collect(),
            },
        )
    }

    pub(crate) fn chunk_id(&self, span: Span) -> ChunkId {
        let source = &self.text.as_bytes()[span.byte_start..span.byte_end];
        ChunkId::of_source(self.doc_id(), source, 0)
    }
}

/// Stages documents in one batch.
pub(crate) fn stage(store: &Store, documents: &[Small<'_>]) -> Vec<Staged> {
    store.stage(|stage| documents.iter().map(|document| document.add(stage)).collect()).unwrap()
}

/// Ends the documents of a file.
pub(crate) fn remove(store: &Store, path: &str) {
    let file_key = store.file(path).unwrap().expect("it is known").file_key;
    store.stage(|stage| stage.remove_file(file_key)).unwrap();
}

/// The documents of a generation, as `path: text`.
pub(crate) fn shown(store: &Store, generation: u64) -> Vec<String> {
    let mut shown = Vec::new();
    store
        .sources(generation, |source| {
            shown.push(format!("{}: {}", source.path, source.source));
            Ok::<_, StoreError>(())
        })
        .unwrap();
    shown.sort();
    shown
}

/// What readers see.
pub(crate) fn now(store: &Store) -> Vec<String> {
    shown(store, store.generation().unwrap())
}
