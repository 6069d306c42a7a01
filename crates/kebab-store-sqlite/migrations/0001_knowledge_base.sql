-- What the knowledge base knows. Documents carry the generations in which they are visible: one
-- that is staged or removed by an ingest becomes so for readers only when `generation` moves on.

CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- Files as they were when last looked at. `hash` is null when the file must be read again, `until`
-- is the first generation that no longer has it.
CREATE TABLE files (
    file_key INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    checked_ns INTEGER NOT NULL,
    hash BLOB,
    until INTEGER
);

-- What cut documents into chunks: program, policy and token estimate.
CREATE TABLE chunkers (
    chunker_key INTEGER PRIMARY KEY,
    version TEXT NOT NULL UNIQUE
);

-- `since` is the first generation that has the document, `until` the first that no longer does.
CREATE TABLE documents (
    doc_key INTEGER PRIMARY KEY,
    doc_id BLOB NOT NULL,
    file_key INTEGER NOT NULL REFERENCES files,
    path TEXT NOT NULL,
    format TEXT NOT NULL,
    title TEXT,
    lang TEXT NOT NULL,
    tags TEXT NOT NULL,
    hash BLOB NOT NULL,
    chunker_key INTEGER NOT NULL REFERENCES chunkers,
    n_chunks INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER
);
CREATE INDEX documents_by_id ON documents (doc_id);
CREATE INDEX documents_by_file ON documents (file_key);
CREATE INDEX documents_removed ON documents (until) WHERE until IS NOT NULL;
CREATE INDEX documents_added ON documents (since);

-- Apart from `documents`, so that lists do not wade through texts.
CREATE TABLE sources (
    doc_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    source BLOB NOT NULL
);

CREATE TABLE chunks (
    chunk_key INTEGER PRIMARY KEY,
    chunk_id BLOB NOT NULL,
    doc_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    n_tokens INTEGER NOT NULL,
    heading_path TEXT NOT NULL
);
CREATE INDEX chunks_by_id ON chunks (chunk_id);
CREATE INDEX chunks_by_document ON chunks (doc_key);

-- Vectors of models that are worth keeping because they cost: by model and the text they stand for.
CREATE TABLE embeddings (
    embedding_key INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    version TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    UNIQUE (model, version, text_hash)
);

INSERT INTO settings VALUES ('database_id', lower(hex(randomblob(16)))), ('generation', '0');
