//! The database as one handle: opening, settings, generations, health.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::StoreError;
use crate::migrate::migrate;

/// The one database of a workspace.
#[derive(Debug)]
pub struct Store {
    pub(crate) connection: Connection,
    path: PathBuf,
}

/// How much there is in a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub n_documents: u64,
    pub n_chunks: u64,
}

impl Store {
    /// Opens the database, makes it if need be, and brings it up to date.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let connection = Connection::open(path)
            .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?;
        Store::prepare(connection, path)
    }

    /// Opens a database that must be there already.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(path, flags)
            .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?;
        Store::prepare(connection, path)
    }

    /// A database that lives as long as the handle.
    pub fn in_memory() -> Result<Store, StoreError> {
        let path = Path::new(":memory:");
        let connection = Connection::open_in_memory()
            .map_err(|source| StoreError::Sqlite { path: path.to_owned(), source })?;
        Store::prepare(connection, path)
    }

    fn prepare(mut connection: Connection, path: &Path) -> Result<Store, StoreError> {
        let failed = |source| StoreError::Sqlite { path: path.to_owned(), source };
        connection.busy_timeout(Duration::from_secs(60)).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(64);
        // Most documents are smaller than a page of this size, and several fit one: with pages of
        // 4 KB a text of 2 KB would have a page to itself. No effect on a database that exists.
        connection.pragma_update(None, "page_size", 16384).map_err(failed)?;
        connection.pragma_update(None, "journal_mode", "wal").map_err(failed)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
        migrate(&mut connection, path)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn failed(&self, source: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.clone(), source }
    }

    /// Runs `read` on one unchanging state of the database, whatever is written meanwhile.
    pub fn snapshot<T, E: From<StoreError>>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        self.connection.execute_batch("BEGIN").map_err(|source| self.failed(source))?;
        let outcome = read(self);
        // It only read, so there is nothing to lose; a failure here would hide the outcome.
        let _ = self.connection.execute_batch("COMMIT");
        outcome
    }

    /// The value of a setting, if it has one.
    pub fn setting(&self, key: &str) -> Result<Option<String>, StoreError> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT value FROM settings WHERE key = ?1")
            .map_err(|source| self.failed(source))?;
        statement.query_row([key], |row| row.get(0)).optional().map_err(|e| self.failed(e))
    }

    /// Sets a setting.
    pub fn set_setting(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.connection
            .execute("INSERT OR REPLACE INTO settings VALUES (?1, ?2)", [key, value])
            .map_err(|source| self.failed(source))?;
        Ok(())
    }

    /// What tells this database from every other one.
    pub fn database_id(&self) -> Result<String, StoreError> {
        self.setting("database_id")?.ok_or_else(|| self.damaged("it has no `database_id`"))
    }

    /// The generation that readers see.
    pub fn generation(&self) -> Result<u64, StoreError> {
        self.setting("generation")?
            .and_then(|value| value.parse().ok())
            .ok_or_else(|| self.damaged("it has no `generation`"))
    }

    /// The folder of the search index of this generation, if there is one.
    pub fn index_folder(&self) -> Result<Option<String>, StoreError> {
        self.setting("index_folder")
    }

    pub(crate) fn damaged(&self, what: &str) -> StoreError {
        StoreError::Damaged { path: self.path.clone(), what: what.to_owned() }
    }

    /// How much a generation has.
    pub fn counts(&self, generation: u64) -> Result<Counts, StoreError> {
        let sql = "SELECT count(*), coalesce(sum(n_chunks), 0) FROM documents
                   WHERE since <= ?1 AND (until IS NULL OR until > ?1)";
        self.connection
            .query_row(sql, [generation as i64], |row| {
                let (n_documents, n_chunks): (i64, i64) = (row.get(0)?, row.get(1)?);
                Ok(Counts { n_documents: n_documents as u64, n_chunks: n_chunks as u64 })
            })
            .map_err(|source| self.failed(source))
    }

    /// What is wrong with the file, as SQLite sees it: empty when nothing is.
    pub fn check(&self) -> Result<Vec<String>, StoreError> {
        let mut problems = Vec::new();
        let mut statement =
            self.connection.prepare("PRAGMA integrity_check").map_err(|e| self.failed(e))?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0));
        for row in rows.map_err(|e| self.failed(e))? {
            let row = row.map_err(|e| self.failed(e))?;
            if row != "ok" {
                problems.push(row);
            }
        }
        let mut statement =
            self.connection.prepare("PRAGMA foreign_key_check").map_err(|e| self.failed(e))?;
        let rows = statement.query_map([], |row| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            Ok(format!("a row of `{table}` refers to nothing in `{parent}`"))
        });
        for row in rows.map_err(|e| self.failed(e))? {
            problems.push(row.map_err(|e| self.failed(e))?);
        }
        Ok(problems)
    }
}
