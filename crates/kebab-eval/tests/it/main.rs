//! The tests of this crate, through its public door.

mod text;
mod trec_eval;
