//! The handle: a workspace, its database, and the index that is open.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fs_err as fs;
use kebab_config::{Config, Model};
use kebab_core::Embedder;
use kebab_corpus::ChunkPolicy;
use kebab_index::Index;
use kebab_store_sqlite::Store;

use crate::AppError;
use crate::filter::Passed;

/// A workspace's knowledge. Many handles may read at once, in one process or in several; writers
/// wait for each other.
pub struct KnowledgeBase {
    pub(crate) root: PathBuf,
    pub(crate) data: PathBuf,
    pub(crate) config: Config,
    pub(crate) store: Store,
    /// Embeds chunks and queries in place of what the configuration names.
    pub(crate) embedder: Option<Arc<dyn Embedder>>,
    /// The index that was used last.
    pub(crate) opened: Option<Opened>,
    /// The documents that passed the filter of the last search.
    pub(crate) passed: RefCell<Option<Passed>>,
}

/// An index that is open, and which one it is.
pub(crate) struct Opened {
    pub(crate) folder: String,
    pub(crate) index: Index,
}

impl KnowledgeBase {
    /// Opens the knowledge base of the workspace at `root`, and makes it if there is none yet.
    /// `data` is the folder for everything that is not the user's.
    pub fn create(root: &Path, data: &Path, config: Config) -> Result<KnowledgeBase, AppError> {
        fs::create_dir_all(data).map_err(AppError::Data)?;
        let ignore = data.join(".gitignore");
        if !ignore.exists() {
            fs::write(ignore, "*\n").map_err(AppError::Data)?;
        }
        let store = Store::open(&database(data))?;
        Ok(KnowledgeBase::new(root, data, config, store))
    }

    /// Opens the knowledge base of the workspace at `root`; something must have been ingested.
    pub fn open(root: &Path, data: &Path, config: Config) -> Result<KnowledgeBase, AppError> {
        if !database(data).exists() {
            return Err(AppError::NothingIngested(root.to_owned()));
        }
        let store = Store::open_existing(&database(data))?;
        Ok(KnowledgeBase::new(root, data, config, store))
    }

    fn new(root: &Path, data: &Path, config: Config, store: Store) -> KnowledgeBase {
        KnowledgeBase {
            root: root.to_owned(),
            data: data.to_owned(),
            config,
            store,
            embedder: None,
            opened: None,
            passed: RefCell::new(None),
        }
    }

    /// Embeds with this model, whatever the configuration names.
    pub fn with_embedder(mut self, embedder: Arc<dyn Embedder>) -> KnowledgeBase {
        self.embedder = Some(embedder);
        self
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn policy(&self) -> ChunkPolicy {
        let chunking = &self.config.chunking;
        ChunkPolicy {
            target_tokens: chunking.target_tokens,
            max_tokens: chunking.max_tokens,
            overlap_tokens: chunking.overlap_tokens,
        }
    }

    pub(crate) fn lock_path(&self) -> PathBuf {
        self.data.join("lock")
    }

    pub(crate) fn index_root(&self) -> PathBuf {
        self.data.join("index")
    }

    /// What is to make the vectors; empty for none.
    pub(crate) fn embedding(&self) -> String {
        match (&self.embedder, self.config.embedding.model) {
            (Some(embedder), _) => format!("{}@{}", embedder.model(), embedder.version()),
            (None, Model::Lsa) => "lsa".to_owned(),
            (None, Model::None) => String::new(),
        }
    }
}

fn database(data: &Path) -> PathBuf {
    data.join("kebab.sqlite")
}
