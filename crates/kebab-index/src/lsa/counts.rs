//! How often terms occur in the chunks of a sample.

/// Term counts of some chunks: one row per chunk, compressed.
#[derive(Clone, Debug)]
pub struct TermCounts {
    /// Where each chunk's terms begin in `terms` and `counts`, and where the last one's end.
    pub row_starts: Vec<usize>,
    /// Numbers of terms in a vocabulary, each at most once per chunk.
    pub terms: Vec<u32>,
    /// How often the chunk has the term.
    pub counts: Vec<u32>,
    /// How many tokens each chunk has, those outside the vocabulary included.
    pub lengths: Vec<u32>,
}

impl Default for TermCounts {
    fn default() -> TermCounts {
        TermCounts {
            row_starts: vec![0],
            terms: Vec::new(),
            counts: Vec::new(),
            lengths: Vec::new(),
        }
    }
}

impl TermCounts {
    /// Adds a chunk: its terms with how often it has them, and how many tokens it has in all.
    pub fn push(&mut self, terms: impl IntoIterator<Item = (u32, u32)>, length: u32) {
        for (term, count) in terms {
            self.terms.push(term);
            self.counts.push(count);
        }
        self.row_starts.push(self.terms.len());
        self.lengths.push(length);
    }

    pub fn n_chunks(&self) -> usize {
        self.lengths.len()
    }

    /// The chunks in order: their terms, the counts of these, and the length.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (&[u32], &[u32], u32)> {
        let rows = self.row_starts.windows(2).map(|pair| pair[0]..pair[1]);
        rows.zip(&self.lengths)
            .map(|(row, &length)| (&self.terms[row.clone()], &self.counts[row], length))
    }

    /// In how many chunks each term occurs.
    pub(super) fn document_frequencies(&self, n_terms: usize) -> Vec<u32> {
        let mut frequencies = vec![0; n_terms];
        for &term in &self.terms {
            frequencies[term as usize] += 1;
        }
        frequencies
    }

    /// The mean number of tokens per chunk, 1 when there are none: what is divided by it must stay
    /// a number.
    pub(super) fn average_length(&self) -> f32 {
        let total: u64 = self.lengths.iter().map(|&length| u64::from(length)).sum();
        if total == 0 { 1.0 } else { (total as f64 / self.n_chunks() as f64) as f32 }
    }
}
