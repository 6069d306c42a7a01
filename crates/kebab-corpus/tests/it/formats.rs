//! Which file has which format.

use kebab_corpus::{ChunkPolicy, Format, SkipReason};

#[track_caller]
fn check(names: &str, expected: Option<Format>) {
    for name in names.split(' ') {
        assert_eq!(Format::of_file_name(name), expected, "of {name}");
    }
}

#[test]
fn names_tell_formats() {
    check("a.md A.MD x.y.markdown README.md", Some(Format::Markdown));
    check("a.txt a.rst a.adoc README LICENSE", Some(Format::Text));
    check("a.html a.htm", Some(Format::Html));
    check(
        "a.rs a.py a.toml a.yaml a.json a.sql a.css Makefile Dockerfile go.mod",
        Some(Format::Code),
    );
    check("CMakeLists.txt requirements.txt", Some(Format::Code));
    check("corpus.jsonl", Some(Format::Beir));
    check("queries.jsonl a.png a.csv a md a. .", None);
}

#[test]
fn formats_read_back() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    insta::assert_snapshot!(
        "pdf".parse::<Format>().unwrap_err(),
        @"`pdf` is not a format: use `markdown`, `text`, `html`, `code` or `beir`"
    );
}

#[test]
fn reasons_are_short_words() {
    insta::assert_snapshot!(SkipReason::UnknownType, @"unknown type");
    insta::assert_snapshot!(SkipReason::NotUtf8, @"not UTF-8");
    insta::assert_snapshot!(SkipReason::NotBeir, @"JSON Lines, but not named corpus.jsonl");
}

#[test]
fn the_version_names_everything_chunks_depend_on() {
    let policy = ChunkPolicy { target_tokens: 400, max_tokens: 600, overlap_tokens: 40 };
    let estimator = kebab_text::TOKEN_ESTIMATOR_VERSION;
    let expected = format!("kebab-chunks-1/target=400/max=600/overlap=40/{estimator}");
    assert_eq!(policy.version(), expected);
}
