//! What a walk finds, and what it does not look at.

use std::path::Path;

use kebab_corpus::{Format, Found, FoundFile, WalkOptions, walk};
use tempfile::TempDir;

const OPTIONS: WalkOptions = WalkOptions { max_file_bytes: 1000 };

/// A folder with files of these names and contents.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs_err::create_dir_all(path.parent().unwrap()).unwrap();
        fs_err::write(path, content).unwrap();
    }
    folder
}

/// What a walk finds, a line each.
fn found(root: &Path, within: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    walk(root, within, &OPTIONS, &mut |one| {
        lines.push(match one {
            Found::File(file) => format!("{} {}", file.path, file.format),
            Found::Skipped { path, reason } => format!("{path}: {reason}"),
            Found::Warning { path, .. } => format!("{path}: warning"),
            Found::Failed { path, .. } => format!("{path}: failed"),
        });
    });
    lines
}

#[test]
fn files_come_in_order_with_formats_and_reasons() {
    let folder = folder(&[
        ("kebab.toml", "x"),
        (".kebab/kebab.sqlite", "x"),
        (".git/config", "x"),
        (".hidden.md", "x"),
        ("b.md", "x"),
        ("a/z.txt", "x"),
        ("a/b/c.html", "x"),
        ("a/kebab.toml", "x"),
        ("a-b/x.rs", "x"),
        ("beir/corpus.jsonl", &"x".repeat(2000)),
        ("beir/queries.jsonl", "x"),
        ("empty.md", ""),
        ("large.md", &"x".repeat(2000)),
        ("picture.png", "x"),
    ]);
    insta::assert_snapshot!(found(folder.path(), folder.path()).join("\n"), @"
    a/b/c.html html
    a/kebab.toml code
    a/z.txt text
    a-b/x.rs code
    b.md markdown
    beir/corpus.jsonl beir
    beir/queries.jsonl: JSON Lines, but not named corpus.jsonl
    empty.md: empty
    large.md: too large
    picture.png: unknown type
    ");
}

#[test]
fn a_found_file_says_where_and_how_large_it_is() {
    let folder = folder(&[("a/b.md", "12345")]);
    let mut all = Vec::new();
    walk(folder.path(), folder.path(), &OPTIONS, &mut |one| all.push(one));
    let [Found::File(FoundFile { path, absolute, format, size, modified_ns })] = &all[..] else {
        panic!("{all:?}")
    };
    assert_eq!((path.as_str(), *format, *size), ("a/b.md", Format::Markdown, 5));
    assert_eq!(absolute, &folder.path().join("a/b.md"));
    assert!(*modified_ns > 1_600_000_000_000_000_000);
}

#[test]
fn ignore_files_count_without_a_repository() {
    let folder = folder(&[
        (".gitignore", "/build\n*.tmp.md\n"),
        (".ignore", "dull.md\n"),
        (".kebabignore", "/private/\n!keep.tmp.md\n"),
        ("build/a.md", "x"),
        ("sub/build/a.md", "x"),
        ("sub/.gitignore", "local.md\n"),
        ("sub/local.md", "x"),
        ("local.md", "x"),
        ("x.tmp.md", "x"),
        ("keep.tmp.md", "x"),
        ("dull.md", "x"),
        ("private/a.md", "x"),
    ]);
    let expected = ["keep.tmp.md markdown", "local.md markdown", "sub/build/a.md markdown"];
    assert_eq!(found(folder.path(), folder.path()), expected);
}

#[test]
fn ignore_files_above_the_root_do_not_count() {
    let folder = folder(&[(".gitignore", "*\n"), ("root/a.md", "x")]);
    let root = folder.path().join("root");
    assert_eq!(found(&root, &root), ["a.md markdown"]);
}

#[test]
fn a_walk_can_be_narrowed_to_a_folder_or_a_file() {
    let folder = folder(&[
        (".gitignore", "*.log.md\n"),
        ("a.md", "x"),
        ("sub/b.md", "x"),
        ("sub/deep/c.md", "x"),
        ("sub/x.log.md", "x"),
        ("subway.md", "x"),
    ]);
    let root = folder.path();
    let sub = ["sub/b.md markdown", "sub/deep/c.md markdown"];
    assert_eq!(found(root, &root.join("sub")), sub);
    assert_eq!(found(root, Path::new("sub")), sub);
    assert_eq!(found(root, &root.join("sub/deep/..")), sub);
    assert_eq!(found(root, &root.join("sub/b.md")), ["sub/b.md markdown"]);
    assert_eq!(found(root, &root.join("sub/x.log.md")), ["sub/x.log.md: ignored"]);
    assert_eq!(found(root, &root.join("none.md")).len(), 1);
    assert!(found(root, &root.join("none.md"))[0].ends_with("none.md: failed"));
    assert!(found(root, Path::new("..")).iter().all(|line| line.ends_with("failed")));
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = folder(&[("sub/a.md", "x")]);
    std::os::unix::fs::symlink(folder.path(), folder.path().join("sub/loop")).unwrap();
    std::os::unix::fs::symlink("a.md", folder.path().join("sub/b.md")).unwrap();
    let expected = ["sub/a.md markdown", "sub/b.md: symbolic link", "sub/loop: symbolic link"];
    assert_eq!(found(folder.path(), folder.path()), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn names_are_normalised_and_collisions_are_told() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder(&[("caf\u{e9}.md", "x"), ("cafe\u{301}.md", "x"), ("e\u{301}/a.md", "x")]);
    let odd = std::ffi::OsStr::from_bytes(b"\xff.md");
    fs_err::write(folder.path().join(odd), "x").unwrap();
    let lines = found(folder.path(), folder.path());
    let expected = [
        "caf\u{e9}.md markdown",
        "caf\u{e9}.md: failed",
        "\u{e9}/a.md markdown",
        "\u{fffd}.md: failed",
    ];
    assert_eq!(lines, expected);
}
