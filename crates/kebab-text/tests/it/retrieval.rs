//! The analysis is only as good as what it finds: BM25 over its tokens on judged collections.

use std::collections::HashMap;
use std::path::Path;

use kebab_text::{Analyzer, Purpose};
use serde_json::Value;

use crate::support::data;

const K1: f64 = 1.2;
const B: f64 = 0.75;

#[derive(Default)]
struct Index {
    postings: HashMap<String, Vec<(usize, f64)>>,
    lengths: Vec<f64>,
}

impl Index {
    fn add(&mut self, analyzer: &mut Analyzer, text: &str) {
        let (doc, mut length) = (self.lengths.len(), 0.0);
        analyzer.analyze(text, Purpose::Index, |token| {
            length += 1.0;
            let postings = self.postings.entry(token.text.to_owned()).or_default();
            match postings.last_mut() {
                Some((last, count)) if *last == doc => *count += 1.0,
                _ => postings.push((doc, 1.0)),
            }
        });
        self.lengths.push(length);
    }

    /// The ten best documents.
    fn search(&self, analyzer: &mut Analyzer, query: &str) -> Vec<usize> {
        let n_docs = self.lengths.len() as f64;
        let mean_length = self.lengths.iter().sum::<f64>() / n_docs;
        let mut scores: HashMap<usize, f64> = HashMap::new();
        analyzer.analyze(query, Purpose::Query, |token| {
            let Some(postings) = self.postings.get(token.text) else { return };
            let df = postings.len() as f64;
            let idf = (1.0 + (n_docs - df + 0.5) / (df + 0.5)).ln();
            for &(doc, count) in postings {
                let norm = K1 * (1.0 - B + B * self.lengths[doc] / mean_length);
                *scores.entry(doc).or_default() += idf * count * (K1 + 1.0) / (count + norm);
            }
        });
        let mut ranking: Vec<_> = scores.into_iter().collect();
        ranking.sort_by(|a, b| b.1.total_cmp(&a.1).then(b.0.cmp(&a.0)));
        ranking.into_iter().take(10).map(|(doc, _)| doc).collect()
    }
}

/// Mean nDCG@10 of queries with the grades of their documents.
fn ndcg(index: &Index, queries: &[(String, HashMap<usize, f64>)]) -> f64 {
    let discount = |rank: usize| 1.0 / ((rank + 2) as f64).log2();
    let mut analyzer = Analyzer::new();
    let scores = queries.iter().map(|(query, grades)| {
        let ranking = index.search(&mut analyzer, query);
        let gain = |(rank, doc): (usize, &usize)| grades.get(doc).unwrap_or(&0.0) * discount(rank);
        let dcg: f64 = ranking.iter().enumerate().map(gain).sum();
        let mut best: Vec<f64> = grades.values().copied().collect();
        best.sort_by(|a, b| b.total_cmp(a));
        dcg / best
            .iter()
            .take(10)
            .enumerate()
            .map(|(rank, grade)| grade * discount(rank))
            .sum::<f64>()
    });
    scores.sum::<f64>() / queries.len() as f64
}

fn json_lines(path: &Path) -> Vec<Value> {
    let text = fs_err::read_to_string(path).expect("the file is readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

/// nDCG@10 over the judged test queries of a beir folder.
fn beir(folder: &Path) -> f64 {
    let string = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let (mut index, mut analyzer, mut ids) = (Index::default(), Analyzer::new(), HashMap::new());
    for doc in json_lines(&folder.join("corpus.jsonl")) {
        ids.insert(string(&doc["_id"]), index.lengths.len());
        let text = format!("{}\n\n{}", string(&doc["title"]), string(&doc["text"]));
        index.add(&mut analyzer, &text);
    }
    let queries = json_lines(&folder.join("queries.jsonl"));
    let texts: HashMap<String, String> =
        queries.iter().map(|query| (string(&query["_id"]), string(&query["text"]))).collect();
    let qrels = fs_err::read_to_string(folder.join("qrels/test.tsv")).expect("judgments");
    let mut judged: HashMap<&str, HashMap<usize, f64>> = HashMap::new();
    for line in qrels.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let grade = fields[2].parse().expect("a grade is a number");
        judged.entry(fields[0]).or_default().insert(ids[fields[1]], grade);
    }
    let queries: Vec<_> =
        judged.into_iter().map(|(id, grades)| (texts[id].clone(), grades)).collect();
    ndcg(&index, &queries)
}

/// nDCG@10 when every question of a SQuAD file looks for its own paragraph.
fn squad(path: &Path) -> f64 {
    let text = fs_err::read_to_string(path).expect("the file is readable");
    let file: Value = serde_json::from_str(&text).expect("the file is JSON");
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let (mut index, mut analyzer, mut queries) = (Index::default(), Analyzer::new(), Vec::new());
    for paragraph in list(&file["data"]).iter().flat_map(|article| list(&article["paragraphs"])) {
        let grades = HashMap::from([(index.lengths.len(), 1.0)]);
        for question in list(&paragraph["qas"]) {
            let question = question["question"].as_str().unwrap_or_default();
            queries.push((question.to_owned(), grades.clone()));
        }
        index.add(&mut analyzer, paragraph["context"].as_str().unwrap_or_default());
    }
    ndcg(&index, &queries)
}

#[test]
fn english_claims_find_their_abstracts() {
    let Some(folder) = data("scifact") else { return };
    let found = beir(&folder);
    assert!(found >= 0.70, "nDCG@10 {found:.4}");
}

#[test]
fn questions_find_their_paragraphs() {
    let Some(folder) = data("xquad") else { return };
    let languages =
        [("en", 0.965), ("de", 0.92), ("es", 0.95), ("ru", 0.945), ("ar", 0.915), ("zh", 0.96)];
    for (language, least) in languages {
        let found = squad(&folder.join(format!("xquad.{language}.json")));
        assert!(found >= least, "{language}: nDCG@10 {found:.4}");
    }
}
