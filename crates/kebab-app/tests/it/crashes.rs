//! Whatever is left behind, the last good state is searchable and the next ingest goes on from it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;

use fs_err as fs;
use kebab_app::{Event, KnowledgeBase};
use kebab_config::Model;
use kebab_core::{DocId, Mode};
use kebab_corpus::{ChunkPolicy, Format, parse};
use kebab_store_sqlite::{NewChunk, NewDocument, Stage, Store, StoreError};

use crate::support::{Workspace, assert_fresh, counts, everything, ingest};

const QUERIES: [&str; 3] = ["apples pears", "\"ripe plums\"", "figs"];

fn workspace() -> Workspace {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", "# Fruit\n\napples and pears"),
            ("b.md", "pears and ripe plums"),
            ("c.txt", "plums and apples"),
            ("corpus.jsonl", "{\"_id\": \"1\", \"title\": \"Figs\", \"text\": \"and pears\"}\n"),
        ],
    );
    assert_eq!(counts(&workspace.ingest()), [4, 0, 0, 0]);
    workspace
}

fn shown(workspace: &Workspace) -> Vec<String> {
    everything(&mut workspace.open(), &QUERIES, &Mode::ALL)
}

/// The folder of the index that is in use: the only one there is.
fn index_folder(workspace: &Workspace) -> PathBuf {
    let mut folders = fs::read_dir(workspace.data().join("index")).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    assert!(folders.next().is_none(), "one index is left");
    folder
}

/// Stages a document of a file that is as new as the clock says, as an ingest would.
fn stage(
    stage: &Stage<'_>,
    workspace: &Workspace,
    path: &str,
    text: &str,
) -> Result<(), StoreError> {
    stage_as(stage, workspace, path, text, None)
}

/// `chunker_version` is that of whoever cut it, if it is not this version of kebab.
fn stage_as(
    stage: &Stage<'_>,
    workspace: &Workspace,
    path: &str,
    text: &str,
    chunker_version: Option<&str>,
) -> Result<(), StoreError> {
    let chunking = &workspace.config.chunking;
    let policy = ChunkPolicy {
        target_tokens: chunking.target_tokens,
        max_tokens: chunking.max_tokens,
        overlap_tokens: chunking.overlap_tokens,
    };
    let (hash, ns) = (*blake3::hash(text.as_bytes()).as_bytes(), 1_000_000_000);
    let modified_ns = workspace.now_s * ns;
    let checked_ns = modified_ns + 10 * ns;
    let size = text.len() as u64;
    let file_key = stage.put_file(path, size, modified_ns, checked_ns, Some(&hash))?;
    let document = parse(path, Format::Markdown, text.to_owned(), &policy);
    let chunks = document.chunks.iter().map(|chunk| NewChunk {
        chunk_id: chunk.id,
        span: chunk.span,
        n_tokens: chunk.n_tokens,
        heading_path: &chunk.heading_path,
    });
    let own_version = policy.version();
    let new = NewDocument {
        doc_id: DocId::of_path(path),
        path,
        format: "markdown",
        title: document.title.as_deref(),
        lang: &document.lang,
        tags: &document.tags,
        hash,
        chunker_version: chunker_version.unwrap_or(&own_version),
        source: text,
        chunks: chunks.collect(),
    };
    stage.add(file_key, &new).map(drop)
}

#[test]
fn what_a_dead_ingest_staged_is_unseen_and_then_used() {
    let mut workspace = workspace();
    let before = shown(&workspace);
    // It got as far as one changed file, which nobody needs to read again, one file that is there
    // no longer, and one removal that turns out to be wrong.
    workspace.now_s += 10;
    workspace.write("a.md", "# Fruit\n\nfigs and dates");
    let store = Store::open(&workspace.data().join("kebab.sqlite")).unwrap();
    let b = store.file("b.md").unwrap().unwrap().file_key;
    store
        .stage(|staged| {
            stage(staged, &workspace, "a.md", "# Fruit\n\nfigs and dates")?;
            stage(staged, &workspace, "gone.md", "figs figs figs")?;
            staged.remove_file(b)
        })
        .unwrap();
    assert!(store.has_staged().unwrap());
    drop(store);
    assert_eq!(shown(&workspace), before);
    // Not even a new index shows it.
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    assert_eq!(shown(&workspace), before);

    let report = workspace.ingest();
    assert_eq!(report.slowest.len(), 1, "only b.md is read: {:?}", report.slowest);
    assert!(report.indexed);
    assert_eq!(report.n_documents, 4);
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

/// Ingests until `dies` says that it is over.
fn die(kb: &mut KnowledgeBase, workspace: &Workspace, dies: impl Fn(&Event<'_>) -> bool) {
    let died = catch_unwind(AssertUnwindSafe(|| {
        kb.ingest(&workspace.options(), &mut |event| {
            if dies(&event) {
                resume_unwind(Box::new("killed"));
            }
        })
    }));
    assert!(died.is_err(), "it was killed");
}

#[test]
fn an_ingest_that_dies_on_the_way_leaves_what_was_there() {
    let mut workspace = workspace();
    let before = shown(&workspace);
    workspace.now_s += 10;
    workspace.write("a.md", "figs");
    workspace.write("new.md", "ripe plums and figs");
    workspace.remove("c.txt");
    workspace.write("corpus.jsonl", "{\"_id\": \"2\", \"text\": \"dates\"}\n");
    die(&mut workspace.open(), &workspace, |event| matches!(event, Event::Progress(_)));
    assert_eq!(shown(&workspace), before);
    die(&mut workspace.open(), &workspace, |event| matches!(event, Event::Indexing));
    assert_eq!(shown(&workspace), before);
    // The same handle can go on as well.
    let mut kb = workspace.open();
    die(&mut kb, &workspace, |event| matches!(event, Event::Indexing));
    assert_eq!(everything(&mut kb, &QUERIES, &Mode::ALL), before);
    ingest(&mut kb, &workspace.options());
    assert_fresh(&workspace, &mut kb, &QUERIES);
    index_folder(&workspace);
}

#[test]
fn the_very_first_ingest_may_die() {
    let mut workspace = Workspace::with(Model::Lsa, &[("a.md", "apples"), ("b.md", "pears")]);
    die(&mut workspace.open(), &workspace, |event| matches!(event, Event::Indexing));
    let searched = workspace.open().search("apples", &Default::default(), &mut |_| {});
    assert!(matches!(searched, Err(kebab_app::AppError::NothingIngested(_))));
    workspace.remove("b.md");
    let report = workspace.ingest();
    assert_eq!(report.n_documents, 1);
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

#[test]
fn leftovers_among_the_indexes_are_swept_away() {
    let mut workspace = workspace();
    let index = workspace.data().join("index");
    // The next names, half written, and something that does not belong there.
    for folder in ["2", "2.1", "9/postings"] {
        fs::create_dir_all(index.join(folder)).unwrap();
    }
    fs::write(index.join("2/vectors.bin"), "half").unwrap();
    fs::write(index.join(".DS_Store"), "?").unwrap();
    workspace.write("a.md", "apples and figs");
    workspace.ingest();
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
    index_folder(&workspace);
}

/// Does something to the files of the index, and checks that a search shows what it showed.
#[track_caller]
fn check_damage(workspace: &Workspace, expected: &[String], name: &str, damage: impl Fn(&PathBuf)) {
    damage(&index_folder(workspace));
    assert_eq!(shown(workspace), expected, "{name}");
}

#[test]
fn a_lost_or_broken_index_is_built_again() {
    let workspace = workspace();
    let expected = shown(&workspace);
    let check = |name: &str, damage: &dyn Fn(&PathBuf)| {
        check_damage(&workspace, &expected, name, damage);
    };
    check("all gone", &|_| fs::remove_dir_all(workspace.data().join("index")).unwrap());
    check("gone", &|folder| fs::remove_dir_all(folder).unwrap());
    check("no stamp", &|folder| fs::remove_file(folder.join("stamp.json")).unwrap());
    for stamp in ["", "{}", "nonsense", "{\"layout\": 1}"] {
        check(stamp, &|folder| fs::write(folder.join("stamp.json"), stamp).unwrap());
    }
    let edit_stamp = |folder: &PathBuf, from: &str, to: &str| {
        let stamp = fs::read_to_string(folder.join("stamp.json")).unwrap();
        assert!(stamp.contains(from), "{stamp}");
        fs::write(folder.join("stamp.json"), stamp.replace(from, to)).unwrap();
    };
    check("other layout", &|folder| edit_stamp(folder, "\"layout\":1", "\"layout\":0"));
    check("other analysis", &|folder| edit_stamp(folder, "\"analysis-", "\"analysis-0"));
    check("other generation", &|folder| edit_stamp(folder, "\"generation\":1", "\"generation\":7"));
}

#[test]
fn every_file_of_an_index_may_be_cut_off_or_gone() {
    let workspace = workspace();
    let expected = shown(&workspace);
    let folder = index_folder(&workspace);
    let mut names: Vec<PathBuf> = Vec::new();
    for folder in [folder.clone(), folder.join("postings")] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            // Locks are there to be ignored.
            if path.is_file() && path.extension().is_none_or(|end| end != "lock") {
                names.push(path);
            }
        }
    }
    assert!(names.len() > 6, "{names:?}");
    // Tantivy gives its files other names every time: they are told apart by how they end.
    let ends = |path: &PathBuf| path.extension().unwrap().to_owned();
    for name in names {
        let same = |folder: &PathBuf| {
            let folders = [folder.clone(), folder.join("postings")];
            let entries = folders.into_iter().flat_map(|folder| fs::read_dir(folder).unwrap());
            let mut paths = entries.map(|entry| entry.unwrap().path());
            paths
                .find(|path| {
                    let same_name = path.file_name() == name.file_name();
                    path.is_file()
                        && (same_name || ends(path) == ends(&name) && ends(path) != "json")
                })
                .unwrap_or_else(|| panic!("no {}", name.display()))
        };
        let shown = name.display().to_string();
        check_damage(&workspace, &expected, &format!("{shown} cut off"), |folder| {
            let path = same(folder);
            let bytes = fs::read(&path).unwrap();
            fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
        });
        check_damage(&workspace, &expected, &format!("{shown} gone"), |folder| {
            fs::remove_file(same(folder)).unwrap();
        });
    }
}

#[test]
fn an_ingest_after_the_index_was_lost_builds_all_of_it() {
    let mut workspace = workspace();
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    let report = workspace.ingest();
    assert!(report.indexed && counts(&report) == [0, 0, 4, 0]);
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    workspace.write("a.md", "figs");
    workspace.ingest();
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

#[test]
fn an_index_that_vanishes_from_under_a_handle_does_not_stop_it() {
    let mut workspace = workspace();
    let mut kb = workspace.open();
    let before = everything(&mut kb, &QUERIES, &Mode::ALL);
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    assert_eq!(everything(&mut kb, &QUERIES, &Mode::ALL), before);
    workspace.write("a.md", "figs");
    workspace.now_s += 10;
    ingest(&mut kb, &workspace.options());
    assert_fresh(&workspace, &mut kb, &QUERIES);
}

#[test]
fn vectors_can_be_added_to_an_index_that_vanished_from_under_a_handle() {
    let mut workspace = workspace();
    workspace.config.embedding.model = Model::None;
    workspace.ingest();
    workspace.config.embedding.model = Model::Lsa;
    let mut kb = workspace.open();
    everything(&mut kb, &QUERIES, &[Mode::Lexical]);
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    assert_fresh(&workspace, &mut kb, &QUERIES);
}

#[test]
fn the_index_of_another_database_is_not_used() {
    let workspace = workspace();
    let mut other = Workspace::with(Model::Lsa, &[("x.md", "ripe plums"), ("y.md", "figs")]);
    other.ingest();
    let expected = shown(&other);
    let database = |workspace: &Workspace| workspace.data().join("kebab.sqlite");
    assert!(!database(&other).with_extension("sqlite-wal").exists(), "all of it is in one file");
    fs::copy(database(&other), database(&workspace)).unwrap();
    assert_eq!(shown(&workspace), expected);
}

#[test]
fn an_older_copy_of_the_database_has_its_own_index() {
    let mut workspace = workspace();
    let expected = shown(&workspace);
    let database = workspace.data().join("kebab.sqlite");
    let backup = workspace.root().join("backup");
    fs::copy(&database, &backup).unwrap();
    workspace.write("a.md", "figs");
    workspace.ingest();
    assert_ne!(shown(&workspace), expected);
    fs::rename(&backup, &database).unwrap();
    assert_eq!(shown(&workspace), expected);
    workspace.ingest();
    assert_fresh(&workspace, &mut workspace.open(), &QUERIES);
}

/// What an older version of kebab cut cannot be cut again as it was, but it can be found.
#[test]
fn documents_of_another_chunker_are_found_as_they_are_stored() {
    let mut workspace = workspace();
    let text = "# Fruit\n\nripe quinces\n\n# More\n\nmedlars";
    workspace.now_s += 10;
    workspace.write("q.md", text);
    let store = Store::open(&workspace.data().join("kebab.sqlite")).unwrap();
    let version = Some("kebab-chunks-0/of/long/ago");
    store.stage(|stage| stage_as(stage, &workspace, "q.md", text, version)).unwrap();
    store.publish("none").unwrap();
    drop(store);
    let found = workspace.found("quinces");
    assert_eq!(found, ["q.md: # Fruit\n\nripe quinces"]);
    assert_eq!(workspace.found("medlars").len(), 1);
    assert_eq!(workspace.ingest().updated, 1);
    assert_fresh(&workspace, &mut workspace.open(), &["quinces", "medlars fruit"]);
}

#[test]
fn vectors_of_another_index_are_noticed() {
    let workspace = workspace();
    let expected = shown(&workspace);
    let mut other = Workspace::with(Model::Lsa, &[("x.md", "one two"), ("y.md", "two three")]);
    other.ingest();
    let vectors = |workspace: &Workspace| index_folder(workspace).join("vectors.bin");
    fs::remove_file(vectors(&workspace)).unwrap();
    fs::copy(vectors(&other), vectors(&workspace)).unwrap();
    assert_eq!(shown(&workspace), expected);
}
