//! One index: a folder that is complete when its stamp is in it.
//!
//! ```text
//! stamp.json     what it was built from, written last
//! postings/      Tantivy
//! vectors.bin    the matrix, unless there are no vectors
//! lsa.bin        the analysis that made the vectors, if one did
//! ```

use std::io::Write;
use std::path::{Path, PathBuf};

use fs_err as fs;
use kebab_text::ANALYSIS_VERSION;
use serde::{Deserialize, Serialize};

use crate::postings::{AnalysedChunk, ChunkKeys, Postings, PostingsError, PostingsWriter};
use crate::vectors::{VectorError, VectorSource, Vectors, VectorsStamp};

/// Changes when folders are laid out or read in another way.
const LAYOUT: u32 = 1;

const STAMP: &str = "stamp.json";
const POSTINGS: &str = "postings";

/// The state of the database that an index belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub database_id: String,
    pub generation: u64,
    /// The embedding model's name and, unless the corpus decides it, version. Empty for none.
    pub embedding: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct Stamp {
    layout: u32,
    analysis: String,
    #[serde(flatten)]
    origin: Origin,
    vectors: Option<VectorsStamp>,
}

/// An opened index. It stays usable when the folder is replaced.
pub struct Index {
    pub origin: Origin,
    pub postings: Postings,
    /// `None` when the index was built without.
    pub vectors: Option<Vectors>,
}

/// Why a folder cannot be used as it is. Building another one helps.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    #[error("there is no index yet")]
    Missing,
    #[error("the index was built by another version of kebab")]
    OtherVersion,
    #[error("the index belongs to another state of the database")]
    OtherOrigin,
    #[error("the index is damaged: {0}")]
    Damaged(String),
}

/// An index that cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    #[error("cannot write the index")]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Postings(#[from] PostingsError),
    #[error(transparent)]
    Vectors(#[from] VectorError),
}

impl Index {
    /// Opens a folder, if it was built from just this state of the database. What made its vectors
    /// is for the caller to look at.
    pub fn open(folder: &Path, database_id: &str, generation: u64) -> Result<Index, Unusable> {
        let stamp = fs::read(folder.join(STAMP)).map_err(|_| Unusable::Missing)?;
        let damaged = |error: &dyn std::error::Error| Unusable::Damaged(error.to_string());
        let stamp: Stamp = serde_json::from_slice(&stamp).map_err(|e| damaged(&e))?;
        if stamp.layout != LAYOUT || stamp.analysis != ANALYSIS_VERSION {
            return Err(Unusable::OtherVersion);
        }
        if stamp.origin.database_id != database_id || stamp.origin.generation != generation {
            return Err(Unusable::OtherOrigin);
        }
        let postings = Postings::open(&folder.join(POSTINGS)).map_err(|e| damaged(&e))?;
        let vectors = match stamp.vectors {
            Some(stamp) => Some(Vectors::open(folder, stamp).map_err(|e| damaged(&e))?),
            None => None,
        };
        if vectors.as_ref().is_some_and(|v| v.n_chunks() as u64 != postings.n_chunks()) {
            return Err(Unusable::Damaged("not every chunk has a vector".to_owned()));
        }
        Ok(Index { origin: stamp.origin, postings, vectors })
    }
}

/// Builds a folder aside. Until [`IndexBuilder::finish`] returns, the folder is no index.
pub struct IndexBuilder {
    folder: PathBuf,
    postings: PostingsWriter,
    /// The index that this one continues.
    previous: Option<Vectors>,
}

impl IndexBuilder {
    /// Starts an empty index in a folder that does not exist yet.
    pub fn create(folder: &Path) -> Result<IndexBuilder, IndexError> {
        fs::create_dir_all(folder.join(POSTINGS))?;
        let postings = PostingsWriter::create(&folder.join(POSTINGS))?;
        Ok(IndexBuilder { folder: folder.to_owned(), postings, previous: None })
    }

    /// Starts from an index that is there, in a folder that does not exist yet. The files are
    /// shared where the file system can: none of them is ever changed.
    pub fn continue_from(
        folder: &Path,
        previous_folder: &Path,
        previous: Index,
    ) -> Result<IndexBuilder, IndexError> {
        fs::create_dir_all(folder.join(POSTINGS))?;
        for entry in fs::read_dir(previous_folder.join(POSTINGS))? {
            let entry = entry?;
            let name = entry.file_name();
            // Left behind by whoever wrote it last.
            if name.to_string_lossy().ends_with(".lock") {
                continue;
            }
            let copy = folder.join(POSTINGS).join(&name);
            if fs::hard_link(entry.path(), &copy).is_err() {
                fs::copy(entry.path(), &copy)?;
            }
        }
        let postings = PostingsWriter::open(&folder.join(POSTINGS))?;
        Ok(IndexBuilder { folder: folder.to_owned(), postings, previous: previous.vectors })
    }

    /// Adds a chunk.
    pub fn add(&self, keys: ChunkKeys, chunk: AnalysedChunk) -> Result<(), IndexError> {
        Ok(self.postings.add(keys, chunk)?)
    }

    /// Removes the chunks of a document.
    pub fn remove_document(&self, doc_key: i64) {
        self.postings.remove_document(doc_key);
    }

    /// Makes the vectors, writes everything to disk and stamps the folder.
    pub fn finish(self, origin: &Origin, source: VectorSource<'_>) -> Result<Index, IndexError> {
        let postings = self.postings.finish()?;
        let vectors = Vectors::build(&self.folder, &postings, source, self.previous)?;
        let stamp = Stamp {
            layout: LAYOUT,
            analysis: ANALYSIS_VERSION.to_owned(),
            origin: origin.clone(),
            vectors: vectors.as_ref().map(|vectors| vectors.stamp().clone()),
        };
        let mut file = fs::File::create(self.folder.join(STAMP))?;
        file.write_all(&serde_json::to_vec(&stamp).expect("a stamp is JSON"))?;
        file.sync_all()?;
        Ok(Index { origin: origin.clone(), postings, vectors })
    }
}
