//! Finding chunks.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use globset::GlobSet;
use kebab_config::Fusion as FusionName;
use kebab_core::{Channel, ChunkId, EmbedError, Embedder, Input, Mode, SearchHit, TermScore};
use kebab_index::{
    Bm25, Fused, Fusion, Index, LexicalHit, Query, VectorHit, Vectors, fuse, n_candidates,
};
use kebab_text::Analyzer;
use serde::Serialize;

use crate::{AppError, Event, Filter, KnowledgeBase};

/// How to search; what is not given is as configured.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    pub mode: Option<Mode>,
    pub k: Option<usize>,
    pub filter: Filter,
    /// Finds documents, each by its best chunk, instead of chunks.
    pub by_document: bool,
    /// Adds what each term contributed to the hits.
    pub explain: bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResults {
    /// How it was searched: `lexical` where `hybrid` was asked for and there are no vectors.
    pub mode: Mode,
    pub k: usize,
    /// The query as the lexical channel sees it, for highlighting.
    pub query: Query,
    pub hits: Vec<SearchHit>,
    pub notes: Vec<Note>,
    /// What made the vectors; none where they had no part in it.
    pub embedding: Option<Embedding>,
}

/// An embedding model as it was used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Embedding {
    pub model: String,
    pub version: String,
    pub dimensions: usize,
}

/// Something about a search that its hits do not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// Hybrid search was lexical search.
    NoVectors,
    /// The query has no words, or only such as occur in every text.
    NothingToLookFor,
    /// The embedding model knows none of the query's words.
    UnknownWords,
    /// No document passes the filter.
    NothingToSearch,
}

impl KnowledgeBase {
    /// The chunks that answer a query best, best first. There are events when the index has to be
    /// made first.
    pub fn search(
        &mut self,
        query: &str,
        options: &SearchOptions,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<SearchResults, AppError> {
        let globs = options.filter.compile()?;
        let mode = options.mode.unwrap_or(self.config.search.mode);
        self.read(mode, on_event, |kb, index, generation| {
            let search = Search::new(kb, index, generation, query, options, &globs)?;
            search.run(options)
        })
    }
}

/// A search at work.
struct Search<'a> {
    kb: &'a KnowledgeBase,
    index: &'a Index,
    /// None where the configuration wants none, even if the index has some.
    vectors: Option<&'a Vectors>,
    text: &'a str,
    query: Query,
    bm25: Bm25,
    mode: Mode,
    k: usize,
    /// Where to look; everywhere if none.
    documents: Option<Arc<HashSet<i64>>>,
    notes: Vec<Note>,
}

/// A hit of either channel that is not yet looked up.
struct Candidate {
    fused: Fused,
    chunk_key: i64,
    doc_key: i64,
    lexical: Option<LexicalHit>,
}

impl<'a> Search<'a> {
    fn new(
        kb: &'a KnowledgeBase,
        index: &'a Index,
        generation: u64,
        text: &'a str,
        options: &SearchOptions,
        globs: &GlobSet,
    ) -> Result<Search<'a>, AppError> {
        let config = &kb.config.search;
        let mut notes = Vec::new();
        let mut mode = options.mode.unwrap_or(config.mode);
        let vectors = index.vectors.as_ref().filter(|_| !kb.embedding().is_empty());
        match (mode, vectors) {
            (Mode::Vector, None) => return Err(AppError::NoVectors { mode }),
            (Mode::Hybrid, None) => {
                notes.push(Note::NoVectors);
                mode = Mode::Lexical;
            }
            _ => {}
        }
        let documents = kb.passing(&options.filter, globs, generation)?;
        let query = Query::new(&mut Analyzer::new(), text);
        if documents.as_ref().is_some_and(|documents| documents.is_empty()) {
            notes.push(Note::NothingToSearch);
        } else if query.is_empty() {
            notes.push(Note::NothingToLookFor);
        }
        let lexical = &config.lexical;
        Ok(Search {
            kb,
            index,
            vectors,
            text,
            query,
            bm25: Bm25 { k1: lexical.k1, b: lexical.b, heading_boost: lexical.heading_boost },
            mode,
            k: options.k.unwrap_or(config.k),
            documents,
            notes,
        })
    }

    fn run(mut self, options: &SearchOptions) -> Result<SearchResults, AppError> {
        let mut hits = match options.by_document {
            false => {
                let mut candidates = self.candidates(self.k, n_candidates(self.k))?;
                candidates.truncate(self.k);
                self.look_up(candidates, options.explain)?
            }
            true => self.best_of_documents(options.explain)?,
        };
        for (i, hit) in hits.iter_mut().enumerate() {
            hit.rank = i + 1;
        }
        let vectors = self.vectors.filter(|_| self.mode != Mode::Lexical);
        let embedding = vectors.map(|vectors| Embedding {
            model: vectors.model().to_owned(),
            version: vectors.version().to_owned(),
            dimensions: vectors.dimensions(),
        });
        let Search { mode, k, query, notes, .. } = self;
        Ok(SearchResults { mode, k, query, hits, notes, embedding })
    }

    /// The best `k` chunks; in hybrid search all that are in the pools of the two channels.
    fn candidates(&mut self, k: usize, pool: usize) -> Result<Vec<Candidate>, AppError> {
        Ok(match self.mode {
            Mode::Lexical => {
                self.lexical(k)?.into_iter().enumerate().map(lexical_candidate).collect()
            }
            Mode::Vector => self.vector(k)?.into_iter().enumerate().map(vector_candidate).collect(),
            Mode::Hybrid => self.hybrid(pool)?,
        })
    }

    /// The best chunks of the best `k` documents. How many chunks that takes shows only when they
    /// are there. Documents of one score are in the order of their paths, the last first.
    fn best_of_documents(&mut self, explain: bool) -> Result<Vec<SearchHit>, AppError> {
        let Some(last) = self.k.checked_sub(1) else { return Ok(Vec::new()) };
        let mut n_chunks = n_candidates(self.k);
        loop {
            self.notes.retain(|note| *note != Note::UnknownWords);
            let candidates = self.candidates(n_chunks, n_chunks)?;
            let is_all = candidates.len() < n_chunks;
            let last_score = candidates.last().map(|last| last.fused.score);
            let mut seen = HashSet::default();
            let mut best: Vec<Candidate> =
                candidates.into_iter().filter(|candidate| seen.insert(candidate.doc_key)).collect();
            let threshold = best.get(last).map(|candidate| candidate.fused.score);
            // All documents that have the last score that counts must be there to be put in order.
            if is_all || (threshold.is_some() && threshold != last_score) {
                best.retain(|best| threshold.is_none_or(|score| best.fused.score >= score));
                let mut hits = self.look_up(best, explain)?;
                hits.sort_by(|a, b| {
                    (b.score + 0.0).total_cmp(&(a.score + 0.0)).then_with(|| b.path.cmp(&a.path))
                });
                hits.truncate(self.k);
                return Ok(hits);
            }
            n_chunks = n_chunks.saturating_mul(2);
        }
    }

    fn lexical(&self, k: usize) -> Result<Vec<LexicalHit>, AppError> {
        self.filtered(|keep| Ok(self.index.postings.search(&self.query, &self.bm25, k, keep)?))
    }

    fn vector(&mut self, k: usize) -> Result<Vec<VectorHit>, AppError> {
        let embedded = self.embedder().embed(&[self.text], Input::Query)?;
        let vector = embedded.into_iter().next().unwrap_or_default();
        let (found, wanted) = (vector.len(), self.vectors().dimensions());
        if found != wanted {
            let cause = format!("a vector has {found} numbers, those of the index have {wanted}");
            let model = self.embedder().model().to_owned();
            return Err(EmbedError { model, cause: cause.into() }.into());
        }
        if vector.iter().all(|number| *number == 0.0) {
            if !self.query.is_empty() {
                self.notes.push(Note::UnknownWords);
            }
            return Ok(Vec::new());
        }
        Ok(self.filtered(|keep| self.vectors().search(&vector, k, keep)))
    }

    fn vectors(&self) -> &'a Vectors {
        self.vectors.expect("only searches with vectors get here")
    }

    fn embedder(&self) -> &'a dyn Embedder {
        match &self.kb.embedder {
            Some(embedder) => &**embedder,
            None => self.vectors().embedder().expect("without another model there is this one"),
        }
    }

    /// Searches in the documents that pass the filter.
    fn filtered<T>(&self, search: impl FnOnce(Option<&dyn Fn(i64) -> bool>) -> T) -> T {
        match &self.documents {
            Some(documents) => search(Some(&|doc_key| documents.contains(&doc_key))),
            None => search(None),
        }
    }

    /// What either channel has among its best `pool` chunks, fused.
    fn hybrid(&mut self, pool: usize) -> Result<Vec<Candidate>, AppError> {
        let lexical = self.lexical(pool)?;
        let vector = self.vector(pool)?;
        let hybrid = &self.kb.config.search.hybrid;
        let fusion = match hybrid.fusion {
            FusionName::Weighted => Fusion::Weighted {
                vector_weight: hybrid.vector_weight.or_auto(self.embedder().fusion_weight()),
            },
            FusionName::Rrf => Fusion::Rrf {
                k: hybrid.rrf_k as f64,
                lexical_weight: hybrid.rrf_lexical_weight,
                vector_weight: hybrid.rrf_vector_weight,
            },
        };
        let scores: Vec<(ChunkId, f64)> =
            lexical.iter().map(|hit| (hit.chunk_id, hit.score)).collect();
        let cosines: Vec<(ChunkId, f64)> =
            vector.iter().map(|hit| (hit.chunk_id, hit.cosine)).collect();
        // A fused hit knows at which rank each channel found it.
        let in_lexical = |fused: &Fused| fused.lexical.map(|channel| lexical[channel.rank - 1]);
        let in_vector = |fused: &Fused| fused.vector.map(|channel| vector[channel.rank - 1]);
        let fused = fuse(fusion, &scores, &cosines).into_iter();
        let candidate = |fused: Fused| match (in_lexical(&fused), in_vector(&fused)) {
            (Some(hit), _) => {
                let LexicalHit { chunk_key, doc_key, .. } = hit;
                Some(Candidate { fused, chunk_key, doc_key, lexical: Some(hit) })
            }
            (None, Some(VectorHit { chunk_key, doc_key, .. })) => {
                Some(Candidate { fused, chunk_key, doc_key, lexical: None })
            }
            (None, None) => None,
        };
        Ok(fused.filter_map(candidate).collect())
    }

    /// Reads what the database knows of the candidates. The ranks are the caller's.
    fn look_up(
        &self,
        candidates: Vec<Candidate>,
        explain: bool,
    ) -> Result<Vec<SearchHit>, AppError> {
        let store = &self.kb.store;
        let mut explained = if explain { self.explain(&candidates)? } else { HashMap::default() };
        let mut hits = Vec::with_capacity(candidates.len());
        for Candidate { fused, chunk_key, .. } in candidates {
            // Database and index are of one generation, so there is a row.
            let row = store.chunk(chunk_key)?.ok_or(AppError::MissingChunk)?;
            let text = store.text(row.doc_key, row.span)?;
            hits.push(SearchHit {
                rank: 0,
                score: fused.score,
                chunk_id: row.chunk_id,
                doc_id: row.doc_id,
                path: row.path,
                span: row.span,
                heading_path: row.heading_path,
                text_hash: blake3::hash(text.as_bytes()).to_hex().to_string(),
                text,
                chunker_version: row.chunker_version,
                lexical: fused.lexical,
                vector: fused.vector,
                terms: explained.remove(&chunk_key).unwrap_or_default(),
            });
        }
        Ok(hits)
    }

    /// What each term added to the lexical scores of candidates, by their keys.
    fn explain(&self, candidates: &[Candidate]) -> Result<HashMap<i64, Vec<TermScore>>, AppError> {
        let hits: Vec<LexicalHit> = candidates.iter().filter_map(|it| it.lexical).collect();
        let terms = self.index.postings.explain(&self.query, &self.bm25, &hits)?;
        Ok(hits.iter().map(|hit| hit.chunk_key).zip(terms).collect())
    }
}

fn lexical_candidate((i, hit): (usize, LexicalHit)) -> Candidate {
    let LexicalHit { chunk_id, chunk_key, doc_key, score, .. } = hit;
    let lexical = Some(Channel { rank: i + 1, score });
    let fused = Fused { chunk_id, score, lexical, vector: None };
    Candidate { fused, chunk_key, doc_key, lexical: Some(hit) }
}

fn vector_candidate((i, hit): (usize, VectorHit)) -> Candidate {
    let VectorHit { chunk_id, chunk_key, doc_key, cosine: score } = hit;
    let vector = Some(Channel { rank: i + 1, score });
    let fused = Fused { chunk_id, score, lexical: None, vector };
    Candidate { fused, chunk_key, doc_key, lexical: None }
}
