//! The seam where embedding models plug in.

use std::error::Error;

/// Turns texts into vectors. Implemented by the embedded analysis of the corpus, and by whatever
/// else maps texts to vectors.
pub trait Embedder: Send + Sync {
    /// The model's name, as configurations and runs name it.
    fn model(&self) -> &str;

    /// Changes whenever the same text would get another vector.
    fn version(&self) -> &str;

    /// How many numbers each vector has.
    fn dimensions(&self) -> usize;

    /// How much the vector channel counts in weighted fusion, from 0 to 1.
    fn fusion_weight(&self) -> f64;

    /// One vector per text, in order. Lengths do not matter: vectors are compared by their cosine.
    /// A vector of zeros says that the model has nothing to say about the text.
    fn embed(&self, texts: &[&str], input: Input) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// What a text is, for models that treat the two differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    Passage,
    Query,
}

/// A model that could not do its work.
#[derive(Debug, thiserror::Error)]
#[error("the embedding model `{model}` failed: {cause}")]
pub struct EmbedError {
    pub model: String,
    pub cause: Box<dyn Error + Send + Sync>,
}
