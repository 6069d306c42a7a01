//! The database as one handle: opening, settings, generations, health.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension};

use crate::StoreError;
use crate::migrate::{check_version, migrate};

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
            .map_err(|cause| StoreError::Sqlite { path: path.to_owned(), cause })?;
        Store::prepare(connection, path)
    }

    /// Opens a database that must be there already. Where nothing may be written it can still be
    /// read.
    pub fn open_existing(path: &Path) -> Result<Store, StoreError> {
        let failed = |cause| StoreError::Sqlite { path: path.to_owned(), cause };
        let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_CREATE;
        let opened = Connection::open_with_flags(path, flags).map_err(failed);
        match opened.and_then(|connection| Store::prepare(connection, path)) {
            Err(StoreError::Sqlite { cause, .. }) if may_not_write(&cause) => {
                Store::open_immutable(path)
            }
            other => other,
        }
    }

    /// Opens a database that this process cannot write to, not even the files that readers share.
    /// It must be complete in itself: what is still in its log would not be seen.
    fn open_immutable(path: &Path) -> Result<Store, StoreError> {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        if fs_err::metadata(log).is_ok_and(|log| log.len() > 0) {
            return Err(StoreError::Unfinished { path: path.to_owned() });
        }
        let failed = |cause| StoreError::Sqlite { path: path.to_owned(), cause };
        let encoded: String = path
            .to_string_lossy()
            .chars()
            .map(|c| match c {
                '%' | '?' | '#' => format!("%{:02X}", c as u32),
                c => c.to_string(),
            })
            .collect();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let uri = format!("file:{encoded}?immutable=1");
        let connection = Connection::open_with_flags(uri, flags).map_err(failed)?;
        let version = connection.pragma_query_value(None, "user_version", |row| row.get(0));
        check_version(version.map_err(failed)?, path)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    /// A database that lives as long as the handle.
    pub fn in_memory() -> Result<Store, StoreError> {
        let path = Path::new(":memory:");
        let connection = Connection::open_in_memory()
            .map_err(|cause| StoreError::Sqlite { path: path.to_owned(), cause })?;
        Store::prepare(connection, path)
    }

    fn prepare(mut connection: Connection, path: &Path) -> Result<Store, StoreError> {
        let failed = |cause| StoreError::Sqlite { path: path.to_owned(), cause };
        connection.busy_timeout(Duration::from_secs(60)).map_err(failed)?;
        connection.set_prepared_statement_cache_capacity(64);
        // Most documents are smaller than a page of this size, and several fit one: with pages of
        // 4 KB a text of 2 KB would have a page to itself. No effect on a database that exists.
        connection.pragma_update(None, "page_size", 16384).map_err(failed)?;
        turn_on_wal(&connection).map_err(failed)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(failed)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(failed)?;
        migrate(&mut connection, path)?;
        Ok(Store { connection, path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn failed(&self, cause: rusqlite::Error) -> StoreError {
        StoreError::Sqlite { path: self.path.clone(), cause }
    }

    /// Runs `read` on one unchanging state of the database, whatever is written meanwhile. It may
    /// remember what it has seen.
    pub fn snapshot<T, E: From<StoreError>>(
        &self,
        read: impl FnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        self.transaction("BEGIN", read)
    }

    /// Runs `work` in one transaction: all of it counts, or, when it fails, nothing.
    pub(crate) fn transaction<T, E: From<StoreError>>(
        &self,
        begin: &str,
        work: impl FnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        self.connection.execute_batch(begin).map_err(|e| self.failed(e))?;
        let outcome = work(self);
        let end = if outcome.is_ok() { "COMMIT" } else { "ROLLBACK" };
        match self.connection.execute_batch(end) {
            Err(error) if outcome.is_ok() => {
                let _ = self.connection.execute_batch("ROLLBACK");
                Err(self.failed(error).into())
            }
            _ => outcome,
        }
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

/// SQLite waits for others who write, but not for one who turns on the log at the same moment: two
/// that open a new database at once would have one of them fail.
fn turn_on_wal(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(5);
    const LONGEST: Duration = Duration::from_secs(10);
    let mut waited = Duration::ZERO;
    loop {
        match connection.pragma_update(None, "journal_mode", "wal") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && waited < LONGEST =>
            {
                std::thread::sleep(PAUSE);
                waited += PAUSE;
            }
            outcome => return outcome,
        }
    }
}

/// Whether the file, or the folder it needs for its journal, may only be read.
fn may_not_write(cause: &rusqlite::Error) -> bool {
    matches!(cause.sqlite_error_code(), Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen))
}
