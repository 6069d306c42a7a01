//! Real collections, where they are at hand.

use std::path::{Path, PathBuf};

use kebab_corpus::{
    Document, Format, Found, WalkOptions, beir_records, parse, parse_record, read_source, walk,
};

use crate::support::{SMALL, USUAL, check_document};

/// A folder of the shared data; `None`, with a visible line, when it is not there.
fn data(name: &str) -> Option<PathBuf> {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("KEBAB_DATA").map_or_else(default, PathBuf::from).join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    let required = std::env::var("KEBAB_REQUIRE_PEERS").is_ok_and(|value| value == "1");
    assert!(!required, "KEBAB_REQUIRE_PEERS is set, but there is no {}", folder.display());
    skip(&folder);
    None
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn skip(folder: &Path) {
    eprintln!(
        "skipped: there is no {}; set KEBAB_DATA to the folder of collections",
        folder.display()
    );
}

/// Every document of a folder, checked with usual and with small chunks.
fn documents(folder: &Path) -> Vec<Document> {
    let mut documents = Vec::new();
    let options = WalkOptions { max_file_bytes: 10 << 20 };
    walk(folder, folder, &options, &mut |found| {
        let Found::File(file) = found else { return };
        let source = read_source(&file).unwrap().unwrap();
        check_document(&parse(&file.path, file.format, source.clone(), &SMALL), &SMALL);
        let document = parse(&file.path, file.format, source, &USUAL);
        check_document(&document, &USUAL);
        documents.push(document);
    });
    documents
}

#[test]
fn kubernetes_documentation() {
    let Some(folder) = data("k8s-docs") else { return };
    for (lang, n_documents) in [("en", 396), ("ko", 308)] {
        let documents = documents(&folder.join(lang));
        assert_eq!(documents.len(), n_documents, "{lang}");
        let titled = documents.iter().filter(|document| document.title.is_some()).count();
        assert!(titled * 100 >= documents.len() * 98, "{titled} of {n_documents} have titles");
        for document in documents.iter().filter(|document| document.source.starts_with("---")) {
            let line = document.source.lines().find(|line| line.starts_with("title: "));
            let Some(line) = line else { continue };
            let title = line["title: ".len()..].trim().trim_matches(['"', '\'']);
            assert_eq!(document.title.as_deref(), Some(title), "{}", document.path);
            for chunk in &document.chunks {
                assert!(chunk.heading_path[0] == title, "{}", document.path);
                assert!(!chunk.body.contains("content_type:"), "{}", document.path);
            }
        }
    }
}

#[test]
fn long_texts() {
    let Some(folder) = data("chroma-chunking") else { return };
    let documents = documents(&folder.join("corpora"));
    assert_eq!(documents.len(), 5);
    let n_chunks: usize = documents.iter().map(|document| document.chunks.len()).sum();
    assert!(n_chunks > 500, "{n_chunks} chunks");
}

#[test]
fn records_of_scifact() {
    let Some(folder) = data("scifact") else { return };
    let file = fs_err::File::open(folder.join("corpus.jsonl")).unwrap();
    let mut n_records = 0;
    for record in beir_records("corpus.jsonl", std::io::BufReader::new(file.into_file())) {
        let record = record.unwrap();
        let path = record.path("corpus.jsonl");
        let document = parse_record(&path, record.title.as_deref(), record.source(), &USUAL);
        check_document(&document, &USUAL);
        assert_eq!(document.format, Format::Beir);
        assert_eq!(document.title, record.title);
        n_records += 1;
    }
    assert_eq!(n_records, 5183);
}
