//! "Did you mean": the one rule for what a wrong name is near to.

/// What stands behind the known name that a wrong one is nearest to, if it is near to any; of
/// several equally near the first. Case does not matter.
pub fn nearest<'a, T>(wrong: &str, known: impl Iterator<Item = (&'a str, T)>) -> Option<T> {
    /// No name is that long, and the distance to a book would take a while.
    const LONGEST: usize = 64;
    let wrong = wrong.to_lowercase();
    let n_chars = wrong.chars().count();
    if n_chars > LONGEST {
        return None;
    }
    let distances =
        known.map(|(name, meant)| (strsim::osa_distance(&wrong, &name.to_lowercase()), meant));
    let (far, meant) = distances.min_by_key(|(far, _)| *far)?;
    (far <= 1 + n_chars / 4 && far * 2 <= n_chars).then_some(meant)
}
