//! What becomes of programs.

use kebab_corpus::Format;

use crate::support::{SMALL, USUAL, bodies, parsed, source_of};

#[test]
fn programs_are_cut_before_definitions() {
    let function =
        |n: usize| format!("fn number_{n}() -> usize {{\n    let x = {n};\n\n    x + 1\n}}\n\n");
    let source: String = (0..20).map(function).collect();
    let document = parsed(Format::Code, &source, &SMALL);
    assert!(document.chunks.len() > 5);
    for chunk in &document.chunks {
        assert!(chunk.body.starts_with("fn number_"), "{:?}", chunk.body);
        assert!(chunk.body.ends_with('}'), "{:?}", chunk.body);
        assert_eq!(chunk.body, source_of(&document, chunk));
        assert!(chunk.heading_path.is_empty());
    }
    assert_eq!(document.title, None);
}

#[test]
fn long_definitions_are_cut_between_lines() {
    let lines: String = (0..100).map(|n| format!("    call({n});\r\n")).collect();
    let document = parsed(Format::Code, &format!("fn main() {{\r\n{lines}}}\r\n"), &SMALL);
    assert!(document.chunks.len() > 10);
    for body in bodies(&document) {
        assert!(body.ends_with([';', '}']), "{body:?}");
    }
}

#[test]
fn short_programs_are_one_chunk() {
    let source = "import os\n\nprint(os)\n";
    assert_eq!(bodies(&parsed(Format::Code, source, &USUAL)), [source.trim()]);
}
