//! The seam where other models plug in.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use kebab_app::{AppError, KnowledgeBase, SearchOptions};
use kebab_config::Model;
use kebab_core::{EmbedError, Embedder, Input, Mode};

use crate::support::{Workspace, everything, ingest, paths, search};

/// Counts a few words: the vector of a text is how often it has each.
struct Counter {
    version: &'static str,
    fails: AtomicBool,
    /// What it was asked to embed.
    passages: Mutex<Vec<String>>,
}

const WORDS: [&str; 3] = ["apples", "pears", "plums"];

impl Counter {
    fn new(version: &'static str) -> Arc<Counter> {
        Arc::new(Counter { version, fails: AtomicBool::new(false), passages: Mutex::default() })
    }

    /// What it was asked since it was last looked at, in alphabetical order.
    fn asked(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut *self.passages.lock().unwrap());
        asked.sort();
        asked
    }
}

impl Embedder for Counter {
    fn model(&self) -> &str {
        "counter"
    }

    fn version(&self) -> &str {
        self.version
    }

    fn dimensions(&self) -> usize {
        WORDS.len()
    }

    fn fusion_weight(&self) -> f64 {
        0.5
    }

    fn embed(&self, texts: &[&str], input: Input) -> Result<Vec<Vec<f32>>, EmbedError> {
        if self.fails.load(Ordering::Relaxed) {
            return Err(EmbedError { model: "counter".to_owned(), cause: "no power".into() });
        }
        if input == Input::Passage {
            let asked = texts.iter().map(|text| text.trim().to_owned());
            self.passages.lock().unwrap().extend(asked);
        }
        let count = |text: &str, word| text.split_whitespace().filter(|w| *w == word).count();
        let vector = |text: &&str| WORDS.map(|word| count(text, word) as f32).to_vec();
        Ok(texts.iter().map(vector).collect())
    }
}

fn open(workspace: &Workspace, embedder: &Arc<Counter>) -> KnowledgeBase {
    workspace.open().with_embedder(embedder.clone())
}

fn workspace() -> Workspace {
    Workspace::with(
        Model::Lsa,
        &[
            ("a.txt", "apples apples apples pears pears pears pears"),
            ("b.txt", "apples"),
            ("c.txt", "pears plums"),
            ("d.txt", "quinces"),
            ("e.txt", "apples"),
        ],
    )
}

#[test]
fn vectors_are_the_models_and_so_is_the_ranking() {
    let (workspace, counter) = (workspace(), Counter::new("1"));
    let mut kb = open(&workspace, &counter);
    ingest(&mut kb, &workspace.options());
    let found = search(&mut kb, "apples", Mode::Vector);
    let cosines: Vec<(&str, f64)> =
        found.hits.iter().map(|hit| (hit.path.as_str(), hit.score)).collect();
    assert_eq!(cosines.len(), 4, "{cosines:?}: a vector of zeros is never found");
    // The two that are equal are in the order of their ids, which is not known here.
    for (place, expected) in [1.0, 1.0, 0.6, 0.0].into_iter().enumerate() {
        assert!((cosines[place].1 - expected).abs() < 1e-4, "{cosines:?}");
    }
    assert_eq!((cosines[2].0, cosines[3].0), ("a.txt", "c.txt"));
    assert!(found.hits[0].chunk_id > found.hits[1].chunk_id);
    // Its weight is the one for fusion, and its vectors are the ones that are fused.
    let hybrid = search(&mut kb, "pears", Mode::Hybrid);
    let best = |scores: fn(&kebab_core::SearchHit) -> Option<f64>| {
        hybrid.hits.iter().filter_map(scores).fold(0.0, f64::max)
    };
    let best_lexical = best(|hit| hit.lexical.map(|channel| channel.score));
    let best_vector = best(|hit| hit.vector.map(|channel| channel.score));
    for hit in &hybrid.hits {
        let lexical = hit.lexical.map_or(0.0, |channel| channel.score / best_lexical);
        let vector = hit.vector.map_or(0.0, |channel| channel.score / best_vector);
        assert!((hit.score - 0.5 * (lexical + vector)).abs() < 1e-12);
    }
}

#[test]
fn what_was_embedded_once_is_kept_by_its_content() {
    let (mut workspace, counter) = (workspace(), Counter::new("1"));
    ingest(&mut open(&workspace, &counter), &workspace.options());
    let all = ["apples", "apples apples apples pears pears pears pears", "pears plums", "quinces"];
    assert_eq!(counter.asked(), all, "each text once, however many chunks have it");

    workspace.now_s += 10;
    workspace.write("b.txt", "plums");
    workspace.write("f.txt", "pears plums");
    workspace.rename("d.txt", "deep/d.txt");
    let mut kb = open(&workspace, &counter);
    ingest(&mut kb, &workspace.options());
    assert_eq!(counter.asked(), ["plums"]);
    assert_eq!(paths(&search(&mut kb, "plums", Mode::Vector))[0], "b.txt");

    // Back again, and everything anew: all of it is known.
    workspace.write("b.txt", "apples");
    let force = kebab_app::IngestOptions { force: true, ..workspace.options() };
    ingest(&mut open(&workspace, &counter), &force);
    fs_err::remove_dir_all(workspace.data().join("index")).unwrap();
    search(&mut open(&workspace, &counter), "plums", Mode::Vector);
    assert_eq!(counter.asked(), [""; 0]);
}

#[test]
fn another_version_embeds_everything_again() {
    let (workspace, counter) = (workspace(), Counter::new("1"));
    ingest(&mut open(&workspace, &counter), &workspace.options());
    let newer = Counter::new("2");
    let mut kb = open(&workspace, &newer);
    assert_eq!(search(&mut kb, "apples", Mode::Vector).hits.len(), 4);
    assert_eq!(newer.asked().len(), 4);
    // Going back costs nothing.
    counter.asked();
    search(&mut open(&workspace, &counter), "apples", Mode::Vector);
    assert_eq!(counter.asked(), [""; 0]);
}

#[test]
fn a_model_that_fails_is_an_error_and_changes_nothing() {
    let (mut workspace, counter) = (workspace(), Counter::new("1"));
    let mut kb = open(&workspace, &counter);
    ingest(&mut kb, &workspace.options());
    let queries = ["apples", "plums"];
    let before = everything(&mut kb, &queries, &Mode::ALL);
    counter.asked();
    workspace.now_s += 10;
    workspace.write("b.txt", "plums");
    workspace.remove("c.txt");
    counter.fails.store(true, Ordering::Relaxed);
    let error = kb.ingest(&workspace.options(), &mut |_| {}).unwrap_err();
    assert!(error.to_string().contains("no power"), "{error}");
    let options = SearchOptions { mode: Some(Mode::Vector), ..SearchOptions::default() };
    let error = kb.search("apples", &options, &mut |_| {}).unwrap_err();
    assert!(matches!(error, AppError::Embed(_)), "{error}");
    // Words need no model.
    assert_eq!(search(&mut kb, "plums", Mode::Lexical).hits.len(), 1);

    counter.fails.store(false, Ordering::Relaxed);
    assert_eq!(everything(&mut kb, &queries, &Mode::ALL), before);
    ingest(&mut kb, &workspace.options());
    assert_eq!(counter.asked(), ["plums"]);
    assert_eq!(paths(&search(&mut kb, "plums", Mode::Vector))[0], "b.txt");
}

/// Gives vectors that are not as announced.
struct Liar(Lie);

type Lie = fn(&[&str]) -> Vec<Vec<f32>>;

impl Embedder for Liar {
    fn model(&self) -> &str {
        "liar"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn dimensions(&self) -> usize {
        2
    }

    fn fusion_weight(&self) -> f64 {
        0.5
    }

    fn embed(&self, texts: &[&str], _: Input) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok((self.0)(texts))
    }
}

#[test]
fn vectors_that_are_not_as_announced_are_errors() {
    let lies: [Lie; 4] = [
        |_| Vec::new(),
        |texts| vec![vec![1.0]; texts.len()],
        |texts| vec![vec![1.0; 3]; texts.len()],
        |texts| vec![vec![1.0, f32::NAN]; texts.len()],
    ];
    for lie in lies {
        let workspace = Workspace::with(Model::None, &[("a.txt", "apples")]);
        let mut kb = workspace.open().with_embedder(Arc::new(Liar(lie)));
        kb.ingest(&workspace.options(), &mut |_| {}).unwrap_err();
        // Whoever goes on without the model is not held up.
        let mut kb = workspace.open();
        ingest(&mut kb, &workspace.options());
        assert_eq!(search(&mut kb, "apples", Mode::Lexical).hits.len(), 1);
    }
}
