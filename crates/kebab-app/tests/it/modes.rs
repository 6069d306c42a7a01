//! The modes of search, and what happens when vectors come and go.

use kebab_app::{AppError, Note, SearchOptions};
use kebab_config::{Fusion, Model, VectorWeight};
use kebab_core::Mode;

use crate::support::{Workspace, assert_fresh, everything, ingest, paths, search};

const FILES: [(&str, &str); 5] = [
    ("a.md", "The wheel of a car and its engine"),
    ("b.md", "The wheel of a bicycle and its chain"),
    ("c.md", "An automobile has an engine and a gearbox"),
    ("d.md", "Apples and pears grow on trees"),
    ("e.md", "A car is an automobile"),
];

const QUERIES: [&str; 3] = ["car", "engine wheel", "trees"];

#[test]
fn vectors_come_and_go_with_the_configuration() {
    let mut workspace = Workspace::with(Model::None, &FILES);
    workspace.ingest();
    let lexical = everything(&mut workspace.open(), &QUERIES, &[Mode::Lexical]);
    // Searching is enough, nothing has to be read again.
    workspace.config.embedding.model = Model::Lsa;
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
    assert_eq!(everything(&mut workspace.open(), &QUERIES, &[Mode::Lexical]), lexical);
    workspace.config.embedding.model = Model::None;
    assert_eq!(everything(&mut workspace.open(), &QUERIES, &[Mode::Lexical]), lexical);
    // Vectors that are there and not wanted are not used.
    let hybrid = search(&mut workspace.open(), "car", Mode::Hybrid);
    assert_eq!((hybrid.mode, &hybrid.notes[..]), (Mode::Lexical, &[Note::NoVectors][..]));
    // An ingest does it as well, with something to do and without.
    for model in [Model::None, Model::Lsa] {
        workspace.config.embedding.model = model;
        let report = workspace.ingest();
        assert!(report.indexed && report.unchanged == 5, "{report:?}");
        assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
    }
    workspace.config.embedding.model = Model::None;
    workspace.write("f.md", "A car has wheels");
    workspace.ingest();
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

/// The vectors of an index say what made them, and so do results.
#[test]
fn results_name_the_model() {
    let mut workspace = Workspace::with(Model::Lsa, &FILES);
    workspace.ingest();
    let mut kb = workspace.open();
    let embedding = search(&mut kb, "car", Mode::Hybrid).embedding.unwrap();
    assert_eq!(embedding.model, "lsa");
    assert!(embedding.dimensions > 0 && !embedding.version.is_empty());
    assert_eq!(search(&mut kb, "car", Mode::Lexical).embedding, None);
    // Another corpus is another model.
    workspace.write("a.md", "Something else");
    workspace.ingest();
    let other = search(&mut workspace.open(), "car", Mode::Vector).embedding.unwrap();
    assert_ne!(other.version, embedding.version);
}

#[test]
fn without_vectors_hybrid_is_lexical_and_says_so() {
    let mut workspace = Workspace::with(Model::None, &FILES);
    workspace.ingest();
    let mut kb = workspace.open();
    let hybrid = search(&mut kb, "car", Mode::Hybrid);
    assert_eq!((hybrid.mode, &hybrid.notes[..]), (Mode::Lexical, &[Note::NoVectors][..]));
    let lexical = search(&mut kb, "car", Mode::Lexical);
    assert!(!lexical.hits.is_empty());
    assert_eq!((hybrid.hits, &lexical.notes[..]), (lexical.hits, &[][..]));
    let options = SearchOptions { mode: Some(Mode::Vector), ..SearchOptions::default() };
    let error = kb.search("car", &options, &mut |_| {}).unwrap_err();
    assert!(matches!(error, AppError::NoVectors { mode: Mode::Vector }), "{error}");
}

#[test]
fn vectors_find_what_shares_no_word_with_the_query() {
    let mut workspace = Workspace::with(Model::Lsa, &FILES);
    workspace.ingest();
    let mut kb = workspace.open();
    assert!(!paths(&search(&mut kb, "automobile", Mode::Lexical)).contains(&"a.md"));
    assert!(paths(&search(&mut kb, "automobile", Mode::Vector)).contains(&"a.md"));
}

#[test]
fn the_mode_is_as_configured_unless_asked_for() {
    let mut workspace = Workspace::with(Model::Lsa, &FILES);
    workspace.ingest();
    for mode in Mode::ALL {
        workspace.config.search.mode = mode;
        let mut kb = workspace.open();
        let found = kb.search("car", &SearchOptions::default(), &mut |_| {}).unwrap();
        assert_eq!((found.mode, found.k), (mode, workspace.config.search.k));
        assert_eq!(search(&mut kb, "car", Mode::Vector).mode, Mode::Vector);
    }
}

#[test]
fn a_fused_score_is_made_of_what_the_hit_says_about_its_channels() {
    let mut workspace = Workspace::with(Model::Lsa, &FILES);
    let hybrid = &mut workspace.config.search.hybrid;
    (hybrid.rrf_k, hybrid.rrf_lexical_weight, hybrid.rrf_vector_weight) = (7, 2.0, 0.5);
    workspace.ingest();
    for (fusion, weight) in [
        (Fusion::Weighted, VectorWeight::Auto),
        (Fusion::Weighted, VectorWeight::Fixed(0.75)),
        (Fusion::Rrf, VectorWeight::Auto),
    ] {
        workspace.config.search.hybrid.fusion = fusion;
        workspace.config.search.hybrid.vector_weight = weight;
        let mut kb = workspace.open();
        let lexical = search(&mut kb, "car engine", Mode::Lexical).hits;
        let vector = search(&mut kb, "car engine", Mode::Vector).hits;
        let fused = search(&mut kb, "car engine", Mode::Hybrid).hits;
        assert!(fused.len() >= lexical.len().max(vector.len()) && !lexical.is_empty());
        for hit in &fused {
            let own = |hits: &[kebab_core::SearchHit]| {
                let place = hits.iter().position(|other| other.chunk_id == hit.chunk_id)?;
                Some((place + 1, hits[place].score, hits[0].score))
            };
            let (in_lexical, in_vector) = (own(&lexical), own(&vector));
            assert_eq!(hit.lexical.map(|c| (c.rank, c.score)), in_lexical.map(|(r, s, _)| (r, s)));
            assert_eq!(hit.vector.map(|c| (c.rank, c.score)), in_vector.map(|(r, s, _)| (r, s)));
            let share = |own: Option<(usize, f64, f64)>| own.map_or(0.0, |(_, s, best)| s / best);
            let place = |own: Option<(usize, f64, f64)>, weight: f64| {
                own.map_or(0.0, |(rank, ..)| weight / (7.0 + rank as f64))
            };
            let weight = weight.or_auto(0.2);
            let expected = match fusion {
                Fusion::Weighted => (1.0 - weight) * share(in_lexical) + weight * share(in_vector),
                Fusion::Rrf => place(in_lexical, 2.0) + place(in_vector, 0.5),
            };
            assert!((hit.score - expected).abs() < 1e-12, "{} {expected}", hit.score);
        }
    }
}

#[test]
fn the_parameters_of_bm25_need_no_new_index() {
    let long = format!("car car car {}", "gearbox ".repeat(60));
    let mut workspace = Workspace::with(Model::None, &[("a.md", &long), ("b.md", "car")]);
    workspace.ingest();
    workspace.config.search.lexical.b = 1.0;
    assert_eq!(paths(&search(&mut workspace.open(), "car", Mode::Lexical)), ["b.md", "a.md"]);
    workspace.config.search.lexical.b = 0.0;
    assert_eq!(paths(&search(&mut workspace.open(), "car", Mode::Lexical)), ["a.md", "b.md"]);
    assert!(!ingest(&mut workspace.open(), &workspace.options()).indexed);
}
