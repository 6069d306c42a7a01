//! Tests through the public door of `kebab-store-sqlite`.

mod embeddings;
mod files;
mod generations;
mod old_databases;
mod schema;
mod support;
