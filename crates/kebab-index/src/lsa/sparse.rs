//! A sparse matrix and its product with a dense one: where training spends its time.
//!
//! Dense matrices are plain row-major slices here. Rows of the result are computed independently
//! and each in the order of its entries, so the result does not depend on the number of threads.
//! For the transposed product the transposed matrix is built once: gathering rows keeps that
//! order, scattering into them would not.

use rayon::prelude::*;

/// How many numbers of a result's row are summed at a time: as many as stay in registers.
const STRIP: usize = 64;

/// How many rows of a result are one piece of work for a thread.
const ROWS_PER_TASK: usize = 64;

/// A matrix in compressed sparse rows.
pub(super) struct Sparse {
    n_columns: usize,
    starts: Vec<usize>,
    columns: Vec<u32>,
    values: Vec<f32>,
}

impl Sparse {
    /// Every column must be below `n_columns`; `starts` has one entry more than there are rows.
    pub(super) fn new(
        n_columns: usize,
        starts: Vec<usize>,
        columns: Vec<u32>,
        values: Vec<f32>,
    ) -> Sparse {
        Sparse { n_columns, starts, columns, values }
    }

    pub(super) fn n_rows(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn n_columns(&self) -> usize {
        self.n_columns
    }

    pub(super) fn is_zero(&self) -> bool {
        self.values.iter().all(|&value| value == 0.0)
    }

    /// Rows become columns; within each row, entries stay in ascending order of their column.
    pub(super) fn transpose(&self) -> Sparse {
        let mut starts = vec![0; self.n_columns + 1];
        for &column in &self.columns {
            starts[column as usize + 1] += 1;
        }
        for i in 0..self.n_columns {
            starts[i + 1] += starts[i];
        }
        let mut next = starts.clone();
        let mut columns = vec![0; self.columns.len()];
        let mut values = vec![0.0; self.values.len()];
        for row in 0..self.n_rows() {
            for i in self.starts[row]..self.starts[row + 1] {
                let place = &mut next[self.columns[i] as usize];
                columns[*place] = row as u32;
                values[*place] = self.values[i];
                *place += 1;
            }
        }
        Sparse { n_columns: self.n_rows(), starts, columns, values }
    }

    /// The product with a dense matrix that has `width` columns (and as many rows as this one has
    /// columns).
    pub(super) fn times(&self, dense: &[f32], width: usize) -> Vec<f32> {
        assert_eq!(dense.len(), self.n_columns * width, "the two matrices fit together");
        let mut product = vec![0.0; self.n_rows() * width];
        if product.is_empty() {
            return product;
        }
        let arch = pulp::Arch::new();
        let tasks = product.par_chunks_mut(ROWS_PER_TASK * width).enumerate();
        tasks.for_each(|(task, rows)| {
            for (i, out) in rows.chunks_exact_mut(width).enumerate() {
                let row = task * ROWS_PER_TASK + i;
                let entries = self.starts[row]..self.starts[row + 1];
                let (columns, values) = (&self.columns[entries.clone()], &self.values[entries]);
                arch.dispatch(RowTimes { columns, values, dense, out });
            }
        });
        product
    }
}

/// One row of a product.
struct RowTimes<'a> {
    columns: &'a [u32],
    values: &'a [f32],
    dense: &'a [f32],
    out: &'a mut [f32],
}

impl pulp::WithSimd for RowTimes<'_> {
    type Output = ();

    // Compiled once per instruction set, which works only for what is inlined.
    #[inline(always)]
    fn with_simd<S: pulp::Simd>(self, _: S) {
        let RowTimes { columns, values, dense, out } = self;
        let width = out.len();
        let (strips, rest) = out.as_chunks_mut::<STRIP>();
        for (strip, out) in strips.iter_mut().enumerate() {
            let mut sums = [0.0; STRIP];
            for (&column, &value) in columns.iter().zip(values) {
                let start = column as usize * width + strip * STRIP;
                let numbers = dense[start..].first_chunk::<STRIP>().expect("a whole strip");
                for (sum, number) in sums.iter_mut().zip(numbers) {
                    *sum += value * number;
                }
            }
            *out = sums;
        }
        for (&column, &value) in columns.iter().zip(values) {
            let end = (column as usize + 1) * width;
            for (sum, number) in rest.iter_mut().zip(&dense[end - width % STRIP..end]) {
                *sum += value * number;
            }
        }
    }
}
