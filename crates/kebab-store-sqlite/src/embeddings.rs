//! Vectors that cost something to make, kept by model and by the text they stand for.

use rusqlite::{OptionalExtension, params};

use crate::{Hash, Store, StoreError};

impl Store {
    /// The vector that a model gave to a text, if it ever did.
    pub fn embedding(
        &self,
        model: &str,
        version: &str,
        text_hash: &Hash,
    ) -> Result<Option<Vec<f32>>, StoreError> {
        let sql = "SELECT vector FROM embeddings
                   WHERE model = ?1 AND version = ?2 AND text_hash = ?3";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let bytes: Option<Vec<u8>> = statement
            .query_row(params![model, version, text_hash], |row| row.get(0))
            .optional()
            .map_err(|e| self.failed(e))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let (numbers, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(self.damaged("an embedding is cut off"));
        }
        Ok(Some(numbers.iter().map(|number| f32::from_le_bytes(*number)).collect()))
    }

    /// Whether a model ever gave a vector to a text.
    pub fn has_embedding(
        &self,
        model: &str,
        version: &str,
        text_hash: &Hash,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM embeddings
                   WHERE model = ?1 AND version = ?2 AND text_hash = ?3)";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let found = statement.query_row(params![model, version, text_hash], |row| row.get(0));
        found.map_err(|e| self.failed(e))
    }

    /// Keeps the vectors that a model gave to texts, in one transaction.
    pub fn put_embeddings(
        &self,
        model: &str,
        version: &str,
        vectors: &[(Hash, Vec<f32>)],
    ) -> Result<(), StoreError> {
        self.write(|store| {
            let sql = "INSERT OR REPLACE INTO embeddings (model, version, text_hash, vector)
                       VALUES (?1, ?2, ?3, ?4)";
            let mut insert = store.connection.prepare_cached(sql).map_err(|e| store.failed(e))?;
            for (text_hash, vector) in vectors {
                let bytes: Vec<u8> = vector.iter().flat_map(|n| n.to_le_bytes()).collect();
                let row = params![model, version, text_hash, bytes];
                insert.execute(row).map_err(|e| store.failed(e))?;
            }
            Ok(())
        })
    }
}
