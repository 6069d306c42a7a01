//! Writing postings: a new folder, or a new state of an older one.

use std::path::{Path, PathBuf};

use kebab_core::ChunkId;
use kebab_text::Analyzer;
use tantivy::indexer::{IndexWriter, IndexWriterOptions};
use tantivy::schema::Term;
use tantivy::{Index, IndexSettings, TantivyDocument};

use super::tokens::{Decoder, TOKENIZER, Tokens};
use super::{Fields, Postings, PostingsError, schema};

/// How much is gathered before it is written out: enough that a small corpus is one segment.
const BUFFER_BYTES: usize = 128 << 20;

/// What a chunk is found by, analysed. Made on any thread.
pub struct AnalysedChunk {
    all: Tokens,
    headings: Tokens,
}

/// Which chunk it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChunkKeys {
    pub chunk_id: ChunkId,
    pub chunk_key: i64,
    pub doc_key: i64,
}

/// Writes the postings of one folder.
pub(crate) struct PostingsWriter {
    folder: PathBuf,
    index: Index,
    writer: IndexWriter,
    fields: Fields,
}

impl AnalysedChunk {
    /// Analyses the headings above a chunk, the end of the chunk before it, and its own text.
    pub fn new(
        analyzer: &mut Analyzer,
        heading_path: &[String],
        overlap: &str,
        body: &str,
    ) -> AnalysedChunk {
        let (mut all, mut headings) = (Tokens::default(), Tokens::default());
        for heading in heading_path {
            all.push(analyzer, heading);
            headings.push(analyzer, heading);
        }
        all.push(analyzer, overlap);
        all.push(analyzer, body);
        AnalysedChunk { all, headings }
    }
}

impl PostingsWriter {
    /// Starts new postings in a folder that exists and is empty.
    pub(crate) fn create(folder: &Path) -> Result<PostingsWriter, PostingsError> {
        let failed = PostingsError::at(folder);
        let settings = IndexSettings {
            // Nothing is stored; SQLite has it all.
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let index = Index::builder().schema(schema().0).settings(settings).create_in_dir(folder);
        PostingsWriter::of(index.map_err(failed)?, folder)
    }

    /// Continues the postings that a folder has.
    pub(crate) fn open(folder: &Path) -> Result<PostingsWriter, PostingsError> {
        let index = Index::open_in_dir(folder).map_err(PostingsError::at(folder))?;
        PostingsWriter::of(index, folder)
    }

    fn of(index: Index, folder: &Path) -> Result<PostingsWriter, PostingsError> {
        index.tokenizers().register(TOKENIZER, Decoder);
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(BUFFER_BYTES)
            .build();
        let writer = index.writer_with_options(options).map_err(PostingsError::at(folder))?;
        Ok(PostingsWriter { folder: folder.to_owned(), index, writer, fields: schema().1 })
    }

    /// Adds a chunk.
    pub(crate) fn add(&self, keys: ChunkKeys, chunk: AnalysedChunk) -> Result<(), PostingsError> {
        let fields = &self.fields;
        let mut document = TantivyDocument::new();
        document.add_text(fields.all, chunk.all.encoded);
        document.add_text(fields.headings, chunk.headings.encoded);
        document.add_u64(fields.length, u64::from(chunk.all.length));
        document.add_u64(fields.heading_length, u64::from(chunk.headings.length));
        document.add_u64(fields.doc_key, keys.doc_key as u64);
        document.add_u64(fields.chunk_key, keys.chunk_key as u64);
        document.add_u64(fields.id_high, (keys.chunk_id.0 >> 64) as u64);
        document.add_u64(fields.id_low, keys.chunk_id.0 as u64);
        self.writer.add_document(document).map_err(PostingsError::at(&self.folder))?;
        Ok(())
    }

    /// Removes the chunks of a document.
    pub(crate) fn remove_document(&self, doc_key: i64) {
        self.writer.delete_term(Term::from_field_u64(self.fields.doc_key, doc_key as u64));
    }

    /// Writes everything to disk and opens it.
    pub(crate) fn finish(mut self) -> Result<Postings, PostingsError> {
        let failed = PostingsError::at(&self.folder);
        self.writer.commit().map_err(&failed)?;
        self.writer.wait_merging_threads().map_err(&failed)?;
        Postings::of(&self.index).map_err(&failed)
    }
}
