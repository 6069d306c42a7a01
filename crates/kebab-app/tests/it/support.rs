//! A workspace in a temporary folder, with a clock that only moves when it is told to.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use fs_err as fs;
use kebab_app::{Event, IngestOptions, IngestReport, KnowledgeBase, SearchOptions, SearchResults};
use kebab_config::{Config, Model};
use kebab_core::{Channel, Mode};
use tempfile::TempDir;

pub(crate) struct Workspace {
    folder: TempDir,
    /// Now, in seconds since 1970. Files that are written are as new as this.
    pub(crate) now_s: i64,
    pub(crate) config: Config,
}

/// No search of these tests finds as many.
pub(crate) const ALL: usize = 1000;

impl Workspace {
    pub(crate) fn new(model: Model) -> Workspace {
        let mut config = Config::default();
        config.embedding.model = model;
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("workspace")).unwrap();
        Workspace { folder, now_s: 1_700_000_000, config }
    }

    /// With these files.
    pub(crate) fn with(model: Model, files: &[(&str, &str)]) -> Workspace {
        let workspace = Workspace::new(model);
        for (path, text) in files {
            workspace.write(path, text);
        }
        workspace
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.folder.path().join("workspace")
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.root().join(".kebab")
    }

    /// Writes a file, which is then as new as the clock says.
    pub(crate) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, content).unwrap();
        self.touch(path);
    }

    pub(crate) fn touch(&self, path: &str) {
        set_modified(&self.path(path), self.now_s);
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        let to = self.path(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::rename(self.path(from), to).unwrap();
    }

    /// A new handle; what is not there yet is made.
    pub(crate) fn open(&self) -> KnowledgeBase {
        KnowledgeBase::create(&self.root(), &self.data(), self.config.clone()).unwrap()
    }

    pub(crate) fn options(&self) -> IngestOptions {
        IngestOptions { within: None, force: false, now_ns: self.now_s * 1_000_000_000 }
    }

    /// Brings everything in, through a new handle, ten seconds after whatever came before.
    pub(crate) fn ingest(&mut self) -> IngestReport {
        self.now_s += 10;
        ingest(&mut self.open(), &self.options())
    }

    /// The hits of a search through a new handle, as `path: text`.
    pub(crate) fn found(&self, query: &str) -> Vec<String> {
        texts(&search(&mut self.open(), query, Mode::Lexical))
    }

    /// The same files in another place, brought in at once.
    pub(crate) fn fresh(&self) -> (Workspace, KnowledgeBase) {
        let mut fresh = Workspace::new(self.config.embedding.model);
        fresh.config = self.config.clone();
        copy(&self.root(), &fresh.root());
        fresh.now_s = self.now_s + 10;
        let mut kb = fresh.open();
        ingest(&mut kb, &fresh.options());
        (fresh, kb)
    }
}

pub(crate) fn set_modified(path: &Path, seconds: i64) {
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds as u64);
    let file = fs::OpenOptions::new().append(true).open(path).unwrap();
    file.file().set_modified(time).unwrap();
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        match from.is_dir() {
            true if entry.file_name() == ".kebab" => {}
            true => copy(&from, &to),
            false => drop(fs::copy(from, to).unwrap()),
        }
    }
}

pub(crate) fn ingest(kb: &mut KnowledgeBase, options: &IngestOptions) -> IngestReport {
    kb.ingest(options, &mut |_: Event<'_>| {}).unwrap()
}

/// All hits, explained.
pub(crate) fn search(kb: &mut KnowledgeBase, query: &str, mode: Mode) -> SearchResults {
    let options =
        SearchOptions { mode: Some(mode), k: Some(ALL), explain: true, ..SearchOptions::default() };
    kb.search(query, &options, &mut |event| {
        assert!(!matches!(event, Event::Waiting), "nobody else writes")
    })
    .unwrap()
}

pub(crate) fn paths(results: &SearchResults) -> Vec<&str> {
    results.hits.iter().map(|hit| hit.path.as_str()).collect()
}

pub(crate) fn texts(results: &SearchResults) -> Vec<String> {
    results.hits.iter().map(|hit| format!("{}: {}", hit.path, hit.text)).collect()
}

/// New, updated, unchanged, deleted.
pub(crate) fn counts(report: &IngestReport) -> [u64; 4] {
    [report.new, report.updated, report.unchanged, report.deleted]
}

/// Everything that can be seen of a knowledge base, numbers to the last bit: what is listed, and
/// the hits of all queries in these modes. Two that show the same are the same to any user.
pub(crate) fn everything(kb: &mut KnowledgeBase, queries: &[&str], modes: &[Mode]) -> Vec<String> {
    let mut seen = Vec::new();
    kb.documents(|document| {
        let (path, title, lang) = (document.path, document.title, document.lang);
        let (tags, hash, n_chunks) = (document.tags, document.hash, document.n_chunks);
        seen.push(format!("{path} {title:?} {lang:?} {tags:?} {hash:?} {n_chunks}"));
    })
    .unwrap();
    kb.chunks(|chunk| {
        let (id, path, span, headings) =
            (chunk.chunk_id, chunk.path, chunk.span, chunk.heading_path);
        seen.push(format!("{id} {path} {span:?} {headings:?} {}", chunk.n_tokens));
    })
    .unwrap();
    let channel = |channel: Option<Channel>| channel.map(|c| (c.rank, c.score.to_bits()));
    for query in queries {
        for &mode in modes {
            let results = search(kb, query, mode);
            let SearchResults { mode: used, notes, embedding, .. } = &results;
            seen.push(format!("{mode} {query}: {used} {notes:?} {embedding:?}"));
            for hit in &results.hits {
                let terms: Vec<_> = hit
                    .terms
                    .iter()
                    .map(|t| (&t.term, t.frequency.to_bits(), t.n_chunks, t.score.to_bits()))
                    .collect();
                seen.push(format!(
                    "{} {} {} {} ({:x}) {:?} {:?} {terms:?} {} {:?}",
                    hit.rank,
                    hit.chunk_id,
                    hit.path,
                    hit.score,
                    hit.score.to_bits(),
                    channel(hit.lexical),
                    channel(hit.vector),
                    hit.text_hash,
                    hit.span,
                ));
            }
        }
    }
    seen
}

/// Asserts that a knowledge base shows what one over the same files would that was made at once.
#[track_caller]
pub(crate) fn assert_fresh(workspace: &Workspace, kb: &mut KnowledgeBase, queries: &[&str]) {
    let modes: &[Mode] = match workspace.config.embedding.model {
        Model::Lsa => &Mode::ALL,
        Model::None => &[Mode::Lexical],
    };
    let (_folder, mut fresh) = workspace.fresh();
    let expected = everything(&mut fresh, queries, modes);
    assert_eq!(everything(kb, queries, modes), expected);
}
