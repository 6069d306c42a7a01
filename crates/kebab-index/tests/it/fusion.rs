//! Two rankings made into one, with numbers worked out by hand.

use kebab_core::{Channel, ChunkId};
use kebab_index::{Fused, Fusion, fuse, n_candidates, ranking_order};

fn ranking(hits: &[(u128, f64)]) -> Vec<(ChunkId, f64)> {
    hits.iter().map(|(id, score)| (ChunkId(*id), *score)).collect()
}

fn fused(fusion: Fusion, lexical: &[(u128, f64)], vector: &[(u128, f64)]) -> Vec<Fused> {
    fuse(fusion, &ranking(lexical), &ranking(vector))
}

#[track_caller]
fn check(
    fusion: Fusion,
    lexical: &[(u128, f64)],
    vector: &[(u128, f64)],
    expected: &[(u128, f64)],
) {
    let found = fused(fusion, lexical, vector);
    let found: Vec<(u128, f64)> = found.iter().map(|hit| (hit.id.0, hit.score)).collect();
    let is_same = found.len() == expected.len()
        && found.iter().zip(expected).all(|(a, b)| a.0 == b.0 && (a.1 - b.1).abs() < 1e-12);
    assert!(is_same, "{found:?} instead of {expected:?}");
}

const LEXICAL: [(u128, f64); 3] = [(1, 8.0), (2, 4.0), (3, 2.0)];
const VECTOR: [(u128, f64); 3] = [(3, 0.8), (4, 0.4), (1, 0.2)];

fn weighted(vector_weight: f64) -> Fusion {
    Fusion::Weighted { vector_weight }
}

fn rrf(lexical_weight: f64, vector_weight: f64) -> Fusion {
    Fusion::Rrf { k: 60.0, lexical_weight, vector_weight }
}

#[test]
fn weighted_scores_are_shares_of_the_best() {
    // 1: 0.8 * 8/8 + 0.2 * 0.2/0.8, 2: 0.8 * 4/8, 3: 0.8 * 2/8 + 0.2 * 0.8/0.8, 4: 0.2 * 0.4/0.8.
    check(weighted(0.2), &LEXICAL, &VECTOR, &[(1, 0.85), (3, 0.4), (2, 0.4), (4, 0.1)]);
    check(weighted(0.5), &LEXICAL, &VECTOR, &[(3, 0.625), (1, 0.625), (4, 0.25), (2, 0.25)]);
}

#[test]
fn at_the_ends_one_channel_decides() {
    check(weighted(0.0), &LEXICAL, &VECTOR, &[(1, 1.0), (2, 0.5), (3, 0.25), (4, 0.0)]);
    check(weighted(1.0), &LEXICAL, &VECTOR, &[(3, 1.0), (4, 0.5), (1, 0.25), (2, 0.0)]);
}

#[test]
fn a_channel_without_hits_adds_nothing() {
    check(weighted(0.2), &LEXICAL, &[], &[(1, 0.8), (2, 0.4), (3, 0.2)]);
    check(weighted(0.2), &[], &VECTOR, &[(3, 0.2), (4, 0.1), (1, 0.05)]);
    check(weighted(0.2), &[], &[], &[]);
    check(rrf(1.0, 1.0), &[], &[], &[]);
}

#[test]
fn cosines_below_zero_count_against() {
    check(weighted(0.5), &[(1, 2.0)], &[(2, 0.5), (1, -0.25)], &[(2, 0.5), (1, 0.25)]);
    // Where not even the best is above zero, the channel has nothing to say.
    check(weighted(0.5), &[(1, 2.0)], &[(2, -0.1), (1, -0.5)], &[(1, 0.5), (2, 0.0)]);
    check(weighted(0.5), &[(1, 2.0)], &[(2, 0.0)], &[(1, 0.5), (2, 0.0)]);
}

#[test]
fn reciprocal_ranks_know_no_scores() {
    let (first, second, third) = (1.0 / 61.0, 1.0 / 62.0, 1.0 / 63.0);
    let expected = [(3, first + third), (1, first + third), (4, second), (2, second)];
    check(rrf(1.0, 1.0), &LEXICAL, &VECTOR, &expected);
    check(
        rrf(2.0, 0.5),
        &LEXICAL,
        &VECTOR,
        &[
            (1, 2.0 * first + 0.5 * third),
            (3, 2.0 * third + 0.5 * first),
            (2, 2.0 * second),
            (4, 0.5 * second),
        ],
    );
    let one = Fusion::Rrf { k: 1.0, lexical_weight: 1.0, vector_weight: 1.0 };
    check(one, &[(1, 9.0)], &[(2, 0.1), (1, 0.1)], &[(1, 0.5 + 1.0 / 3.0), (2, 0.5)]);
}

#[test]
fn a_fused_hit_can_be_taken_apart_again() {
    let found = fused(weighted(0.2), &LEXICAL, &VECTOR);
    let [one, three, two, four] = &found[..] else { panic!("{found:?}") };
    let channel = |rank, score| Some(Channel { rank, score });
    assert_eq!((one.lexical, one.vector), (channel(1, 8.0), channel(3, 0.2)));
    assert_eq!((three.lexical, three.vector), (channel(3, 2.0), channel(1, 0.8)));
    assert_eq!((two.lexical, two.vector), (channel(2, 4.0), None));
    assert_eq!((four.lexical, four.vector), (None, channel(2, 0.4)));
}

#[test]
fn ties_are_by_id_descending() {
    let same = [(7, 1.0), (9, 1.0), (8, 1.0)];
    check(weighted(0.5), &same, &[], &[(9, 0.5), (8, 0.5), (7, 0.5)]);
    let order = |a: (f64, u128), b: (f64, u128)| {
        ranking_order((a.0, ChunkId(a.1)), (b.0, ChunkId(b.1))) as i8
    };
    assert_eq!([order((2.0, 1), (1.0, 9)), order((1.0, 9), (2.0, 1))], [-1, 1]);
    assert_eq!([order((1.0, 9), (1.0, 1)), order((1.0, 1), (1.0, 1))], [-1, 0]);
    // -0 is 0.
    assert_eq!([order((-0.0, 9), (0.0, 1)), order((0.0, 9), (-0.0, 1))], [-1, -1]);
}

#[test]
fn each_channel_brings_twice_as_many_and_at_least_a_hundred() {
    let expected = [(0, 100), (1, 100), (50, 100), (51, 102), (1000, 2000)];
    for (k, n) in expected {
        assert_eq!(n_candidates(k), n);
    }
    assert_eq!(n_candidates(usize::MAX), usize::MAX);
}
