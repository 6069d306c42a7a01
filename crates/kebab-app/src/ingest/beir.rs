//! Files of many documents: `corpus.jsonl` of a beir folder.

use std::io::{self, BufReader, Read};
use std::time::Instant;

use fs_err as fs;
use kebab_core::DocId;
use kebab_corpus::{BeirRecord, FoundFile, beir_records, parse_record};
use kebab_store_sqlite::Hash;
use rayon::prelude::*;

use super::file::Taken;
use super::{Event, Ingest, Put};
use crate::AppError;
use crate::generation::{BATCH, BATCH_BYTES};

/// A record and what tells its content from another.
struct Record {
    path: String,
    title: Option<String>,
    source: String,
    hash: Hash,
}

impl Ingest<'_> {
    /// Brings in the documents of a file, batch by batch.
    pub(super) fn beir_file(
        &mut self,
        file: &FoundFile,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), AppError> {
        let start = Instant::now();
        self.kb.store.mark_seen(&file.path)?;
        let known = self.kb.store.file(&file.path)?;
        let mut same = self.seems_unchanged(file, known.as_ref());
        let mut hash = known.as_ref().and_then(|known| known.hash);
        if !same {
            match hash_file(file) {
                Ok(now) => {
                    same = hash == Some(now) && !self.rechunk && !self.options.force;
                    hash = Some(now);
                }
                Err(error) => {
                    self.report.fail(&file.path, error);
                    return Ok(());
                }
            }
        }
        if !same {
            // Until all of it is in, it has to be read again.
            let file_key = self.put_beir_file(file, None)?;
            let hash = self.beir_documents(file, file_key, on_event)?;
            self.put_beir_file(file, hash)?;
            self.report.took(&file.path, start.elapsed());
        } else if let Some(known) = known {
            self.report.unchanged += self.kb.store.n_latest_documents_of(known.file_key)?;
            if !self.seems_unchanged(file, Some(&known)) {
                self.put_beir_file(file, hash)?;
            }
        }
        Ok(())
    }

    fn put_beir_file(&mut self, file: &FoundFile, hash: Option<Hash>) -> Result<i64, AppError> {
        let now_ns = self.options.now_ns;
        Ok(self.kb.store.stage(|stage| {
            stage.put_file(&file.path, file.size, file.modified_ns, now_ns, hash.as_ref())
        })?)
    }

    /// Brings in all documents of a file, and gives the hash of what was read if every line of it
    /// is a document. A document whose line is broken is gone like one whose line is; but where the
    /// file itself cannot be read to its end, nothing is gone.
    fn beir_documents(
        &mut self,
        file: &FoundFile,
        file_key: i64,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Hash>, AppError> {
        let reader = match fs::File::open(&file.absolute) {
            Ok(file) => Hashing { file, hasher: blake3::Hasher::new(), has_failed: false },
            Err(error) => {
                self.report.fail(&file.path, error);
                return Ok(None);
            }
        };
        let n_failed = self.report.n_failed;
        let mut reader = BufReader::with_capacity(1 << 16, reader);
        let mut records = Vec::with_capacity(BATCH);
        let mut n_bytes = 0;
        for record in beir_records(&file.path, &mut reader) {
            match record {
                Ok(record) => {
                    n_bytes += record.text.len() as u64;
                    records.push(record);
                }
                Err(error) => {
                    let place = format!("{}:{}", error.path, error.line);
                    self.report.fail(place, error.message);
                }
            }
            if records.len() == BATCH || n_bytes > BATCH_BYTES {
                n_bytes = 0;
                self.beir_batch(file, file_key, std::mem::take(&mut records))?;
                on_event(Event::Progress(&self.report));
            }
        }
        self.beir_batch(file, file_key, records)?;
        let Hashing { hasher, has_failed, .. } = reader.into_inner();
        if !has_failed {
            self.remove_unseen_records(file_key)?;
        }
        on_event(Event::Progress(&self.report));
        let is_sound = !has_failed && self.report.n_failed == n_failed;
        Ok(is_sound.then(|| *hasher.finalize().as_bytes()))
    }

    fn beir_batch(
        &mut self,
        file: &FoundFile,
        file_key: i64,
        records: Vec<BeirRecord>,
    ) -> Result<(), AppError> {
        let records: Vec<Record> =
            records.into_par_iter().map(|record| Record::new(&file.path, record)).collect();
        let mut changed = Vec::with_capacity(records.len());
        let report = &mut self.report;
        self.kb.store.snapshot(|store| {
            for record in records {
                store.mark_seen(&seen_record(&record.path))?;
                let latest = store.latest_document(DocId::of_path(&record.path))?;
                let same = latest.is_some_and(|latest| {
                    latest.hash == record.hash && latest.chunker_version == self.version
                });
                if same && !self.options.force {
                    report.count(Put::Unchanged);
                } else {
                    changed.push(record);
                }
            }
            Ok::<_, AppError>(())
        })?;
        let (policy, analyzers) = (self.kb.policy(), &self.analyzers);
        let taken: Vec<Taken> = changed
            .into_par_iter()
            .map(|record| {
                let doc_id = DocId::of_path(&record.path);
                let Record { path, title, source, hash } = record;
                let document = parse_record(&path, title.as_deref(), source, &policy);
                let analysed = analyzers.analyse(&document);
                Taken { doc_id, hash, document, analysed }
            })
            .collect();
        let Ingest { kb, report, target, version, .. } = self;
        kb.store.stage(|stage| {
            for taken in taken {
                let put = Ingest::put(&kb.store, target, stage, file_key, taken, version)?;
                report.count(put);
            }
            Ok(())
        })
    }

    fn remove_unseen_records(&mut self, file_key: i64) -> Result<(), AppError> {
        let mut gone = Vec::new();
        for (doc_key, path) in self.kb.store.latest_documents_of(file_key)? {
            if !self.kb.store.is_seen(&seen_record(&path))? {
                gone.push(doc_key);
            }
        }
        if gone.is_empty() {
            return Ok(());
        }
        self.report.deleted += gone.len() as u64;
        Ok(self
            .kb
            .store
            .stage(|stage| gone.into_iter().try_for_each(|key| stage.remove_document(key)))?)
    }
}

impl Record {
    fn new(file: &str, record: BeirRecord) -> Record {
        let (path, source) = (record.path(file), record.source());
        let mut hasher = blake3::Hasher::new();
        // Where the title ends is part of the content: it is a heading.
        hasher.update(&(record.title.as_ref().map_or(0, String::len) as u64).to_le_bytes());
        hasher.update(source.as_bytes());
        Record { path, title: record.title, source, hash: *hasher.finalize().as_bytes() }
    }
}

/// How a record is remembered among files: no path begins like this.
fn seen_record(path: &str) -> String {
    format!("/{path}")
}

fn hash_file(file: &FoundFile) -> io::Result<Hash> {
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(fs::File::open(&file.absolute)?)?;
    Ok(*hasher.finalize().as_bytes())
}

/// A file whose bytes are hashed as they are read, so that what is remembered is what was read.
struct Hashing {
    file: fs::File,
    hasher: blake3::Hasher,
    has_failed: bool,
}

impl Read for Hashing {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer);
        match &read {
            Ok(n_bytes) => drop(self.hasher.update(&buffer[..*n_bytes])),
            Err(error) => self.has_failed |= error.kind() != io::ErrorKind::Interrupted,
        }
        read
    }
}
