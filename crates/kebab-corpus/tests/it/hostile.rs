//! Input that nobody wrote for reading: it is survived. It is large, so that the tests would not end
//! if anything were quadratic; how fast it is, the benchmark says.

use kebab_corpus::{Format, parse};

use crate::support::{SMALL, USUAL, parsed};

/// Parses in every format.
#[track_caller]
fn check(source: &str) {
    for format in [Format::Markdown, Format::Text, Format::Html, Format::Code] {
        parsed(format, source, &USUAL);
    }
}

#[test]
fn long_lines() {
    check(&"word ".repeat(50_000));
    check(&"가나다라".repeat(20_000));
    check(&"a.b.c. ".repeat(30_000));
    check(&("`".to_owned() + &"a\n".repeat(50_000) + "`"));
}

#[test]
fn a_line_of_five_megabytes() {
    for format in [Format::Markdown, Format::Code] {
        let source = "x".repeat(5_000_000);
        let document = parse("file", format, source, &USUAL);
        let n_bytes: usize = document.chunks.iter().map(|chunk| chunk.body.len()).sum();
        assert_eq!(n_bytes, 5_000_000);
    }
}

#[test]
fn deep_nesting() {
    check(&(">".repeat(10_000) + " text"));
    check(&("- ".repeat(3_000) + "text"));
    check(&("<div>".repeat(50_000) + "text"));
    check(&("*".repeat(50_000) + "text"));
    check(&("[".repeat(20_000) + "text"));
    check(&("`".repeat(20_000) + "text"));
    check(&"> a\n\n".repeat(20_000));
}

#[test]
fn unclosed_things() {
    check(&"{{< ".repeat(20_000));
    check(&("{{% ".repeat(20_000) + "}}"));
    check(&"<!-- ".repeat(20_000));
    check(&"&amp".repeat(30_000));
    check(&"<svg>".repeat(20_000));
    check(&("---\n".to_owned() + &"a: [\n".repeat(20_000) + "---\n"));
    check(&("---\ntags: ".to_owned() + &"[".repeat(20_000) + "\n---\n"));
    check(&"```\n".repeat(20_001));
}

#[test]
fn many_small_things() {
    check(&"# h\n".repeat(30_000));
    check(&"a\n\n".repeat(30_000));
    check(&"- a\n".repeat(30_000));
    check(&"| a | b |\n|---|---|\n| c | d |\n\n".repeat(10_000));
    check(&"\r".repeat(200_000));
    check(&"\n".repeat(200_000));
    check(&"\0\u{feff}\u{1}\u{ad}\u{200b}".repeat(10_000));
}

#[test]
fn nothing_at_all() {
    for source in ["", " ", "\n", "\r\n", "\u{feff}", "\0", "#", "---", "+++\n+++"] {
        for format in Format::ALL {
            let document = parsed(format, source, &SMALL);
            assert!(document.chunks.len() <= 1, "{format} {source:?}: {:?}", document.chunks);
        }
    }
}
