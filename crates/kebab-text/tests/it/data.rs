//! The token estimate against the encoder on real text, piece by piece of a chunk's size.

use std::path::Path;

use kebab_text::count_tokens;
use tiktoken_rs::o200k_base_singleton;

use crate::support::{data, texts};

/// How far the estimate is off over many pieces.
struct Errors {
    mean: f64,
    within_15_percent: f64,
    p95: f64,
}

fn errors(texts: &[String], bytes_per_piece: usize) -> Errors {
    let encoder = o200k_base_singleton();
    let (mut found, mut real, mut errors) = (0, 0, Vec::new());
    for piece in texts.iter().flat_map(|text| pieces(text, bytes_per_piece)) {
        let (count, truth) = (count_tokens(&piece), encoder.encode_ordinary(&piece).len());
        found += count;
        real += truth;
        if truth >= 200 {
            errors.push((count as f64 / truth as f64 - 1.0).abs());
        }
    }
    assert!(errors.len() >= 50, "{} pieces are too few to judge", errors.len());
    errors.sort_by(f64::total_cmp);
    let n_within = errors.partition_point(|&error| error <= 0.15);
    Errors {
        mean: found as f64 / real as f64 - 1.0,
        within_15_percent: n_within as f64 / errors.len() as f64,
        p95: errors[errors.len() * 95 / 100],
    }
}

/// Whole lines and sentences, gathered until a piece is long enough.
fn pieces(text: &str, bytes: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for part in text.split_inclusive(['\n', '.']) {
        match pieces.last_mut() {
            Some(last) if last.len() < bytes => last.push_str(part),
            _ => pieces.push(part.to_owned()),
        }
    }
    pieces
}

#[track_caller]
fn check(folder: &Path, bytes_per_piece: usize, p95: f64) {
    let texts: Vec<String> = texts(folder, ".md").into_iter().step_by(4).collect();
    let errors = errors(&texts, bytes_per_piece);
    let Errors { mean, within_15_percent, p95: found } = errors;
    let shown = folder.display();
    assert!(mean.abs() <= 0.05, "{shown}: {:+.2} % on average", 100.0 * mean);
    assert!(within_15_percent >= 0.99, "{shown}: {:.2} % within 15 %", 100.0 * within_15_percent);
    assert!(found <= p95, "{shown}: 95 % within {:.2} %", 100.0 * found);
}

#[test]
fn english_documentation() {
    let Some(folder) = data("k8s-docs/en") else { return };
    check(&folder, 1300, 0.08);
}

#[test]
fn korean_documentation() {
    let Some(folder) = data("k8s-docs/ko") else { return };
    check(&folder, 1500, 0.08);
}

#[test]
fn long_english_texts() {
    let Some(folder) = data("chroma-chunking/corpora") else { return };
    let texts = texts(&folder, ".md");
    let errors = errors(&texts, 1300);
    assert!(errors.mean.abs() <= 0.05, "{:+.3}", errors.mean);
    assert!(errors.within_15_percent >= 0.99, "{:.4}", errors.within_15_percent);
    assert!(errors.p95 <= 0.11, "{:.4}", errors.p95);
}
