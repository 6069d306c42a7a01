//! The vector channel: where vectors come from, how they get into the matrix, how they are searched.

use std::io::{BufWriter, Write};
use std::path::Path;

use fs_err as fs;
use kebab_core::{ChunkId, EmbedError, Embedder, Input};
use kebab_text::{Analyzer, Purpose};
use serde::{Deserialize, Serialize};

use crate::lsa::{self, Model};
use crate::matrix::{self, Matrix, MatrixWriter, Row};
use crate::postings::{ChunkPlace, Postings, PostingsError};

const MATRIX: &str = "vectors.bin";
const MODEL: &str = "lsa.bin";

/// The analysis is trained on at most so many chunks, those with the smallest ids: a sample that
/// depends on nothing but the corpus.
const LARGEST_SAMPLE: usize = 20_000;

/// Chunks whose term counts are in memory at once.
const BLOCK: usize = 16_384;

/// How much the vectors of the analysis count in weighted fusion. With 0.2 hybrid search is better
/// than lexical search on most collections tried, and nowhere worse by more than 0.002 nDCG@10:
/// `docs/quality.md`.
const LSA_FUSION_WEIGHT: f64 = 0.2;

/// Where the vectors of an index come from.
pub enum VectorSource<'a> {
    /// There are none.
    None,
    /// Latent semantic analysis of the corpus itself.
    Lsa,
    /// A model outside: its name, and the vector of the chunk with a key.
    Model {
        model: &'a str,
        version: &'a str,
        dimensions: usize,
        vector_of: &'a mut dyn FnMut(i64) -> Result<Vec<f32>, EmbedError>,
    },
}

/// The vectors of an index and how they came to be.
pub struct Vectors {
    matrix: Matrix,
    /// `None` when a model outside made the vectors.
    lsa: Option<Lsa>,
    stamp: VectorsStamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VectorsStamp {
    model: String,
    version: String,
    dimensions: usize,
    /// What the analysis was trained on: a hash over the keys of the sample. Chunks keep their keys
    /// as long as nothing about them changes.
    sample: Option<String>,
}

/// A chunk with a vector near to the query's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorHit {
    pub chunk_id: ChunkId,
    pub chunk_key: i64,
    pub doc_key: i64,
    pub cosine: f64,
}

/// Vectors that cannot be made or read.
#[derive(Debug, thiserror::Error)]
pub enum VectorError {
    #[error("cannot write the vectors")]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Matrix(#[from] matrix::MatrixError),
    #[error(transparent)]
    Model(#[from] lsa::ModelError),
    #[error(transparent)]
    Postings(#[from] PostingsError),
    #[error(transparent)]
    Embed(#[from] EmbedError),
    #[error("the vectors are not those of the model")]
    Mismatch,
}

impl Vectors {
    pub(crate) fn open(folder: &Path, stamp: VectorsStamp) -> Result<Vectors, VectorError> {
        let matrix = Matrix::open(&folder.join(MATRIX))?;
        let lsa = match stamp.sample {
            Some(_) => Some(Lsa { model: Model::open(&folder.join(MODEL))? }),
            None => None,
        };
        let of_model = lsa.as_ref().map_or(stamp.dimensions, |lsa| lsa.model.dimensions());
        if matrix.dimensions() != stamp.dimensions || of_model != stamp.dimensions {
            return Err(VectorError::Mismatch);
        }
        Ok(Vectors { matrix, lsa, stamp })
    }

    /// Makes the vectors of all chunks that the postings have. A model that was trained on the very
    /// same chunks is used again.
    pub(crate) fn build(
        folder: &Path,
        postings: &Postings,
        source: VectorSource<'_>,
        previous: Option<Vectors>,
    ) -> Result<Option<Vectors>, VectorError> {
        let stamp = match source {
            VectorSource::None => return Ok(None),
            VectorSource::Lsa => build_lsa(folder, postings, previous)?,
            VectorSource::Model { model, version, dimensions, vector_of } => {
                let mut chunks = postings.chunks();
                chunks.sort_unstable_by_key(|chunk| chunk.chunk_id);
                let mut writer = MatrixWriter::create(&folder.join(MATRIX), dimensions)?;
                for chunk in &chunks {
                    writer.push(row(chunk), &vector_of(chunk.chunk_key)?)?;
                }
                writer.finish()?;
                let (model, version) = (model.to_owned(), version.to_owned());
                VectorsStamp { model, version, dimensions, sample: None }
            }
        };
        Ok(Some(Vectors::open(folder, stamp)?))
    }

    pub(crate) fn stamp(&self) -> &VectorsStamp {
        &self.stamp
    }

    /// The name of the model that made the vectors.
    pub fn model(&self) -> &str {
        &self.stamp.model
    }

    /// The model's version; for the analysis of the corpus, a hash of its projection.
    pub fn version(&self) -> &str {
        &self.stamp.version
    }

    pub fn dimensions(&self) -> usize {
        self.stamp.dimensions
    }

    pub(crate) fn n_chunks(&self) -> usize {
        self.matrix.len()
    }

    /// What embeds queries for these vectors, unless a model outside does.
    pub fn embedder(&self) -> Option<&dyn Embedder> {
        self.lsa.as_ref().map(|lsa| lsa as &dyn Embedder)
    }

    /// The `k` chunks with the largest cosine to the query, of those that `keep` lets through: it
    /// is asked with the key of the document. Exact; chunks without a vector are never found.
    pub fn search(
        &self,
        query: &[f32],
        k: usize,
        keep: Option<&dyn Fn(i64) -> bool>,
    ) -> Vec<VectorHit> {
        let keep = keep.map(|keep| move |row: &Row| keep(row.doc_key as i64));
        let keep = keep.as_ref().map(|keep| keep as &dyn Fn(&Row) -> bool);
        let found = self.matrix.search(query, k, keep).into_iter();
        found
            .map(|found| {
                let row = self.matrix.row(found.row);
                VectorHit {
                    chunk_id: ChunkId(row.chunk_id),
                    chunk_key: row.chunk_key as i64,
                    doc_key: row.doc_key as i64,
                    cosine: found.cosine,
                }
            })
            .collect()
    }
}

fn row(chunk: &ChunkPlace) -> Row {
    Row {
        chunk_id: chunk.chunk_id.0,
        chunk_key: chunk.chunk_key as u64,
        doc_key: chunk.doc_key as u64,
    }
}

fn build_lsa(
    folder: &Path,
    postings: &Postings,
    previous: Option<Vectors>,
) -> Result<VectorsStamp, VectorError> {
    let chunks = postings.chunks();
    let mut by_id: Vec<usize> = (0..chunks.len()).collect();
    by_id.sort_unstable_by_key(|place| chunks[*place].chunk_id);

    let sample: Vec<ChunkPlace> =
        by_id.iter().take(LARGEST_SAMPLE).map(|place| chunks[*place]).collect();
    let mut hasher = blake3::Hasher::new();
    for chunk in &sample {
        hasher.update(&chunk.chunk_key.to_le_bytes());
    }
    let sample_hash = hasher.finalize().to_hex().to_string();
    let same = |previous: &Vectors| previous.stamp.sample.as_ref() == Some(&sample_hash);
    let (model, known) = match previous.filter(same) {
        Some(Vectors { matrix, lsa: Some(lsa), .. }) => (lsa.model, Some(matrix)),
        _ => (train(postings, &sample)?, None),
    };
    model.save(&folder.join(MODEL))?;
    write_matrix(folder, postings, &model, known.as_ref(), &chunks, &by_id)?;
    Ok(VectorsStamp {
        model: LSA.to_owned(),
        version: model.version().to_owned(),
        dimensions: model.dimensions(),
        sample: Some(sample_hash),
    })
}

/// Writes the vectors of all chunks, in the order of ids. Those that are in `known`, a matrix of the
/// same model, are taken from there: a stored vector is stored again without loss.
fn write_matrix(
    folder: &Path,
    postings: &Postings,
    model: &Model,
    known: Option<&Matrix>,
    chunks: &[ChunkPlace],
    by_id: &[usize],
) -> Result<(), VectorError> {
    let in_known = |chunk: &ChunkPlace| {
        let (matrix, row) = known.and_then(|it| Some((it, it.find(chunk.chunk_id.0)?)))?;
        (matrix.row(row).chunk_key == chunk.chunk_key as u64).then_some((matrix, row))
    };
    let is_new = |chunk: &ChunkPlace| in_known(chunk).is_none();
    let new: Vec<usize> = (0..chunks.len()).filter(|place| is_new(&chunks[*place])).collect();

    // Vectors are made in the order of the postings, which is cheap to read: a file in between keeps
    // memory small whatever the corpus.
    let dimensions = model.dimensions();
    let scratch = folder.join("vectors.tmp");
    let mut file = BufWriter::new(fs::File::create(&scratch)?);
    for block in new.chunks(BLOCK) {
        let block: Vec<ChunkPlace> = block.iter().map(|place| chunks[*place]).collect();
        let counts = postings.term_counts(&block, model.terms())?;
        for vector in model.embed_all(&counts) {
            file.write_all(bytemuck::cast_slice(&vector))?;
        }
    }
    file.flush()?;
    drop(file);
    let made = crate::map::map(&scratch)?;
    let made: &[f32] = bytemuck::cast_slice(&made);

    let mut writer = MatrixWriter::create(&folder.join(MATRIX), dimensions)?;
    for &place in by_id {
        let chunk = &chunks[place];
        match new.binary_search(&place) {
            Ok(number) => writer.push(row(chunk), &made[number * dimensions..][..dimensions])?,
            Err(_) => {
                let (matrix, known) = in_known(chunk).expect("what is not new is known");
                writer.push(row(chunk), &matrix.vector(known))?;
            }
        }
    }
    writer.finish()?;
    Ok(fs::remove_file(&scratch)?)
}

fn train(postings: &Postings, sample: &[ChunkPlace]) -> Result<Model, VectorError> {
    let vocabulary = lsa::choose_vocabulary(postings.document_frequencies(sample)?);
    let counts = postings.term_counts(sample, vocabulary.iter().map(String::as_str))?;
    Ok(Model::train(&vocabulary, &counts))
}

/// The name of the embedded model.
const LSA: &str = "lsa";

/// Latent semantic analysis of the corpus, as an embedder of queries.
struct Lsa {
    model: Model,
}

impl Embedder for Lsa {
    fn model(&self) -> &str {
        LSA
    }

    fn version(&self) -> &str {
        self.model.version()
    }

    fn dimensions(&self) -> usize {
        self.model.dimensions()
    }

    fn fusion_weight(&self) -> f64 {
        LSA_FUSION_WEIGHT
    }

    fn embed(&self, texts: &[&str], input: Input) -> Result<Vec<Vec<f32>>, EmbedError> {
        let purpose = match input {
            Input::Passage => Purpose::Index,
            Input::Query => Purpose::Query,
        };
        let mut analyzer = Analyzer::new();
        let embed = |text: &&str| {
            let mut counts: Vec<(u32, u32)> = Vec::new();
            let mut length = 0;
            let mut last_position = None;
            analyzer.analyze(text, purpose, |token| {
                length += u32::from(last_position != Some(token.position));
                last_position = Some(token.position);
                if let Some(term) = self.model.term(token.text) {
                    match counts.iter_mut().find(|(known, _)| *known == term) {
                        Some((_, count)) => *count += 1,
                        None => counts.push((term, 1)),
                    }
                }
            });
            counts.sort_unstable();
            let mut vector = vec![0.0; self.model.dimensions()];
            match input {
                Input::Passage => self.model.embed_counts(&counts, length, &mut vector),
                Input::Query => self.model.embed_query(&counts, &mut vector),
            }
            vector
        };
        Ok(texts.iter().map(embed).collect())
    }
}
