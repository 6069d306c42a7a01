//! Micro-benchmarks of vector search and latent semantic analysis. `cargo bench -p kebab-index`
//! times them; plain `cargo test` runs each once at a small size, so that they never rot.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use kebab_index::lsa::{Model, TermCounts, choose_vocabulary};
use kebab_index::matrix::{Matrix, MatrixWriter, Row};

fn main() {
    divan::main();
}

/// The small size, and the large one too when there is something to measure.
fn sizes(small: usize, large: usize) -> Vec<usize> {
    let measured = std::env::args().any(|argument| argument == "--bench");
    if measured { vec![small, large] } else { vec![small] }
}

/// Numbers that look random and are the same every time: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

const DIMENSIONS: usize = 256;

fn vector(random: &mut Random) -> Vec<f32> {
    let number = |_| (0..4).map(|_| random.share() as f32 - 0.5).sum();
    (0..DIMENSIONS).map(number).collect()
}

fn matrix(n_rows: usize) -> Matrix {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("vectors");
    let mut writer = MatrixWriter::create(&path, DIMENSIONS).expect("a file");
    let mut random = Random(1);
    for index in 0..n_rows as u64 {
        let row = Row { chunk_id: index.into(), chunk_key: index, doc_key: index / 8 };
        writer.push(row, &vector(&mut random)).expect("space");
    }
    writer.finish().expect("space");
    Matrix::open(&path).expect("what was just written")
}

#[divan::bench(args = sizes(1000, 100_000))]
fn search(bencher: Bencher<'_, '_>, n_rows: usize) {
    let (matrix, query) = (matrix(n_rows), vector(&mut Random(2)));
    bencher
        .counter(ItemsCount::new(n_rows))
        .bench(|| matrix.search(black_box(&query), 100, None).len());
}

#[divan::bench(args = sizes(1000, 100_000))]
fn search_some_documents(bencher: Bencher<'_, '_>, n_rows: usize) {
    let (matrix, query) = (matrix(n_rows), vector(&mut Random(2)));
    let keep = |row: &Row| row.doc_key.is_multiple_of(3);
    bencher
        .counter(ItemsCount::new(n_rows))
        .bench(|| matrix.search(black_box(&query), 100, Some(&keep)).len());
}

/// Chunks of 230 tokens whose terms are distributed as words are: by Zipf's law.
fn chunks(n_chunks: usize) -> (Vec<String>, TermCounts) {
    let n_terms = 20_000;
    let mut random = Random(3);
    let mut draw = || (random.share() * f64::from(n_terms).ln()).exp() as u32 - 1;
    let mut frequencies = vec![0; n_terms as usize];
    let mut counts = TermCounts::default();
    for _ in 0..n_chunks {
        let mut tokens: Vec<u32> = (0..230).map(|_| draw()).collect();
        tokens.sort_unstable();
        let terms = tokens.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32));
        let terms: Vec<(u32, u32)> = terms.collect();
        terms.iter().for_each(|&(term, _)| frequencies[term as usize] += 1);
        counts.push(terms, 230);
    }
    let named = frequencies.iter().enumerate().map(|(term, n)| (format!("{term:05}"), n + 1));
    (choose_vocabulary(named), counts)
}

#[divan::bench(args = sizes(40, 2000), sample_count = 10)]
fn train(bencher: Bencher<'_, '_>, n_chunks: usize) {
    let (vocabulary, counts) = chunks(n_chunks);
    bencher
        .counter(ItemsCount::new(n_chunks))
        .bench(|| Model::train(black_box(&vocabulary), &counts).dimensions());
}

#[divan::bench(args = sizes(40, 2000))]
fn embed(bencher: Bencher<'_, '_>, n_chunks: usize) {
    let (vocabulary, counts) = chunks(n_chunks);
    let model = Model::train(&vocabulary, &counts);
    bencher.counter(ItemsCount::new(n_chunks)).bench(|| model.embed_all(black_box(&counts)).len());
}
