//! One JSON object.

#![no_main]

#[path = "../../crates/kebab-metrics/tests/it/fuzz_bodies.rs"]
#[expect(dead_code, reason = "each target calls its own bodies")]
mod bodies;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    bodies::qrels_as(bytes, Some(kebab_metrics::Format::Json));
    bodies::run_as(bytes, Some(kebab_metrics::Format::Json));
});
