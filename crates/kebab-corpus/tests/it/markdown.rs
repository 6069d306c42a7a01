//! What becomes of Markdown.

use crate::support::{SMALL, USUAL, bodies, markdown, paths, source_of};

#[track_caller]
fn check_body(source: &str, expected: &str) {
    let document = markdown(source, &USUAL);
    assert_eq!(bodies(&document), [expected], "of {source:?}");
}

#[test]
fn markup_is_dropped_and_words_are_kept() {
    check_body(
        "Some *emphasis*, **strong**, ~~gone~~ words.",
        "Some emphasis, strong, gone words.",
    );
    check_body("A [link](http://a.b \"title\") and ![a cat](cat.png).", "A link and a cat.");
    check_body("See <https://a.b/c>.", "See https://a.b/c.");
    check_body("Run `cargo  test` now.", "Run cargo  test now.");
    check_body("`` a\nb ``", "a b");
    check_body("one  \ntwo\\\nthree\nfour", "one\ntwo\nthree\nfour");
    check_body("Tom &amp; Jerry &lt;3 \\*star\\*", "Tom & Jerry <3 *star*");
    check_body("foo<b>bar</b> baz<br>qux<!-- not this -->", "foobar baz\nqux");
    check_body("- [x] done\n- [ ] open", "done\nopen");
    check_body("Claim.[^1]\n\n[^1]: Proof.", "Claim.\nProof.");
    check_body("> [!NOTE]\n> Mind this.", "Mind this.");
    check_body("one\n\n---\n\ntwo", "one\ntwo");
    check_body("x ![](a.png) y", "x  y");
}

#[test]
fn blocks_cells_and_items_do_not_run_together() {
    check_body("| a | b |\n|---|---|\n| c d | `e` |", "a b\nc d e");
    check_body("- one\n- two\n  - three\n\n    four", "one\ntwo\nthree\nfour");
    check_body("> quoted\n\n1. first\n2. second", "quoted\nfirst\nsecond");
}

#[test]
fn code_is_kept_as_it_is() {
    check_body(
        "```rust\nfn main() {\n    # not a heading\n}\n```",
        "fn main() {\n    # not a heading\n}",
    );
    check_body("text\n\n    indented\n      more", "text\nindented\n  more");
    check_body("> ```\n> a {{< b >}}\n> ```", "a {{< b >}}");
}

#[test]
fn blocks_of_html_give_their_text() {
    check_body(
        "<details><summary>Sum &amp; all</summary>\nInner <!-- hidden --> text\n</details>",
        "Sum & all\nInner text",
    );
    check_body("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b \nc");
    check_body("<!-- a\ncomment -->\n\ntext", "text");
    check_body("<script>\nvar x = 1;\n</script>\n\ntext", "text");
}

#[test]
fn shortcodes_leave_only_what_readers_see() {
    check_body("{{< note >}}\nMind this.\n{{< /note >}}", "Mind this.");
    check_body("a {{< glossary_tooltip text=\"node\" term_id=\"n\" >}}, b", "a node, b");
    check_body("{{< glossary_tooltip text='노드' >}}를 본다", "노드를 본다");
    check_body("a{{% x %}}b {{ .Values }} c", "a b {{ .Values }} c");
    check_body("open {{< never closed {{% twice", "open {{< never closed {{% twice");
    let document = markdown("## {{% heading \"prerequisites\" %}}\n\ntext", &USUAL);
    assert_eq!(paths(&document), ["prerequisites"]);
}

#[test]
fn headings_make_paths() {
    let source = "intro\n\n# A\n\na\n\n### B *b* {#id}\n\nb\n\n## C\n\nc\n\nD\n===\n\nd\n\n\
                  > # quoted\n\n```\n# code\n```\n";
    let document = markdown(source, &USUAL);
    assert_eq!(paths(&document), ["", "A", "A > B b", "A > C", "D"]);
    assert_eq!(bodies(&document), ["intro", "a", "b", "c", "d\nquoted\n# code"]);
    assert_eq!(document.title.as_deref(), Some("A"));
}

#[test]
fn headings_without_content_go_with_what_follows() {
    let document = markdown("# A\n\n## B\n\n## C\n\ntext\n\n## D\n\n### E\n", &USUAL);
    assert_eq!(paths(&document), ["A > C", "A > D > E"]);
    assert_eq!(bodies(&document), ["B\ntext", ""]);
    let sources: Vec<&str> =
        document.chunks.iter().map(|chunk| source_of(&document, chunk)).collect();
    assert_eq!(sources, ["# A\n\n## B\n\n## C\n\ntext", "## D\n\n### E"]);
}

#[test]
fn many_headings_without_content_stay_within_bounds() {
    let source: String = (0..200).map(|n| format!("## Heading number {n} of many\n")).collect();
    let document = markdown(&format!("# Top\n{source}\ntext\n"), &SMALL);
    assert!(document.chunks.len() > 20);
    for chunk in &document.chunks {
        assert_eq!(chunk.heading_path[0], "Top");
    }
    let all = bodies(&document).join("\n");
    for n in 0..199 {
        assert!(all.contains(&format!("Heading number {n} of many")), "{n}");
    }
}

#[test]
fn a_heading_of_a_page_is_a_paragraph() {
    let document = markdown(&format!("# {}\n\ntext\n", "long words ".repeat(100)), &USUAL);
    assert_eq!(paths(&document), [""]);
    assert!(document.chunks[0].body.ends_with("words\ntext"));
}

#[track_caller]
fn check_front_matter(front: &str, title: Option<&str>, lang: &str, tags: &[&str]) {
    let document = markdown(&format!("{front}text\n"), &USUAL);
    assert_eq!(document.title.as_deref(), title, "of {front:?}");
    assert_eq!(document.lang, lang, "of {front:?}");
    assert_eq!(document.tags, tags, "of {front:?}");
    assert_eq!(bodies(&document), ["text"], "of {front:?}");
    assert_eq!(paths(&document), [title.unwrap_or("")], "of {front:?}");
}

#[test]
fn front_matter_is_read_and_left_out() {
    check_front_matter(
        "---\ntitle: Pods\nlang: ko\ntags: [a, b c]\n---\n",
        Some("Pods"),
        "ko",
        &["a", "b c"],
    );
    check_front_matter("---\ntitle: \"Quoted: \\\"x\\\"\"\n---\n", Some("Quoted: \"x\""), "", &[]);
    check_front_matter(
        "---\ntitle: >-\n  Folded\n  title\nweight: 10\n---\n",
        Some("Folded title"),
        "",
        &[],
    );
    check_front_matter("---\r\ntitle: Windows\r\n---\r\n", Some("Windows"), "", &[]);
    check_front_matter("\u{feff}---\ntitle: Marked\n---\n", Some("Marked"), "", &[]);
    check_front_matter(
        "---\ntags:\n- x\n- 'y z'\nlanguage: en-US\n...\n",
        None,
        "en-US",
        &["x", "y z"],
    );
    check_front_matter("---\ntags: one, two words\n---\n", None, "", &["one", "two words"]);
    check_front_matter("---\ntags: one two\n---\n", None, "", &["one", "two"]);
    check_front_matter("---\n{title: Flow, tags: [a]}\n---\n", Some("Flow"), "", &["a"]);
    check_front_matter("---\ntitle: 2024\n---\n", Some("2024"), "", &[]);
    check_front_matter(
        "+++\ntitle = \"Toml\"\ntags = [\"a\"]\nlang = \"de\"\n+++\n",
        Some("Toml"),
        "de",
        &["a"],
    );
    check_front_matter("---\n---\n", None, "", &[]);
}

#[test]
fn broken_front_matter_does_no_harm() {
    check_front_matter(
        "---\ntitle: Fine\nbroken: [unclosed\n  - : {\n---\n",
        Some("Fine"),
        "",
        &[],
    );
    check_front_matter("---\ntitle: [unclosed\ntags: {a: b}\nlang: ko\n---\n", None, "ko", &[]);
    check_front_matter("---\ntitle:\nlang: |\n---\n", None, "", &[]);
    check_front_matter("+++\ntitle = = =\n+++\n", None, "", &[]);
}

#[test]
fn rules_are_not_front_matter() {
    assert_eq!(bodies(&markdown("---\n\nSome text.\n\n---\n\nmore", &USUAL)), ["Some text.\nmore"]);
    assert_eq!(bodies(&markdown("---\ntitle: never closed\n", &USUAL)), ["title: never closed"]);
    assert_eq!(bodies(&markdown("---\nplain words\n---\n", &USUAL)).len(), 1);
}

#[test]
fn a_title_repeated_by_the_first_heading_counts_once() {
    let document = markdown("---\ntitle: Pods\n---\n\n# Pods\n\na\n\n## Use\n\nb\n", &USUAL);
    assert_eq!(paths(&document), ["Pods", "Pods > Use"]);
}

#[test]
fn carriage_returns_are_line_ends() {
    for end in ["\n", "\r\n", "\r"] {
        let source =
            ["# A", "", "one *two*", "three", "", "- four", "- five", "", "## B", "", "six"];
        let document = markdown(&source.join(end), &USUAL);
        assert_eq!(paths(&document), ["A", "A > B"], "with {end:?}");
        assert_eq!(bodies(&document), ["one two\nthree\nfour\nfive", "six"], "with {end:?}");
        assert_eq!(document.chunks[0].span.to_string(), "L1-L7");
        assert_eq!(document.chunks[1].span.to_string(), "L9-L11");
    }
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let document = markdown("\u{feff}# A\n\ntext", &USUAL);
    assert_eq!(paths(&document), ["A"]);
    assert_eq!(document.chunks[0].span.byte_start, 3);
}
