//! Synthetic judgments and runs in TREC format, the same for the same seed.
//!
//! Each query has a pool of 1.6 times the depth; every document has a hidden quality, each run
//! ranks the pool by quality plus noise of its own and keeps the top. About `judged` documents are
//! judged, half of them from the top of the hidden order and half from anywhere, with grades 0 to 3
//! that follow the quality. Scores fall with the rank, have six decimals, and one in twenty ties
//! with the one before it. `--shuffle` mixes the lines of every run.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail};
use fs_err::File;

struct Options {
    n_queries: usize,
    depth: usize,
    n_runs: usize,
    n_judged: usize,
    seed: u64,
    shuffle: bool,
}

pub(crate) fn run(args: &[&str]) -> anyhow::Result<()> {
    let mut options =
        Options { n_queries: 50, depth: 1000, n_runs: 1, n_judged: 50, seed: 42, shuffle: false };
    let mut folder = None;
    let mut args = args.iter();
    while let Some(&arg) = args.next() {
        let mut number = || -> anyhow::Result<u64> {
            let value = args.next().with_context(|| format!("{arg} needs a number"))?;
            value.parse().with_context(|| format!("{arg}: `{value}` is not a number"))
        };
        match arg {
            "--queries" => options.n_queries = number()? as usize,
            "--depth" => options.depth = number()? as usize,
            "--runs" => options.n_runs = number()? as usize,
            "--judged" => options.n_judged = number()? as usize,
            "--seed" => options.seed = number()?,
            "--shuffle" => options.shuffle = true,
            _ if arg.starts_with('-') || folder.is_some() => bail!("unknown argument `{arg}`"),
            _ => folder = Some(Path::new(arg)),
        }
    }
    generate(folder.context("where to? name a folder")?, &options)
}

fn generate(folder: &Path, options: &Options) -> anyhow::Result<()> {
    fs_err::create_dir_all(folder)?;
    let mut random = Random(options.seed);
    let mut qrels = BufWriter::new(File::create(folder.join("qrels.txt"))?);
    let mut runs: Vec<RunFile> = (1..=options.n_runs)
        .map(|number| RunFile::create(&folder.join(format!("run{number}.txt")), options.shuffle))
        .collect::<anyhow::Result<_>>()?;
    let mut queries = distinct(&mut random, options.n_queries, 1_200_000);
    queries.sort_unstable();
    for query in queries {
        let pool = options.depth * 8 / 5;
        let docs = distinct(&mut random, pool, 8_841_823);
        let quality: Vec<f64> = docs.iter().map(|_| random.normal()).collect();
        judge(&mut qrels, &mut random, query, &docs, &quality, options.n_judged)?;
        for (number, run) in runs.iter_mut().enumerate() {
            let noise = 0.9 + 0.15 * number as f64;
            let noisy: Vec<f64> = quality.iter().map(|q| q + noise * random.normal()).collect();
            let order = descending(&noisy);
            let mut score = 28.0 * (1.0 + 0.3 * random.unit());
            for (i, &doc) in order.iter().take(options.depth).enumerate() {
                if i > 0 && random.unit() >= 0.05 {
                    score -= score / 900.0 + 1e-3 * random.unit();
                }
                let (doc, rank) = (docs[doc], i + 1);
                run.line(format_args!("{query} Q0 {doc} {rank} {score:.6} sys{}\n", number + 1))?;
            }
        }
    }
    qrels.flush()?;
    runs.into_iter().try_for_each(|run| run.finish(&mut random))
}

fn judge(
    qrels: &mut impl Write,
    random: &mut Random,
    query: usize,
    docs: &[usize],
    quality: &[f64],
    n_judged: usize,
) -> anyhow::Result<()> {
    let order = descending(quality);
    let n_top = (n_judged / 2).min(order.len());
    let (top, rest) = order.split_at(n_top);
    let others = distinct(random, (n_judged - n_judged / 2).min(rest.len()), rest.len());
    let judged: Vec<usize> = top.iter().copied().chain(others.iter().map(|&i| rest[i])).collect();
    let seen: Vec<f64> = judged.iter().map(|&doc| quality[doc] + 0.8 * random.normal()).collect();
    for (place, &i) in descending(&seen).iter().enumerate() {
        let share = place as f64 / seen.len() as f64;
        let grade = [0.07, 0.20, 0.45].iter().filter(|&&limit| share < limit).count();
        writeln!(qrels, "{query} 0 {} {grade}", docs[judged[i]])?;
    }
    Ok(())
}

/// A run's file, and its lines while they wait to be shuffled.
struct RunFile {
    file: BufWriter<File>,
    waiting: Option<(Vec<u8>, Vec<usize>)>,
}

impl RunFile {
    fn create(path: &Path, shuffle: bool) -> anyhow::Result<RunFile> {
        let file = BufWriter::with_capacity(1 << 20, File::create(path)?);
        Ok(RunFile { file, waiting: shuffle.then(Default::default) })
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) -> anyhow::Result<()> {
        match &mut self.waiting {
            Some((text, starts)) => {
                starts.push(text.len());
                text.write_fmt(line)?;
            }
            None => self.file.write_fmt(line)?,
        }
        Ok(())
    }

    fn finish(mut self, random: &mut Random) -> anyhow::Result<()> {
        if let Some((text, mut starts)) = self.waiting.take() {
            for i in (1..starts.len()).rev() {
                starts.swap(i, random.below(i + 1));
            }
            for start in starts {
                let line = text[start..].split_inclusive(|&byte| byte == b'\n').next();
                self.file.write_all(line.unwrap_or_default())?;
            }
        }
        Ok(self.file.flush()?)
    }
}

/// Indexes from the largest value to the smallest.
fn descending(values: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
    order
}

/// Distinct numbers below a limit, in random order.
fn distinct(random: &mut Random, n: usize, limit: usize) -> Vec<usize> {
    let mut seen = std::collections::HashSet::new();
    let mut numbers = Vec::with_capacity(n);
    while numbers.len() < n.min(limit) {
        let number = random.below(limit);
        if seen.insert(number) {
            numbers.push(number);
        }
    }
    numbers
}

/// SplitMix64 (Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// Normally distributed (Box and Muller).
    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.unit()).cos()
    }
}
