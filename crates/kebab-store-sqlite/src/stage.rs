//! Changes for the next generation: staged batch by batch, unseen by readers, then published.

use std::cell::RefCell;

use kebab_core::{ChunkId, DocId, Span};
use rusqlite::params;

use crate::{Hash, Store, StoreError};

/// A document to be added.
#[derive(Clone, Debug)]
pub struct NewDocument<'a> {
    pub doc_id: DocId,
    pub path: &'a str,
    pub format: &'a str,
    pub title: Option<&'a str>,
    pub lang: &'a str,
    pub tags: &'a [String],
    /// Of the source.
    pub hash: Hash,
    pub chunker_version: &'a str,
    pub source: &'a str,
    pub chunks: Vec<NewChunk<'a>>,
}

/// A chunk of a document to be added.
#[derive(Clone, Copy, Debug)]
pub struct NewChunk<'a> {
    pub chunk_id: ChunkId,
    pub span: Span,
    pub n_tokens: usize,
    pub heading_path: &'a [String],
}

/// The keys that a document and its chunks were given. A key is never used again while anybody can
/// see what it once named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staged {
    pub doc_key: i64,
    pub chunk_keys: Vec<i64>,
}

/// One batch of changes; made by [`Store::stage`].
#[derive(Debug)]
pub struct Stage<'a> {
    store: &'a Store,
    /// The generation that will have the changes.
    next: i64,
    /// The chunker that was named last.
    chunker: RefCell<Option<(String, i64)>>,
}

impl Store {
    /// Stages one batch of changes in one transaction: all of it, or, when `work` fails, nothing.
    pub fn stage<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Stage<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.write(|store| {
            let next = store.generation()? as i64 + 1;
            work(&Stage { store, next, chunker: RefCell::new(None) })
        })
    }

    pub(crate) fn write<T, E: From<StoreError>>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transaction("BEGIN IMMEDIATE", work)
    }

    /// The generation that publishing would lead to: another one if anything is staged. The first
    /// may be empty; it says that somebody looked.
    pub fn next_generation(&self) -> Result<u64, StoreError> {
        let generation = self.generation()?;
        Ok(generation + u64::from(generation == 0 || self.has_staged()?))
    }

    /// Whether anything is staged that readers do not see yet.
    pub fn has_staged(&self) -> Result<bool, StoreError> {
        let next = self.generation()? as i64 + 1;
        let sql = "SELECT EXISTS (SELECT 1 FROM documents WHERE since = ?1)
                   OR EXISTS (SELECT 1 FROM documents WHERE until = ?1)";
        self.connection.query_row(sql, [next], |row| row.get(0)).map_err(|e| self.failed(e))
    }

    /// Names another index folder for the generation that is there.
    pub fn replace_index(&self, index_folder: &str) -> Result<(), StoreError> {
        self.set_setting("index_folder", index_folder)
    }

    /// Makes what is staged visible, together with the index folder that was built for it. What no
    /// generation shows any more is deleted.
    pub fn publish(&self, index_folder: &str) -> Result<u64, StoreError> {
        self.write(|store| {
            let generation = store.next_generation()?;
            store.set_setting("index_folder", index_folder)?;
            store.set_setting("generation", &generation.to_string())?;
            for sql in
                ["DELETE FROM documents WHERE until <= ?1", "DELETE FROM files WHERE until <= ?1"]
            {
                let deleted = store.connection.execute(sql, [generation as i64]);
                deleted.map_err(|e| store.failed(e))?;
            }
            Ok(generation)
        })
    }
}

impl Stage<'_> {
    /// Notes how a file is now; `hash` is `None` when it must be read again next time.
    pub fn put_file(
        &self,
        path: &str,
        size: u64,
        modified_ns: i64,
        checked_ns: i64,
        hash: Option<&Hash>,
    ) -> Result<i64, StoreError> {
        let sql = "INSERT INTO files (path, size, modified_ns, checked_ns, hash)
                   VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT (path) DO UPDATE SET size = ?2, modified_ns = ?3, checked_ns = ?4,
                   hash = ?5, until = NULL RETURNING file_key";
        let row = params![path, size as i64, modified_ns, checked_ns, hash];
        self.one(sql, row)
    }

    /// Adds a document, in place of what its id named so far.
    pub fn add(&self, file_key: i64, document: &NewDocument<'_>) -> Result<Staged, StoreError> {
        let doc_id = document.doc_id.0.to_be_bytes();
        // What was staged under this id since the last generation was never seen by anybody. The
        // plus keeps SQLite from looking through all that is staged.
        self.execute(
            "DELETE FROM documents WHERE doc_id = ?1 AND +since = ?2",
            params![doc_id, self.next],
        )?;
        self.execute(
            "UPDATE documents SET until = ?2 WHERE doc_id = ?1 AND until IS NULL",
            params![doc_id, self.next],
        )?;
        let chunker_key = self.chunker_key(document.chunker_version)?;
        let tags = serde_json::to_string(document.tags).expect("strings are JSON");
        let sql = "INSERT INTO documents (doc_id, file_key, path, format, title, lang, tags, hash,
                   chunker_key, n_chunks, since)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) RETURNING doc_key";
        let doc_key = self.one(
            sql,
            params![
                doc_id,
                file_key,
                document.path,
                document.format,
                document.title,
                document.lang,
                tags,
                document.hash,
                chunker_key,
                document.chunks.len() as i64,
                self.next
            ],
        )?;
        self.execute(
            "INSERT INTO sources VALUES (?1, ?2)",
            params![doc_key, document.source.as_bytes()],
        )?;
        let sql = "INSERT INTO chunks (chunk_id, doc_key, byte_start, byte_end, line_start,
                   line_end, n_tokens, heading_path) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let mut insert =
            self.store.connection.prepare_cached(sql).map_err(|e| self.store.failed(e))?;
        let mut chunk_keys = Vec::with_capacity(document.chunks.len());
        for chunk in &document.chunks {
            let key = insert.insert(params![
                chunk.chunk_id.0.to_be_bytes(),
                doc_key,
                chunk.span.byte_start as i64,
                chunk.span.byte_end as i64,
                chunk.span.line_start,
                chunk.span.line_end,
                chunk.n_tokens as i64,
                serde_json::to_string(chunk.heading_path).expect("strings are JSON"),
            ]);
            chunk_keys.push(key.map_err(|e| self.store.failed(e))?);
        }
        Ok(Staged { doc_key, chunk_keys })
    }

    /// Ends a document.
    pub fn remove_document(&self, doc_key: i64) -> Result<(), StoreError> {
        self.execute(
            "DELETE FROM documents WHERE doc_key = ?1 AND +since = ?2",
            params![doc_key, self.next],
        )?;
        self.execute(
            "UPDATE documents SET until = ?2 WHERE doc_key = ?1 AND until IS NULL",
            params![doc_key, self.next],
        )
    }

    /// Ends a file and all its documents.
    pub fn remove_file(&self, file_key: i64) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM documents WHERE file_key = ?1 AND +since = ?2",
            "UPDATE documents SET until = ?2 WHERE file_key = ?1 AND until IS NULL",
            "UPDATE files SET until = ?2 WHERE file_key = ?1",
        ] {
            self.execute(sql, params![file_key, self.next])?;
        }
        Ok(())
    }

    fn chunker_key(&self, version: &str) -> Result<i64, StoreError> {
        if let Some((_, key)) = self.chunker.borrow().as_ref().filter(|(known, _)| known == version)
        {
            return Ok(*key);
        }
        let insert = "INSERT OR IGNORE INTO chunkers (version) VALUES (?1)";
        self.execute(insert, params![version])?;
        let sql = "SELECT chunker_key FROM chunkers WHERE version = ?1";
        let key = self.one(sql, params![version])?;
        *self.chunker.borrow_mut() = Some((version.to_owned(), key));
        Ok(key)
    }

    fn execute(&self, sql: &str, row: impl rusqlite::Params) -> Result<(), StoreError> {
        let connection = &self.store.connection;
        let done = connection.prepare_cached(sql).and_then(|mut statement| statement.execute(row));
        done.map(drop).map_err(|e| self.store.failed(e))
    }

    fn one(&self, sql: &str, row: impl rusqlite::Params) -> Result<i64, StoreError> {
        let connection = &self.store.connection;
        let one = connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_row(row, |row| row.get(0)));
        one.map_err(|e| self.store.failed(e))
    }
}
