//! From term counts to the matrix that is factored.
//!
//! Half the terms of a corpus occur in a single chunk. Their columns of the matrix have one entry
//! each, so those of the same chunk point in the same direction, and so will their rows of the
//! projection. They are merged into one column, as long as theirs together, and every term gets its
//! share of it. The product of the matrix with its transpose stays what it was, and so does the
//! decomposition: this changes nothing but the cost.

use super::counts::TermCounts;
use super::sparse::Sparse;
use super::weights;

/// BM25 weights of a sample, chunks by columns, and which column each term has.
pub(super) struct Columns {
    pub(super) weights: Sparse,
    /// By term; 0 for terms that the sample does not have.
    pub(super) of_terms: Vec<u32>,
    /// By term: what its column is to be multiplied by.
    pub(super) shares: Vec<f32>,
}

impl Columns {
    pub(super) fn merge(
        sample: &TermCounts,
        frequencies: &[u32],
        idf: &[f32],
        average_length: f32,
    ) -> Columns {
        let mut of_terms = vec![0; frequencies.len()];
        let mut shares = vec![0.0f32; frequencies.len()];
        let mut n_columns = 0;
        for (term, &frequency) in frequencies.iter().enumerate() {
            if frequency > 1 {
                of_terms[term] = n_columns;
                shares[term] = 1.0;
                n_columns += 1;
            }
        }
        let (mut starts, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
        for (terms, counts, length) in sample.chunks() {
            let relative_length = length as f32 / average_length;
            let mut shared = 0.0f64;
            for (&term, &count) in terms.iter().zip(counts) {
                let term = term as usize;
                let weight = weights::in_chunk(count, relative_length) * idf[term];
                if frequencies[term] > 1 {
                    columns.push(of_terms[term]);
                    values.push(weight);
                } else if weight > 0.0 {
                    of_terms[term] = n_columns;
                    shares[term] = weight;
                    shared += f64::from(weight) * f64::from(weight);
                }
            }
            if shared > 0.0 {
                let length = shared.sqrt() as f32;
                for &term in terms {
                    if frequencies[term as usize] == 1 {
                        shares[term as usize] /= length;
                    }
                }
                columns.push(n_columns);
                values.push(length);
                n_columns += 1;
            }
            starts.push(columns.len());
        }
        let weights = Sparse::new(n_columns as usize, starts, columns, values);
        Columns { weights, of_terms, shares }
    }
}
