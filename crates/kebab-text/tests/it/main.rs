//! What the analysis and the token estimate do, seen from outside.

mod data;
mod foreign_scripts;
mod identifiers;
mod laws;
mod retrieval;
mod support;
mod token_count;
mod words;
