//! The lexical channel: postings in Tantivy, scored by our own BM25.
//!
//! Tantivy stores which chunk has which term how often and where; it does not score. Its own BM25
//! fixes `k1` and `b`, rounds lengths to a byte and counts deleted chunks in its statistics, so
//! scores would depend on the index's history. Here all statistics are those of the chunks that are
//! alive, lengths are exact, and every sum is made in the order of the query's terms: an index that
//! was updated many times scores like one that was built afresh.
//!
//! Two text fields: `all` has everything there is to find a chunk by, its headings included, and
//! `headings` has the headings again, so that they can count for more (BM25F with two fields:
//! Robertson, Zaragoza, Taylor 2004). Small columns say which chunk it is and how long.

mod counts;
mod phrase;
mod score;
mod sealed;
mod tokens;
mod writer;

use std::path::Path;

use kebab_core::ChunkId;
use tantivy::directory::MmapDirectory;
use tantivy::schema::{
    FAST, Field, INDEXED, IndexRecordOption, Schema, TextFieldIndexing, TextOptions,
};
use tantivy::{Index, ReloadPolicy, Searcher, TantivyError};

pub(crate) use self::counts::ChunkPlace;
pub use self::score::{Bm25, LexicalHit};
use self::sealed::Sealed;
pub(crate) use self::writer::PostingsWriter;
pub use self::writer::{AnalysedChunk, ChunkKeys};

/// Opened postings: one unchanging state of them.
pub struct Postings {
    searcher: Searcher,
    fields: Fields,
    segments: Vec<Segment>,
    n_chunks: u64,
    /// Sums over the chunks that are alive.
    total_length: u64,
    total_heading_length: u64,
}

/// What is needed of every chunk of a segment while scoring.
struct Segment {
    lengths: Vec<u32>,
    heading_lengths: Vec<u32>,
    id_high: Vec<u64>,
    id_low: Vec<u64>,
    chunk_keys: Vec<u64>,
    doc_keys: Vec<u64>,
}

/// Postings that cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the postings in {folder} cannot be used: {cause}")]
pub struct PostingsError {
    folder: String,
    cause: TantivyError,
}

impl PostingsError {
    fn at(folder: &Path) -> impl Fn(TantivyError) -> PostingsError {
        let folder = folder.display().to_string();
        move |cause| PostingsError { folder: folder.clone(), cause }
    }
}

#[derive(Clone, Copy)]
struct Fields {
    all: Field,
    headings: Field,
    doc_key: Field,
    chunk_key: Field,
    id_high: Field,
    id_low: Field,
    length: Field,
    heading_length: Field,
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let text = |record| {
        TextOptions::default().set_indexing_options(
            TextFieldIndexing::default()
                .set_tokenizer(tokens::TOKENIZER)
                .set_index_option(record)
                .set_fieldnorms(false),
        )
    };
    let fields = Fields {
        all: schema.add_text_field("all", text(IndexRecordOption::WithFreqsAndPositions)),
        headings: schema.add_text_field("headings", text(IndexRecordOption::WithFreqs)),
        doc_key: schema.add_u64_field("doc_key", INDEXED | FAST),
        chunk_key: schema.add_u64_field("chunk_key", FAST),
        id_high: schema.add_u64_field("id_high", FAST),
        id_low: schema.add_u64_field("id_low", FAST),
        length: schema.add_u64_field("length", FAST),
        heading_length: schema.add_u64_field("heading_length", FAST),
    };
    (schema.build(), fields)
}

impl Postings {
    /// Opens the postings in a folder.
    pub fn open(folder: &Path) -> Result<Postings, PostingsError> {
        let failed = PostingsError::at(folder);
        let open = || Index::open(Sealed(MmapDirectory::open(folder)?));
        Postings::of(&open().map_err(&failed)?).map_err(&failed)
    }

    fn of(index: &Index) -> tantivy::Result<Postings> {
        let (expected, fields) = schema();
        if index.schema() != expected {
            return Err(TantivyError::SchemaError("another schema".to_owned()));
        }
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let searcher = reader.searcher();
        let mut postings = Postings {
            segments: Vec::with_capacity(searcher.segment_readers().len()),
            fields,
            n_chunks: searcher.num_docs(),
            total_length: 0,
            total_heading_length: 0,
            searcher,
        };
        for reader in postings.searcher.segment_readers() {
            // Tantivy opens these when they are first used, and what is damaged is to show now.
            for field in [fields.all, fields.headings] {
                reader.inverted_index(field)?;
            }
            let column = |name: &str| -> tantivy::Result<Vec<u64>> {
                let mut values = vec![0; reader.max_doc() as usize];
                reader.fast_fields().u64(name)?.values.get_range(0, &mut values);
                Ok(values)
            };
            let short = |values: Vec<u64>| values.into_iter().map(|value| value as u32).collect();
            let segment = Segment {
                lengths: short(column("length")?),
                heading_lengths: short(column("heading_length")?),
                id_high: column("id_high")?,
                id_low: column("id_low")?,
                chunk_keys: column("chunk_key")?,
                doc_keys: column("doc_key")?,
            };
            for doc in reader.doc_ids_alive() {
                postings.total_length += u64::from(segment.lengths[doc as usize]);
                postings.total_heading_length += u64::from(segment.heading_lengths[doc as usize]);
            }
            postings.segments.push(segment);
        }
        Ok(postings)
    }

    /// How many chunks there are.
    pub fn n_chunks(&self) -> u64 {
        self.n_chunks
    }
}

impl Segment {
    fn chunk_id(&self, doc: u32) -> ChunkId {
        let doc = doc as usize;
        ChunkId(u128::from(self.id_high[doc]) << 64 | u128::from(self.id_low[doc]))
    }
}
