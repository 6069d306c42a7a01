//! What a hit is, how many there are, and in which order.

use fs_err as fs;
use kebab_app::{Note, SearchOptions, SearchResults};
use kebab_config::Model;
use kebab_core::{DocId, Mode, SearchHit};

use crate::support::{Workspace, ingest, paths, search};

const LONG: &str = "# Fruit\n\nIntro.\n\n## Apples\n\nApples grow on trees.\nThey are red.\n\n\
                    ## Pears\n\nPears grow on trees, too: 배는 나무에서 자란다.\n";

fn workspace() -> Workspace {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", LONG),
            ("b.md", "Trees are high, and trees are old."),
            ("src/tree.rs", "/// Grows.\nfn grow_tree(tree: &mut Tree) {\n    tree.grow();\n}\n"),
            (
                "corpus.jsonl",
                "{\"_id\": \"x y\", \"title\": \"Trees\", \"text\": \"All trees.\"}\n",
            ),
        ],
    );
    workspace.ingest();
    workspace
}

#[test]
fn a_hit_is_a_place_in_a_file() {
    let workspace = workspace();
    for mode in Mode::ALL {
        let found = search(&mut workspace.open(), "trees grow", mode);
        assert!(found.hits.len() >= 5, "{mode}");
        for (i, hit) in found.hits.iter().enumerate() {
            assert_eq!(hit.rank, i + 1);
            assert_eq!(hit.doc_id, DocId::of_path(&hit.path));
            assert_eq!(hit.text_hash, blake3::hash(hit.text.as_bytes()).to_hex().to_string());
            let source = match hit.path.as_str() {
                "corpus.jsonl#x y" => "Trees\n\nAll trees.".to_owned(),
                path => fs::read_to_string(workspace.path(path)).unwrap(),
            };
            let span = hit.span;
            assert_eq!(&source[span.byte_start..span.byte_end], hit.text);
            let line = |byte: usize| source[..byte].matches('\n').count() as u32 + 1;
            assert_eq!(
                (span.line_start, span.line_end),
                (line(span.byte_start), line(span.byte_end))
            );
        }
    }
}

#[test]
fn headings_and_lines_are_those_of_the_section() {
    let workspace = workspace();
    let found = search(&mut workspace.open(), "pears", Mode::Lexical);
    let [hit] = &found.hits[..] else { panic!("{found:?}") };
    assert_eq!(hit.heading_path, ["Fruit", "Pears"]);
    assert_eq!(hit.span.to_string(), "L10-L12");
    assert!(hit.chunker_version.contains("target="), "{}", hit.chunker_version);
}

#[test]
fn scores_say_where_they_come_from() {
    let workspace = workspace();
    let mut kb = workspace.open();
    for hit in search(&mut kb, "trees grow", Mode::Lexical).hits {
        assert_eq!(hit.lexical.map(|c| (c.rank, c.score)), Some((hit.rank, hit.score)));
        assert_eq!(hit.vector, None);
        let sum = hit.terms.iter().fold(0.0, |sum, term| sum + term.score);
        assert_eq!(sum.to_bits(), hit.score.to_bits());
    }
    for hit in search(&mut kb, "trees grow", Mode::Vector).hits {
        assert_eq!(hit.vector.map(|c| (c.rank, c.score)), Some((hit.rank, hit.score)));
        assert!(hit.lexical.is_none() && hit.terms.is_empty());
        assert!((-1.0..=1.0).contains(&hit.score));
    }
    let unexplained = SearchOptions { mode: Some(Mode::Lexical), ..SearchOptions::default() };
    let found = kb.search("trees grow", &unexplained, &mut |_| {}).unwrap();
    assert!(!found.hits.is_empty() && found.hits.iter().all(|hit| hit.terms.is_empty()));
}

fn top(workspace: &Workspace, mode: Mode, k: usize, by_document: bool) -> SearchResults {
    let options =
        SearchOptions { mode: Some(mode), k: Some(k), by_document, ..SearchOptions::default() };
    workspace.open().search("trees", &options, &mut |_| {}).unwrap()
}

/// 120 documents with two chunks each that match.
fn many() -> Workspace {
    let workspace = Workspace::new(Model::Lsa);
    for i in 0..120 {
        let trees = "trees ".repeat(i % 7 + 1);
        workspace.write(&format!("{i}.md"), format!("# One\n\n{trees}\n\n# Two\n\ntrees {i}\n"));
    }
    ingest(&mut workspace.open(), &workspace.options());
    workspace
}

#[test]
fn k_is_honoured_as_given() {
    let workspace = many();
    for mode in Mode::ALL {
        let all = top(&workspace, mode, 1000, false);
        assert_eq!((all.hits.len(), all.k), (240, 1000), "{mode}");
        for k in [0, 1, 7, 99, 100, 101, 239, 240, 241] {
            let found = top(&workspace, mode, k, false);
            assert_eq!((found.hits.len(), found.k), (k.min(240), k), "{mode}");
        }
        assert_eq!(top(&workspace, mode, usize::MAX, false).hits.len(), 240, "{mode}");
    }
    // Fewer hits are the beginning of more.
    for mode in [Mode::Lexical, Mode::Vector] {
        let all = top(&workspace, mode, 1000, false).hits;
        assert_eq!(top(&workspace, mode, 101, false).hits, all[..101], "{mode}");
    }
}

#[test]
fn rankings_are_by_score_then_by_id_both_descending() {
    let workspace = many();
    for mode in Mode::ALL {
        let hits = top(&workspace, mode, 1000, false).hits;
        let is_after = |pair: &[SearchHit]| {
            pair[0].score > pair[1].score
                || pair[0].score == pair[1].score && pair[0].chunk_id > pair[1].chunk_id
        };
        assert!(hits.windows(2).all(is_after), "{mode}");
        assert!(hits.windows(2).any(|pair| pair[0].score == pair[1].score), "{mode}");
    }
}

#[test]
fn a_document_is_found_by_its_best_chunk() {
    let workspace = many();
    for mode in Mode::ALL {
        let chunks = top(&workspace, mode, 1000, false).hits;
        for k in [0, 1, 60, 119, 120, 500] {
            let documents = top(&workspace, mode, k, true).hits;
            assert_eq!(documents.len(), k.min(120), "{mode}");
            let ranks: Vec<usize> = documents.iter().map(|hit| hit.rank).collect();
            assert_eq!(ranks, (1..=documents.len()).collect::<Vec<_>>());
            // Documents of one score are in the order of their paths, the last first.
            let mut seen = std::collections::HashSet::new();
            let mut best: Vec<&SearchHit> =
                chunks.iter().filter(|hit| seen.insert(hit.doc_id)).collect();
            best.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| b.path.cmp(&a.path)));
            // How fusion sees a chunk depends on how many candidates there are.
            if mode != Mode::Hybrid {
                let id = |hit: &SearchHit| (hit.chunk_id, hit.score.to_bits());
                let best = best.into_iter().take(k).map(id);
                assert!(documents.iter().map(id).eq(best), "{mode} {k}");
            }
        }
    }
}

#[test]
fn a_query_without_words_finds_nothing_and_says_so() {
    let workspace = workspace();
    let mut kb = workspace.open();
    for query in ["", "  ", "the of and", "?!"] {
        for mode in Mode::ALL {
            let found = search(&mut kb, query, mode);
            let notes = (found.hits.len(), &found.notes[..]);
            assert_eq!(notes, (0, &[Note::NothingToLookFor][..]), "{query:?} {mode}");
        }
    }
}

#[test]
fn words_that_no_document_has() {
    let workspace = workspace();
    let mut kb = workspace.open();
    assert_eq!(search(&mut kb, "xylophone", Mode::Lexical).notes, []);
    for mode in [Mode::Vector, Mode::Hybrid] {
        let found = search(&mut kb, "xylophone", mode);
        assert_eq!((found.hits.len(), &found.notes[..]), (0, &[Note::UnknownWords][..]), "{mode}");
    }
    let by_document =
        SearchOptions { mode: Some(Mode::Vector), by_document: true, ..SearchOptions::default() };
    let found = kb.search("xylophone", &by_document, &mut |_| {}).unwrap();
    assert_eq!(found.notes, [Note::UnknownWords]);
}

#[test]
fn one_known_word_of_a_question_is_enough() {
    let workspace = workspace();
    let found =
        search(&mut workspace.open(), "Which xylophones have growing pears?", Mode::Lexical);
    assert_eq!(found.hits[0].heading_path.last().unwrap(), "Pears");
}

#[test]
fn korean_words_are_found_with_and_without_particles() {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", "새로운 워크스페이스를 만든다."),
            ("b.md", "설정 파일은 kebab.toml이다."),
            ("c.md", "The workspace 워크스페이스 has files."),
        ],
    );
    workspace.ingest();
    let mut kb = workspace.open();
    for query in ["워크스페이스", "워크스페이스를", "워크스페이스에서는"] {
        for mode in [Mode::Lexical, Mode::Hybrid] {
            let found = search(&mut kb, query, mode);
            let mut best = paths(&found)[..2].to_vec();
            best.sort_unstable();
            assert_eq!(best, ["a.md", "c.md"], "{query} {mode}");
        }
    }
    assert_eq!(paths(&search(&mut kb, "kebab 설정", Mode::Lexical)), ["b.md"]);
    assert_eq!(paths(&search(&mut kb, "files 워크스페이스", Mode::Lexical))[0], "c.md");
}

/// How many documents are asked for does not change how they score, as long as each channel brings
/// the same number.
#[test]
fn documents_score_the_same_whatever_k_is() {
    let mut workspace = Workspace::new(Model::Lsa);
    for document in 0..30 {
        let sections = (0..12).map(|section| {
            let words = (0..6).map(|word| format!("word{} ", (document * section + word) % 17));
            format!("## Part {section}\n\n{}\n\n", words.collect::<String>())
        });
        workspace.write(&format!("d{document:02}.md"), sections.collect::<String>());
    }
    workspace.ingest();
    let mut kb = workspace.open();
    for mode in Mode::ALL {
        let mut found = |k: usize| {
            let options = SearchOptions {
                mode: Some(mode),
                k: Some(k),
                by_document: true,
                ..SearchOptions::default()
            };
            let results = kb.search("word5 word11", &options, &mut |_| {}).unwrap();
            let hits = results.hits.into_iter().map(|hit| (hit.path, hit.score));
            hits.collect::<Vec<(String, f64)>>()
        };
        let all = found(30);
        for k in [1, 2, 7, 20] {
            assert_eq!(found(k), all[..k.min(all.len())], "{mode} {k}");
        }
    }
}
