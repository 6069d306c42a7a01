//! Files as they were when last looked at, and which of them an ingest has seen.

use rusqlite::{OptionalExtension, Row};

use crate::{Store, StoreError};

/// BLAKE3 of some content.
pub type Hash = [u8; 32];

/// A file as it was when last looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileRow {
    pub file_key: i64,
    pub size: u64,
    pub modified_ns: i64,
    /// When it was read.
    pub checked_ns: i64,
    /// `None` when it must be read again.
    pub hash: Option<Hash>,
}

impl Store {
    /// What is known of a file.
    pub fn file(&self, path: &str) -> Result<Option<FileRow>, StoreError> {
        let sql = "SELECT file_key, size, modified_ns, checked_ns, hash FROM files
                   WHERE path = ?1 AND until IS NULL";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        statement.query_row([path], file_row).optional().map_err(|e| self.failed(e))
    }

    /// Forgets which files were seen, at the start of an ingest.
    pub fn clear_seen(&self) -> Result<(), StoreError> {
        // Temporary tables spill to disk, so remembering does not take memory as the corpus grows.
        let sql = "CREATE TEMP TABLE IF NOT EXISTS seen (path TEXT PRIMARY KEY) WITHOUT ROWID;
                   DELETE FROM temp.seen";
        self.connection.execute_batch(sql).map_err(|e| self.failed(e))
    }

    /// Remembers that a file is there, or that a document is in its file. Many of them are cheap
    /// only inside a [`Store::snapshot`] or [`Store::stage`].
    pub fn mark_seen(&self, path: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO temp.seen VALUES (?1)";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        statement.execute([path]).map(drop).map_err(|e| self.failed(e))
    }

    /// Whether something is remembered.
    pub fn is_seen(&self, path: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM temp.seen WHERE path = ?1)";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        statement.query_row([path], |row| row.get(0)).map_err(|e| self.failed(e))
    }

    /// Remembers all known files at a path and below it.
    pub fn mark_seen_below(&self, path: &str) -> Result<(), StoreError> {
        let sql = "INSERT OR IGNORE INTO temp.seen SELECT path FROM files
                   WHERE ?1 = '' OR path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0')";
        self.connection.execute(sql, [path]).map(drop).map_err(|e| self.failed(e))
    }

    /// The known files at `within` or below it (all when it is empty) that were not seen.
    pub fn unseen_files(&self, within: &str) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT file_key, path FROM files
                   WHERE (?1 = '' OR path = ?1 OR (path > ?1 || '/' AND path < ?1 || '0'))
                   AND until IS NULL AND path NOT IN (SELECT path FROM temp.seen)
                   ORDER BY path";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let rows = statement.query_map([within], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.and_then(Iterator::collect).map_err(|e| self.failed(e))
    }
}

fn file_row(row: &Row<'_>) -> rusqlite::Result<FileRow> {
    Ok(FileRow {
        file_key: row.get(0)?,
        size: row.get::<_, i64>(1)? as u64,
        modified_ns: row.get(2)?,
        checked_ns: row.get(3)?,
        hash: row.get(4)?,
    })
}
