//! What an ingest did.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

/// What an ingest did, in documents; what was skipped or failed, in files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct IngestReport {
    pub new: u64,
    pub updated: u64,
    pub unchanged: u64,
    pub deleted: u64,
    /// How many files were left out, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// What could not be read, and why. What is known of it from before is kept.
    pub failed: Vec<Failure>,
    /// How many that were; not all of them may be listed.
    pub n_failed: u64,
    /// What was passed over although somebody may have meant something by it.
    pub warnings: Vec<Failure>,
    /// The files that took longest, the slowest first.
    pub slowest: Vec<Slow>,
    /// What the knowledge base has now.
    pub n_documents: u64,
    pub n_chunks: u64,
    /// Whether the search index was built or continued.
    pub indexed: bool,
}

/// A file, or a line of one, that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub path: String,
    pub error: String,
}

/// How long a file took to read and take apart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Slow {
    pub path: String,
    pub ms: f64,
}

/// How many of the slowest files are named.
const N_SLOWEST: usize = 5;

/// No more failures than these are kept: somebody who has a million broken lines needs to see a
/// few, and the number.
const N_FAILURES: usize = 1000;

impl IngestReport {
    pub(crate) fn skip(&mut self, reason: impl ToString) {
        *self.skipped.entry(reason.to_string()).or_default() += 1;
    }

    pub(crate) fn warn(&mut self, path: impl Into<String>, message: impl ToString) {
        if self.warnings.len() < N_FAILURES {
            let (path, error) = (path.into(), message.to_string());
            self.warnings.push(Failure { path, error });
        }
    }

    pub(crate) fn fail(&mut self, path: impl Into<String>, error: impl ToString) {
        self.n_failed += 1;
        if self.failed.len() < N_FAILURES {
            self.failed.push(Failure { path: path.into(), error: error.to_string() });
        }
    }

    pub(crate) fn took(&mut self, path: &str, time: Duration) {
        let ms = time.as_secs_f64() * 1e3;
        if self.slowest.len() == N_SLOWEST && self.slowest[N_SLOWEST - 1].ms >= ms {
            return;
        }
        let place = self.slowest.partition_point(|slow| slow.ms >= ms);
        self.slowest.insert(place, Slow { path: path.to_owned(), ms });
        self.slowest.truncate(N_SLOWEST);
    }

    /// How many documents were looked at.
    pub fn n_seen(&self) -> u64 {
        self.new + self.updated + self.unchanged
    }

    pub fn n_skipped(&self) -> u64 {
        self.skipped.values().sum()
    }
}
