//! The model: from counts to vectors.

use std::path::Path;

use rayon::prelude::*;

use super::columns::Columns;
use super::counts::TermCounts;
use super::factor::{Factor, factor};
use super::file::{Image, ModelError, Parts, row_len};
use super::weights;

/// The most dimensions a model has.
const MAX_DIMENSIONS: usize = 256;

/// How many bytes of a row, each two numbers, are summed at a time: what stays in registers.
const STRIP: usize = 32;

/// Maps term counts to vectors in which related words are close.
#[derive(Debug)]
pub struct Model {
    image: Image,
}

impl Model {
    /// A model of a sample of chunks. The vocabulary is sorted by bytes and has no term twice; the
    /// sample's terms are numbers of it. The same sample gives the same model, whatever the number
    /// of threads.
    pub fn train(vocabulary: &[String], sample: &TermCounts) -> Model {
        assert_eq!(sample.row_starts.len(), sample.lengths.len() + 1, "every chunk has a length");
        assert!(vocabulary.is_sorted_by(|a, b| a < b), "the vocabulary is sorted by bytes");
        let frequencies = sample.document_frequencies(vocabulary.len());
        let idf: Vec<f32> =
            frequencies.iter().map(|&n| weights::idf(sample.n_chunks(), n)).collect();
        let average_length = sample.average_length();
        let columns = Columns::merge(sample, &frequencies, &idf, average_length);
        let Factor { vectors, n_dimensions } = factor(&columns.weights, MAX_DIMENSIONS);
        let (rows, row_scales) = round_rows(&vectors, n_dimensions);
        let scale = |(&column, share): (&u32, &f32)| {
            row_scales.get(column as usize).map_or(0.0, |scale| scale * share)
        };
        let scales: Vec<f32> = columns.of_terms.iter().zip(&columns.shares).map(scale).collect();
        let image = Image::build(&Parts {
            dimensions: n_dimensions,
            average_length,
            vocabulary,
            idf: &idf,
            row_numbers: &columns.of_terms,
            scales: &scales,
            rows: &rows,
        });
        Model { image }
    }

    /// Writes the model to a file and waits until it is on disk.
    pub fn save(&self, path: &Path) -> Result<(), ModelError> {
        self.image.save(path)
    }

    /// Opens a saved model. Its file must not be modified from now on; it may be deleted.
    pub fn open(path: &Path) -> Result<Model, ModelError> {
        Ok(Model { image: Image::open(path)? })
    }

    /// 32 hexadecimal digits of a hash of all there is to the model: two models with the same
    /// version make the same vectors.
    pub fn version(&self) -> &str {
        &self.image.version
    }

    /// How long vectors are: 256, or less where the sample does not support as many. A model
    /// without dimensions says nothing about any text.
    pub fn dimensions(&self) -> usize {
        self.image.dimensions
    }

    pub fn n_terms(&self) -> usize {
        self.image.n_terms
    }

    /// The number of a term, if the model knows it. Looks the term up in the file: to look up many,
    /// make a table of [`Model::terms`].
    pub fn term(&self, term: &str) -> Option<u32> {
        let (mut start, mut end) = (0, self.n_terms());
        while start < end {
            let middle = start.midpoint(end);
            if self.image.text(middle) < term {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        (start < self.n_terms() && self.image.text(start) == term).then_some(start as u32)
    }

    /// All terms in the order of their numbers, which is that of their bytes.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.n_terms()).map(|term| self.image.text(term))
    }

    /// The vector of a chunk: of length 1, or all zeros when the model knows none of its terms.
    /// `terms` has numbers of the model's terms, each once, with how often the chunk has them;
    /// `length` counts all tokens of the chunk, those unknown to the model included.
    pub fn embed_counts(&self, terms: &[(u32, u32)], length: u32, out: &mut [f32]) {
        let relative_length = length as f32 / self.image.average_length;
        self.embed(terms, out, |count| weights::in_chunk(count, relative_length));
    }

    /// The vector of a query, likewise.
    pub fn embed_query(&self, terms: &[(u32, u32)], out: &mut [f32]) {
        self.embed(terms, out, weights::in_query);
    }

    /// The vectors of many chunks, in order.
    pub fn embed_all(&self, chunks: &TermCounts) -> Vec<Vec<f32>> {
        let chunks: Vec<_> = chunks.chunks().collect();
        let embed = |&(terms, counts, length): &(&[u32], &[u32], u32)| {
            let terms: Vec<(u32, u32)> =
                terms.iter().copied().zip(counts.iter().copied()).collect();
            let mut vector = vec![0.0; self.dimensions()];
            self.embed_counts(&terms, length, &mut vector);
            vector
        };
        chunks.par_iter().map(embed).collect()
    }

    fn embed(&self, terms: &[(u32, u32)], out: &mut [f32], weight: impl Fn(u32) -> f32) {
        assert_eq!(out.len(), self.dimensions(), "a vector has the model's dimensions");
        let rows: Vec<(&[u8], f32)> = terms
            .iter()
            .map(|&(term, count)| {
                let (row, scale) = self.image.row(term as usize);
                (row, weight(count) * self.image.idf(term as usize) * scale)
            })
            .collect();
        pulp::Arch::new().dispatch(SumRows { rows: &rows, out });
        normalise(out);
    }
}

/// Rows as 4-bit numbers, each with the number that undoes the scaling. Sixteen steps are enough: a
/// vector is the sum of many rows, in which their errors even out.
fn round_rows(vectors: &[f32], n_dimensions: usize) -> (Vec<u8>, Vec<f32>) {
    let mut rows = Vec::with_capacity(vectors.len().div_ceil(2));
    let mut scales = Vec::new();
    for vector in vectors.chunks_exact(n_dimensions.max(1)) {
        let largest = vector.iter().fold(0.0f32, |largest, number| largest.max(number.abs()));
        let factor = if largest > 0.0 { LARGEST_STEP / largest } else { 0.0 };
        let rounded = |number: Option<&f32>| {
            let steps = number.map_or(0.0, |number| (number * factor).round());
            (steps as i8 + ZERO) as u8
        };
        let half = row_len(n_dimensions);
        rows.extend((0..half).map(|i| rounded(vector.get(i)) | rounded(vector.get(half + i)) << 4));
        scales.push(largest / LARGEST_STEP);
    }
    (rows, scales)
}

/// What a 4-bit number that stands for zero is, and how far others are from it at most.
const ZERO: i8 = 8;
const LARGEST_STEP: f32 = 7.0;

/// The sum of rows of 4-bit numbers, each times its weight.
struct SumRows<'a> {
    rows: &'a [(&'a [u8], f32)],
    out: &'a mut [f32],
}

impl pulp::WithSimd for SumRows<'_> {
    type Output = ();

    // Compiled once per instruction set, which works only for what is inlined.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        // The low bits of a row's bytes are its first half, the high bits the second, which may be
        // one shorter.
        let (low, high) = self.out.split_at_mut(row_len(self.out.len()));
        for (strip, low) in low.chunks_mut(STRIP).enumerate() {
            let start = strip * STRIP;
            let end = high.len().min(start + STRIP);
            let high = &mut high[start.min(end)..end];
            let (mut low_sums, mut high_sums) = ([0.0f32; STRIP], [0.0f32; STRIP]);
            for (row, weight) in self.rows {
                match row[start..].first_chunk::<STRIP>() {
                    Some(numbers) => add(&mut low_sums, &mut high_sums, numbers, *weight),
                    None => {
                        let mut numbers = [0; STRIP];
                        numbers[..row.len() - start].copy_from_slice(&row[start..]);
                        add(&mut low_sums, &mut high_sums, &numbers, *weight);
                    }
                }
            }
            low.copy_from_slice(&low_sums[..low.len()]);
            high.copy_from_slice(&high_sums[..high.len()]);
        }
    }
}

#[inline(always)]
fn add(low: &mut [f32; STRIP], high: &mut [f32; STRIP], numbers: &[u8; STRIP], weight: f32) {
    for i in 0..STRIP {
        low[i] += weight * f32::from((numbers[i] & 15) as i8 - ZERO);
        high[i] += weight * f32::from((numbers[i] >> 4) as i8 - ZERO);
    }
}

/// To length 1. Zeros stay zeros, and so become numbers that have no length.
fn normalise(vector: &mut [f32]) {
    let squares = vector.iter().map(|&number| f64::from(number) * f64::from(number));
    let length = squares.fold(0.0, |sum, square| sum + square).sqrt();
    if length > 0.0 && length.is_finite() {
        vector.iter_mut().for_each(|number| *number = (f64::from(*number) / length) as f32);
    } else {
        vector.fill(0.0);
    }
}
