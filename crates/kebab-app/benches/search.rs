//! How long a search takes, warm and on one thread, by mode: median and 95th percentile.
//!
//! `KEBAB_BENCH_CHUNKS=100000 cargo bench -p kebab-app` for a large corpus. The corpus is made up:
//! words as frequent as in natural text (Zipf), topics that share words, 150 words a document;
//! queries take three to seven words of some topic, the frequent ones more often. Plain
//! `cargo test` runs it once with a small corpus.

#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::fmt::Write as _;
use std::time::Instant;

use kebab_app::{IngestOptions, KnowledgeBase, SearchOptions};
use kebab_config::Config;
use kebab_core::Mode;

const N_WORDS: usize = 30_000;
const N_TOPICS: usize = 200;
const N_QUERIES: usize = 500;

/// SplitMix64: the same numbers everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 up to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A rank: the first is the most frequent, as Zipf has it.
    fn zipf(&mut self, n: usize) -> usize {
        ((n as f64).powf(self.unit()) - 1.0) as usize
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// A word that can be spoken, so that stemming has something to do.
fn word(mut number: usize) -> String {
    let mut word = String::new();
    loop {
        word.push(['b', 'd', 'f', 'g', 'k', 'l', 'm', 'n', 'p', 'r', 's', 't'][number % 12]);
        number /= 12;
        word.push(['a', 'e', 'i', 'o', 'u'][number % 5]);
        number /= 5;
        if number == 0 {
            return word + "n";
        }
    }
}

/// A word of a topic, or one that any text has.
fn topical(random: &mut Random, topic: usize) -> String {
    match random.below(3) {
        0 => word((topic * 149 + random.zipf(600)) % N_WORDS),
        _ => word(random.zipf(N_WORDS)),
    }
}

fn corpus(n_documents: usize) -> String {
    let mut random = Random(1);
    let mut text = String::new();
    for id in 0..n_documents {
        let topic = random.below(N_TOPICS);
        let words: Vec<String> = (0..150).map(|_| topical(&mut random, topic)).collect();
        let title = words[..4].join(" ");
        let _ = writeln!(
            text,
            "{{\"_id\":\"{id}\",\"title\":\"{title}\",\"text\":\"{}.\"}}",
            words.join(" ")
        );
    }
    text
}

fn main() {
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    let asked = std::env::var("KEBAB_BENCH_CHUNKS").ok().and_then(|n| n.parse().ok());
    let n_documents = if is_bench { asked.unwrap_or(10_000) } else { 300 };
    let folder = tempfile::tempdir().expect("a folder for the benchmark");
    fs_err::write(folder.path().join("corpus.jsonl"), corpus(n_documents)).expect("a corpus");
    let data = folder.path().join(".kebab");
    let mut kb =
        KnowledgeBase::create(folder.path(), &data, Config::default()).expect("a database");
    let report = kb.ingest(&IngestOptions::default(), &mut |_| {}).expect("it can be ingested");
    println!("{} chunks, k 10, one thread", report.n_chunks);

    let mut random = Random(2);
    let queries: Vec<String> = (0..N_QUERIES)
        .map(|_| {
            let (topic, n_words) = (random.below(N_TOPICS), 3 + random.below(5));
            let words: Vec<String> = (0..n_words).map(|_| topical(&mut random, topic)).collect();
            words.join(" ")
        })
        .collect();
    for mode in Mode::ALL {
        let options = SearchOptions { mode: Some(mode), ..SearchOptions::default() };
        let mut times: Vec<f64> = Vec::with_capacity(queries.len());
        let mut n_hits = 0;
        // The first round warms up.
        for round in 0..2 {
            for query in &queries {
                let start = Instant::now();
                let results = kb.search(query, &options, &mut |_| {}).expect("it can be searched");
                n_hits += results.hits.len();
                if round == 1 {
                    times.push(start.elapsed().as_secs_f64() * 1e3);
                }
            }
        }
        assert!(n_hits > N_QUERIES, "most queries find something");
        times.sort_by(f64::total_cmp);
        let percentile = |p: usize| times[(times.len() - 1) * p / 100];
        println!("{mode:<8} p50 {:.2} ms  p95 {:.2} ms", percentile(50), percentile(95));
    }
}
