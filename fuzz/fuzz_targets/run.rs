//! A run, with the format recognised and with each one forced.

#![no_main]

#[path = "../../crates/kebab-metrics/tests/it/fuzz_bodies.rs"]
#[expect(dead_code, reason = "each target calls its own bodies")]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| bodies::run(bytes));
