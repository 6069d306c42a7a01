//! The command line as a user sees it.

mod config;
mod demo;
mod docs;
mod evaluate;
mod files;
mod fixture;
mod ingest;
mod knowledge_base;
mod measures;
mod score;
mod search;
mod trec_eval;
mod trec_eval_reference;
