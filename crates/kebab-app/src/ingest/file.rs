//! Files that are one document.

use std::time::{Duration, Instant};

use kebab_core::DocId;
use kebab_corpus::{ChunkPolicy, Document, FoundFile, SkipReason, parse, read_source};
use kebab_index::AnalysedChunk;
use kebab_store_sqlite::{FileRow, Hash};
use rayon::prelude::*;

use super::{Ingest, Put, hash_of, is_believed};
use crate::AppError;
use crate::generation::Analyzers;

/// A document that was taken apart and analysed.
pub(super) struct Taken {
    pub(super) doc_id: DocId,
    /// Of all that the document is made from.
    pub(super) hash: Hash,
    pub(super) document: Document,
    pub(super) analysed: Vec<AnalysedChunk>,
}

/// What reading a file came to.
enum Read {
    /// As it was.
    Same,
    Taken(Box<Taken>),
    Skipped(SkipReason),
    Failed(String),
}

impl Ingest<'_> {
    /// Brings in a batch of files that are one document each.
    pub(super) fn files(&mut self, files: Vec<FoundFile>) -> Result<(), AppError> {
        let mut changed: Vec<(FoundFile, Option<FileRow>)> = Vec::new();
        let mut n_unchanged = 0;
        self.kb.store.snapshot(|store| {
            for file in files {
                let known = store.file(&file.path)?;
                if self.seems_unchanged(&file, known.as_ref()) {
                    store.mark_seen(&file.path)?;
                    n_unchanged += 1;
                } else {
                    changed.push((file, known));
                }
            }
            Ok::<_, AppError>(())
        })?;
        self.report.unchanged += n_unchanged;
        if changed.is_empty() {
            return Ok(());
        }
        let policy = self.kb.policy();
        let read_again = self.options.force || self.rechunk;
        let read: Vec<(Read, Duration)> = changed
            .par_iter()
            .map(|(file, known)| {
                let start = Instant::now();
                let known = known.as_ref().and_then(|known| known.hash).filter(|_| !read_again);
                (read_file(file, known, &policy, &self.analyzers), start.elapsed())
            })
            .collect();
        self.stage_files(changed, read)
    }

    fn stage_files(
        &mut self,
        files: Vec<(FoundFile, Option<FileRow>)>,
        read: Vec<(Read, Duration)>,
    ) -> Result<(), AppError> {
        let Ingest { kb, report, target, options, version, .. } = self;
        kb.store.stage(|stage| {
            for ((file, known), (read, time)) in files.into_iter().zip(read) {
                report.took(&file.path, time);
                let put_file = |hash: &Hash| match &known {
                    // There is nothing to note that would be believed more than what is there.
                    Some(known) if is_believed(known, &file) && known.hash == Some(*hash) => {
                        Ok(known.file_key)
                    }
                    _ => {
                        let (size, modified_ns) = (file.size, file.modified_ns);
                        stage.put_file(&file.path, size, modified_ns, options.now_ns, Some(hash))
                    }
                };
                match read {
                    Read::Skipped(reason) => {
                        // What was a document and is none any more is removed with the unseen.
                        report.skip(reason);
                        continue;
                    }
                    Read::Failed(error) => report.fail(&file.path, error),
                    Read::Same => {
                        let hash = known.as_ref().and_then(|known| known.hash);
                        put_file(&hash.expect("what is the same was known"))?;
                        report.count(Put::Unchanged);
                    }
                    Read::Taken(taken) => {
                        let file_key = put_file(&taken.hash)?;
                        let put = Ingest::put(&kb.store, target, stage, file_key, *taken, version)?;
                        report.count(put);
                    }
                }
                kb.store.mark_seen(&file.path)?;
            }
            Ok(())
        })
    }
}

/// Reads a file and takes it apart, unless its content has the hash that is known.
fn read_file(
    file: &FoundFile,
    known: Option<Hash>,
    policy: &ChunkPolicy,
    analyzers: &Analyzers,
) -> Read {
    let source = match read_source(file) {
        Ok(Ok(source)) => source,
        Ok(Err(reason)) => return Read::Skipped(reason),
        Err(error) => return Read::Failed(error.to_string()),
    };
    let hash = hash_of(source.as_bytes());
    if known == Some(hash) {
        return Read::Same;
    }
    let document = parse(&file.path, file.format, source, policy);
    let analysed = analyzers.analyse(&document);
    Read::Taken(Box::new(Taken { doc_id: DocId::of_path(&file.path), hash, document, analysed }))
}
