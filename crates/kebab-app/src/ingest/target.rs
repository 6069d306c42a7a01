//! The index that an ingest builds aside.

use std::path::PathBuf;

use kebab_corpus::Document;
use kebab_index::{AnalysedChunk, ChunkKeys, IndexBuilder};

use crate::knowledge_base::Opened;
use crate::{AppError, KnowledgeBase};

/// How the index of the next generation comes about.
pub(super) enum Target {
    /// Nothing has changed so far; the index that is there would be continued.
    Idle { index_root: PathBuf, folder: String, previous: Box<Opened> },
    /// Documents are handed over as they are staged.
    Open(Box<Open>),
    /// Built from the database when all is staged: the index that is there cannot be continued, or
    /// an ingest that died has staged documents that nobody would hand over.
    Later,
}

pub(super) struct Open {
    folder: String,
    builder: IndexBuilder,
    /// Whether it started empty, so that every document there is has to be handed over.
    from_nothing: bool,
}

impl Target {
    /// Looks what can be done. With `anew` everything will be handed over once more.
    pub(super) fn new(kb: &mut KnowledgeBase, anew: bool) -> Result<Target, AppError> {
        let generation = kb.store.generation()?;
        // An index whose files were taken away or changed since it was opened can still be searched,
        // but not continued.
        kb.opened = None;
        if kb.store.has_staged()? {
            return Ok(Target::Later);
        }
        let folder = kb.new_index_folder(generation + 1)?;
        let index_root = kb.index_root();
        if anew || generation == 0 {
            let builder = IndexBuilder::create(&index_root.join(&folder))?;
            return Ok(Target::Open(Box::new(Open { folder, builder, from_nothing: true })));
        }
        let usable = kb.try_open()?.is_ok();
        Ok(match kb.opened.take().filter(|_| usable) {
            Some(previous) => Target::Idle { index_root, folder, previous: Box::new(previous) },
            None => Target::Later,
        })
    }

    /// Hands over a document that was just staged under new keys.
    pub(super) fn add(
        &mut self,
        doc_key: i64,
        document: &Document,
        chunk_keys: impl Iterator<Item = i64>,
        analysed: Vec<AnalysedChunk>,
    ) -> Result<(), AppError> {
        if let Target::Idle { .. } = self {
            *self = std::mem::replace(self, Target::Later).open()?;
        }
        let Target::Open(open) = self else { return Ok(()) };
        for ((chunk, chunk_key), analysed) in document.chunks.iter().zip(chunk_keys).zip(analysed) {
            open.builder.add(ChunkKeys { chunk_id: chunk.id, chunk_key, doc_key }, analysed)?;
        }
        Ok(())
    }

    /// Hands over a document that is what it was, under the keys that it has.
    pub(super) fn keep(
        &mut self,
        doc_key: i64,
        document: &Document,
        chunk_keys: impl Iterator<Item = i64>,
        analysed: Vec<AnalysedChunk>,
    ) -> Result<(), AppError> {
        match self {
            Target::Open(open) if open.from_nothing => {
                self.add(doc_key, document, chunk_keys, analysed)
            }
            _ => Ok(()),
        }
    }

    /// Continues the index that is there.
    fn open(self) -> Result<Target, AppError> {
        let Target::Idle { index_root, folder, previous } = self else { return Ok(self) };
        let previous_folder = index_root.join(&previous.folder);
        let aside = index_root.join(&folder);
        let builder = IndexBuilder::continue_from(&aside, &previous_folder, previous.index)?;
        Ok(Target::Open(Box::new(Open { folder, builder, from_nothing: false })))
    }

    /// Completes the index and makes it visible together with what is staged. Says whether there
    /// was anything to do.
    pub(super) fn finish(
        self,
        kb: &mut KnowledgeBase,
        had_failures: bool,
    ) -> Result<bool, AppError> {
        let before = kb.store.generation()?;
        let generation = kb.store.next_generation()?;
        let open = match self {
            Target::Idle { previous, .. }
                if generation == before && previous.index.origin.embedding == kb.embedding() =>
            {
                kb.opened = Some(*previous);
                return Ok(false);
            }
            // What could not be read is still in the database, and was not handed over.
            Target::Open(open) if open.from_nothing && had_failures && before > 0 => {
                drop(open);
                Target::from_database(kb, generation)?
            }
            Target::Later => Target::from_database(kb, generation)?,
            target => match target.open()? {
                Target::Open(open) => *open,
                _ => return Ok(false),
            },
        };
        if !open.from_nothing {
            for doc_key in kb.store.removed_in(generation)? {
                open.builder.remove_document(doc_key);
            }
        }
        let index = kb.finish_index(open.builder, generation)?;
        kb.store.publish(&open.folder)?;
        kb.use_index(open.folder, index)?;
        Ok(true)
    }

    /// Builds what a generation needs from the database.
    fn from_database(kb: &KnowledgeBase, generation: u64) -> Result<Open, AppError> {
        let folder = kb.new_index_folder(generation)?;
        let builder = IndexBuilder::create(&kb.index_root().join(&folder))?;
        kb.add_sources(&builder, generation)?;
        Ok(Open { folder, builder, from_nothing: true })
    }
}
