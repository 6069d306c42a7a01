//! Finding chunks.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use globset::GlobSet;
use kebab_config::Fusion as FusionName;
use kebab_core::{Channel, EmbedError, Embedder, Input, Mode, SearchHit, TermScore};
use kebab_index::{
    Bm25, Fused, Fusion, Index, LexicalHit, Query, VectorHit, Vectors, fuse, n_candidates,
    ranking_order,
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

/// A hit that is not yet looked up.
struct Candidate {
    score: f64,
    lexical: Option<Channel>,
    vector: Option<Channel>,
    chunk_key: i64,
    doc_key: i64,
    /// Where the lexical channel has it, to be explained.
    lexical_hit: Option<LexicalHit>,
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
        let vector = if self.mode == Mode::Lexical { None } else { self.embed()? };
        let candidates = match options.by_document {
            false => self.chunks(vector.as_deref())?,
            true => self.documents(vector.as_deref())?,
        };
        let hits = self.look_up(candidates, options.explain)?;
        let vectors = self.vectors.filter(|_| self.mode != Mode::Lexical);
        let embedding = vectors.map(|vectors| Embedding {
            model: vectors.model().to_owned(),
            version: vectors.version().to_owned(),
            dimensions: vectors.dimensions(),
        });
        let Search { mode, k, query, notes, .. } = self;
        Ok(SearchResults { mode, k, query, hits, notes, embedding })
    }

    /// The best `k` chunks.
    fn chunks(&self, vector: Option<&[f32]>) -> Result<Vec<Candidate>, AppError> {
        let k = self.k;
        Ok(match self.mode {
            Mode::Lexical => {
                self.lexical(k)?.into_iter().enumerate().map(lexical_candidate).collect()
            }
            Mode::Vector => {
                self.vector(vector, k).into_iter().enumerate().map(vector_candidate).collect()
            }
            Mode::Hybrid => {
                let pool = n_candidates(k);
                let (lexical, vector) = (self.lexical(pool)?, self.vector(vector, pool));
                let mut fused =
                    self.fuse(&lexical, &vector, |hit| hit.chunk_id, |hit| hit.chunk_id);
                fused.truncate(k);
                fused
            }
        })
    }

    /// The best `k` documents, each by its best chunk. In hybrid search each channel brings as many
    /// documents as it would bring chunks, and what is fused is the document's best chunk in each.
    fn documents(&self, vector: Option<&[f32]>) -> Result<Vec<Candidate>, AppError> {
        let Some(last) = self.k.checked_sub(1) else { return Ok(Vec::new()) };
        let lexical = |n_documents| {
            let of = |hit: &LexicalHit| (hit.doc_key, hit.score);
            best_of_documents(n_documents, of, |n_chunks| self.lexical(n_chunks))
        };
        let vector = |n_documents| {
            let of = |hit: &VectorHit| (hit.doc_key, hit.cosine);
            best_of_documents(n_documents, of, |n_chunks| Ok(self.vector(vector, n_chunks)))
        };
        let mut best: Vec<Candidate> = match self.mode {
            Mode::Lexical => {
                lexical(self.k)?.into_iter().enumerate().map(lexical_candidate).collect()
            }
            Mode::Vector => vector(self.k)?.into_iter().enumerate().map(vector_candidate).collect(),
            Mode::Hybrid => {
                let pool = n_candidates(self.k);
                let (mut lexical, mut vector) = (lexical(pool)?, vector(pool)?);
                lexical.truncate(pool);
                vector.truncate(pool);
                self.fuse(&lexical, &vector, |hit| hit.doc_key, |hit| hit.doc_key)
            }
        };
        // Documents of one score are in the order of their paths, the last first, so all that have
        // the last score that counts are looked at.
        if let Some(threshold) = best.get(last).map(|candidate| candidate.score) {
            best.retain(|candidate| candidate.score >= threshold);
        }
        let mut paths = Vec::with_capacity(best.len());
        for candidate in best {
            let path = self.kb.store.path_of(candidate.doc_key)?.ok_or(AppError::MissingChunk)?;
            paths.push((path, candidate));
        }
        paths.sort_by(|a, b| ranking_order((a.1.score, &a.0), (b.1.score, &b.0)));
        Ok(paths.into_iter().take(self.k).map(|(_, candidate)| candidate).collect())
    }

    fn lexical(&self, k: usize) -> Result<Vec<LexicalHit>, AppError> {
        self.filtered(|keep| Ok(self.index.postings.search(&self.query, &self.bm25, k, keep)?))
    }

    /// The vector of the query; none where the model has nothing to say about it.
    fn embed(&mut self) -> Result<Option<Vec<f32>>, AppError> {
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
            return Ok(None);
        }
        Ok(Some(vector))
    }

    fn vector(&self, vector: Option<&[f32]>, k: usize) -> Vec<VectorHit> {
        let Some(vector) = vector else { return Vec::new() };
        self.filtered(|keep| self.vectors().search(vector, k, keep))
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

    /// Fuses the rankings of the two channels, of chunks or of documents, as configured.
    fn fuse<I: Copy + Ord>(
        &self,
        lexical: &[LexicalHit],
        vector: &[VectorHit],
        lexical_id: impl Fn(&LexicalHit) -> I,
        vector_id: impl Fn(&VectorHit) -> I,
    ) -> Vec<Candidate> {
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
        let scores: Vec<(I, f64)> =
            lexical.iter().map(|hit| (lexical_id(hit), hit.score)).collect();
        let cosines: Vec<(I, f64)> =
            vector.iter().map(|hit| (vector_id(hit), hit.cosine)).collect();
        let candidate = |fused: Fused<I>| {
            // A fused hit knows at which rank each channel found it.
            let lexical_hit = fused.lexical.map(|channel| lexical[channel.rank - 1]);
            let vector_hit = fused.vector.map(|channel| vector[channel.rank - 1]);
            let keys = lexical_hit.map(|hit| (hit.chunk_key, hit.doc_key));
            let keys = keys.or_else(|| vector_hit.map(|hit| (hit.chunk_key, hit.doc_key)));
            let (chunk_key, doc_key) = keys.expect("one of the channels found it");
            let Fused { score, lexical, vector, .. } = fused;
            Candidate { score, lexical, vector, chunk_key, doc_key, lexical_hit }
        };
        fuse(fusion, &scores, &cosines).into_iter().map(candidate).collect()
    }

    /// Reads what the database knows of the candidates, which are in order.
    fn look_up(
        &self,
        candidates: Vec<Candidate>,
        explain: bool,
    ) -> Result<Vec<SearchHit>, AppError> {
        let store = &self.kb.store;
        let mut explained = if explain { self.explain(&candidates)? } else { HashMap::default() };
        let mut hits = Vec::with_capacity(candidates.len());
        for Candidate { score, lexical, vector, chunk_key, .. } in candidates {
            // Database and index are of one generation, so there is a row.
            let row = store.chunk(chunk_key)?.ok_or(AppError::MissingChunk)?;
            let text = store.text(row.doc_key, row.span)?;
            hits.push(SearchHit {
                rank: hits.len() + 1,
                score,
                chunk_id: row.chunk_id,
                doc_id: row.doc_id,
                path: row.path,
                span: row.span,
                heading_path: row.heading_path,
                text_hash: blake3::hash(text.as_bytes()).to_hex().to_string(),
                text,
                chunker_version: row.chunker_version,
                lexical,
                vector,
                terms: explained.remove(&chunk_key).unwrap_or_default(),
            });
        }
        Ok(hits)
    }

    /// What each term added to the lexical scores of candidates, by their keys.
    fn explain(&self, candidates: &[Candidate]) -> Result<HashMap<i64, Vec<TermScore>>, AppError> {
        let hits: Vec<LexicalHit> = candidates.iter().filter_map(|it| it.lexical_hit).collect();
        let terms = self.index.postings.explain(&self.query, &self.bm25, &hits)?;
        Ok(hits.iter().map(|hit| hit.chunk_key).zip(terms).collect())
    }
}

fn lexical_candidate((i, hit): (usize, LexicalHit)) -> Candidate {
    let LexicalHit { chunk_key, doc_key, score, .. } = hit;
    let lexical = Some(Channel { rank: i + 1, score });
    Candidate { score, lexical, vector: None, chunk_key, doc_key, lexical_hit: Some(hit) }
}

fn vector_candidate((i, hit): (usize, VectorHit)) -> Candidate {
    let VectorHit { chunk_key, doc_key, cosine: score, .. } = hit;
    let vector = Some(Channel { rank: i + 1, score });
    Candidate { score, lexical: None, vector, chunk_key, doc_key, lexical_hit: None }
}

/// The best chunks of at least `n` documents, and of all that have the score of the last of them;
/// fewer where there are no more. How many chunks that takes shows only when they are there.
fn best_of_documents<H>(
    n: usize,
    of: impl Fn(&H) -> (i64, f64),
    search: impl Fn(usize) -> Result<Vec<H>, AppError>,
) -> Result<Vec<H>, AppError> {
    let mut n_chunks = n_candidates(n);
    loop {
        let chunks = search(n_chunks)?;
        let is_all = chunks.len() < n_chunks;
        let last_score = chunks.last().map(|chunk| of(chunk).1);
        let mut seen = HashSet::default();
        let best: Vec<H> = chunks.into_iter().filter(|chunk| seen.insert(of(chunk).0)).collect();
        let threshold = n.checked_sub(1).and_then(|last| best.get(last)).map(|chunk| of(chunk).1);
        if is_all || (threshold.is_some() && threshold != last_score) {
            return Ok(best);
        }
        n_chunks = n_chunks.saturating_mul(2);
    }
}
