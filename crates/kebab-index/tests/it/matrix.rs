//! The vector matrix: a search finds what scoring every row would find.

use std::path::{Path, PathBuf};

use kebab_index::matrix::{Found, MAX_DIMENSIONS, Matrix, MatrixError, MatrixWriter, Row};
use proptest::prelude::*;
use tempfile::TempDir;

fn row(index: usize) -> Row {
    let (chunk_key, doc_key) = (1000 + index as u64, u64::MAX - (index / 3) as u64);
    Row { chunk_id: (index as u128) << 100 | 7, chunk_key, doc_key }
}

fn write(path: &Path, dimensions: usize, vectors: &[Vec<f32>]) {
    let mut writer = MatrixWriter::create(path, dimensions).unwrap();
    for (index, vector) in vectors.iter().enumerate() {
        writer.push(row(index), vector).unwrap();
    }
    writer.finish().unwrap();
}

fn scratch() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    (folder, path)
}

fn matrix(dimensions: usize, vectors: &[Vec<f32>]) -> Matrix {
    let (_folder, path) = scratch();
    write(&path, dimensions, vectors);
    Matrix::open(&path).unwrap()
}

/// Scaled so that the largest number is 32,512.
fn integers(vector: &[f32]) -> Vec<i128> {
    let largest = vector.iter().map(|number| f64::from(number.abs())).fold(0.0, f64::max);
    let scale = |&number: &f32| (f64::from(number) * (32512.0 / largest)).round() as i128;
    vector.iter().map(scale).collect()
}

/// Every cosine, the slow and obvious way.
fn brute_force(
    vectors: &[Vec<f32>],
    query: &[f32],
    k: usize,
    keep: impl Fn(&Row) -> bool,
) -> Vec<Found> {
    let dot = |a: &[i128], b: &[i128]| a.iter().zip(b).map(|(a, b)| a * b).sum::<i128>() as f64;
    let is_zero = |vector: &[f32]| vector.iter().all(|&number| number == 0.0);
    if is_zero(query) {
        return Vec::new();
    }
    let query = integers(query);
    let rows = vectors.iter().enumerate().filter(|(i, vector)| !is_zero(vector) && keep(&row(*i)));
    let mut found: Vec<Found> = rows
        .map(|(row, vector)| {
            let vector = integers(vector);
            let lengths = (dot(&query, &query) * dot(&vector, &vector)).sqrt();
            Found { row, cosine: (dot(&query, &vector) / lengths).clamp(-1.0, 1.0) }
        })
        .collect();
    found.sort_by(|a, b| b.cosine.partial_cmp(&a.cosine).unwrap().then(b.row.cmp(&a.row)));
    found.truncate(k);
    found
}

/// Numbers of all sizes, and few enough of them in some vectors to make ties.
fn vectors(dimensions: usize, n_rows: usize) -> impl Strategy<Value = Vec<Vec<f32>>> {
    let number = prop_oneof![
        4 => -1.0f32..1.0,
        2 => (-2i8..=2).prop_map(f32::from),
        1 => Just(0.0f32),
    ];
    let usual = proptest::collection::vec(number, dimensions);
    let scaled = (usual.clone(), prop_oneof![Just(1e-44f32), Just(1e-30), Just(1e30), Just(3e38)])
        .prop_map(|(vector, scale)| vector.iter().map(|number| number * 0.5 * scale).collect());
    let coarse = proptest::collection::vec((-1i8..=1).prop_map(f32::from), dimensions);
    // One number towers over the others, so that all of them are in the low bytes.
    let spiky = (usual.clone(), 0..dimensions).prop_map(|(mut vector, index)| {
        vector.iter_mut().for_each(|number| *number *= 0.003);
        vector[index] = 1.0;
        vector
    });
    let zero = Just(vec![0.0; dimensions]);
    let vector = prop_oneof![5 => usual, 1 => scaled, 3 => coarse, 2 => spiky, 1 => zero];
    proptest::collection::vec(vector, 0..=n_rows)
}

fn searches() -> impl Strategy<Value = (Vec<Vec<f32>>, Vec<f32>)> {
    let sizes = prop_oneof![
        (1usize..6, Just(600usize)),
        (6usize..80, Just(40)),
        (250usize..262, Just(20)),
        Just((600, 8)),
    ];
    sizes.prop_flat_map(|(dimensions, n_rows)| {
        let query = vectors(dimensions, 1).prop_map(move |vectors| {
            vectors.into_iter().next().unwrap_or_else(|| vec![0.25; dimensions])
        });
        (vectors(dimensions, n_rows), query)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn a_search_is_exact((vectors, query) in searches(), k in 0usize..30) {
        let matrix = matrix(query.len(), &vectors);
        let even = |row: &Row| row.chunk_key.is_multiple_of(2);
        for k in [k, vectors.len(), vectors.len() + 1, usize::MAX] {
            prop_assert_eq!(
                matrix.search(&query, k, None),
                brute_force(&vectors, &query, k, |_| true)
            );
            prop_assert_eq!(
                matrix.search(&query, k, Some(&even)),
                brute_force(&vectors, &query, k, even)
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(20) })]

    #[test]
    fn a_vector_read_back_is_stored_the_same(vectors in vectors(37, 20)) {
        let (folder, path) = scratch();
        write(&path, 37, &vectors);
        let matrix = Matrix::open(&path).unwrap();
        let again: Vec<Vec<f32>> = (0..matrix.len()).map(|index| matrix.vector(index)).collect();
        let path_again = folder.path().join("again");
        write(&path_again, 37, &again);
        prop_assert!(fs_err::read(&path).unwrap() == fs_err::read(&path_again).unwrap());
    }
}

/// Thousands of rows that are nearly alike: their bounds overlap, so that nothing can be dropped
/// early, and the order is decided by the low bytes.
#[test]
fn near_ties_are_told_apart() {
    let vector = |i: usize| -> Vec<f32> {
        let nudge = |j: usize| {
            if j == i % 16 { (i % 97) as f32 * 1e-4 } else { 0.0 }
        };
        (0..16).map(|j| 1.0 - nudge(j)).collect()
    };
    let vectors: Vec<Vec<f32>> = (0..5000).map(vector).collect();
    let query: Vec<f32> = (0..16).map(|j| 1.0 + j as f32 * 1e-3).collect();
    let matrix = matrix(16, &vectors);
    for k in [1, 10, 1000, 4999] {
        let found = matrix.search(&query, k, None);
        assert!(found == brute_force(&vectors, &query, k, |_| true), "k = {k}");
    }
}

#[test]
fn the_widest_vectors_do_not_overflow() {
    let d = MAX_DIMENSIONS;
    let alternating =
        |sign: f32| -> Vec<f32> { (0..d).map(|j| if j % 2 == 0 { sign } else { -sign }).collect() };
    let vectors =
        [vec![1.0; d], vec![-1.0; d], alternating(1.0), vec![f32::MAX; d], vec![1e-45; d]];
    let matrix = matrix(d, &vectors);
    let found = |row, cosine| Found { row, cosine };
    let expected = [found(4, 1.0), found(3, 1.0), found(0, 1.0), found(2, 0.0), found(1, -1.0)];
    assert_eq!(matrix.search(&vec![1.0; d], 9, None), expected);
    assert_eq!(matrix.search(&alternating(-3.0), 9, None)[4], found(2, -1.0));
}

#[test]
fn zeros_find_nothing_and_are_never_found() {
    let nothing = vec![0.0, -0.0];
    let matrix = matrix(2, &[nothing.clone(), vec![0.0, 1.0], nothing.clone()]);
    assert_eq!(matrix.search(&[1.0, 0.0], 5, None), [Found { row: 1, cosine: 0.0 }]);
    assert_eq!(matrix.search(&[-1.0, -0.0], 5, None), [Found { row: 1, cosine: 0.0 }]);
    assert_eq!(matrix.search(&nothing, 5, None), []);
    assert_eq!(matrix.search(&[f32::NAN, 1.0], 5, None), []);
    assert_eq!(matrix.search(&[f32::INFINITY, 1.0], 5, None), []);
    assert_eq!(matrix.vector(0), [0.0, 0.0]);
}

#[test]
fn rows_are_found_by_chunk() {
    let n = 700;
    let matrix = matrix(3, &vec![vec![1.0, 2.0, 2.0]; n]);
    assert_eq!((matrix.len(), matrix.dimensions(), matrix.is_empty()), (n, 3, false));
    for index in 0..n {
        assert_eq!(matrix.row(index), row(index));
        assert_eq!(matrix.find(row(index).chunk_id), Some(index));
        assert_eq!(matrix.find(row(index).chunk_id + 1), None);
    }
    assert_eq!(matrix.find(0), None);
    assert_eq!(matrix.find(u128::MAX), None);
    let third = |number: f32| (number * 3.0 - 1.0).abs() < 1e-4;
    assert!(third(matrix.vector(699)[0]) && third(matrix.vector(699)[1] / 2.0));
}

#[test]
fn nothing_is_a_matrix_too() {
    let empty = matrix(8, &[]);
    assert!(empty.is_empty());
    assert_eq!(empty.search(&[1.0; 8], 3, None), []);
    assert_eq!(empty.find(1), None);
    let flat = matrix(0, &[vec![], vec![]]);
    assert_eq!((flat.len(), flat.search(&[], 3, None)), (2, vec![]));
    assert_eq!(flat.row(1), row(1));
}

#[test]
fn an_open_matrix_survives_its_folder() {
    let (folder, path) = scratch();
    write(&path, 2, &[vec![1.0, 0.0], vec![0.0, 1.0]]);
    let matrix = Matrix::open(&path).unwrap();
    folder.close().unwrap();
    assert!(!path.exists());
    assert_eq!(matrix.search(&[0.0, 2.0], 1, None), [Found { row: 1, cosine: 1.0 }]);
}

#[test]
fn a_damaged_file_is_an_error_or_harmless() {
    let (folder, path) = scratch();
    let vectors: Vec<Vec<f32>> = (0..300).map(|i| vec![i as f32, 1.0, -0.5]).collect();
    write(&path, 3, &vectors);
    let sound = fs_err::read(&path).unwrap();
    let damaged = folder.path().join("damaged");
    let open = |bytes: &[u8]| {
        fs_err::write(&damaged, bytes).unwrap();
        Matrix::open(&damaged)
    };
    for len in (0..200).chain((200..sound.len()).step_by(97)) {
        assert!(open(&sound[..len]).is_err(), "cut to {len} bytes");
    }
    assert!(open(&[&sound[..], &[0; 64]].concat()).is_err());
    for index in (0..64).chain((64..sound.len()).step_by(13)) {
        let mut bytes = sound.clone();
        bytes[index] ^= 0xff;
        match open(&bytes) {
            Ok(matrix) => {
                // Whatever the numbers say now, reading them is possible.
                let found = matrix.search(&[1.0, 2.0, 3.0], 10, Some(&|_| true));
                assert!(found.iter().all(|found| found.cosine.abs() <= 1.0));
                matrix.find(5);
                (0..matrix.len()).for_each(|index| drop((matrix.row(index), matrix.vector(index))));
            }
            Err(error) => assert!(matches!(error, MatrixError::Invalid { .. })),
        }
    }
    for index in 0..24 {
        let mut bytes = sound.clone();
        bytes[index] ^= 0x41;
        assert!(open(&bytes).is_err(), "byte {index} of the header changed");
    }
}

#[test]
fn an_unfinished_file_cannot_be_opened() {
    let (_folder, path) = scratch();
    let mut writer = MatrixWriter::create(&path, 1).unwrap();
    for index in 0..600 {
        writer.push(row(index), &[1.0]).unwrap();
    }
    drop(writer);
    let message = Matrix::open(&path).unwrap_err().to_string();
    assert_eq!(message, format!("{}: not a vector matrix: it was not finished", path.display()));
}

#[test]
fn vectors_that_cannot_be_stored_are_refused() {
    let (_folder, path) = scratch();
    let mut writer = MatrixWriter::create(&path, 2).unwrap();
    let mut refusal = |vector: &[f32]| writer.push(row(1), vector).unwrap_err().to_string();
    assert_eq!(
        refusal(&[1.0]),
        "the vector of chunk 00000010000000000000000000000007 has 1 numbers instead of 2"
    );
    assert_eq!(
        refusal(&[1.0, f32::NAN]),
        "the vector of chunk 00000010000000000000000000000007 has `NaN` at index 1"
    );
    writer.push(row(1), &[1.0, 2.0]).unwrap();
    writer.finish().unwrap();
    assert_eq!(Matrix::open(&path).unwrap().len(), 1);
    let message = MatrixWriter::create(&path, MAX_DIMENSIONS + 1).unwrap_err().to_string();
    assert_eq!(message, "vectors of 4097 dimensions: at most 4096 are possible");
}
