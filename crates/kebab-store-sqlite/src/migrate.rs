//! Numbered migrations: what brings an older database up to date.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use crate::StoreError;

/// In order; the position is the schema version that the script leads to, counted from 1. A script
/// that has been released never changes.
const MIGRATIONS: &[&str] = &[include_str!("../migrations/0001_knowledge_base.sql")];

/// Brings the database to the newest schema, or says that it is newer than this program.
pub(crate) fn migrate(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let failed = |cause| StoreError::Sqlite { path: path.to_owned(), cause };
    let version = |connection: &Connection| {
        connection.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0))
    };
    let known = MIGRATIONS.len() as i64;
    // Without a lock first: a database that is up to date is opened without writing.
    let found = version(connection).map_err(failed)?;
    if found == known {
        return Ok(());
    }
    check_version(found, path)?;
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    // Somebody else may have been faster.
    let found = version(&transaction).map_err(failed)?;
    for script in MIGRATIONS.iter().skip(found as usize) {
        transaction.execute_batch(script).map_err(failed)?;
    }
    transaction.pragma_update(None, "user_version", known).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// Refuses a schema that this program does not know.
pub(crate) fn check_version(found: i64, path: &Path) -> Result<(), StoreError> {
    let known = MIGRATIONS.len() as i64;
    if (0..=known).contains(&found) {
        return Ok(());
    }
    Err(StoreError::Newer { path: path.to_owned(), found, known })
}
