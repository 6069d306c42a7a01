//! Everything the crate promises, tested through its public door.
//!
//! Start at `vectors` for what the numbers are, `exhaustive` for the formulas, `formats` for the
//! files and their errors, `pytrec` for the comparison with trec_eval's own code.

mod corners;
mod evaluate;
mod exhaustive;
mod formats;
mod fuzz;
mod fuzz_bodies;
mod laws;
mod names;
mod parse_errors;
mod pytrec;
mod ranking;
mod slow;
mod support;
mod vectors;
