//! Korean particles: endings that stick to a word and hide it from a plain comparison.
//!
//! `워크스페이스를` must be found by `워크스페이스`. The endings here are the particles and the
//! commonest endings of `이다` and `하다`. Cutting one off too many does no harm, because documents
//! and queries are cut alike and the pairs of the full word are listed beside the stem.

/// Sorted, so that a lookup is a binary search.
#[rustfmt::skip]
const PARTICLES: &[&str] = &[
    "가", "과", "과는", "과의", "까지", "까지는", "는", "도", "되는", "되어", "된다", "됩니다",
    "들은", "들을", "들의", "들이", "라고", "라는", "로", "로는", "로서", "로써", "를", "마다",
    "만", "만을", "만이", "밖에", "보다", "부터", "에", "에게", "에게서", "에는", "에도", "에만",
    "에서", "에서는", "에서부터", "에서의", "와", "와는", "와의", "으로", "으로부터", "으로서",
    "으로써", "은", "을", "의", "이", "이고", "이나", "이다", "이라고", "이라는", "이란", "이며",
    "인가", "입니다", "조차", "처럼", "하고", "하기", "하는", "하면", "하여", "한다", "합니다",
    "해야",
];

const LONGEST_PARTICLE: usize = 4;
/// Particles that are rarely the second syllable of a noun, unlike `의` in `정의`.
const UNMISTAKABLE: &[&str] = &["가", "는", "를", "에", "은", "을", "이"];
/// Every Hangul character, syllable or letter, is three bytes long.
const CHARACTER_LEN: usize = '가'.len_utf8();

/// A word without its longest particle, as long as two characters remain.
pub(crate) fn without_particle(word: &str) -> &str {
    let most = (word.len() / CHARACTER_LEN).saturating_sub(2).min(LONGEST_PARTICLE);
    let split = |n: usize| word.split_at_checked(word.len() - n * CHARACTER_LEN);
    let cuts = (1..=most).rev().filter_map(split);
    cuts.filter(|(_, ending)| is_particle(ending)).map(|(stem, _)| stem).next().unwrap_or(word)
}

/// The first of two characters when the second is surely a particle, as in `값을`.
pub(crate) fn single_character_stem(word: &str) -> Option<&str> {
    let (stem, ending) = word.split_at_checked(CHARACTER_LEN)?;
    UNMISTAKABLE.contains(&ending).then_some(stem)
}

/// Whether a word is nothing but a particle.
pub(crate) fn is_particle(word: &str) -> bool {
    PARTICLES.binary_search(&word).is_ok()
}
