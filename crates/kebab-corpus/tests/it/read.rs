//! From a file's bytes to its text.

use kebab_corpus::{Format, FoundFile, SkipReason, read_source};

#[track_caller]
fn check(bytes: &[u8], expected: Result<&str, SkipReason>) {
    let folder = tempfile::tempdir().unwrap();
    let absolute = folder.path().join("a.md");
    fs_err::write(&absolute, bytes).unwrap();
    let (path, size) = ("a.md".to_owned(), bytes.len() as u64);
    let file = FoundFile { path, absolute, format: Format::Markdown, size, modified_ns: 0 };
    assert_eq!(read_source(&file).unwrap(), expected.map(str::to_owned));
}

#[test]
fn text_is_read_as_it_is() {
    check(b"# A\r\n", Ok("# A\r\n"));
    check("\u{feff}é".as_bytes(), Ok("\u{feff}é"));
}

#[test]
fn what_is_no_text_is_skipped() {
    check(b"a\0b", Err(SkipReason::Binary));
    check(&[0xff, 0xfe, b'a', 0], Err(SkipReason::Binary));
    check(&[b'a', 0xe9, b'b'], Err(SkipReason::NotUtf8));
    check(b" \n\t\r\n", Err(SkipReason::Empty));
    check("\u{feff}\n".as_bytes(), Err(SkipReason::Empty));
}

#[test]
fn a_file_that_is_gone_is_an_error_that_names_it() {
    let absolute = std::path::PathBuf::from("no/such/file.md");
    let path = "file.md".to_owned();
    let file = FoundFile { path, absolute, format: Format::Markdown, size: 1, modified_ns: 0 };
    let error = read_source(&file).unwrap_err();
    assert!(error.to_string().contains("no/such/file.md"), "{error}");
}
