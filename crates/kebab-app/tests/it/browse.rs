//! Looking at what the knowledge base has.

use kebab_app::{AppError, KnowledgeBase, LookupError};
use kebab_config::Model;
use kebab_core::DocId;

use crate::support::{Workspace, ingest};

fn workspace() -> Workspace {
    let workspace = Workspace::with(
        Model::None,
        &[(
            "b.md",
            "---\ntitle: Bees\nlang: en\ntags: [x]\n---\n\n# One\n\nbees\n\n# Two\n\nwasps\n",
        )],
    );
    // Enough that some ids begin alike.
    for i in 0..40 {
        workspace.write(&format!("many/{i}.txt"), format!("number {i}"));
    }
    ingest(&mut workspace.open(), &workspace.options());
    workspace
}

fn ids(kb: &KnowledgeBase) -> Vec<String> {
    let mut ids = Vec::new();
    kb.documents(|document| ids.push(document.doc_id.to_string())).unwrap();
    ids
}

/// The shortest beginning of an id that no other has.
fn unique_prefix<'a>(id: &'a str, ids: &[String]) -> &'a str {
    let is_unique =
        |length: &usize| ids.iter().filter(|other| other.starts_with(&id[..*length])).count() == 1;
    &id[..(1..=32).find(is_unique).unwrap()]
}

#[test]
fn lists_are_by_path_and_position() {
    let workspace = workspace();
    let kb = workspace.open();
    let mut paths = Vec::new();
    kb.documents(|document| paths.push(document.path)).unwrap();
    assert_eq!(paths.len(), 41);
    assert!(paths.is_sorted());
    let mut chunks = Vec::new();
    kb.chunks(|chunk| chunks.push((chunk.path, chunk.span.byte_start))).unwrap();
    assert_eq!(chunks.len(), 42);
    assert!(chunks.is_sorted());
}

#[test]
fn a_document_is_found_by_path_id_and_beginning_of_its_id() {
    let workspace = workspace();
    let kb = workspace.open();
    let detail = kb.document("b.md").unwrap();
    assert_eq!(detail.document.doc_id, DocId::of_path("b.md"));
    assert_eq!(kb.document("./b.md").unwrap(), detail);
    assert_eq!(detail.document.title.as_deref(), Some("Bees"));
    assert_eq!((&*detail.document.lang, &detail.document.tags[..]), ("en", &["x".to_owned()][..]));
    let headings: Vec<&str> =
        detail.chunks.iter().map(|chunk| chunk.heading_path.last().unwrap().as_str()).collect();
    assert_eq!(headings, ["One", "Two"]);
    let ids = ids(&kb);
    for id in &ids {
        let prefix = unique_prefix(id, &ids);
        for id in [id.as_str(), prefix, &prefix.to_uppercase()] {
            let found = kb.document(id).unwrap().document.doc_id.to_string();
            assert!(found.starts_with(prefix), "{id} {found}");
        }
    }
}

#[test]
fn a_beginning_that_several_ids_share_names_them() {
    let workspace = workspace();
    let kb = workspace.open();
    let ids = ids(&kb);
    // There are more documents than first digits.
    let shares = |digit: &&str| ids.iter().filter(|id| id.starts_with(digit)).count() > 1;
    let digits: Vec<String> = (0..16).map(|digit| format!("{digit:x}")).collect();
    let shared = digits.iter().map(String::as_str).find(shares).unwrap();
    let Err(LookupError::Ambiguous { id, ids: named }) = kb.document(shared) else {
        panic!("{shared} is no one document")
    };
    assert_eq!(id, shared);
    assert!((2..=5).contains(&named.len()) && named.is_sorted(), "{named:?}");
    assert!(named.iter().all(|id| id.starts_with(shared) && ids.contains(id)));
}

#[test]
fn what_is_no_id_or_nobodys_is_an_error() {
    let workspace = workspace();
    let kb = workspace.open();
    let ids = ids(&kb);
    let zeros = "0".repeat(32);
    assert!(!ids.contains(&zeros));
    assert!(matches!(kb.document(&zeros), Err(LookupError::Unknown { what: "doc", .. })));
    assert!(matches!(kb.chunk(&zeros), Err(LookupError::Unknown { what: "chunk", .. })));
    for id in ["", "nope.md", "xyz", &"0".repeat(33), "é"] {
        assert!(matches!(kb.document(id), Err(LookupError::NoId { .. })), "{id}");
        assert!(matches!(kb.chunk(id), Err(LookupError::NoId { .. })), "{id}");
    }
}

#[test]
fn a_chunk_comes_with_its_text() {
    let workspace = workspace();
    let kb = workspace.open();
    let chunk = &kb.document("b.md").unwrap().chunks[1];
    let detail = kb.chunk(&chunk.chunk_id.to_string()[..20]).unwrap();
    assert_eq!(&detail.chunk, chunk);
    assert_eq!(detail.text, "# Two\n\nwasps");
}

#[test]
fn before_anything_was_ingested_there_is_nothing_to_look_at() {
    let workspace = Workspace::new(Model::None);
    let opened = KnowledgeBase::open(&workspace.root(), &workspace.data(), Default::default());
    assert!(matches!(opened.map(drop), Err(AppError::NothingIngested(_))));
    let kb = workspace.open();
    assert!(matches!(kb.documents(|_| {}), Err(AppError::NothingIngested(_))));
    assert!(matches!(kb.chunks(|_| {}), Err(AppError::NothingIngested(_))));
    let looked_up = kb.document("b.md");
    assert!(matches!(looked_up, Err(LookupError::App(AppError::NothingIngested(_)))));
    // Opening made the data folder, which keeps itself out of git.
    let ignore = fs_err::read_to_string(workspace.data().join(".gitignore")).unwrap();
    assert_eq!(ignore, "*\n");
}
