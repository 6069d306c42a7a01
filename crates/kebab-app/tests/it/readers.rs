//! Many readers, one writer.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use fs_err as fs;
use kebab_app::{Event, SearchOptions};
use kebab_config::Model;
use kebab_core::Mode;

use crate::support::{Workspace, everything, ingest, search, texts};

#[test]
fn a_reader_sees_the_old_state_during_an_ingest_and_the_new_one_after() {
    let mut workspace = Workspace::with(
        Model::Lsa,
        &[
            ("a.md", "apples"),
            ("b.md", "pears"),
            ("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"figs\"}"),
        ],
    );
    workspace.ingest();
    let queries = ["apples pears figs", "plums"];
    let mut reader = workspace.open();
    let before = everything(&mut reader, &queries, &Mode::ALL);
    workspace.write("a.md", "plums");
    workspace.write("c.md", "plums and pears");
    workspace.write("corpus.jsonl", "{\"_id\":\"2\",\"text\":\"plums\"}");
    workspace.remove("b.md");
    workspace.now_s += 10;
    let mut writer = workspace.open();
    let mut n_events = 0;
    writer
        .ingest(&workspace.options(), &mut |_| {
            n_events += 1;
            assert_eq!(everything(&mut reader, &queries, &Mode::ALL), before);
            // One that comes only now sees the same.
            assert_eq!(everything(&mut workspace.open(), &queries, &Mode::ALL), before);
        })
        .unwrap();
    assert!(n_events >= 3, "{n_events}");
    let after = everything(&mut reader, &queries, &Mode::ALL);
    assert_ne!(after, before);
    assert_eq!(after, everything(&mut writer, &queries, &Mode::ALL));
}

/// Every state has the same word in all files, so a mixture of states would show.
#[test]
fn readers_never_see_a_mixture() {
    let workspace = Workspace::new(Model::None);
    let paths = ["a.md", "b/b.md", "c.txt"];
    let write = |number: usize| {
        for path in paths {
            workspace.write(path, format!("state number{number}"));
        }
    };
    write(0);
    let mut writer = workspace.open();
    ingest(&mut writer, &workspace.options());
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut reader = workspace.open();
                let mut is_last = false;
                while !is_last {
                    is_last = is_over.load(Ordering::Acquire);
                    let options = SearchOptions { mode: Some(Mode::Lexical), ..Default::default() };
                    let found = reader.search("state", &options, &mut |_| {}).unwrap();
                    let states: Vec<&str> = found.hits.iter().map(|hit| &*hit.text).collect();
                    assert_eq!(states, [states[0]; 3]);
                    assert!(!is_last || states[0] == "state number8", "{states:?}");
                }
            });
        }
        for number in 1..=8 {
            write(number);
            ingest(&mut writer, &workspace.options());
        }
        is_over.store(true, Ordering::Release);
    });
}

/// A handle may be made in one thread and used in another.
#[test]
fn a_handle_can_be_sent() {
    fn check<T: Send>() {}
    check::<kebab_app::KnowledgeBase>();
}

#[test]
fn a_second_writer_waits_and_says_so() {
    let workspace = Workspace::with(Model::None, &[("a.md", "apples")]);
    let mut kb = workspace.open();
    let lock = fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(workspace.data().join("lock"))
        .unwrap();
    lock.file().lock().unwrap();
    let (said, waits) = mpsc::channel();
    std::thread::scope(|scope| {
        let ingest = scope.spawn(|| {
            let mut events = Vec::new();
            kb.ingest(&workspace.options(), &mut |event| {
                events.push(format!("{event:?}"));
                if let Event::Waiting = event {
                    said.send(()).unwrap();
                }
            })
            .unwrap();
            events
        });
        waits.recv().unwrap();
        // Nothing was done while the lock was held.
        assert!(!workspace.data().join("index").exists());
        lock.file().unlock().unwrap();
        let events = ingest.join().unwrap();
        assert_eq!(events[0], "Waiting");
        assert_eq!(events.iter().filter(|event| *event == "Waiting").count(), 1);
    });
    assert_eq!(workspace.found("apples"), ["a.md: apples"]);
}

#[test]
fn a_search_that_must_build_the_index_waits_for_a_writer() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples")]);
    workspace.ingest();
    fs::remove_dir_all(workspace.data().join("index")).unwrap();
    let lock = fs::OpenOptions::new().append(true).open(workspace.data().join("lock")).unwrap();
    lock.file().lock().unwrap();
    let mut events = Vec::new();
    let found = workspace.open().search("apples", &SearchOptions::default(), &mut |event| {
        events.push(format!("{event:?}"));
        if let Event::Waiting = event {
            lock.file().unlock().unwrap();
        }
    });
    assert_eq!(texts(&found.unwrap()), ["a.md: apples"]);
    assert_eq!(events, ["Waiting", "Indexing"]);
}

#[test]
fn a_reader_with_an_index_does_not_wait_for_writers() {
    let mut workspace = Workspace::with(Model::None, &[("a.md", "apples")]);
    workspace.ingest();
    let lock = fs::OpenOptions::new().append(true).open(workspace.data().join("lock")).unwrap();
    lock.file().lock().unwrap();
    // `search` panics when it has to wait.
    assert_eq!(search(&mut workspace.open(), "apples", Mode::Lexical).hits.len(), 1);
}
