//! BM25 over postings, against a slow and obvious version over the analysed text.

use std::collections::BTreeSet;
use std::path::PathBuf;

use kebab_core::{ChunkId, TermScore};
use kebab_index::{
    AnalysedChunk, Bm25, ChunkKeys, Index, IndexBuilder, LexicalHit, Origin, Query, Unusable,
    VectorSource,
};
use kebab_text::{Analyzer, Purpose};
use proptest::prelude::*;
use tempfile::TempDir;

const BM25: Bm25 = Bm25 { k1: 1.2, b: 0.75, heading_boost: 2.0 };

/// A chunk as it is handed over.
#[derive(Clone, Debug)]
struct Chunk {
    id: u128,
    doc_key: i64,
    headings: Vec<String>,
    overlap: String,
    body: String,
}

fn body(id: u128, body: &str) -> Chunk {
    let (overlap, body) = (String::new(), body.to_owned());
    Chunk { id, doc_key: id as i64, headings: Vec::new(), overlap, body }
}

fn under(heading: &str, chunk: Chunk) -> Chunk {
    Chunk { headings: vec![heading.to_owned()], ..chunk }
}

fn after(overlap: &str, chunk: Chunk) -> Chunk {
    Chunk { overlap: overlap.to_owned(), ..chunk }
}

fn origin(generation: u64) -> Origin {
    Origin { database_id: "test".to_owned(), generation, embedding: String::new() }
}

fn add(builder: &IndexBuilder, chunks: &[Chunk]) {
    let mut analyzer = Analyzer::new();
    for chunk in chunks {
        let Chunk { headings, overlap, body, .. } = chunk;
        let analysed = AnalysedChunk::new(&mut analyzer, headings, overlap, body);
        let chunk_key = chunk.id as i64 + 1000;
        let keys = ChunkKeys { chunk_id: ChunkId(chunk.id), chunk_key, doc_key: chunk.doc_key };
        builder.add(keys, analysed).unwrap();
    }
}

/// An index in a folder of its own.
struct Built {
    folder: TempDir,
    index: Index,
}

fn build(chunks: &[Chunk]) -> Built {
    let folder = tempfile::tempdir().unwrap();
    let builder = IndexBuilder::create(&folder.path().join("0")).unwrap();
    add(&builder, chunks);
    let index = builder.finish(&origin(0), VectorSource::None).unwrap();
    Built { folder, index }
}

impl Built {
    fn path(&self, generation: u64) -> PathBuf {
        self.folder.path().join(generation.to_string())
    }

    /// The index that comes after the one of `generation`.
    fn next(self, generation: u64, removed: &[i64], added: &[Chunk]) -> Built {
        let (from, to) = (self.path(generation), self.path(generation + 1));
        let builder = IndexBuilder::continue_from(&to, &from, self.index).unwrap();
        for doc_key in removed {
            builder.remove_document(*doc_key);
        }
        add(&builder, added);
        let index = builder.finish(&origin(generation + 1), VectorSource::None).unwrap();
        Built { folder: self.folder, index }
    }

    fn hits(&self, query: &str, bm25: &Bm25, k: usize) -> Vec<LexicalHit> {
        let query = Query::new(&mut Analyzer::new(), query);
        self.index.postings.search(&query, bm25, k, None).unwrap()
    }

    fn ids(&self, query: &str, bm25: &Bm25) -> Vec<u128> {
        self.hits(query, bm25, 100).iter().map(|hit| hit.chunk_id.0).collect()
    }

    /// What the best hit is made of.
    fn explain(&self, query: &str, bm25: &Bm25) -> Vec<TermScore> {
        let hits = self.hits(query, bm25, 1);
        let query = Query::new(&mut Analyzer::new(), query);
        self.index.postings.explain(&query, bm25, &hits).unwrap().remove(0)
    }

    fn score(&self, query: &str, bm25: &Bm25, id: u128) -> f64 {
        let hits = self.hits(query, bm25, 100);
        hits.iter().find(|hit| hit.chunk_id.0 == id).map_or(0.0, |hit| hit.score)
    }
}

/// Terms with positions, piece by piece: headings, overlap, body.
struct Analysed {
    pieces: Vec<Vec<(String, u32)>>,
    n_headings: usize,
}

impl Analysed {
    fn new(chunk: &Chunk) -> Analysed {
        let texts = chunk.headings.iter().chain([&chunk.overlap, &chunk.body]);
        let pieces = texts.map(|text| {
            let mut piece = Vec::new();
            Analyzer::new().analyze(text, Purpose::Index, |token| {
                piece.push((token.text.to_owned(), token.position));
            });
            piece
        });
        Analysed { pieces: pieces.collect(), n_headings: chunk.headings.len() }
    }

    /// What is in a heading counts `boost` times.
    fn sum(&self, boost: f64, count: impl Fn(&[(String, u32)]) -> usize) -> f64 {
        let weight = |piece| if piece < self.n_headings { boost } else { 1.0 };
        let pieces = self.pieces.iter().enumerate();
        pieces.map(|(i, piece)| weight(i) * count(piece) as f64).sum()
    }

    fn length(&self, boost: f64) -> f64 {
        self.sum(boost, |piece| piece.iter().map(|(_, p)| p).collect::<BTreeSet<_>>().len())
    }

    fn term_frequency(&self, term: &str, boost: f64) -> f64 {
        self.sum(boost, |piece| piece.iter().filter(|(other, _)| other == term).count())
    }

    /// Phrases count alike wherever they stand.
    fn phrase_frequency(&self, terms: &[(String, u32)]) -> f64 {
        self.sum(1.0, |piece| {
            let begins_at = |start: u32| {
                let has = |(term, distance): &(String, u32)| {
                    piece.iter().any(|(t, p)| t == term && *p == start + distance)
                };
                terms.iter().all(has)
            };
            let starts: BTreeSet<u32> = piece.iter().map(|(_, position)| *position).collect();
            starts.into_iter().filter(|start| begins_at(*start)).count()
        })
    }
}

/// Every chunk's score, by the book.
fn slow(chunks: &[Chunk], query: &str, bm25: &Bm25) -> Vec<(u128, f64)> {
    let query = Query::new(&mut Analyzer::new(), query);
    let analysed: Vec<Analysed> = chunks.iter().map(Analysed::new).collect();
    let n = chunks.len() as f64;
    let lengths: Vec<f64> = analysed.iter().map(|a| a.length(bm25.heading_boost)).collect();
    let average = lengths.iter().sum::<f64>() / n;
    let mut scores = vec![0.0; chunks.len()];
    let mut add = |weight: f64, frequency: &dyn Fn(&Analysed) -> f64| {
        let frequencies: Vec<f64> = analysed.iter().map(frequency).collect();
        let n_with = frequencies.iter().filter(|frequency| **frequency > 0.0).count() as f64;
        let idf = (1.0 + (n - n_with + 0.5) / (n_with + 0.5)).ln();
        for (i, frequency) in frequencies.iter().enumerate() {
            let norm = bm25.k1 * (1.0 - bm25.b + bm25.b * lengths[i] / average);
            if *frequency > 0.0 {
                let saturated = frequency * (bm25.k1 + 1.0) / (frequency + norm);
                scores[i] += weight * idf * saturated;
            }
        }
    };
    for (term, weight) in &query.terms {
        add(*weight, &|analysed| analysed.term_frequency(term, bm25.heading_boost));
    }
    for phrase in &query.phrases {
        add(1.0, &|analysed| analysed.phrase_frequency(&phrase.terms));
    }
    let scores = chunks.iter().map(|chunk| chunk.id).zip(scores);
    scores.filter(|(_, score)| *score > 0.0).collect()
}

#[track_caller]
fn check_slow(built: &Built, chunks: &[Chunk], query: &str, bm25: &Bm25) {
    let mut expected = slow(chunks, query, bm25);
    let mut hits = built.hits(query, bm25, 1000);
    let in_order = |pair: &[LexicalHit]| {
        pair[0].score > pair[1].score
            || pair[0].score == pair[1].score && pair[0].chunk_id > pair[1].chunk_id
    };
    assert!(hits.windows(2).all(in_order), "{hits:?}");
    for k in [1, 2, 5] {
        assert_eq!(built.hits(query, bm25, k), hits[..k.min(hits.len())]);
    }
    let analysed = Query::new(&mut Analyzer::new(), query);
    let explained = built.index.postings.explain(&analysed, bm25, &hits).unwrap();
    assert_eq!(explained.len(), hits.len());
    for (hit, terms) in hits.iter().zip(&explained) {
        let sum = terms.iter().fold(0.0, |sum, term| sum + term.score);
        assert_eq!(sum.to_bits(), hit.score.to_bits(), "{terms:?} {hit:?}");
    }
    hits.sort_by_key(|hit| hit.chunk_id);
    expected.sort_by_key(|(id, _)| *id);
    let found: Vec<(u128, f64)> = hits.iter().map(|hit| (hit.chunk_id.0, hit.score)).collect();
    let is_same = found.len() == expected.len()
        && found.iter().zip(&expected).all(|(a, b)| a.0 == b.0 && (a.1 / b.1 - 1.0).abs() < 1e-9);
    assert!(is_same, "{query}: {found:?} instead of {expected:?}");
}

const WORDS: [&str; 11] = [
    "ring",
    "rings",
    "power",
    "of",
    "the",
    "loadGoldenSet",
    "golden",
    "워크스페이스를",
    "검색",
    "set",
    "café",
];

fn text(longest: usize) -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(&WORDS[..]), 0..longest);
    words.prop_map(|words| words.join(" "))
}

fn chunk() -> impl Strategy<Value = Chunk> {
    (prop::collection::vec(text(4), 0..3), text(4), text(12))
        .prop_map(|(headings, overlap, body)| Chunk { id: 0, doc_key: 0, headings, overlap, body })
}

/// Chunks with ids that are not in the order in which they come, two to a document.
fn numbered(chunks: Vec<Chunk>, first: usize) -> Vec<Chunk> {
    let number = |(i, chunk): (usize, Chunk)| {
        let i = i + first;
        let id = (i as u128).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_0C8A) % 100_003;
        Chunk { id, doc_key: (i / 2) as i64, ..chunk }
    };
    chunks.into_iter().enumerate().map(number).collect()
}

fn query() -> impl Strategy<Value = String> {
    let quoted = (text(4), text(4), text(3));
    quoted.prop_map(|(before, inside, after)| format!("{before} \"{inside}\" {after}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..Default::default() })]

    #[test]
    fn scores_are_those_of_the_slow_version_whatever_came_before(
        first in prop::collection::vec(chunk(), 0..12),
        second in prop::collection::vec(chunk(), 1..8),
        removed in prop::collection::vec(0..6i64, 0..3),
        queries in prop::collection::vec(query(), 1..4),
        k1 in 0.0..3.0,
        b in 0.0..=1.0,
        heading_boost in prop::sample::select(vec![1.0, 1.5, 3.0]),
    ) {
        let bm25 = Bm25 { k1, b, heading_boost };
        // What is added later are other documents.
        let (first, second) = (numbered(first, 0), numbered(second, 100));
        let built = build(&first).next(0, &removed, &second);
        let mut alive = first;
        alive.retain(|chunk| !removed.contains(&chunk.doc_key));
        alive.extend(second);
        prop_assert_eq!(built.index.postings.n_chunks(), alive.len() as u64);
        for query in &queries {
            check_slow(&built, &alive, query, &bm25);
        }
        // To the last bit as if nothing had ever been there but what is there now.
        let fresh = build(&alive);
        let bits = |built: &Built, query: &str| -> Vec<(ChunkId, u64)> {
            let hits = built.hits(query, &bm25, 1000);
            hits.iter().map(|hit| (hit.chunk_id, hit.score.to_bits())).collect()
        };
        for query in &queries {
            prop_assert_eq!(bits(&built, query), bits(&fresh, query));
        }
    }
}

#[test]
fn a_score_worked_out_by_hand() {
    // Three chunks of 4, 1 and 1 words: 2 on average.
    let built = build(&[body(1, "ring ring power power"), body(2, "power"), body(3, "golden")]);
    // One of three has it: ln(1 + 2.5 / 1.5). Twice, at twice the average length.
    let idf = (1.0f64 + 2.5 / 1.5).ln();
    let expected = idf * 2.0 * 2.2 / (2.0 + 1.2 * (1.0 - 0.75 + 0.75 * 2.0));
    assert!((built.score("ring", &BM25, 1) - expected).abs() < 1e-12);
    // A word that the query has twice counts twice.
    assert!((built.score("ring ring", &BM25, 1) - 2.0 * expected).abs() < 1e-12);
    // Both words: the sum.
    let power = built.score("power", &BM25, 1);
    assert!(power > 0.0);
    assert!((built.score("ring power", &BM25, 1) - expected - power).abs() < 1e-12);
}

#[test]
fn k1_says_how_much_repetition_counts() {
    let built = build(&[body(1, "ring golden golden"), body(2, "ring ring ring"), body(3, "set")]);
    let score = |k1, id| built.score("ring", &Bm25 { k1, b: 0.0, ..BM25 }, id);
    assert_eq!(score(0.0, 1), score(0.0, 2));
    let ratio = |k1| score(k1, 2) / score(k1, 1);
    assert!(1.0 < ratio(0.5) && ratio(0.5) < ratio(2.0) && ratio(2.0) < 3.0);
    assert!((ratio(1e9) - 3.0).abs() < 1e-6);
}

#[test]
fn b_says_how_much_length_counts() {
    let long = format!("ring {}", "golden ".repeat(30));
    let built = build(&[body(1, "ring"), body(2, &long)]);
    let score = |b, id| built.score("ring", &Bm25 { b, ..BM25 }, id);
    assert_eq!(score(0.0, 1), score(0.0, 2));
    let ratio = |b| score(b, 1) / score(b, 2);
    assert!(1.0 < ratio(0.4) && ratio(0.4) < ratio(1.0));
}

#[test]
fn words_in_headings_count_as_often_as_the_boost_says() {
    let heading = under("ring", body(1, "power"));
    let built = build(&[heading, body(2, "ring power"), body(3, "golden power")]);
    let boosted = |heading_boost| Bm25 { heading_boost, ..BM25 };
    assert_eq!(built.score("ring", &boosted(1.0), 1), built.score("ring", &boosted(1.0), 2));
    assert_eq!(built.ids("ring", &boosted(3.0)), [1, 2]);
    assert!(built.score("ring", &boosted(3.0), 1) > built.score("ring", &boosted(2.0), 1));
    // What is boosted is as long as it is often, so the other words of the chunk count less.
    assert!(built.score("power", &boosted(3.0), 1) < built.score("power", &boosted(1.0), 1));
    let terms = built.explain("ring", &boosted(3.0));
    assert_eq!((terms.len(), terms[0].frequency, terms[0].n_chunks), (1, 3.0, 2));
}

#[test]
fn ties_are_by_id_descending_whatever_came_first() {
    let ids: Vec<u128> = vec![5, 1 << 100, 9, u128::MAX, 7, (1 << 64) + 3, 3 << 64];
    let chunks: Vec<Chunk> = ids.iter().map(|id| body(*id, "ring")).collect();
    let (first, second) = chunks.split_at(4);
    let built = build(first).next(0, &[], second);
    let mut expected = ids.clone();
    expected.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(built.ids("ring", &BM25), expected);
    for k in 0..=ids.len() {
        let hits = built.hits("ring", &BM25, k);
        let found: Vec<u128> = hits.iter().map(|hit| hit.chunk_id.0).collect();
        assert_eq!(found, expected[..k], "the best {k}");
    }
}

#[test]
fn a_phrase_lifts_and_hides_nothing() {
    let built = build(&[
        body(1, "power and the ring"),
        body(2, "a ring has power"),
        body(3, "the ring power station"),
        body(4, "golden"),
    ]);
    let b_off = Bm25 { b: 0.0, ..BM25 };
    assert_eq!(built.ids("ring power", &b_off), [3, 2, 1]);
    let scores =
        |id| (built.score("\"ring power\"", &b_off, id), built.score("ring power", &b_off, id));
    assert!(scores(3).0 > scores(3).1);
    assert_eq!((scores(1).0, scores(2).0), (scores(1).1, scores(2).1));
    // The phrase is one more thing to match, named in quotes.
    let terms = built.explain("\"rings power\"", &b_off);
    let terms: Vec<(&str, u64)> = terms.iter().map(|t| (t.term.as_str(), t.n_chunks)).collect();
    assert_eq!(terms, [("ring", 3), ("power", 3), ("\"ring power\"", 1)]);
}

/// Whether a chunk has a phrase: then it scores more with the quotes than without.
#[track_caller]
fn check_phrase(chunk: Chunk, phrase: &str, expected: bool) {
    let shown = format!("{phrase} in {chunk:?}");
    let built = build(&[chunk, body(2, "something else")]);
    let id = 1;
    let (with, without) =
        (built.score(&format!("\"{phrase}\""), &BM25, id), built.score(phrase, &BM25, id));
    assert_eq!(with > without, expected, "{shown}: {with} {without}");
}

#[test]
fn phrases_are_words_in_a_row() {
    check_phrase(body(1, "one ring power two"), "ring power", true);
    check_phrase(body(1, "one ring, power two"), "Rings Power", true);
    check_phrase(body(1, "power ring"), "ring power", false);
    check_phrase(body(1, "ring golden power"), "ring power", false);
    // Words without meaning of their own are not indexed, but the room they take is.
    check_phrase(body(1, "ring of power"), "ring of power", true);
    check_phrase(body(1, "ring to power"), "ring of power", true);
    check_phrase(body(1, "ring power"), "ring of power", false);
    check_phrase(body(1, "ring of power"), "ring power", false);
    check_phrase(body(1, "call loadGoldenSet now"), "golden set", true);
    check_phrase(body(1, "새로운 워크스페이스를 검색"), "워크스페이스를 검색", true);
    check_phrase(body(1, "ring ring power"), "ring ring power", true);
    check_phrase(body(1, "ring power"), "ring ring power", false);
}

#[test]
fn phrases_end_where_a_piece_of_text_ends() {
    check_phrase(under("one ring", body(1, "power two")), "ring power", false);
    check_phrase(after("one ring", body(1, "power two")), "ring power", false);
    check_phrase(under("ring power", body(1, "two")), "ring power", true);
    check_phrase(after("ring power", body(1, "two")), "ring power", true);
    let two = Chunk { headings: vec!["ring".into(), "power".into()], ..body(1, "two") };
    check_phrase(two, "ring power", false);
}

#[test]
fn quotes_that_are_no_phrase() {
    let phrases = |query: &str| Query::new(&mut Analyzer::new(), query).phrases.len();
    assert_eq!(phrases("ring power"), 0);
    assert_eq!(phrases("\"ring power"), 0);
    assert_eq!(phrases("\"ring\" \"\" \"of the\""), 0);
    assert_eq!(phrases("“ring power”"), 1);
    assert_eq!(phrases("\"ring power\" \"ring golden\" set"), 2);
    assert_eq!(phrases("\"ring power\" \"Rings power\""), 1);
    let terms = Query::new(&mut Analyzer::new(), "a ring \"ring of power\" the").terms;
    assert_eq!(terms, [("ring".to_owned(), 2.0), ("power".to_owned(), 1.0)]);
}

#[test]
fn only_what_is_kept_is_found_and_all_of_it() {
    let chunks: Vec<Chunk> = (1..=20).map(|id| body(id, "ring")).collect();
    let built = build(&chunks);
    let query = Query::new(&mut Analyzer::new(), "ring");
    let even = |doc_key: i64| doc_key % 2 == 0;
    let hits = built.index.postings.search(&query, &BM25, 7, Some(&even)).unwrap();
    let found: Vec<(i64, i64)> = hits.iter().map(|hit| (hit.doc_key, hit.chunk_key)).collect();
    let expected: Vec<(i64, i64)> = (4..=10).rev().map(|i| (2 * i, 2 * i + 1000)).collect();
    assert_eq!(found, expected);
    // Where one looks does not change what a word is worth.
    assert_eq!(hits[0].score, built.score("ring", &BM25, 1));
}

#[test]
fn nothing_is_found_in_nothing() {
    let built = build(&[]);
    assert_eq!((built.index.postings.n_chunks(), built.hits("ring", &BM25, 10)), (0, vec![]));
    let built = build(&[body(1, "ring"), body(2, "")]);
    for query in ["", "the", "power", "\"power golden\""] {
        assert_eq!(built.hits(query, &BM25, 10), [], "{query}");
    }
    let emptied = built.next(0, &[1, 2], &[]);
    assert_eq!((emptied.index.postings.n_chunks(), emptied.hits("ring", &BM25, 10)), (0, vec![]));
}

#[test]
fn an_index_is_opened_for_what_it_was_built_from() {
    let built = build(&[body(1, "ring"), body(2, "ring power")]);
    let open = |database_id, generation| Index::open(&built.path(0), database_id, generation);
    let opened = open("test", 0).map_err(|error| error.to_string());
    let query = Query::new(&mut Analyzer::new(), "ring power");
    let hits = opened.map(|index| index.postings.search(&query, &BM25, 10, None).unwrap());
    assert_eq!(hits, Ok(built.hits("ring power", &BM25, 10)));
    assert!(matches!(open("test", 1), Err(Unusable::OtherOrigin)));
    assert!(matches!(open("other", 0), Err(Unusable::OtherOrigin)));
    assert!(matches!(Index::open(&built.path(7), "test", 0), Err(Unusable::Missing)));
    assert_eq!(built.index.origin, origin(0));
}

/// Continuing an index shares its files and changes none of them.
#[test]
fn the_index_before_is_as_it_was() {
    let built = build(&[body(1, "ring"), body(2, "ring power")]);
    let path = built.path(0);
    let before = built.hits("ring power", &BM25, 10);
    let next = built.next(0, &[1], &[body(3, "ring ring")]);
    assert_eq!(next.hits("ring", &BM25, 10).len(), 2);
    let reopened = Index::open(&path, "test", 0).map_err(|error| error.to_string()).unwrap();
    let query = Query::new(&mut Analyzer::new(), "ring power");
    assert_eq!(reopened.postings.search(&query, &BM25, 10, None).unwrap(), before);
}

/// The parts of a word stand for it in a phrase only where they go on to its end.
#[test]
fn a_phrase_does_not_lose_what_tells_its_words_apart() {
    let terms = |text: &str| {
        let mut query = Query::new(&mut Analyzer::new(), text);
        query.phrases.pop().expect("a phrase").terms
    };
    let term = |text: &str, distance| (text.to_owned(), distance);
    assert_eq!(terms("\"sha256 sum\""), [term("sha256", 0), term("sum", 1)]);
    assert_ne!(terms("\"sha256 sum\""), terms("\"sha1 sum\""));
    assert_eq!(terms("\"loadGoldenSet\"").len(), 3);
    assert_eq!(terms("\"워크스페이스 멤버\""), terms("\"워크스페이스  멤버\""));
    assert_eq!(terms("\"워크스페이스\"")[0], term("워크", 0));
}

#[test]
fn a_phrase_that_is_repeated_counts_once() {
    let query = Query::new(&mut Analyzer::new(), "\"red apple\" \"green pear\" \"red apple\"");
    assert_eq!(query.phrases.len(), 2);
}
