//! Reading documents and chunks of one generation.

use kebab_core::{ChunkId, DocId, Span};
use rusqlite::types::Type;
use rusqlite::{OptionalExtension, Params, Row, params};

use crate::{Hash, Store, StoreError};

/// A document as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentRow {
    pub doc_key: i64,
    pub doc_id: DocId,
    pub path: String,
    pub format: String,
    pub title: Option<String>,
    pub lang: String,
    pub tags: Vec<String>,
    pub hash: Hash,
    pub chunker_version: String,
    pub n_chunks: u64,
    pub n_bytes: u64,
}

/// A chunk as it is listed. Its text is a piece of its document's source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChunkRow {
    pub chunk_key: i64,
    pub chunk_id: ChunkId,
    pub doc_key: i64,
    pub doc_id: DocId,
    pub path: String,
    pub span: Span,
    pub n_tokens: u64,
    pub heading_path: Vec<String>,
    pub chunker_version: String,
}

/// What it takes to cut a document again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub doc_key: i64,
    pub path: String,
    pub format: String,
    pub title: Option<String>,
    pub source: String,
    pub chunker_version: String,
    /// Ids and keys of its chunks, in document order.
    pub chunks: Vec<(ChunkId, i64)>,
}

const DOCUMENT: &str = "SELECT doc_key, doc_id, path, format, title, lang, tags, hash, version,
    n_chunks, (SELECT length(source) FROM sources WHERE sources.doc_key = documents.doc_key)
    FROM documents JOIN chunkers USING (chunker_key)";

const CHUNK: &str = "SELECT chunk_key, chunk_id, doc_key, doc_id, path, byte_start, byte_end,
    line_start, line_end, n_tokens, heading_path, version
    FROM chunks JOIN documents USING (doc_key) JOIN chunkers USING (chunker_key)";

impl Store {
    /// Every document of a generation, by path.
    pub fn documents(
        &self,
        generation: u64,
        mut each: impl FnMut(DocumentRow),
    ) -> Result<(), StoreError> {
        let sql =
            format!("{DOCUMENT} WHERE since <= ?1 AND (until IS NULL OR until > ?1) ORDER BY path");
        self.each(&sql, params![generation as i64], document_row, |row| {
            each(row);
            Ok(())
        })
    }

    /// The documents of a generation whose ids lie in a range, at most `limit` of them.
    pub fn documents_between(
        &self,
        generation: u64,
        (first, last): (DocId, DocId),
        limit: usize,
    ) -> Result<Vec<DocumentRow>, StoreError> {
        let sql = format!(
            "{DOCUMENT} WHERE doc_id BETWEEN ?2 AND ?3
             AND since <= ?1 AND (until IS NULL OR until > ?1) ORDER BY doc_id LIMIT ?4"
        );
        let range = (first.0.to_be_bytes(), last.0.to_be_bytes());
        self.all(&sql, params![generation as i64, range.0, range.1, limit as i64], document_row)
    }

    /// The document of a generation at a path.
    pub fn document_at(
        &self,
        generation: u64,
        path: &str,
    ) -> Result<Option<DocumentRow>, StoreError> {
        let id = DocId::of_path(path);
        Ok(self.documents_between(generation, (id, id), 1)?.pop())
    }

    /// The path of the document with a key.
    pub fn path_of(&self, doc_key: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT path FROM documents WHERE doc_key = ?1";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        statement.query_row([doc_key], |row| row.get(0)).optional().map_err(|e| self.failed(e))
    }

    /// The newest version of a document, staged or not.
    pub fn latest_document(&self, doc_id: DocId) -> Result<Option<DocumentRow>, StoreError> {
        let sql = format!("{DOCUMENT} WHERE doc_id = ?1 AND until IS NULL");
        Ok(self.all(&sql, params![doc_id.0.to_be_bytes()], document_row)?.pop())
    }

    /// Whether some document was cut by another chunker than this one.
    pub fn has_other_chunker(&self, chunker_version: &str) -> Result<bool, StoreError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM documents JOIN chunkers USING (chunker_key)
                   WHERE until IS NULL AND version != ?1)";
        self.connection
            .query_row(sql, [chunker_version], |row| row.get(0))
            .map_err(|e| self.failed(e))
    }

    /// What filters look at, of every document of a generation: key, path, language and tags.
    pub fn filter_rows(
        &self,
        generation: u64,
        mut each: impl FnMut(i64, &str, &str, &str),
    ) -> Result<(), StoreError> {
        let sql = "SELECT doc_key, path, lang, tags FROM documents
                   WHERE since <= ?1 AND (until IS NULL OR until > ?1)";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let mut rows = statement.query([generation as i64]).map_err(|e| self.failed(e))?;
        while let Some(row) = rows.next().map_err(|e| self.failed(e))? {
            let mut read = || -> rusqlite::Result<()> {
                let text = |column| Ok::<_, rusqlite::Error>(row.get_ref(column)?.as_str()?);
                each(row.get(0)?, text(1)?, text(2)?, text(3)?);
                Ok(())
            };
            read().map_err(|e| self.failed(e))?;
        }
        Ok(())
    }

    /// How many documents a file has in its newest state, staged or not.
    pub fn n_latest_documents_of(&self, file_key: i64) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM documents WHERE file_key = ?1 AND until IS NULL";
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let count = statement.query_row([file_key], |row| row.get::<_, i64>(0));
        count.map(|n| n as u64).map_err(|e| self.failed(e))
    }

    /// The newest versions of a file's documents, staged or not: their keys and paths.
    pub fn latest_documents_of(&self, file_key: i64) -> Result<Vec<(i64, String)>, StoreError> {
        let sql = "SELECT doc_key, path FROM documents WHERE file_key = ?1 AND until IS NULL";
        self.all(sql, params![file_key], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Every chunk of a generation, by path and position.
    pub fn chunks(
        &self,
        generation: u64,
        mut each: impl FnMut(ChunkRow),
    ) -> Result<(), StoreError> {
        let sql = format!(
            "{CHUNK} WHERE since <= ?1 AND (until IS NULL OR until > ?1)
             ORDER BY path, byte_start"
        );
        self.each(&sql, params![generation as i64], chunk_row, |row| {
            each(row);
            Ok(())
        })
    }

    /// The chunks of a document, in document order.
    pub fn chunks_of(&self, doc_key: i64) -> Result<Vec<ChunkRow>, StoreError> {
        let sql = format!("{CHUNK} WHERE doc_key = ?1 ORDER BY byte_start");
        self.all(&sql, params![doc_key], chunk_row)
    }

    /// The ids and keys of a document's chunks, in document order.
    pub fn chunk_keys(&self, doc_key: i64) -> Result<Vec<(ChunkId, i64)>, StoreError> {
        let sql = "SELECT chunk_id, chunk_key FROM chunks WHERE doc_key = ?1 ORDER BY byte_start";
        self.all(sql, params![doc_key], |row| {
            Ok((ChunkId(u128::from_be_bytes(row.get(0)?)), row.get(1)?))
        })
    }

    /// The chunks of a generation whose ids lie in a range, at most `limit` of them.
    pub fn chunks_between(
        &self,
        generation: u64,
        (first, last): (ChunkId, ChunkId),
        limit: usize,
    ) -> Result<Vec<ChunkRow>, StoreError> {
        let sql = format!(
            "{CHUNK} WHERE chunk_id BETWEEN ?2 AND ?3
             AND since <= ?1 AND (until IS NULL OR until > ?1) ORDER BY chunk_id LIMIT ?4"
        );
        let range = (first.0.to_be_bytes(), last.0.to_be_bytes());
        self.all(&sql, params![generation as i64, range.0, range.1, limit as i64], chunk_row)
    }

    /// The chunk with a key.
    pub fn chunk(&self, chunk_key: i64) -> Result<Option<ChunkRow>, StoreError> {
        let sql = format!("{CHUNK} WHERE chunk_key = ?1");
        let mut statement = self.connection.prepare_cached(&sql).map_err(|e| self.failed(e))?;
        statement.query_row([chunk_key], chunk_row).optional().map_err(|e| self.failed(e))
    }

    /// A piece of a document's source.
    pub fn text(&self, doc_key: i64, span: Span) -> Result<String, StoreError> {
        let sql = "SELECT substr(source, ?2, ?3) FROM sources WHERE doc_key = ?1";
        let n_bytes = span.byte_end.saturating_sub(span.byte_start);
        let row = params![doc_key, span.byte_start as i64 + 1, n_bytes as i64];
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        let bytes: Vec<u8> =
            statement.query_row(row, |row| row.get(0)).map_err(|e| self.failed(e))?;
        String::from_utf8(bytes).map_err(|_| self.damaged("a chunk's text is not UTF-8"))
    }

    /// Everything that a generation's index is made from, document by document.
    pub fn sources<E: From<StoreError>>(
        &self,
        generation: u64,
        mut each: impl FnMut(Source) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = "SELECT doc_key, path, format, title, source, version
                   FROM documents JOIN sources USING (doc_key) JOIN chunkers USING (chunker_key)
                   WHERE since <= ?1 AND (until IS NULL OR until > ?1) ORDER BY doc_key";
        self.each(sql, params![generation as i64], source_row, |mut source| {
            source.chunks = self.chunk_keys(source.doc_key)?;
            each(source)
        })
    }

    /// The keys of the documents that a generation no longer has, but the one before it had.
    pub fn removed_in(&self, generation: u64) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT doc_key FROM documents WHERE until = ?1 AND since < ?1";
        self.all(sql, params![generation as i64], |row| row.get(0))
    }

    fn all<T>(
        &self,
        sql: &str,
        row: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut rows = Vec::new();
        self.each(sql, row, read, |row| {
            rows.push(row);
            Ok::<_, StoreError>(())
        })?;
        Ok(rows)
    }

    fn each<T, E: From<StoreError>>(
        &self,
        sql: &str,
        row: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
        mut each: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut statement = self.connection.prepare_cached(sql).map_err(|e| self.failed(e))?;
        for row in statement.query_map(row, read).map_err(|e| self.failed(e))? {
            each(row.map_err(|e| self.failed(e))?)?;
        }
        Ok(())
    }
}

fn document_row(row: &Row<'_>) -> rusqlite::Result<DocumentRow> {
    Ok(DocumentRow {
        doc_key: row.get(0)?,
        doc_id: DocId(u128::from_be_bytes(row.get(1)?)),
        path: row.get(2)?,
        format: row.get(3)?,
        title: row.get(4)?,
        lang: row.get(5)?,
        tags: strings(row, 6)?,
        hash: row.get(7)?,
        chunker_version: row.get(8)?,
        n_chunks: row.get::<_, i64>(9)? as u64,
        n_bytes: row.get::<_, Option<i64>>(10)?.unwrap_or(0) as u64,
    })
}

fn chunk_row(row: &Row<'_>) -> rusqlite::Result<ChunkRow> {
    Ok(ChunkRow {
        chunk_key: row.get(0)?,
        chunk_id: ChunkId(u128::from_be_bytes(row.get(1)?)),
        doc_key: row.get(2)?,
        doc_id: DocId(u128::from_be_bytes(row.get(3)?)),
        path: row.get(4)?,
        span: Span {
            byte_start: row.get::<_, i64>(5)? as usize,
            byte_end: row.get::<_, i64>(6)? as usize,
            line_start: row.get(7)?,
            line_end: row.get(8)?,
        },
        n_tokens: row.get::<_, i64>(9)? as u64,
        heading_path: strings(row, 10)?,
        chunker_version: row.get(11)?,
    })
}

fn source_row(row: &Row<'_>) -> rusqlite::Result<Source> {
    let source: Vec<u8> = row.get(4)?;
    Ok(Source {
        doc_key: row.get(0)?,
        path: row.get(1)?,
        format: row.get(2)?,
        title: row.get(3)?,
        source: String::from_utf8(source).map_err(|error| {
            rusqlite::Error::FromSqlConversionFailure(4, Type::Blob, error.into())
        })?,
        chunker_version: row.get(5)?,
        chunks: Vec::new(),
    })
}

/// A column that holds a JSON list of strings.
fn strings(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<String>> {
    let json = row.get_ref(column)?.as_str()?;
    serde_json::from_str(json).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into())
    })
}
