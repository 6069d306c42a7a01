//! Bringing the files of the workspace in.
//!
//! Files are looked at in batches: what changed is read and taken apart on all cores, then staged in
//! one transaction and handed to the index that is being built aside. At the end that index and the
//! staged documents become visible together. No text is in memory for longer than its batch: what
//! grows with the corpus is some dozens of bytes per chunk while the index is completed.
//!
//! `file.rs` reads one file, `beir.rs` one file of many documents, `target.rs` is the index aside.

mod beir;
mod file;
mod target;

use std::path::{Path, PathBuf};

use kebab_corpus::{Format, Found, FoundFile, WalkOptions, path_name, walk};
use kebab_store_sqlite::{FileRow, Hash, NewChunk, NewDocument, Stage, Store};

use self::file::Taken;
use self::target::Target;
use crate::generation::{Analyzers, BATCH, BATCH_BYTES};
use crate::lock::WriterLock;
use crate::{AppError, IngestReport, KnowledgeBase};

/// A file that was changed less than this before it was read may have been changed again without
/// its time telling: clocks of file systems tick as slowly as every two seconds.
const SLACK_NS: i64 = 2_000_000_000;

/// What to bring in, and how.
#[derive(Clone, Debug, Default)]
pub struct IngestOptions {
    /// An absolute path inside the workspace: only this file or folder. `None` for all of it.
    pub within: Option<PathBuf>,
    /// Reads everything again and builds the index anew, whatever seems unchanged.
    pub force: bool,
    /// The time now, in nanoseconds since 1970.
    pub now_ns: i64,
}

/// What happens during an ingest.
#[derive(Debug)]
pub enum Event<'a> {
    /// Another writer is at work; this one waits for it.
    Waiting,
    /// Another batch of files is done.
    Progress(&'a IngestReport),
    /// All files are done; the index is being completed.
    Indexing,
}

impl KnowledgeBase {
    /// Brings the workspace in: what is new or changed is added, what is gone is removed. When it
    /// returns, searches see it; when it fails or is killed, searches see what was there before.
    pub fn ingest(
        &mut self,
        options: &IngestOptions,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<IngestReport, AppError> {
        let within = self.within(options.within.as_deref())?;
        let _lock = WriterLock::take(&self.lock_path(), || on_event(Event::Waiting))
            .map_err(AppError::Data)?;
        self.remove_other_indexes()?;
        self.store.clear_seen()?;
        let policy = self.policy();
        let rechunk = self.store.has_other_chunker(&policy.version())?;
        let mut ingest = Ingest {
            target: Target::new(self, options.force && within.relative.is_empty())?,
            version: policy.version(),
            kb: self,
            options,
            report: IngestReport::default(),
            analyzers: Analyzers::default(),
            batch: Vec::new(),
            batch_bytes: 0,
            rechunk,
        };
        ingest.walk(&within.absolute, on_event)?;
        ingest.remove_unseen(&within.relative)?;
        on_event(Event::Indexing);
        ingest.finish()
    }

    /// Where to look, and what it is called inside the workspace: nothing for all of it.
    fn within(&self, within: Option<&Path>) -> Result<Within, AppError> {
        let Some(within) = within else {
            return Ok(Within { absolute: self.root.clone(), relative: String::new() });
        };
        let outside = || AppError::Outside { path: within.to_owned(), root: self.root.clone() };
        // Links on the way do not matter. A link at its end is what a walk would skip.
        let is_link = fs_err::symlink_metadata(within).is_ok_and(|it| it.is_symlink());
        let absolute = match (is_link, within.parent(), within.file_name()) {
            (true, Some(folder), Some(name)) => {
                fs_err::canonicalize(folder).map(|it| it.join(name))
            }
            _ => fs_err::canonicalize(within),
        };
        let (Ok(root), Ok(absolute)) = (fs_err::canonicalize(&self.root), absolute) else {
            return Err(AppError::NoSuchPath(within.to_owned()));
        };
        let inside = absolute.strip_prefix(&root).map_err(|_| outside())?;
        let relative = path_name(inside).ok_or_else(outside)?;
        Ok(Within { absolute: self.root.join(inside), relative })
    }
}

struct Within {
    absolute: PathBuf,
    relative: String,
}

/// An ingest at work.
struct Ingest<'a> {
    kb: &'a mut KnowledgeBase,
    options: &'a IngestOptions,
    /// Names the chunker and its policy.
    version: String,
    /// Whether some documents were cut by another chunker or policy.
    rechunk: bool,
    report: IngestReport,
    target: Target,
    analyzers: Analyzers,
    batch: Vec<FoundFile>,
    batch_bytes: u64,
}

impl Ingest<'_> {
    fn walk(&mut self, within: &Path, on_event: &mut dyn FnMut(Event<'_>)) -> Result<(), AppError> {
        let limits = WalkOptions {
            max_file_bytes: (self.kb.config.ingest.max_file_mb as u64).saturating_mul(1 << 20),
        };
        let root = self.kb.root.clone();
        let mut outcome = Ok(());
        walk(&root, within, &limits, &mut |found| {
            if outcome.is_ok() {
                outcome = self.found(found, on_event);
            }
        });
        outcome?;
        self.flush(on_event)
    }

    fn found(&mut self, found: Found, on_event: &mut dyn FnMut(Event<'_>)) -> Result<(), AppError> {
        match found {
            Found::Skipped { reason, .. } => self.report.skip(reason),
            Found::Warning { path, message } => self.report.warn(path, message),
            Found::Failed { path, error } => {
                // What cannot be looked at is not gone.
                self.kb.store.mark_seen_below(&path)?;
                self.report.fail(path, error);
            }
            Found::File(file) if file.format == Format::Beir => {
                self.flush(on_event)?;
                self.beir_file(&file, on_event)?;
            }
            Found::File(file) => {
                self.batch_bytes += file.size;
                self.batch.push(file);
                if self.batch.len() == BATCH || self.batch_bytes > BATCH_BYTES {
                    self.flush(on_event)?;
                }
            }
        }
        Ok(())
    }

    /// Does the files that are waiting.
    fn flush(&mut self, on_event: &mut dyn FnMut(Event<'_>)) -> Result<(), AppError> {
        self.batch_bytes = 0;
        let files = std::mem::take(&mut self.batch);
        if files.is_empty() {
            return Ok(());
        }
        self.files(files)?;
        on_event(Event::Progress(&self.report));
        Ok(())
    }

    /// Whether a file is as it was when it was last read, as far as size and time tell.
    fn seems_unchanged(&self, file: &FoundFile, known: Option<&FileRow>) -> bool {
        !self.options.force && !self.rechunk && known.is_some_and(|known| is_believed(known, file))
    }

    /// Removes what is known at `within` or below it, and was not seen.
    fn remove_unseen(&mut self, within: &str) -> Result<(), AppError> {
        let gone = self.kb.store.unseen_files(within)?;
        for gone in gone.chunks(BATCH) {
            for (file_key, _) in gone {
                self.report.deleted += self.kb.store.n_latest_documents_of(*file_key)?;
            }
            self.kb.store.stage(|stage| {
                gone.iter().try_for_each(|(file_key, _)| stage.remove_file(*file_key))
            })?;
        }
        Ok(())
    }

    /// Stages a document, unless it is what is there already, and hands it to the index.
    fn put(
        store: &Store,
        target: &mut Target,
        stage: &Stage<'_>,
        file_key: i64,
        taken: Taken,
        version: &str,
    ) -> Result<Put, AppError> {
        let Taken { document, analysed, hash, doc_id } = taken;
        let latest = store.latest_document(doc_id)?;
        if let Some(latest) = &latest
            && latest.hash == hash
            && latest.chunker_version == version
        {
            // The same source cut in the same way has the same chunks, unless the rows are damaged.
            let keys = store.chunk_keys(latest.doc_key)?;
            if keys.iter().map(|(chunk_id, _)| *chunk_id).eq(document.chunks.iter().map(|c| c.id)) {
                let keys = keys.into_iter().map(|(_, chunk_key)| chunk_key);
                target.keep(latest.doc_key, &document, keys, analysed)?;
                return Ok(Put::Unchanged);
            }
        }
        let chunks = document.chunks.iter().map(|chunk| NewChunk {
            chunk_id: chunk.id,
            span: chunk.span,
            n_tokens: chunk.n_tokens,
            heading_path: &chunk.heading_path,
        });
        let staged = stage.add(
            file_key,
            &NewDocument {
                doc_id,
                path: &document.path,
                format: document.format.name(),
                title: document.title.as_deref(),
                lang: &document.lang,
                tags: &document.tags,
                hash,
                chunker_version: version,
                source: &document.source,
                chunks: chunks.collect(),
            },
        )?;
        target.add(staged.doc_key, &document, staged.chunk_keys.into_iter(), analysed)?;
        Ok(if latest.is_some() { Put::Updated } else { Put::New })
    }

    fn finish(mut self) -> Result<IngestReport, AppError> {
        let had_failures = self.report.n_failed > 0;
        self.report.indexed = self.target.finish(self.kb, had_failures)?;
        let counts = self.kb.store.counts(self.kb.store.generation()?)?;
        self.report.n_documents = counts.n_documents;
        self.report.n_chunks = counts.n_chunks;
        Ok(self.report)
    }
}

/// What became of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Put {
    New,
    Updated,
    Unchanged,
}

impl IngestReport {
    fn count(&mut self, put: Put) {
        match put {
            Put::New => self.new += 1,
            Put::Updated => self.updated += 1,
            Put::Unchanged => self.unchanged += 1,
        }
    }
}

/// Whether what is known of a file is about the file that is there, as far as size and time tell.
fn is_believed(known: &FileRow, file: &FoundFile) -> bool {
    known.hash.is_some()
        && known.size == file.size
        && known.modified_ns == file.modified_ns
        && known.modified_ns < known.checked_ns.saturating_sub(SLACK_NS)
}

/// What tells one content of a file from another.
fn hash_of(bytes: &[u8]) -> Hash {
    *blake3::hash(bytes).as_bytes()
}
