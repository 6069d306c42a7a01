//! Latent semantic analysis: the embedding that needs no download, works in any language and is a
//! pure function of the corpus.
//!
//! Words that occur in the same company get similar vectors, so a chunk can be found by words it
//! does not contain. Start at [`Model::train`]. A model is made from the term counts of a sample
//! of the corpus in four steps, one file each:
//!
//! 1. [`choose_vocabulary`] says which terms the model will know.
//! 2. Counts become BM25 weights (`weights`), so that the vectors agree with the lexical channel
//!    about what is important; terms of a single chunk share a column (`columns`).
//! 3. The sparse matrix of weights, chunks by terms, is factored by a randomised singular value
//!    decomposition (`factor`); its right singular vectors are the projection from terms to
//!    dimensions.
//! 4. The projection is rounded to 4 bits per number and written in the layout of the model file
//!    (`file`). From here on everything uses the rounded numbers, so that a model behaves the same
//!    before it is saved and after it is opened.
//!
//! The vector of a chunk is the sum of its terms' rows of the projection, each times the term's
//! weight, at length 1. Chunks and queries that share no term with the vocabulary have the zero
//! vector: the model has nothing to say about them.
//!
//! Same input, same bytes: the random matrix is a hash of its indices, every sum has a fixed order
//! whatever the number of threads, and the sign of each dimension is fixed. A processor with other
//! vector instructions adds up in another order, and may get another version.

mod columns;
mod counts;
mod factor;
mod file;
mod model;
mod sparse;
mod vocabulary;
mod weights;

pub use counts::TermCounts;
pub use file::ModelError;
pub use model::Model;
pub use vocabulary::choose_vocabulary;
