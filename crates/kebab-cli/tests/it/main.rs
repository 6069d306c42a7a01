//! The command line as a user sees it.

mod config;
mod demo;
mod docs;
mod evaluate;
mod files;
mod fixture;
mod measures;
mod score;
mod trec_eval;
mod trec_eval_reference;
