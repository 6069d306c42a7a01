//! Evaluators for people who have texts instead of ids.
//!
//! A call names one or more templates, hands over texts and may set `k`:
//!
//! ```
//! use kebab_eval::text::Request;
//!
//! let request = Request::parse(br#"{
//!     "eval_templates": "precision_at_k",
//!     "inputs": {"hypothesis": "[\"P\", \"F\", \"N\"]", "reference": "[\"P\", \"E\"]"},
//!     "eval_config": {"k": 3}
//! }"#)?;
//! let results = request.evaluate()?;
//! assert_eq!(results.eval_results[0].output, 1.0 / 3.0);
//! assert_eq!(results.eval_results[0].reason, "Precision@3: 0.333 (1 relevant in the top 3 / 3)");
//! # Ok::<(), kebab_eval::text::TextError>(())
//! ```
//!
//! Start reading at [`evaluate`]; `templates.rs` is the table of templates, `request.rs` reads the
//! call, `lists.rs` reads the lists of texts in it, `ranked.rs` and `overlap.rs` do the measuring.
//!
//! # Inputs
//!
//! `hypothesis` holds the retrieved chunks in rank order, `reference` the relevant chunks, `answer`
//! the text of an answer. All but `answer` are lists of texts, for one query or for a batch:
//!
//! | what is given | how it is read |
//! | --- | --- |
//! | a string | JSON of one query's list: `"[\"a\", \"b\"]"` |
//! | a list with a list in it | a batch; each item is one query's list, plain or as JSON |
//! | a list of strings which all are JSON lists | a batch: `["[\"a\"]", "[\"b\"]"]` |
//! | a list of strings of which none is a JSON list | one query: `["a", "b"]`; an error if all begin as JSON lists of strings do |
//! | a list of strings of which some are JSON lists | an error: a batch with a broken item, or one query with odd chunks |
//! | an empty list | one query with an empty list; no queries at all where the other input is a batch |
//!
//! So a chunk that itself looks like a JSON list (`[1]`) is safe inside a list of lists and inside
//! a JSON string. `answer` is a string for one query and a list of strings for a batch; it is never
//! read as JSON. All inputs of a call are of one kind, one query or a batch, and a batch has the same
//! number of queries in each. An input that is given is checked even when no template reads it.
//!
//! # Ranking templates
//!
//! A retrieved chunk is relevant when it equals a reference text exactly. A reference text that is
//! repeated counts once. A retrieved chunk that is repeated keeps its place and is credited once.
//! `k` cuts the retrieved list and is its length unless given, so that precision then divides by
//! the length of the list and the ideal ranking of nDCG is cut there. A given `k` is the divisor of
//! precision even when fewer chunks were retrieved. An empty list scores 0.
//!
//! # Overlap templates
//!
//! `chunk_attribution` and `chunk_utilization` look at shared words alone. No language model reads
//! the texts: an answer that says the same in other words is not recognised, and one that happens
//! to use a chunk's phrase is. They compare texts as words, with case and punctuation folded away.
//! Scripts that are written without spaces between words, and Korean, whose endings are glued to
//! the word, are split into characters, and a character weighs half a word.
//!
//! - A *shared run* is a row of words, as long as three words or longer, that stands in the chunk
//!   and in the answer. Where either text is shorter than three words, it must stand in the other
//!   as a whole. A run that comes n times in the answer is matched at most n times in a chunk.
//! - The answer *drew on* a chunk when the chunk's words in shared runs weigh at least a fifth of the
//!   shorter of the two texts, and at least four words, because one stock phrase such as `one of the`
//!   is no evidence. Ten words, or two thirds of the shorter text, are always enough.
//! - `chunk_attribution` = chunks the answer drew on / chunks.
//! - `chunk_utilization` = words in shared runs of the chunks the answer drew on / words of all
//!   chunks. A character of the scripts above counts as one word here.
//!
//! `k` cuts the list of chunks; here the divisor is what is left of the list. A chunk that is
//! repeated is credited once and counts in the divisor each time. No chunks, or an answer without
//! words, score 0. Texts are compared in the Unicode normal form they come in.

mod error;
mod evaluate;
mod json;
mod lists;
mod overlap;
mod ranked;
mod render;
mod request;
mod templates;
mod words;

pub use error::{Place, TextError};
pub use evaluate::{EvalResult, EvalResults, evaluate};
pub use render::{render_csv, render_json, render_markdown, render_text};
pub use request::{EvalConfig, Inputs, Request};
pub use templates::{Input, Template, templates};
