//! Which terms a model knows.

/// What bounds the size of a model of a large corpus.
const MAX_TERMS: usize = 50_000;

/// The vocabulary of a sample, given every term with the number of chunks it occurs in: at most
/// 50,000 terms, the most widespread first, ties by term. The result is sorted by bytes, as
/// [`Model::train`](super::Model::train) wants it.
///
/// Terms of a single chunk are welcome although they have no company to learn from: they tell
/// their chunk from its neighbours, and a small corpus is searched much better with them. They
/// cost a model little, because those of the same chunk share a row of the projection.
pub fn choose_vocabulary(terms: impl IntoIterator<Item = (String, u32)>) -> Vec<String> {
    let mut terms: Vec<(String, u32)> =
        terms.into_iter().filter(|&(_, n_chunks)| n_chunks > 0).collect();
    if terms.len() > MAX_TERMS {
        terms.select_nth_unstable_by(MAX_TERMS, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        terms.truncate(MAX_TERMS);
    }
    let mut vocabulary: Vec<String> = terms.into_iter().map(|(term, _)| term).collect();
    vocabulary.sort_unstable();
    vocabulary
}
