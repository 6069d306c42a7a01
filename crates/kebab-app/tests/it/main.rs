//! Tests through the public door of `kebab-app`.

mod beir;
mod browse;
mod changes;
mod crashes;
mod doctor;
mod embedder;
mod filters;
mod fresh;
mod modes;
mod readers;
mod results;
mod snippets;
mod support;
