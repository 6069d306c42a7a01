//! How blocks become chunks.

use kebab_corpus::{ChunkPolicy, Document};

use crate::support::{SMALL, bodies, markdown, source_of};

fn sentence(n: usize) -> String {
    format!("Sentence number {n} has a few words.")
}

#[test]
fn blocks_are_packed_up_to_the_target() {
    let source: String = (0..30).map(|n| sentence(n) + "\n\n").collect();
    let policy = ChunkPolicy { target_tokens: 40, max_tokens: 60, overlap_tokens: 0 };
    let document = markdown(&source, &policy);
    let counts: Vec<usize> = document.chunks.iter().map(|chunk| chunk.n_tokens).collect();
    let (last, others) = counts.split_last().unwrap();
    assert!(others.iter().all(|&n| (30..=40).contains(&n)), "{counts:?}");
    assert!(*last >= 10, "{counts:?}");
}

#[test]
fn a_short_remainder_joins_the_chunk_before_it() {
    let policy = ChunkPolicy { target_tokens: 40, max_tokens: 60, overlap_tokens: 0 };
    let full: String = (0..4).map(|n| sentence(n) + "\n\n").collect();
    let document = markdown(&(full + "Over."), &policy);
    assert_eq!(document.chunks.len(), 1);
    assert!(document.chunks[0].n_tokens > 40 || document.chunks[0].body.ends_with("Over."));
}

#[test]
fn code_and_tables_that_fit_are_never_cut() {
    let code: String = (0..20).map(|n| format!("line {n}\n")).collect();
    let table: String = (0..20).map(|n| format!("| a{n} | b |\n")).collect();
    let text: String = (0..9).map(|n| sentence(n) + " ").collect();
    let source =
        format!("{text}\n\n```\n{code}```\n\n{text}\n\n| h | i |\n|---|---|\n{table}\n{text}");
    let policy = ChunkPolicy { target_tokens: 30, max_tokens: 150, overlap_tokens: 0 };
    let document = markdown(&source, &policy);
    assert!(document.chunks.len() > 3);
    assert!(bodies(&document).iter().any(|body| body.contains(code.trim())));
    assert!(document.chunks.iter().any(|chunk| source_of(&document, chunk).contains(table.trim())));
}

#[test]
fn code_and_tables_that_do_not_fit_are_cut_between_lines() {
    let code: String = (0..60).map(|n| format!("step {n} done\n")).collect();
    let document = markdown(&format!("```\n{code}```\n"), &SMALL);
    assert!(document.chunks.len() > 5);
    for body in bodies(&document) {
        assert!(body.starts_with("step ") && body.ends_with(" done"), "{body:?}");
    }
    let table: String = (0..60).map(|n| format!("| row {n} | **end** |\n")).collect();
    let document = markdown(&format!("| h | i |\n|---|---|\n{table}"), &SMALL);
    assert!(document.chunks.len() > 5);
    for chunk in &document.chunks {
        let own = source_of(&document, chunk);
        assert!(own.starts_with("| ") && own.ends_with(" |"), "{own:?}");
    }
}

#[test]
fn lists_that_do_not_fit_are_cut_between_items() {
    let source: String =
        (0..30).map(|n| format!("- item {n}\n  - below {n}\n\n    and more\n")).collect();
    let document = markdown(&source, &SMALL);
    assert!(document.chunks.len() > 10);
    for chunk in &document.chunks {
        let own = source_of(&document, chunk);
        assert!(own.starts_with("- item ") && own.ends_with("and more"), "{own:?}");
    }
    let long: String = (0..5).map(sentence).collect::<Vec<_>>().join(" ");
    let document =
        markdown(&format!("- first\n\n  {long}\n\n  ```\n  code\n  ```\n- last\n"), &SMALL);
    let own: Vec<&str> = document.chunks.iter().map(|chunk| source_of(&document, chunk)).collect();
    assert!(own[0].starts_with("- first"), "{own:?}");
    assert!(own[own.len() - 1].ends_with("- last"), "{own:?}");
}

#[test]
fn quotes_that_do_not_fit_keep_their_marks() {
    let source: String = (0..10).map(|n| format!("> {}\n>\n", sentence(n))).collect();
    let document = markdown(&source, &SMALL);
    assert!(document.chunks.len() > 3);
    for chunk in &document.chunks {
        assert!(source_of(&document, chunk).starts_with("> Sentence"), "{chunk:?}");
        assert!(chunk.body.starts_with("Sentence"), "{chunk:?}");
    }
}

fn ids_by_section(document: &Document) -> Vec<(String, String)> {
    let of = |chunk: &kebab_corpus::Chunk| (chunk.heading_path.join("/"), chunk.id.to_string());
    document.chunks.iter().map(of).collect()
}

#[test]
fn an_edit_changes_ids_only_in_its_section() {
    let section = |n: usize, text: &str| format!("## Section {n}\n\n{text}\n\n");
    let text: String = (0..12).map(|n| sentence(n) + "\n\n").collect();
    let before: String = (0..5).map(|n| section(n, &format!("{n} {text}"))).collect();
    let after = before.replace("2 Sentence", "Something new came in here. 2 Sentence");
    assert_ne!(before, after);
    let (before, after) = (markdown(&before, &SMALL), markdown(&after, &SMALL));
    let elsewhere = |document: &Document| -> Vec<_> {
        let mut ids = ids_by_section(document);
        ids.retain(|(path, _)| path != "Section 2");
        ids
    };
    assert_eq!(elsewhere(&before), elsewhere(&after));
    assert_ne!(ids_by_section(&before), ids_by_section(&after));
}

#[test]
fn overlap_stays_in_its_section() {
    let policy = ChunkPolicy { overlap_tokens: 10, ..SMALL };
    let text: String = (0..6).map(|n| sentence(n) + "\n\n").collect();
    let document = markdown(&format!("# A\n\n{text}# B\n\n{text}"), &policy);
    for pair in document.chunks.windows(2) {
        let is_same_section = pair[0].heading_path == pair[1].heading_path;
        assert_eq!(pair[1].overlap.is_empty(), !is_same_section, "{pair:?}");
    }
}

#[test]
fn any_policy_is_kept_or_made_sense_of() {
    let text: String = (0..20).map(sentence).collect::<Vec<_>>().join(" ");
    for (target_tokens, max_tokens) in
        [(0, 0), (1, 1), (600, 400), (1, 1000), (usize::MAX, usize::MAX)]
    {
        let policy = ChunkPolicy { target_tokens, max_tokens, overlap_tokens: 5 };
        let document = markdown(&format!("# A\n\n{text}\n\n- {text}\n"), &policy);
        assert!(!document.chunks.is_empty());
    }
    let policy = ChunkPolicy { overlap_tokens: usize::MAX / 2, ..SMALL };
    kebab_corpus::parse("a.md", kebab_corpus::Format::Markdown, text, &policy);
}
