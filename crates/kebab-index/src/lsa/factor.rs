//! The randomised singular value decomposition (Halko, Martinsson and Tropp, "Finding structure
//! with randomness", SIAM Review 53, 2011).
//!
//! A few hundred random combinations of the columns of `A` span, after a power iteration, nearly
//! the same space as its leading left singular vectors. With an orthonormal basis `Q` of them, the
//! small matrix `Qᵀ A` has nearly the leading singular values and right singular vectors of `A`;
//! those come from the eigenvectors of the even smaller `Qᵀ A Aᵀ Q`.

use faer::linalg::matmul::matmul;
use faer::{Accum, Mat, MatRef, Par, Side};

use super::sparse::Sparse;

/// How many more combinations are tried than dimensions are wanted. Together with 256 dimensions
/// they fill whole strips of the sparse product.
const OVERSAMPLING: usize = 64;

/// The spectrum of text is flat, so that one round of sharpening matters; a second one does not.
const POWER_ITERATIONS: usize = 1;

/// Dimensions whose variance is below this share of the first one's are noise of 32-bit sums.
const NOISE: f64 = 1e-5;

/// The leading right singular vectors of a matrix, one per column: row-major, as many rows as the
/// matrix has columns. There are fewer than asked for where the matrix has a lower rank.
pub(super) struct Factor {
    pub(super) vectors: Vec<f32>,
    pub(super) n_dimensions: usize,
}

pub(super) fn factor(a: &Sparse, max_dimensions: usize) -> Factor {
    let width = (max_dimensions + OVERSAMPLING).min(a.n_rows()).min(a.n_columns());
    if width == 0 || a.is_zero() {
        return Factor { vectors: Vec::new(), n_dimensions: 0 };
    }
    let transposed = a.transpose();
    let mut basis = orthonormal(&a.times(&random_signs(a.n_columns(), width), width), width);
    for _ in 0..POWER_ITERATIONS {
        basis = orthonormal(&a.times(&transposed.times(&basis, width), width), width);
    }
    let projected = transposed.times(&basis, width);
    let rotation = rotation(&projected, width, max_dimensions);
    let n_dimensions = rotation.ncols();
    let mut vectors = vec![0.0; a.n_columns() * n_dimensions];
    matmul(
        faer::MatMut::from_row_major_slice_mut(&mut vectors, a.n_columns(), n_dimensions),
        Accum::Replace,
        MatRef::from_row_major_slice(&projected, a.n_columns(), width),
        rotation.as_ref(),
        1.0,
        Par::Seq,
    );
    Factor { vectors, n_dimensions }
}

/// What turns the projected rows into singular vectors: the leading eigenvectors of their Gram
/// matrix, each divided by its singular value and signed so that its largest entry is positive.
fn rotation(projected: &[f32], width: usize, max_dimensions: usize) -> Mat<f32> {
    let projected = MatRef::from_row_major_slice(projected, projected.len() / width, width);
    let mut gram = Mat::<f32>::zeros(width, width);
    matmul(&mut gram, Accum::Replace, projected.transpose(), projected, 1.0, Par::Seq);
    let gram = Mat::from_fn(width, width, |i, j| f64::from(gram[(i, j)]));
    let Ok(eigen) = gram.self_adjoint_eigen(Side::Lower) else {
        // Only numbers that are not finite do not converge, and weights are finite.
        return Mat::zeros(width, 0);
    };
    let (values, vectors) = (eigen.S(), eigen.U());
    let largest = values[width - 1];
    let leading = (0..width).rev().take(max_dimensions);
    let leading: Vec<usize> = leading.take_while(|&i| values[i] > NOISE * largest).collect();
    let scales: Vec<f64> = leading
        .iter()
        .map(|&column| {
            let larger = |a: f64, b: &f64| if b.abs() > a.abs() { *b } else { a };
            let largest = vectors.col(column).iter().fold(0.0, larger);
            largest.signum() / values[column].sqrt()
        })
        .collect();
    Mat::from_fn(width, leading.len(), |i, j| (vectors[(i, leading[j])] * scales[j]) as f32)
}

/// An orthonormal basis of the columns of a row-major matrix, in the same layout.
fn orthonormal(matrix: &[f32], width: usize) -> Vec<f32> {
    let n_rows = matrix.len() / width;
    let basis = MatRef::from_row_major_slice(matrix, n_rows, width).qr().compute_thin_Q();
    let mut rows = Vec::with_capacity(matrix.len());
    for i in 0..n_rows {
        rows.extend((0..width).map(|j| basis[(i, j)]));
    }
    rows
}

/// A matrix of ones with random signs, which serves as well as a Gaussian one. The signs are bits
/// of a hash of their place, so the matrix is the same everywhere.
fn random_signs(n_rows: usize, width: usize) -> Vec<f32> {
    let mut signs = Vec::with_capacity(n_rows * width);
    for row in 0..n_rows as u64 {
        let mut bits = 0;
        for column in 0..width as u64 {
            if column % 64 == 0 {
                bits = split_mix((row << 16) | (column / 64));
            }
            signs.push(if bits >> (column % 64) & 1 == 0 { 1.0 } else { -1.0 });
        }
    }
    signs
}

/// The output function of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
fn split_mix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
