//! What the modules share: short ways to write inputs down, and seeded randomness.

use kebab_metrics::{Hit, Measure};
use proptest::prelude::ProptestConfig;
use proptest::test_runner::RngSeed;

/// A measure by its name.
#[track_caller]
pub(crate) fn measure(name: &str) -> Measure {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Measures by their names, separated by blanks.
#[track_caller]
pub(crate) fn measures(names: &str) -> Vec<Measure> {
    names.split_whitespace().map(measure).collect()
}

/// Hits written as `d1:0.9 d2:0.5`.
pub(crate) fn hits(text: &str) -> Vec<Hit<'_>> {
    let hit = |word| {
        let (doc, score) = str::rsplit_once(word, ':').expect("a hit is written `id:score`");
        Hit { doc: doc.as_bytes(), score: score.parse().expect("a score is a number") }
    };
    text.split_whitespace().map(hit).collect()
}

/// The ids of hits, separated by blanks.
pub(crate) fn docs(hits: &[Hit<'_>]) -> String {
    let ids = hits.iter().map(|hit| String::from_utf8_lossy(hit.doc));
    ids.collect::<Vec<_>>().join(" ")
}

/// Fails unless the two agree up to rounding.
#[track_caller]
pub(crate) fn assert_close(found: f64, expected: f64, what: impl std::fmt::Display) {
    let close = (found - expected).abs() <= 1e-12 * expected.abs().max(1.0);
    assert!(close, "{what}: found {found}, expected {expected}");
}

/// A proptest configuration that takes the same path on every run.
pub(crate) fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Random numbers that are the same on every run and machine (splitmix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `n - 1`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// One of the items.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
