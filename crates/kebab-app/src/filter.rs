//! Searching in some documents only.

use foldhash::HashSet;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use kebab_store_sqlite::{DocumentRow, Store, StoreError};

/// Which documents a search looks at. Without any conditions, all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Globs that a path must match one of. `*` stays within a folder, `**` does not; a path of a
    /// folder means all below it.
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
            let path = path.trim_start_matches("./").trim_end_matches('/');
            for glob in [path.to_owned(), format!("{path}/**")] {
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
    pub(crate) fn documents(
        &self,
        globs: &GlobSet,
        store: &Store,
        generation: u64,
    ) -> Result<HashSet<i64>, StoreError> {
        let mut keys = HashSet::default();
        store.documents(generation, |document| {
            if self.passes(globs, &document) {
                keys.insert(document.doc_key);
            }
        })?;
        Ok(keys)
    }

    fn passes(&self, globs: &GlobSet, document: &DocumentRow) -> bool {
        let path = || self.paths.is_empty() || globs.is_match(&document.path);
        let lang = || self.lang.as_ref().is_none_or(|lang| speaks(&document.lang, lang));
        let has =
            |tag: &String| document.tags.iter().any(|t| t.to_lowercase() == tag.to_lowercase());
        path() && lang() && self.tags.iter().all(has)
    }
}

/// Whether a language tag is the wanted one or a variety of it.
fn speaks(lang: &str, wanted: &str) -> bool {
    let (lang, wanted) =
        (lang.to_lowercase().replace('_', "-"), wanted.to_lowercase().replace('_', "-"));
    lang == wanted || lang.strip_prefix(&wanted).is_some_and(|rest| rest.starts_with('-'))
}
