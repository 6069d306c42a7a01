//! Documents in every format.

#![no_main]

#[path = "../../crates/kebab-corpus/tests/it/fuzz_bodies.rs"]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::document(bytes));
