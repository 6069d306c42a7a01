//! English words that say nothing about what a text is about.
//!
//! Lucene's classic list, and the words questions are made of: question words, auxiliaries and
//! pronouns. Words that are names elsewhere are missing on purpose: `us` is a country, `may` and
//! `might` are a month and a noun.

/// Sorted, so that a lookup is a binary search. Lower case, without apostrophes.
#[rustfmt::skip]
const STOP_WORDS: &[&str] = &[
    "a", "am", "an", "and", "are", "arent", "as", "at", "be", "been", "being", "but", "by", "can",
    "cannot", "cant", "could", "couldnt", "did", "didnt", "do", "does", "doesnt", "doing", "done",
    "dont", "for", "had", "hadnt", "has", "hasnt", "have", "havent", "having", "he", "her",
    "hers", "herself", "him", "himself", "his", "how", "i", "if", "in", "into", "is", "isnt",
    "it", "its", "itself", "me", "my", "myself", "no", "not", "of", "on", "or", "our", "ours",
    "ourselves", "shall", "she", "should", "shouldnt", "such", "that", "the", "their", "theirs",
    "them", "themselves", "then", "there", "these", "they", "this", "those", "to", "was", "wasnt",
    "we", "were", "werent", "what", "when", "where", "which", "who", "whom", "whose", "why",
    "will", "with", "wont", "would", "wouldnt", "you", "your", "yours", "yourself",
];

pub(crate) fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}
