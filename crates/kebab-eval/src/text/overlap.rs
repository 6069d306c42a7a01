//! Which words of the chunks an answer shares. The module page of `text` has the definitions.

use std::collections::{HashMap, HashSet};
use std::num::NonZeroU32;
use std::ops::Range;

use super::templates::ShownK;
use super::words::{WORD, for_each_word};

/// The weight of the shortest run that counts as shared, unless a text is shorter.
const RUN: usize = 3 * WORD;
/// The answer drew on a chunk from this share of the shorter text on: one in so many.
const DRAWN_ON_SHARE: usize = 5;
/// But not with less than this,
const LEAST_DRAWN_ON: usize = 4 * WORD;
/// and always with this.
const ENOUGH_DRAWN_ON: usize = 10 * WORD;
/// More positions than this are cut short in the reason.
const MOST_POSITIONS: usize = 10;

pub(super) struct Overlap {
    k: Option<NonZeroU32>,
    n_chunks: usize,
    n_words: usize,
    n_answer_words: usize,
    /// The chunks the answer drew on, from 1.
    drawn_on: Vec<usize>,
    /// Their words in shared runs.
    n_used_words: usize,
}

impl Overlap {
    pub(super) fn new(chunks: &[String], answer: &str, k: Option<NonZeroU32>) -> Overlap {
        let n_chunks = k.map_or(chunks.len(), |k| chunks.len().min(k.get() as usize));
        let mut vocabulary = HashMap::new();
        let answer = Words::learn(answer, &mut vocabulary);
        let mut runs = AnswerRuns::new(&answer);
        let mut overlap = Overlap {
            k,
            n_chunks,
            n_words: 0,
            n_answer_words: answer.ids.len(),
            drawn_on: Vec::new(),
            n_used_words: 0,
        };
        let mut seen = HashSet::new();
        for (position, text) in (1..).zip(&chunks[..n_chunks]) {
            let chunk = Words::look_up(text, &vocabulary);
            overlap.n_words += chunk.ids.len();
            if !seen.insert(text.as_str()) {
                continue;
            }
            let used = runs.shared_with(&chunk);
            if is_drawn_on(&chunk, &used, &answer) {
                overlap.drawn_on.push(position);
                overlap.n_used_words += used.iter().filter(|&&used| used).count();
            }
        }
        overlap
    }

    pub(super) fn shown_k(&self) -> ShownK {
        self.k.map_or(ShownK::Length(self.n_chunks), ShownK::Given)
    }

    pub(super) fn attribution(&self) -> (f64, String) {
        self.explain(self.n_chunks, || {
            let n_drawn_on = self.drawn_on.len();
            let mut reason = format!("the answer drew on {n_drawn_on} of {}", self.n_chunks);
            let shown = self.drawn_on.iter().take(MOST_POSITIONS).map(usize::to_string);
            let shown: Vec<String> = shown.collect();
            if !shown.is_empty() {
                reason.push_str(": ");
                reason.push_str(&shown.join(", "));
            }
            if n_drawn_on > MOST_POSITIONS {
                reason.push_str(&format!(" and {} more", n_drawn_on - MOST_POSITIONS));
            }
            (n_drawn_on, reason)
        })
    }

    pub(super) fn utilization(&self) -> (f64, String) {
        self.explain(self.n_words, || {
            let (n_used, n_words) = (self.n_used_words, self.n_words);
            (n_used, format!("{n_used} of {n_words} words of the chunks are in the answer"))
        })
    }

    /// The share with its arithmetic, or with what was empty.
    fn explain(&self, whole: usize, part: impl FnOnce() -> (usize, String)) -> (f64, String) {
        if self.n_chunks == 0 {
            return (0.0, "the hypothesis is empty".to_owned());
        }
        if self.n_answer_words == 0 {
            return (0.0, "the answer has no words".to_owned());
        }
        if self.n_words == 0 {
            return (0.0, "the hypothesis has no words".to_owned());
        }
        let (part, reason) = part();
        (part as f64 / whole as f64, reason)
    }
}

/// A text as numbered words.
struct Words {
    ids: Vec<u32>,
    weights: Vec<usize>,
    weight: usize,
}

/// The number of every word that the answer does not have.
const NOT_IN_ANSWER: u32 = u32::MAX;

impl Words {
    fn learn(text: &str, vocabulary: &mut HashMap<String, u32>) -> Words {
        Words::split(text, |word| {
            if let Some(&id) = vocabulary.get(word) {
                return id;
            }
            let id = vocabulary.len() as u32;
            vocabulary.insert(word.to_owned(), id);
            id
        })
    }

    fn look_up(text: &str, vocabulary: &HashMap<String, u32>) -> Words {
        Words::split(text, |word| vocabulary.get(word).copied().unwrap_or(NOT_IN_ANSWER))
    }

    fn split(text: &str, mut id: impl FnMut(&str) -> u32) -> Words {
        let mut words = Words { ids: Vec::new(), weights: Vec::new(), weight: 0 };
        for_each_word(text, |word, weight| {
            words.ids.push(id(word));
            words.weights.push(weight);
            words.weight += weight;
        });
        words
    }

    /// The shortest rows of words of at least that weight from each word on and up to each word.
    ///
    /// Both ways, because words differ in weight: only then is every word of a text that is at
    /// least that heavy in one of its own runs.
    fn runs(&self, width: usize) -> Vec<Range<usize>> {
        let n_words = self.ids.len();
        let mut runs = Vec::new();
        for first in 0..n_words {
            let mut weight = 0;
            let reaches = |&end: &usize| {
                weight += self.weights[end];
                weight >= width
            };
            runs.extend((first..n_words).find(reaches).map(|last| (first, last + 1)));
        }
        for last in 0..n_words {
            let mut weight = 0;
            let reaches = |&start: &usize| {
                weight += self.weights[start];
                weight >= width
            };
            runs.extend((0..=last).rev().find(reaches).map(|first| (first, last + 1)));
        }
        runs.sort_unstable();
        runs.dedup();
        runs.into_iter().map(|(start, end)| start..end).collect()
    }
}

/// How often each run comes in the answer, for each width that a chunk asked for.
struct AnswerRuns<'a> {
    answer: &'a Words,
    counts: [Option<HashMap<&'a [u32], usize>>; RUN],
}

impl<'a> AnswerRuns<'a> {
    fn new(answer: &'a Words) -> AnswerRuns<'a> {
        AnswerRuns { answer, counts: [const { None }; RUN] }
    }

    /// For each word of the chunk, whether it lies in a run shared with the answer.
    fn shared_with(&mut self, chunk: &Words) -> Vec<bool> {
        let mut used = vec![false; chunk.ids.len()];
        let answer = self.answer;
        let width = RUN.min(chunk.weight).min(answer.weight);
        if width == 0 {
            return used;
        }
        let in_answer = self.counts[width - 1].get_or_insert_with(|| {
            let mut counts = HashMap::new();
            for run in answer.runs(width) {
                *counts.entry(&answer.ids[run]).or_default() += 1;
            }
            counts
        });
        let mut in_chunk: HashMap<&[u32], usize> = HashMap::new();
        for run in chunk.runs(width) {
            let Some(&n_in_answer) = in_answer.get(&chunk.ids[run.clone()]) else { continue };
            let n_matched = in_chunk.entry(&chunk.ids[run.clone()]).or_default();
            if *n_matched < n_in_answer {
                *n_matched += 1;
                used[run].fill(true);
            }
        }
        used
    }
}

fn is_drawn_on(chunk: &Words, used: &[bool], answer: &Words) -> bool {
    let used = chunk.weights.iter().zip(used).filter(|&(_, &used)| used);
    let weight: usize = used.map(|(&weight, _)| weight).sum();
    let shorter = chunk.weight.min(answer.weight);
    let needed = shorter.div_ceil(DRAWN_ON_SHARE).clamp(LEAST_DRAWN_ON, ENOUGH_DRAWN_ON);
    // Two thirds of a short text are evidence enough.
    weight > 0 && weight >= needed.min((shorter * 2).div_ceil(3))
}
