//! The law that makes numbers mean something: a knowledge base that went through any history shows
//! exactly what one shows that was made from the final files at once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use fs_err as fs;
use kebab_app::{Event, IngestOptions, KnowledgeBase};
use kebab_config::Model;
use kebab_core::Mode;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::support::{Workspace, assert_fresh, everything, ingest};

const PATHS: [&str; 7] = [
    "a.md",
    "notes/b.md",
    "notes/deep/c.txt",
    "notes/d.html",
    "src/load_golden.rs",
    "beir/corpus.jsonl",
    "워크스페이스.md",
];

const WORDS: [&str; 14] = [
    "index",
    "indexes",
    "database",
    "the",
    "search",
    "rank",
    "ranking",
    "loadGoldenSet",
    "café",
    "워크스페이스를",
    "검색",
    "vector",
    "matrix",
    "42",
];

const TITLES: [&str; 3] = ["Ranking", "검색 엔진", "Notes on the database"];

const QUERIES: [&str; 5] =
    ["ranking index", "워크스페이스 검색", "\"search rank\" golden", "notes database", "matrix"];

/// What a file is made from; how it looks depends on its format.
#[derive(Clone, Debug)]
struct Content {
    title: Option<usize>,
    /// A heading or an id, and words.
    sections: Vec<(usize, Vec<usize>)>,
}

impl Content {
    fn render(&self, path: &str) -> String {
        let title = self.title.map(|title| TITLES[title]);
        let mut text = String::new();
        let words =
            |words: &[usize]| words.iter().map(|word| WORDS[*word]).collect::<Vec<_>>().join(" ");
        match path.rsplit('.').next().unwrap() {
            "md" => {
                if let Some(title) = title {
                    let _ = write!(text, "---\ntitle: {title}\ntags: [{title}]\n---\n\n");
                }
                for (heading, body) in &self.sections {
                    let _ = write!(text, "## {}\n\n{}\n\n", WORDS[*heading], words(body));
                }
            }
            "html" => {
                let _ = write!(text, "<title>{}</title>", title.unwrap_or_default());
                for (heading, body) in &self.sections {
                    let _ = write!(text, "<h2>{}</h2><p>{}</p>", WORDS[*heading], words(body));
                }
            }
            "jsonl" => {
                let records: BTreeMap<usize, &Vec<usize>> =
                    self.sections.iter().map(|(id, body)| (*id, body)).collect();
                for (id, body) in records {
                    let title = title.filter(|_| id % 2 == 0).unwrap_or_default();
                    let body = words(body);
                    let _ = writeln!(
                        text,
                        "{{\"_id\": \"{id}\", \"title\": \"{title}\", \"text\": \"{body}\"}}"
                    );
                }
            }
            _ => {
                for (_, body) in &self.sections {
                    let _ = write!(text, "// {}\n{}\n\n", title.unwrap_or("none"), words(body));
                }
            }
        }
        text
    }
}

/// Something that happens to a knowledge base or to its files.
#[derive(Clone, Debug)]
enum Step {
    Write(Index, Content),
    /// Another title, and nothing else.
    Title(Index, Option<usize>),
    Delete(Index),
    Rename(Index, Index),
    Touch(Index),
    Wait(i64),
    Ingest {
        force: bool,
    },
    IngestFolder(&'static str),
    /// An ingest that dies before its work can be seen.
    Die,
    Search,
    /// Another process goes on.
    Reopen,
    LoseIndex,
}

fn content() -> impl Strategy<Value = Content> {
    let section = (0..WORDS.len(), prop::collection::vec(0..WORDS.len(), 1..40));
    let sections = prop::collection::vec(section, 1..4);
    let title = prop::option::of(0..TITLES.len());
    (title, sections).prop_map(|(title, sections)| Content { title, sections })
}

fn step() -> impl Strategy<Value = Step> {
    let index = any::<Index>;
    prop_oneof![
        6 => (index(), content()).prop_map(|(path, content)| Step::Write(path, content)),
        2 => (index(), prop::option::of(0..TITLES.len())).prop_map(|(p, t)| Step::Title(p, t)),
        3 => index().prop_map(Step::Delete),
        2 => (index(), index()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => index().prop_map(Step::Touch),
        2 => (0..5i64).prop_map(Step::Wait),
        6 => prop::bool::weighted(0.2).prop_map(|force| Step::Ingest { force }),
        1 => prop::sample::select(vec!["notes", "beir", "src"]).prop_map(Step::IngestFolder),
        1 => Just(Step::Die),
        1 => Just(Step::Search),
        1 => Just(Step::Reopen),
        1 => Just(Step::LoseIndex),
    ]
}

struct Life {
    workspace: Workspace,
    kb: KnowledgeBase,
    files: BTreeMap<&'static str, Content>,
}

impl Life {
    fn new(first: Vec<Content>) -> Life {
        let mut workspace = Workspace::new(Model::Lsa);
        let chunking = &mut workspace.config.chunking;
        (chunking.target_tokens, chunking.max_tokens, chunking.overlap_tokens) = (24, 40, 6);
        let kb = workspace.open();
        let mut life = Life { workspace, kb, files: BTreeMap::new() };
        for (path, content) in PATHS.into_iter().zip(first) {
            life.write(path, content);
        }
        life
    }

    /// No two files are equally old: of two that are, and that are equally large, one can take the
    /// place of the other without anybody noticing.
    fn write(&mut self, path: &'static str, content: Content) {
        self.workspace.now_s += 1;
        self.workspace.write(path, content.render(path));
        self.files.insert(path, content);
    }

    fn existing(&self, index: Index) -> Option<&'static str> {
        let paths: Vec<&'static str> = self.files.keys().copied().collect();
        (!paths.is_empty()).then(|| *index.get(&paths))
    }

    fn options(&self, force: bool) -> IngestOptions {
        IngestOptions { force, ..self.workspace.options() }
    }

    fn live(&mut self, step: Step) {
        match step {
            Step::Write(index, content) => self.write(PATHS[index.index(PATHS.len())], content),
            Step::Title(index, title) => {
                let Some(path) = self.existing(index) else { return };
                let content = Content { title, ..self.files[path].clone() };
                self.write(path, content);
            }
            Step::Delete(index) => {
                let Some(path) = self.existing(index) else { return };
                self.workspace.remove(path);
                self.files.remove(path);
            }
            Step::Rename(from, to) => {
                // Within a format, as the content is written in it.
                let (Some(from), to) = (self.existing(from), *to.get(&PATHS)) else { return };
                if from.rsplit('.').next() != to.rsplit('.').next() || from == to {
                    return;
                }
                self.workspace.rename(from, to);
                let content = self.files.remove(from).unwrap();
                self.files.insert(to, content);
            }
            Step::Touch(index) => {
                let Some(path) = self.existing(index) else { return };
                self.workspace.now_s += 1;
                self.workspace.touch(path);
            }
            Step::Wait(seconds) => self.workspace.now_s += seconds,
            Step::Ingest { force } => {
                let options = self.options(force);
                ingest(&mut self.kb, &options);
            }
            Step::IngestFolder(folder) => {
                let within = self.workspace.path(folder);
                if within.exists() {
                    let options = IngestOptions { within: Some(within), ..self.options(false) };
                    ingest(&mut self.kb, &options);
                }
            }
            Step::Die => self.die(),
            Step::Search => {
                let searched = self.kb.search(QUERIES[0], &Default::default(), &mut |_| {});
                drop(searched);
            }
            Step::Reopen => self.kb = self.workspace.open(),
            Step::LoseIndex => {
                // Nobody takes files away from under a process that has them open.
                self.kb = self.workspace.open();
                let _ = fs::remove_dir_all(self.workspace.data().join("index"));
            }
        }
    }

    fn die(&mut self) {
        let options = self.options(false);
        let died = catch_unwind(AssertUnwindSafe(|| {
            self.kb.ingest(&options, &mut |event| {
                if let Event::Indexing = event {
                    resume_unwind(Box::new("killed"));
                }
            })
        }));
        assert!(died.is_err(), "it was killed");
        self.kb = self.workspace.open();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    #[test]
    fn history_leaves_no_trace(
        first in prop::collection::vec(content(), 0..PATHS.len()),
        steps in prop::collection::vec(step(), 1..14),
    ) {
        let mut life = Life::new(first);
        for step in steps {
            life.live(step);
        }
        // A document is there to begin with, so that there is something to look at.
        life.write(PATHS[0], Content { title: None, sections: vec![(0, vec![4, 5, 0])] });
        let options = life.options(false);
        ingest(&mut life.kb, &options);
        assert_fresh(&life.workspace, &mut life.kb, &QUERIES);
        // Nothing depends on the handle, and nothing is left to do.
        let mut reopened = life.workspace.open();
        prop_assert_eq!(
            everything(&mut reopened, &QUERIES, &Mode::ALL),
            everything(&mut life.kb, &QUERIES, &Mode::ALL)
        );
        let report = ingest(&mut reopened, &options);
        prop_assert!(!report.indexed, "{:?}", report);
        prop_assert_eq!(report.new + report.updated + report.deleted, 0);
    }
}
