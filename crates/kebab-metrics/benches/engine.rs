//! Micro-benchmarks of the hot functions. `cargo bench -p kebab-metrics` times them; plain
//! `cargo test` runs each once, so that they never rot.

use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use kebab_metrics::{Evaluator, Format, Measure, Missing, Qrels, Ranker, Ranking, Run, evaluate};

fn main() {
    divan::main();
}

/// How many queries and how many hits each has.
const SIZES: [(usize, usize); 2] = [(1, 1000), (100, 1000)];

const MEASURES: &str = "AP nDCG@10 P@5 P@10 R@10 R@100 R@1000 RR Success@1 Success@5 Success@10";

/// A row of a made-up run: every hit of every query, best first.
fn rows((n_queries, depth): (usize, usize)) -> impl Iterator<Item = (usize, usize, usize, f64)> {
    (0..n_queries).flat_map(move |query| {
        (0..depth).map(move |i| {
            let doc = (query * 7_919 + i * 104_729) % 8_841_823;
            (query + 1_000, doc, i + 1, 28.0 - i as f64 * 0.012_345)
        })
    })
}

fn run_text(size: (usize, usize)) -> Vec<u8> {
    let lines = rows(size)
        .map(|(query, doc, rank, score)| format!("{query} Q0 {doc} {rank} {score:.6} bench\n"));
    lines.collect::<String>().into_bytes()
}

/// The same lines, dealt out so that no two of a query stand together.
fn scattered_text(size: (usize, usize)) -> Vec<u8> {
    let text = run_text(size);
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let dealt = (0..size.1).flat_map(|start| lines.iter().skip(start).step_by(size.1));
    dealt.copied().collect::<Vec<_>>().concat()
}

fn json_text(size: (usize, usize)) -> Vec<u8> {
    let mut text = String::from("{");
    for (query, doc, rank, score) in rows(size) {
        if rank == 1 {
            text += if text.len() > 1 { "}," } else { "" };
            text += &format!("\"{query}\":{{\"{doc}\":{score:.6}");
        } else {
            text += &format!(",\"{doc}\":{score:.6}");
        }
    }
    (text + "}}").into_bytes()
}

fn csv_text(size: (usize, usize)) -> Vec<u8> {
    let lines = rows(size).map(|(query, doc, _, score)| format!("{query},{doc},{score:.6}\n"));
    ("query_id,doc_id,score\n".to_owned() + &lines.collect::<String>()).into_bytes()
}

fn jsonl_text(size: (usize, usize)) -> Vec<u8> {
    let lines = rows(size).map(|(query, doc, _, score)| {
        format!("{{\"query_id\":\"{query}\",\"doc_id\":\"{doc}\",\"score\":{score:.6}}}\n")
    });
    lines.collect::<String>().into_bytes()
}

fn qrels_text(size: (usize, usize)) -> Vec<u8> {
    let judged = rows(size).filter(|(_, _, rank, _)| rank % 20 == 1);
    let lines = judged.map(|(query, doc, rank, _)| format!("{query} 0 {doc} {}\n", rank / 20 % 4));
    lines.collect::<String>().into_bytes()
}

fn measures() -> Vec<Measure> {
    Measure::parse_list(MEASURES).expect("the names are right")
}

#[divan::bench(args = SIZES)]
fn find_queries(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let text = run_text(size);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Run::parse("run", black_box(&text)).expect("a run").n_queries());
}

#[divan::bench(args = SIZES)]
fn read_hits(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let text = run_text(size);
    let run = Run::parse("run", &text).expect("a run");
    let mut hits = Vec::new();
    bencher.counter(BytesCount::new(text.len())).bench_local(|| {
        for number in 0..run.n_queries() {
            run.hits(number, &mut hits).expect("hits");
        }
        hits.len()
    });
}

#[divan::bench(args = SIZES)]
fn group_scattered_lines(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let text = scattered_text(size);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Run::parse("run", black_box(&text)).expect("a run").n_queries());
}

#[divan::bench(args = [Format::Csv, Format::JsonLines, Format::Json])]
fn read_other_formats(bencher: Bencher<'_, '_>, format: Format) {
    let size = SIZES[1];
    let text = match format {
        Format::Csv => csv_text(size),
        Format::JsonLines => jsonl_text(size),
        _ => json_text(size),
    };
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Run::parse("run", black_box(&text)).expect("a run").n_queries());
}

#[divan::bench(args = SIZES)]
fn read_qrels(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let text = qrels_text(size);
    bencher
        .counter(BytesCount::new(text.len()))
        .bench(|| Qrels::parse("qrels", black_box(&text)).expect("judgments").n_judgments());
}

#[divan::bench(args = [true, false])]
fn rank(bencher: Bencher<'_, '_>, sorted: bool) {
    let size = SIZES[0];
    let (qrels_text, mut run_text) = (qrels_text(size), run_text(size));
    if !sorted {
        let mut lines: Vec<&[u8]> = run_text.split_inclusive(|&byte| byte == b'\n').collect();
        lines.sort_unstable_by_key(|line| line[8]);
        run_text = lines.concat();
    }
    let qrels = Qrels::parse("qrels", &qrels_text).expect("judgments");
    let run = Run::parse("run", &run_text).expect("a run");
    let mut hits = Vec::new();
    run.hits(0, &mut hits).expect("hits");
    let (mut ranker, ranking) = (Ranker::default(), Ranking::default());
    bencher.counter(ItemsCount::new(hits.len())).with_inputs(|| hits.clone()).bench_local_values(
        |mut hits| {
            let judgments = qrels.judgments(0);
            ranker.rank(&mut hits, &judgments, &ranking).expect("no duplicates").hits.len()
        },
    );
}

#[divan::bench(args = MEASURES.split(' ').chain(["bpref", "infAP", "ERR@20", "RBP(p=0.8)", "G"]))]
fn measure(bencher: Bencher<'_, '_>, name: &str) {
    let size = SIZES[0];
    let (qrels_text, run_text) = (qrels_text(size), run_text(size));
    let qrels = Qrels::parse("qrels", &qrels_text).expect("judgments");
    let run = Run::parse("run", &run_text).expect("a run");
    let mut hits = Vec::new();
    run.hits(0, &mut hits).expect("hits");
    let measure: Measure = name.parse().expect("a measure");
    let mut ranker = Ranker::default();
    let judgments = qrels.judgments(0);
    let judged = ranker.rank(&mut hits, &judgments, &Ranking::default()).expect("no duplicates");
    bencher.bench_local(|| measure.score(black_box(&judged)));
}

#[divan::bench(args = SIZES)]
fn score_a_query(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let (qrels_text, run_text, measures) = (qrels_text(size), run_text(size), measures());
    let qrels = Qrels::parse("qrels", &qrels_text).expect("judgments");
    let run = Run::parse("run", &run_text).expect("a run");
    let mut evaluator = Evaluator::new(&qrels, &measures);
    let mut hits = Vec::new();
    bencher.bench_local(|| {
        run.hits(0, &mut hits).expect("hits");
        evaluator.query(run.query(0), &mut hits).expect("no duplicates").map(<[f64]>::len)
    });
}

#[divan::bench(args = SIZES)]
fn whole_run(bencher: Bencher<'_, '_>, size: (usize, usize)) {
    let (qrels_text, run_text, measures) = (qrels_text(size), run_text(size), measures());
    bencher.counter(BytesCount::new(run_text.len())).bench(|| {
        let qrels = Qrels::parse("qrels", &qrels_text).expect("judgments");
        let run = Run::parse("run", &run_text).expect("a run");
        evaluate(&qrels, &run, &measures, Missing::Zero).expect("scores").mean(0)
    });
}

#[divan::bench(args = ["nDCG@10", "P(rel=2)@5", "ndcg_cut_10", "nDCG(gain=exp,gains={1:3,2:9})@10"])]
fn read_a_name(name: &str) -> Measure {
    black_box(name).parse().expect("a measure")
}

#[divan::bench]
fn six_functions(bencher: Bencher<'_, '_>) {
    let retrieved: Vec<String> = (0..10).map(|i| format!("chunk{i}")).collect();
    let judgments: Vec<_> = (0..20)
        .map(|i| kebab_metrics::RelevanceJudgment {
            chunk_id: format!("chunk{}", i * 3),
            grade: f64::from(i % 3),
        })
        .collect();
    bencher.bench(|| kebab_metrics::compute_all(black_box(&retrieved), &judgments, 10));
}
