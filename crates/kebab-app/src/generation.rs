//! Indexes of generations: opening the one that belongs to what the database shows, building it
//! aside when there is none, and naming it together with the generation.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use foldhash::HashMap;
use fs_err as fs;
use kebab_config::Model;
use kebab_core::{EmbedError, Embedder, Input, Mode};
use kebab_corpus::{Chunk, ChunkPolicy, Document, Format, parse, parse_record};
use kebab_index::{AnalysedChunk, ChunkKeys, Index, IndexBuilder, Origin, Unusable, VectorSource};
use kebab_store_sqlite::{Hash, Source};
use kebab_text::Analyzer;
use rayon::prelude::*;

use crate::knowledge_base::Opened;
use crate::lock::WriterLock;
use crate::{AppError, Event, KnowledgeBase};

/// Documents that are taken apart together.
pub(crate) const BATCH: usize = 256;

/// No batch is much larger than this, so that memory stays small.
pub(crate) const BATCH_BYTES: u64 = 16 << 20;

/// Chunks that are embedded together.
const EMBED_BATCH: usize = 64;

/// Analysers that threads borrow: each remembers the stems of the words it has seen.
#[derive(Default)]
pub(crate) struct Analyzers {
    idle: Mutex<Vec<Analyzer>>,
}

impl Analyzers {
    pub(crate) fn borrow<T>(&self, work: impl FnOnce(&mut Analyzer) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let mut analyzer = idle().pop().unwrap_or_else(Analyzer::new);
        let done = work(&mut analyzer);
        idle().push(analyzer);
        done
    }

    /// Analyses all chunks of a document.
    pub(crate) fn analyse(&self, document: &Document) -> Vec<AnalysedChunk> {
        self.borrow(|analyzer| {
            let chunks = document.chunks.iter();
            chunks
                .map(|chunk| {
                    AnalysedChunk::new(analyzer, &chunk.heading_path, &chunk.overlap, &chunk.body)
                })
                .collect()
        })
    }
}

impl KnowledgeBase {
    /// Makes sure that an index of the generation in sight is open that serves a mode, building it
    /// when it is missing, damaged or has other vectors.
    fn open_index(
        &mut self,
        mode: Mode,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AppError> {
        // What cannot be opened may have been replaced in the meantime: then there is a newer one,
        // and no need to wait for whoever is writing.
        let mut failed = None;
        loop {
            let in_sight = self.in_sight()?;
            match self.try_open()? {
                Ok(()) if self.serves(mode) => return Ok(()),
                Ok(()) => break,
                Err(_) if failed.as_ref() == Some(&in_sight) => break,
                Err(_) => failed = Some(in_sight),
            }
        }
        let waiting = || on_event(Event::Waiting);
        let _lock = WriterLock::take(&self.lock_path(), waiting).map_err(AppError::Data)?;
        // Whoever had the lock may have done it.
        if self.try_open()?.is_ok() && self.serves(mode) {
            return Ok(());
        }
        on_event(Event::Indexing);
        self.rebuild()
    }

    /// The generation in sight and the folder of its index.
    fn in_sight(&self) -> Result<(u64, Option<String>), AppError> {
        self.store.snapshot(|store| Ok((store.generation()?, store.index_folder()?)))
    }

    /// Opens the index of the generation in sight, whatever made its vectors, unless it is open
    /// already.
    pub(crate) fn try_open(&mut self) -> Result<Result<(), Unusable>, AppError> {
        let (generation, folder) = self.in_sight()?;
        let Some(folder) = folder else { return Ok(Err(Unusable::Missing)) };
        let database_id = self.store.database_id()?;
        let is_open = |opened: &Opened| {
            let origin = &opened.index.origin;
            opened.folder == folder
                && origin.generation == generation
                && origin.database_id == database_id
        };
        if self.opened.as_ref().is_some_and(is_open) {
            return Ok(Ok(()));
        }
        self.opened = None;
        match Index::open(&self.index_root().join(&folder), &database_id, generation) {
            Ok(index) => {
                self.opened = Some(Opened { folder, index });
                Ok(Ok(()))
            }
            Err(unusable) => Ok(Err(unusable)),
        }
    }

    /// Whether the open index has the vectors that a mode needs. One that has others, or more than
    /// are wanted, is as good for words.
    fn serves(&self, mode: Mode) -> bool {
        let wanted = self.embedding();
        let is = |opened: &Opened| opened.index.origin.embedding == wanted;
        mode == Mode::Lexical || wanted.is_empty() || self.opened.as_ref().is_some_and(is)
    }

    /// Runs `read` with documents and index of one generation, whatever is written meanwhile.
    pub(crate) fn read<T>(
        &mut self,
        mode: Mode,
        on_event: &mut dyn FnMut(Event<'_>),
        read: impl FnOnce(&KnowledgeBase, &Index, u64) -> Result<T, AppError>,
    ) -> Result<T, AppError> {
        let mut read = Some(read);
        // An ingest may publish after the index was opened and before the snapshot begins: then
        // there is a newer one to open.
        for _ in 0..10 {
            if self.store.generation()? == 0 {
                return Err(AppError::NothingIngested(self.root.clone()));
            }
            self.open_index(mode, on_event)?;
            let opened = self.opened.as_ref().expect("it was just opened");
            let outcome = self.store.snapshot(|store| {
                let generation = store.generation()?;
                let folder = store.index_folder()?;
                let origin = &opened.index.origin;
                if generation != origin.generation || folder.as_ref() != Some(&opened.folder) {
                    return Ok(None);
                }
                let read = read.take().expect("this returns");
                read(self, &opened.index, generation).map(Some)
            })?;
            if let Some(outcome) = outcome {
                return Ok(outcome);
            }
        }
        Err(AppError::Restless)
    }

    /// Builds the index of the generation in sight anew: only its vectors where the rest is in
    /// order.
    pub(crate) fn rebuild(&mut self) -> Result<(), AppError> {
        let generation = self.store.generation()?;
        // Its files may be gone although it is open, and then it cannot be continued.
        self.opened = None;
        let usable = self.try_open()?.is_ok();
        let folder = self.new_index_folder(generation)?;
        let aside = self.index_root().join(&folder);
        let builder = match self.opened.take().filter(|_| usable) {
            Some(Opened { folder, index }) => {
                IndexBuilder::continue_from(&aside, &self.index_root().join(folder), index)?
            }
            None => {
                let builder = IndexBuilder::create(&aside)?;
                self.add_sources(&builder, generation)?;
                builder
            }
        };
        let index = self.finish_index(builder, generation)?;
        self.store.replace_index(&folder)?;
        self.use_index(folder, index)
    }

    /// Adds the documents of a generation to an index.
    pub(crate) fn add_sources(
        &self,
        builder: &IndexBuilder,
        generation: u64,
    ) -> Result<(), AppError> {
        let analyzers = Analyzers::default();
        self.each_document_batch(generation, |batch| {
            let analysed: Vec<Vec<AnalysedChunk>> =
                batch.par_iter().map(|(_, document)| analyzers.analyse(document)).collect();
            for ((source, _), chunks) in batch.iter().zip(analysed) {
                for ((chunk_id, chunk_key), chunk) in source.chunks.iter().zip(chunks) {
                    let (chunk_id, chunk_key) = (*chunk_id, *chunk_key);
                    let keys = ChunkKeys { chunk_id, chunk_key, doc_key: source.doc_key };
                    builder.add(keys, chunk)?;
                }
            }
            Ok(())
        })
    }

    /// Takes the stored documents of a generation apart again, batch by batch.
    fn each_document_batch(
        &self,
        generation: u64,
        mut each: impl FnMut(&[(Source, Document)]) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        let mut batch: Vec<Source> = Vec::with_capacity(BATCH);
        let mut n_bytes = 0;
        let mut take_apart = |batch: &mut Vec<Source>| {
            let taken: Vec<(Source, Option<Document>)> =
                batch.par_drain(..).map(take_apart).collect();
            let mut documents = Vec::with_capacity(taken.len());
            for (source, document) in taken {
                let document = match document {
                    Some(document) => document,
                    None => self.as_stored(&source)?,
                };
                documents.push((source, document));
            }
            each(&documents)
        };
        self.store.sources(generation, |source| {
            n_bytes += source.source.len() as u64;
            batch.push(source);
            if batch.len() < BATCH && n_bytes < BATCH_BYTES {
                return Ok(());
            }
            n_bytes = 0;
            take_apart(&mut batch)
        })?;
        take_apart(&mut batch)
    }

    /// A document that this version of kebab would cut otherwise, in the chunks that are stored.
    /// They stay until the next ingest reads the file again.
    fn as_stored(&self, source: &Source) -> Result<Document, AppError> {
        let text = &source.source;
        let chunks = self.store.chunks_of(source.doc_key)?.into_iter().map(|row| Chunk {
            id: row.chunk_id,
            body: text.get(row.span.byte_start..row.span.byte_end).unwrap_or_default().to_owned(),
            span: row.span,
            heading_path: row.heading_path,
            overlap: String::new(),
            n_tokens: row.n_tokens as usize,
        });
        Ok(Document {
            path: source.path.clone(),
            format: source.format.parse().unwrap_or(Format::Text),
            title: source.title.clone(),
            lang: String::new(),
            tags: Vec::new(),
            chunks: chunks.collect(),
            source: text.clone(),
        })
    }

    /// Makes vectors, writes everything and stamps it.
    pub(crate) fn finish_index(
        &self,
        builder: IndexBuilder,
        generation: u64,
    ) -> Result<Index, AppError> {
        let database_id = self.store.database_id()?;
        let origin = Origin { database_id, generation, embedding: self.embedding() };
        let Some(embedder) = &self.embedder else {
            let source = match self.config.embedding.model {
                Model::Lsa => VectorSource::Lsa,
                Model::None => VectorSource::None,
            };
            return Ok(builder.finish(&origin, source)?);
        };
        let hashes = self.embed_chunks(&**embedder, generation)?;
        let mut vector_of = |chunk_key: i64| {
            let failed = |cause: Box<dyn std::error::Error + Send + Sync>| EmbedError {
                model: embedder.model().to_owned(),
                cause,
            };
            let hash =
                hashes.get(&chunk_key).ok_or_else(|| failed("a chunk has no text".into()))?;
            let vector = self.store.embedding(embedder.model(), embedder.version(), hash);
            let vector = vector.map_err(|error| failed(error.into()))?;
            vector.ok_or_else(|| failed("a vector is gone".into()))
        };
        let source = VectorSource::Model {
            model: embedder.model(),
            version: embedder.version(),
            dimensions: embedder.dimensions(),
            vector_of: &mut vector_of,
        };
        Ok(builder.finish(&origin, source)?)
    }

    /// Embeds the chunks of a generation that were never embedded by this model, and says under
    /// which hash the vector of each chunk is kept.
    fn embed_chunks(
        &self,
        embedder: &dyn Embedder,
        generation: u64,
    ) -> Result<HashMap<i64, Hash>, AppError> {
        let (model, version) = (embedder.model(), embedder.version());
        let mut hashes: HashMap<i64, Hash> = HashMap::default();
        self.each_document_batch(generation, |batch| {
            let mut missing: Vec<(Hash, String)> = Vec::new();
            for (source, document) in batch {
                for ((_, chunk_key), chunk) in source.chunks.iter().zip(&document.chunks) {
                    let mut text = chunk.heading_path.join("\n");
                    text.push_str("\n\n");
                    text.push_str(&chunk.overlap);
                    text.push_str(&chunk.body);
                    let hash = *blake3::hash(text.as_bytes()).as_bytes();
                    hashes.insert(*chunk_key, hash);
                    if !self.store.has_embedding(model, version, &hash)? {
                        missing.push((hash, text));
                    }
                }
            }
            missing.sort_unstable();
            missing.dedup();
            for missing in missing.chunks(EMBED_BATCH) {
                let texts: Vec<&str> = missing.iter().map(|(_, text)| text.as_str()).collect();
                let vectors = embedder.embed(&texts, Input::Passage)?;
                let hashes = missing.iter().map(|(hash, _)| *hash);
                let vectors: Vec<(Hash, Vec<f32>)> = hashes.zip(vectors).collect();
                self.store.put_embeddings(model, version, &vectors)?;
            }
            Ok(())
        })?;
        Ok(hashes)
    }

    /// The name for a new index of a generation; nothing is there under it.
    pub(crate) fn new_index_folder(&self, generation: u64) -> Result<String, AppError> {
        fs::create_dir_all(self.index_root()).map_err(AppError::Data)?;
        let names = std::iter::once(format!("{generation}"))
            .chain((1..).map(|attempt| format!("{generation}.{attempt}")));
        let mut free = names.filter(|name| !self.index_root().join(name).exists());
        Ok(free.next().expect("there is always another number"))
    }

    /// Goes on with an index that was just named in the database, and removes all others. Readers
    /// that have one of those open keep it.
    pub(crate) fn use_index(&mut self, folder: String, index: Index) -> Result<(), AppError> {
        self.opened = Some(Opened { folder, index });
        self.remove_other_indexes()
    }

    /// Removes the indexes that the database does not name: older ones, and what was not finished.
    /// To be called by the writer.
    pub(crate) fn remove_other_indexes(&self) -> Result<(), AppError> {
        let current = self.store.index_folder()?.map(PathBuf::from);
        let Ok(entries) = fs::read_dir(self.index_root()) else { return Ok(()) };
        for entry in entries {
            let entry = entry.map_err(AppError::Data)?;
            if Some(entry.file_name().as_os_str()) == current.as_ref().map(|name| name.as_os_str())
            {
                continue;
            }
            // Desktops put files of their own everywhere.
            let is_folder = entry.file_type().map_err(AppError::Data)?.is_dir();
            let remove = if is_folder { fs::remove_dir_all } else { fs::remove_file };
            remove(entry.path()).map_err(AppError::Data)?;
        }
        Ok(())
    }
}

/// Takes a stored document apart as it was when it came in; none when this version of kebab would
/// cut it otherwise.
fn take_apart(source: Source) -> (Source, Option<Document>) {
    let format: Option<Format> = source.format.parse().ok();
    let policy = ChunkPolicy::from_version(&source.chunker_version);
    let document = format.zip(policy).map(|(format, policy)| {
        let text = source.source.clone();
        match format {
            Format::Beir => parse_record(&source.path, source.title.as_deref(), text, &policy),
            _ => parse(&source.path, format, text, &policy),
        }
    });
    let same = |document: &Document| {
        let ids = document.chunks.iter().map(|chunk| chunk.id);
        ids.eq(source.chunks.iter().map(|(chunk_id, _)| *chunk_id))
    };
    let document = document.filter(same);
    (source, document)
}
