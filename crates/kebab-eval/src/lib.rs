//! Evaluations built on `kebab-metrics`: scoring run files, the drop-in for trec_eval, and
//! evaluators for people who have texts instead of ids.
//!
//! Everything here takes bytes or values and returns plain data or text; opening files and
//! printing is the binary's.

pub mod score;
pub mod table;
pub mod text;
pub mod trec_eval;
