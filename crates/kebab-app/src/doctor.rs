//! Whether all is well.

use fs_err as fs;

use crate::{AppError, KnowledgeBase};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub status: Status,
    /// What was found, and what to do about it.
    pub detail: String,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Good,
    /// Works, and could be better.
    Warning,
    Bad,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Good => "ok",
            Status::Warning => "warning",
            Status::Bad => "problem",
        }
    }
}

impl KnowledgeBase {
    /// Looks at everything, changes nothing.
    pub fn doctor(&mut self) -> Result<Vec<Check>, AppError> {
        let mut checks = vec![self.check_database()?];
        let generation = self.store.generation()?;
        if generation == 0 {
            let detail = "nothing has been ingested yet: run `kebab ingest`".to_owned();
            checks.push(Check { name: "documents", status: Status::Warning, detail });
            return Ok(checks);
        }
        let counts = self.store.counts(generation)?;
        let status = if counts.n_chunks > 0 { Status::Good } else { Status::Warning };
        let detail = format!(
            "{} in {}",
            n_of(counts.n_documents, "document"),
            n_of(counts.n_chunks, "chunk")
        );
        checks.push(Check { name: "documents", status, detail });
        checks.push(self.check_staged()?);
        checks.push(self.check_chunking()?);
        checks.push(self.check_index(counts.n_chunks)?);
        checks.push(self.check_disk()?);
        Ok(checks)
    }

    fn check_database(&self) -> Result<Check, AppError> {
        let problems = self.store.check()?;
        Ok(match problems.first() {
            None => Check { name: "database", status: Status::Good, detail: "intact".to_owned() },
            Some(first) => Check {
                name: "database",
                status: Status::Bad,
                detail: format!(
                    "{} problems, the first: {first}; move {} away and run `kebab ingest`",
                    problems.len(),
                    self.store.path().display()
                ),
            },
        })
    }

    fn check_staged(&self) -> Result<Check, AppError> {
        let staged = self.store.has_staged()?;
        let (status, detail) = match staged {
            false => (Status::Good, "the last one was completed"),
            true => (Status::Warning, "one was cut off or is at work: `kebab ingest` completes it"),
        };
        Ok(Check { name: "ingest", status, detail: detail.to_owned() })
    }

    fn check_chunking(&self) -> Result<Check, AppError> {
        let version = self.policy().version();
        Ok(match self.store.has_other_chunker(&version)? {
            false => Check { name: "chunking", status: Status::Good, detail: version },
            true => Check {
                name: "chunking",
                status: Status::Warning,
                detail: format!(
                    "some documents were not cut as configured ({version}): run `kebab ingest`"
                ),
            },
        })
    }

    fn check_index(&mut self, n_chunks: u64) -> Result<Check, AppError> {
        let usable = self.try_open()?;
        let opened = self.opened.as_ref().map(|opened| &opened.index);
        let (status, detail) = match (usable, opened) {
            (Err(unusable), _) => {
                (Status::Warning, format!("{unusable}; the next search builds it"))
            }
            (Ok(()), Some(index)) if index.origin.embedding != self.embedding() => {
                let detail = "its vectors are not as configured: the next search that needs them \
                              makes them";
                (Status::Warning, detail.to_owned())
            }
            (Ok(()), Some(index)) if index.postings.n_chunks() == n_chunks => {
                let vectors = match &index.vectors {
                    Some(vectors) => format!(
                        "vectors of {} with {} dimensions, version {}",
                        vectors.model(),
                        vectors.dimensions(),
                        vectors.version()
                    ),
                    None => "no vectors".to_owned(),
                };
                (Status::Good, format!("{n_chunks} chunks, {vectors}"))
            }
            (Ok(()), index) => {
                let indexed = index.map_or(0, |index| index.postings.n_chunks());
                let detail = format!(
                    "it has {indexed} chunks where the database has {n_chunks}: \
                     run `kebab ingest --force`"
                );
                (Status::Bad, detail)
            }
        };
        Ok(Check { name: "index", status, detail })
    }

    fn check_disk(&self) -> Result<Check, AppError> {
        let mut n_bytes = 0;
        let mut folders = vec![self.data.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).map_err(AppError::Data)? {
                let entry = entry.map_err(AppError::Data)?;
                match entry.metadata() {
                    Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                    Ok(metadata) => n_bytes += metadata.len(),
                    // Another process is at work there.
                    Err(_) => {}
                }
            }
        }
        let detail = format!("{:.1} MB in {}", n_bytes as f64 / 1e6, self.data.display());
        Ok(Check { name: "disk", status: Status::Good, detail })
    }
}

fn n_of(n: u64, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
