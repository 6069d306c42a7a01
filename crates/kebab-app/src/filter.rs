//! Searching in some documents only.

use std::sync::Arc;

use foldhash::HashSet;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use kebab_corpus::document_name;
use kebab_store_sqlite::{Store, StoreError};

use crate::KnowledgeBase;

/// Which documents a search looks at. Without any conditions, all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Globs that a path must match one of. `*` stays within a folder, `**` does not; the path of a
    /// folder means all below it, that of a corpus.jsonl all its records.
    pub paths: Vec<String>,
    /// The language that a document must be in, as its front matter says; `en` includes `en-GB`.
    pub lang: Option<String>,
    /// Tags that a document must all have.
    pub tags: Vec<String>,
}

/// A glob that is none.
#[derive(Debug, thiserror::Error)]
#[error("`{glob}` is not a path pattern: {reason}")]
pub struct FilterError {
    glob: String,
    reason: String,
}

impl Filter {
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty() && self.lang.is_none() && self.tags.is_empty()
    }

    /// Checks the patterns.
    pub(crate) fn compile(&self) -> Result<GlobSet, FilterError> {
        let mut globs = GlobSetBuilder::new();
        for path in &self.paths {
            let failed = |error: globset::Error| FilterError {
                glob: path.clone(),
                reason: error.kind().to_string(),
            };
            // Written as paths are in the database, without `./` and in NFC.
            let path = document_name(path).ok_or_else(|| FilterError {
                glob: path.clone(),
                reason: "it leads out of the workspace".to_owned(),
            })?;
            // `.` is the workspace.
            let below = if path.is_empty() { "**".to_owned() } else { format!("{path}/**") };
            // Ids of records may have slashes.
            let records = [format!("{path}#*"), format!("{path}#*/**")];
            for glob in [path, below].into_iter().chain(records) {
                let glob = GlobBuilder::new(&glob).literal_separator(true).build();
                globs.add(glob.map_err(failed)?);
            }
        }
        globs.build().map_err(|error| FilterError {
            glob: self.paths.join(" "),
            reason: error.kind().to_string(),
        })
    }

    /// The keys of the documents of a generation that pass.
    fn documents(
        &self,
        globs: &GlobSet,
        store: &Store,
        generation: u64,
    ) -> Result<HashSet<i64>, StoreError> {
        let mut keys = HashSet::default();
        let wanted: Vec<String> = self.tags.iter().map(|tag| tag.to_lowercase()).collect();
        store.filter_rows(generation, |doc_key, path, lang, tags| {
            let passes = (self.paths.is_empty() || globs.is_match(path))
                && self.lang.as_ref().is_none_or(|wanted| speaks(lang, wanted))
                && (wanted.is_empty() || has_all(tags, &wanted));
            if passes {
                keys.insert(doc_key);
            }
        })?;
        Ok(keys)
    }
}

/// The documents that pass a filter, remembered for the next search with the same one.
pub(crate) struct Passed {
    filter: Filter,
    generation: u64,
    documents: Arc<HashSet<i64>>,
}

impl KnowledgeBase {
    /// The documents that pass; `None` when all do.
    pub(crate) fn passing(
        &self,
        filter: &Filter,
        globs: &GlobSet,
        generation: u64,
    ) -> Result<Option<Arc<HashSet<i64>>>, StoreError> {
        if filter.is_empty() {
            return Ok(None);
        }
        let mut passed = self.passed.borrow_mut();
        if let Some(passed) = &*passed
            && passed.filter == *filter
            && passed.generation == generation
        {
            return Ok(Some(Arc::clone(&passed.documents)));
        }
        let documents = Arc::new(filter.documents(globs, &self.store, generation)?);
        let filter = filter.clone();
        *passed = Some(Passed { filter, generation, documents: Arc::clone(&documents) });
        Ok(Some(documents))
    }
}

/// Whether a JSON list of tags has all that are wanted, which are in lower case.
fn has_all(tags: &str, wanted: &[String]) -> bool {
    let tags: Vec<String> = serde_json::from_str(tags).unwrap_or_default();
    let tags: Vec<String> = tags.into_iter().map(|tag| tag.to_lowercase()).collect();
    wanted.iter().all(|wanted| tags.contains(wanted))
}

/// Whether a language tag is the wanted one or a variety of it.
fn speaks(lang: &str, wanted: &str) -> bool {
    let (lang, wanted) =
        (lang.to_lowercase().replace('_', "-"), wanted.to_lowercase().replace('_', "-"));
    lang == wanted || lang.strip_prefix(&wanted).is_some_and(|rest| rest.starts_with('-'))
}
