//! "Did you mean": what an unknown name is near to.

use crate::keys::{KEYS, Key};

/// The sections that there are, in the order of the file. Outer ones without keys of their own are
/// none.
pub(crate) fn sections() -> Vec<&'static str> {
    let mut sections: Vec<&str> = KEYS.iter().map(Key::section).collect();
    sections.dedup();
    sections
}

/// The key that was meant by a name in a section, which is empty for the top of the file: the whole
/// name in quotes, a part of a name from this section, the right name in the wrong section, or a
/// slip, here rather than elsewhere.
pub(crate) fn key(section: &str, wrong: &str) -> Option<&'static Key> {
    let here = || KEYS.iter().filter(|key| key.section() == section);
    // Names too short for a distance to say anything can still be parts.
    let begins = |key: &&Key| !wrong.is_empty() && key.leaf().starts_with(wrong);
    let ends = |key: &&Key| !wrong.is_empty() && key.leaf().ends_with(wrong);
    KEYS.iter()
        .find(|key| key.name() == wrong)
        .or_else(|| here().find(begins))
        .or_else(|| here().find(ends))
        .or_else(|| KEYS.iter().find(|key| key.leaf() == wrong))
        .or_else(|| nearest(wrong, here().map(|key| (key.leaf(), key))))
        .or_else(|| nearest(wrong, KEYS.iter().map(|key| (key.leaf(), key))))
}

/// The section that was meant by a dotted name.
pub(crate) fn section(wrong: &str) -> Option<&'static str> {
    let last = |name: &'static str| name.rsplit('.').next().unwrap_or(name);
    let by_name = nearest(wrong, sections().into_iter().map(|name| (name, name)));
    by_name.or_else(|| nearest(wrong, sections().into_iter().map(|name| (last(name), name))))
}

/// The variable that was meant by the name of another. Variables are shared with other programs,
/// so only what is very near counts.
pub(crate) fn variable(wrong: &str) -> Option<&'static Key> {
    let rest = wrong.strip_prefix("KEBAB_")?;
    let most = (rest.len() / 8).max(1);
    KEYS.iter().find(|key| {
        let known = key.variable();
        let known = known.strip_prefix("KEBAB_").expect("every variable begins so");
        known.len().abs_diff(rest.len()) <= most && strsim::osa_distance(known, rest) <= most
    })
}

/// What stands behind the known name that a wrong one is nearest to, if it is near to any; of
/// several equally near the first.
fn nearest<'a, T>(wrong: &str, known: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    /// No name is that long, and the distance to a book would take a while.
    const LONGEST: usize = 64;
    let wrong = wrong.to_lowercase();
    let n_chars = wrong.chars().count();
    if n_chars > LONGEST {
        return None;
    }
    let distances = known.map(|(name, meant)| (strsim::osa_distance(&wrong, name), meant));
    let (far, meant) = distances.min_by_key(|(far, _)| *far)?;
    (far <= 1 + n_chars / 4 && far * 2 <= n_chars).then_some(meant)
}
