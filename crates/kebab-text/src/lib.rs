//! One analysis of text for documents and queries, and an estimate of model tokens.
//!
//! [`Analyzer::analyze`] turns text into the tokens that are indexed and searched. Documents and
//! queries take the same path, so what was written finds what is asked; [`Purpose`] only decides
//! whether single characters of Chinese, Japanese and Korean words are listed as well.
//!
//! ```
//! use kebab_text::{Analyzer, Purpose};
//!
//! let mut words = Vec::new();
//! let mut analyzer = Analyzer::new();
//! analyzer.analyze("The cafés' tables", Purpose::Query, |token| words.push(token.text.to_owned()));
//! assert_eq!(words, ["cafe", "tabl"]);
//! ```
//!
//! [`count_tokens`] estimates what a text costs in a language model's prompt, without the
//! model's vocabulary.
//!
//! Where to start reading: `analyzer.rs` walks a text blank by blank, `fold.rs` makes spellings
//! equal and keeps the way back to the raw bytes, `words.rs` finds words, `word_tokens.rs` turns
//! them into tokens, and `identifiers.rs`, `runs.rs` and `korean.rs` take apart what is more than
//! one word. No module does I/O.

#![warn(missing_docs)]

mod analyzer;
mod fold;
mod identifiers;
mod korean;
mod runs;
mod scripts;
mod stems;
mod stop_words;
mod token_count;
mod token_pieces;
mod token_tables;
mod word_tokens;
mod words;

pub use analyzer::{ANALYSIS_VERSION, Analyzer, Purpose, Token};
pub use scripts::is_cjk;
pub use token_count::{TOKEN_ESTIMATOR_VERSION, count_tokens};
