//! Latent semantic analysis: what its vectors mean, and that a model is the same every time.

use std::collections::{BTreeMap, BTreeSet};

use kebab_index::lsa::{Model, ModelError, TermCounts, choose_vocabulary};
use proptest::prelude::*;

/// Chunks as texts of words.
struct Corpus {
    vocabulary: Vec<String>,
    counts: TermCounts,
}

impl Corpus {
    fn new<T: AsRef<str>>(chunks: &[T]) -> Corpus {
        let mut frequencies: BTreeMap<&str, u32> = BTreeMap::new();
        for chunk in chunks {
            let words: BTreeSet<&str> = chunk.as_ref().split(' ').collect();
            words.into_iter().for_each(|word| *frequencies.entry(word).or_default() += 1);
        }
        frequencies.remove("");
        let terms = frequencies.into_iter().map(|(term, n_chunks)| (term.to_owned(), n_chunks));
        let vocabulary = choose_vocabulary(terms);
        let mut counts = TermCounts::default();
        for chunk in chunks {
            let (terms, length) = count(&vocabulary, chunk.as_ref());
            counts.push(terms, length);
        }
        Corpus { vocabulary, counts }
    }

    fn train(&self) -> Model {
        Model::train(&self.vocabulary, &self.counts)
    }
}

fn count(vocabulary: &[String], text: &str) -> (Vec<(u32, u32)>, u32) {
    let mut counts = BTreeMap::new();
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    for word in &words {
        if let Ok(term) = vocabulary.binary_search_by(|known| known.as_str().cmp(word)) {
            *counts.entry(term as u32).or_insert(0) += 1;
        }
    }
    (counts.into_iter().collect(), words.len() as u32)
}

fn embed_query(model: &Model, text: &str) -> Vec<f32> {
    let mut counts = BTreeMap::new();
    for term in text.split(' ').filter_map(|word| model.term(word)) {
        *counts.entry(term).or_insert(0) += 1;
    }
    let mut vector = vec![f32::NAN; model.dimensions()];
    model.embed_query(&counts.into_iter().collect::<Vec<_>>(), &mut vector);
    vector
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
}

/// A hash of two numbers: texts that look random and are the same every time.
fn mix(a: usize, b: usize) -> usize {
    let hash = blake3::hash(format!("{a} {b}").as_bytes());
    usize::from_le_bytes(*hash.as_bytes().first_chunk().unwrap())
}

/// Chunks of some topics, with words that are common, of the topic, and of the chunk alone.
fn topics(n_chunks: usize, n_topics: usize) -> Vec<String> {
    let words = |chunk: usize| {
        (0..30).map(move |i| match mix(chunk, i) {
            draw if draw % 10 < 3 => format!("common{}", draw / 10 % 20),
            draw if draw % 10 < 9 => format!("topic{}word{}", chunk % n_topics, draw / 10 % 30),
            _ => format!("chunk{chunk}word{i}"),
        })
    };
    (0..n_chunks).map(|chunk| words(chunk).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn words_of_the_same_company_are_close() {
    let contexts = ["drive road wheel engine", "engine motor fuel road", "fuel wheel garage drive"];
    let mut chunks = Vec::new();
    for context in contexts {
        chunks.push(format!("car {context}"));
        chunks.push(format!("automobile {context}"));
        chunks.push("banana fruit yellow peel sweet".to_owned());
        chunks.push("fruit sweet ripe tree orchard peel".to_owned());
    }
    // More topics than dimensions are needed for words to be drawn together.
    chunks.extend(topics(300, 40));
    let model = Corpus::new(&chunks).train();
    assert_eq!(model.dimensions(), 256);
    let cosine = |a, b| dot(&embed_query(&model, a), &embed_query(&model, b));
    assert!(cosine("car", "automobile") > 0.5, "{}", cosine("car", "automobile"));
    assert!(cosine("car", "banana") < 0.2, "{}", cosine("car", "banana"));
}

/// BM25 weights of every chunk, by term, the obvious way.
fn weights(corpus: &Corpus) -> Vec<BTreeMap<u32, f64>> {
    let counts = &corpus.counts;
    let n = counts.lengths.len() as f64;
    let average = counts.lengths.iter().map(|&length| f64::from(length)).sum::<f64>() / n;
    let mut frequencies: BTreeMap<u32, f64> = BTreeMap::new();
    counts.terms.iter().for_each(|&term| *frequencies.entry(term).or_default() += 1.0);
    let weight = |chunk: usize, i: usize| {
        let df = frequencies[&counts.terms[i]];
        let idf = (1.0 + (n - df + 0.5) / (df + 0.5)).ln();
        let count = f64::from(counts.counts[i]);
        let norm = 1.2 * (0.25 + 0.75 * f64::from(counts.lengths[chunk]) / average);
        (counts.terms[i], idf * count * 2.2 / (count + norm))
    };
    let rows = counts.row_starts.windows(2).enumerate();
    rows.map(|(chunk, ends)| (ends[0]..ends[1]).map(|i| weight(chunk, i)).collect()).collect()
}

fn sparse_dot(a: &BTreeMap<u32, f64>, b: &BTreeMap<u32, f64>) -> f64 {
    a.iter().filter_map(|(term, weight)| Some(weight * b.get(term)?)).sum()
}

/// With a dimension for every chunk nothing is lost: vectors are as close as the weights were.
#[test]
fn with_all_dimensions_cosines_are_those_of_bm25_weights() {
    let corpus = Corpus::new(&topics(60, 6));
    let model = corpus.train();
    assert_eq!(model.dimensions(), 60);
    let vectors = model.embed_all(&corpus.counts);
    let weights = weights(&corpus);
    for a in 0..60 {
        for b in 0..60 {
            let lengths =
                sparse_dot(&weights[a], &weights[a]) * sparse_dot(&weights[b], &weights[b]);
            let expected = sparse_dot(&weights[a], &weights[b]) / lengths.sqrt();
            let found = dot(&vectors[a], &vectors[b]);
            // A row has sixteen steps to say its numbers in, which is all the error there is.
            assert!((found - expected).abs() < 0.12, "chunks {a} and {b}: {found}, not {expected}");
        }
    }
}

/// With fewer dimensions than chunks, vectors are those of an exact decomposition.
#[test]
fn the_leading_dimensions_are_found() {
    let n = 330;
    let corpus = Corpus::new(&topics(n, 100));
    let vectors = corpus.train().embed_all(&corpus.counts);
    let weights = weights(&corpus);
    let gram = faer::Mat::from_fn(n, n, |a, b| sparse_dot(&weights[a], &weights[b]));
    let eigen = gram.self_adjoint_eigen(faer::Side::Lower).unwrap();
    let exact = |chunk: usize| -> Vec<f32> {
        let leading = (n - 256)..n;
        let numbers = leading.map(|i| eigen.U()[(chunk, i)] * eigen.S()[i].sqrt());
        let numbers: Vec<f64> = numbers.collect();
        let length = numbers.iter().map(|number| number * number).sum::<f64>().sqrt();
        numbers.iter().map(|number| (number / length) as f32).collect()
    };
    let exact: Vec<Vec<f32>> = (0..n).map(exact).collect();
    let mut error = 0.0;
    for a in 0..n {
        for b in 0..n {
            error += (dot(&vectors[a], &vectors[b]) - dot(&exact[a], &exact[b])).abs();
        }
    }
    let error = error / (n * n) as f64;
    assert!(error < 0.02, "cosines are off by {error} on average");
}

#[test]
fn the_same_sample_gives_the_same_bytes_with_any_number_of_threads() {
    let corpus = Corpus::new(&topics(150, 20));
    let folder = tempfile::tempdir().unwrap();
    let bytes = |n_threads: usize| {
        let path = folder.path().join(format!("{n_threads}"));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        pool.install(|| corpus.train()).save(&path).unwrap();
        fs_err::read(path).unwrap()
    };
    let one = bytes(1);
    assert!(one == bytes(2));
    assert!(one == bytes(5));
}

#[test]
fn the_version_is_that_of_the_content() {
    let mut chunks = topics(20, 4);
    let version = |chunks: &[String]| Corpus::new(chunks).train().version().to_owned();
    let first = version(&chunks);
    assert_eq!(first.len(), 32);
    assert_eq!(first, version(&chunks));
    chunks[7] += " common1";
    assert_ne!(first, version(&chunks));
}

#[test]
fn an_opened_model_is_the_saved_one() {
    let corpus = Corpus::new(&[topics(30, 4), vec!["über 単語 naïve über".to_owned()]].concat());
    let model = corpus.train();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    model.save(&path).unwrap();
    let opened = Model::open(&path).unwrap();
    drop(folder);

    assert_eq!(opened.version(), model.version());
    assert_eq!(opened.dimensions(), 31);
    assert!(opened.terms().eq(corpus.vocabulary.iter().map(String::as_str)));
    for (number, term) in opened.terms().enumerate() {
        assert_eq!(opened.term(term), Some(number as u32));
    }
    for unknown in ["", "a", "zzz", "commo", "common1x", "über ", "\u{10ffff}"] {
        assert_eq!(opened.term(unknown), None, "`{unknown}`");
    }
    assert_eq!(opened.embed_all(&corpus.counts), model.embed_all(&corpus.counts));
    let query = "topic1word3 über unknown common4";
    assert_eq!(embed_query(&opened, query), embed_query(&model, query));
}

#[test]
fn a_damaged_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    let corpus = Corpus::new(&["one two three", "two three four", "three four one"]);
    corpus.train().save(&path).unwrap();
    let sound = fs_err::read(&path).unwrap();
    let open = |bytes: &[u8]| {
        let path = folder.path().join("damaged");
        fs_err::write(&path, bytes).unwrap();
        Model::open(&path)
    };
    assert!(open(&sound).is_ok());
    for len in (0..70).chain((70..sound.len()).step_by(11)) {
        assert!(open(&sound[..len]).is_err(), "cut to {len} bytes");
    }
    assert!(open(&[&sound[..], &[0; 64]].concat()).is_err());
    for index in 0..sound.len() {
        let mut bytes = sound.clone();
        bytes[index] ^= 1 << (index % 8);
        assert!(open(&bytes).is_err(), "byte {index} changed");
    }
    assert!(open(&[0xff; 4096]).is_err());
    assert!(matches!(Model::open(&folder.path().join("none")), Err(ModelError::Io(_))));
}

#[test]
fn the_message_names_file_and_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    fs_err::write(&path, [b'x'; 100]).unwrap();
    let message = Model::open(&path).unwrap_err().to_string();
    let expected = "not a model of latent semantic analysis: it begins with other bytes";
    assert_eq!(message, format!("{}: {expected}", path.display()));
}

#[track_caller]
fn check_dimensions<T: AsRef<str>>(chunks: &[T], expected: usize) {
    let corpus = Corpus::new(chunks);
    let model = corpus.train();
    assert_eq!(model.dimensions(), expected);
    for (vector, chunk) in model.embed_all(&corpus.counts).iter().zip(chunks) {
        let length = dot(vector, vector);
        let known = expected > 0 && !chunk.as_ref().is_empty();
        let expected = if known { 1.0 } else { 0.0 };
        assert!((length - expected).abs() < 1e-5, "`{}` has length² {length}", chunk.as_ref());
    }
    let query = embed_query(&model, "one");
    assert!(query.iter().all(|number| number.is_finite()));
}

#[test]
fn small_samples_have_few_dimensions() {
    check_dimensions::<&str>(&[], 0);
    check_dimensions(&[""], 0);
    check_dimensions(&["", ""], 0);
    check_dimensions(&["one"], 1);
    check_dimensions(&["one one one", ""], 1);
    check_dimensions(&["one", "two"], 2);
    check_dimensions(&["one two", "one two"], 1);
    check_dimensions(&["one two", "one two", "three"], 2);
    check_dimensions(&["one two", "two three", "three one", "one two three"], 3);
    check_dimensions(&["one two three four five"; 50], 1);
    check_dimensions(&[""; 50], 0);
    check_dimensions(&topics(270, 10), 256);
}

#[test]
fn terms_that_the_sample_lacks_say_nothing() {
    let vocabulary = ["a", "b", "c", "d"].map(str::to_owned);
    let mut sample = TermCounts::default();
    sample.push([(1, 2), (2, 1)], 3);
    sample.push([(2, 1), (3, 0)], 1);
    let model = Model::train(&vocabulary, &sample);
    assert_eq!(model.dimensions(), 2);
    assert_eq!(embed_query(&model, "a"), [0.0, 0.0]);
    assert_eq!(embed_query(&model, "a b"), embed_query(&model, "b"));
    assert_eq!(embed_query(&model, ""), [0.0, 0.0]);
    let empty = Model::train(&vocabulary, &TermCounts::default());
    assert_eq!((empty.dimensions(), empty.n_terms()), (0, 4));
    assert!(embed_query(&empty, "a b").is_empty());
}

#[test]
fn absurd_counts_are_numbers_too() {
    let corpus = Corpus::new(&topics(20, 4));
    let model = corpus.train();
    for (count, length) in [(u32::MAX, 0), (1, u32::MAX), (u32::MAX, u32::MAX), (0, 0)] {
        let mut vector = vec![f32::NAN; model.dimensions()];
        model.embed_counts(&[(0, count), (5, 1)], length, &mut vector);
        assert!(vector.iter().all(|number| number.is_finite()), "{count} of {length}");
    }
}

#[test]
fn the_vocabulary_has_the_most_widespread_terms() {
    let terms = |terms: &[(&str, u32)]| {
        choose_vocabulary(terms.iter().map(|&(term, n_chunks)| (term.to_owned(), n_chunks)))
    };
    assert_eq!(terms(&[("b", 1), ("é", 9), ("a", 3), ("none", 0), ("B", 2)]), ["B", "a", "b", "é"]);

    let many = (0..60_000).rev().map(|i| (format!("{i:05}"), 1 + u32::from(i % 6 == 0)));
    let vocabulary = choose_vocabulary(many);
    assert_eq!(vocabulary.len(), 50_000);
    // The 10,000 that are in two chunks, and the first 40,000 of the others.
    let expected = (0..60_000).filter(|i| i % 6 == 0 || i - i / 6 - 1 < 40_000);
    assert!(vocabulary.iter().map(String::clone).eq(expected.map(|i| format!("{i:05}"))));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn vectors_have_length_one_or_zero(
        chunks in proptest::collection::vec("([a-e]{1,2} ){0,6}[a-e]?", 0..40),
    ) {
        let corpus = Corpus::new(&chunks);
        let model = corpus.train();
        prop_assert!(model.dimensions() <= chunks.len().min(corpus.vocabulary.len()));
        for (vector, chunk) in model.embed_all(&corpus.counts).iter().zip(&chunks) {
            let length = dot(vector, vector);
            let expected = if chunk.trim().is_empty() { 0.0 } else { 1.0 };
            prop_assert!((length - expected).abs() < 1e-5, "`{}` has length² {}", chunk, length);
        }
    }
}
