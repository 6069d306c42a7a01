//! What must hold for every input.

use kebab_corpus::{ChunkPolicy, Format};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::support::{bodies, parsed, seeded};

/// Lines and pieces of lines as Markdown and HTML have them, in any order.
const BITS: &[&str] = &[
    "# ",
    "## ",
    "### ",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "- ",
    "  ",
    "    ",
    "1. ",
    "> ",
    "```\n",
    "~~~\n",
    "| a | b |\n|---|---|\n",
    "| c | d |\n",
    "word",
    "words and more words",
    "한국어 문장이다.",
    "中文。",
    "A sentence. ",
    "really? ",
    "*",
    "**",
    "`",
    "[x](y)",
    "![z](w)",
    "[^1]",
    "[^1]: ",
    "<b>",
    "</b>",
    "<br>",
    "<!-- ",
    "-->",
    "<div>\n",
    "</div>\n",
    "<p>",
    "<pre>",
    "</pre>",
    "<table><tr><td>",
    "</table>",
    "<h2>",
    "</h2>",
    "<script>",
    "</script>",
    "&amp;",
    "&",
    "{{< note >}}",
    "{{% x text=\"y\" %}}",
    "---\n",
    "+++\n",
    "title: t\n",
    "===\n",
    "\\",
    "\t",
    "\u{feff}",
    "\0",
    "é",
    "e\u{301}",
    "🍢",
    "fn f() {\n",
    "}\n",
    ": ",
    "<",
];

fn source() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => vec(select(BITS), 0..80).prop_map(|bits| bits.concat()),
        1 => vec(select(BITS), 80..400).prop_map(|bits| bits.concat()),
        1 => any::<String>(),
    ]
}

fn policy() -> impl Strategy<Value = ChunkPolicy> {
    (1_usize..60, 16_usize..80, 0_usize..20).prop_map(
        |(target_tokens, max_tokens, overlap_tokens)| ChunkPolicy {
            target_tokens,
            max_tokens,
            overlap_tokens,
        },
    )
}

proptest! {
    #![proptest_config(seeded(400))]

    #[test]
    fn every_source_gives_a_sound_document(source in source(), policy in policy()) {
        for format in Format::ALL {
            let document = parsed(format, &source, &policy);
            prop_assert_eq!(parsed(format, &source, &policy), document);
        }
    }

    #[test]
    fn text_and_code_are_covered_to_the_last_byte(source in source(), policy in policy()) {
        for format in [Format::Text, Format::Code] {
            let document = parsed(format, &source, &policy);
            let mut at = 0;
            let is_blank = |text: &str| {
                text.chars().all(|c| c.is_whitespace() || c == '\u{feff}')
            };
            for chunk in &document.chunks {
                prop_assert!(is_blank(&source[at..chunk.span.byte_start]));
                prop_assert_eq!(&source[chunk.span.byte_start..chunk.span.byte_end], &chunk.body);
                at = chunk.span.byte_end;
            }
            prop_assert!(is_blank(&source[at..]));
        }
    }

    #[test]
    fn cutting_loses_no_word(source in source(), policy in policy()) {
        for format in [Format::Markdown, Format::Html] {
            let usual = ChunkPolicy { target_tokens: 9000, max_tokens: 9000, overlap_tokens: 0 };
            let letters = |policy: &ChunkPolicy| -> String {
                let document = parsed(format, &source, policy);
                // Headings are in a body or in a path, as the chunks fall.
                if document.chunks.iter().any(|chunk| !chunk.heading_path.is_empty()) {
                    return String::new();
                }
                bodies(&document).concat().split_whitespace().collect()
            };
            prop_assert_eq!(letters(&policy), letters(&usual));
        }
    }

    #[test]
    fn sections_do_not_know_of_each_other(
        sections in vec(vec("[a-z]{1,9}( [a-z]{1,9}){0,30}[.]", 1..6), 2..6),
        edited in any::<proptest::sample::Index>(),
        policy in policy(),
    ) {
        let write = |edit: Option<usize>| -> String {
            let section = |(n, paragraphs): (usize, &Vec<String>)| {
                let new = if edit == Some(n) { "An edit. " } else { "" };
                format!("# Section {n}\n\n{new}{}\n\n", paragraphs.join("\n\n"))
            };
            sections.iter().enumerate().map(section).collect()
        };
        let edited = edited.index(sections.len());
        let ids = |source: &str| -> Vec<String> {
            let document = parsed(Format::Markdown, source, &policy);
            let others = document.chunks.iter()
                .filter(|chunk| chunk.heading_path != [format!("Section {edited}")]);
            others.map(|chunk| chunk.id.to_string()).collect()
        };
        prop_assert_eq!(ids(&write(None)), ids(&write(Some(edited))));
    }

    #[test]
    fn code_that_fits_is_never_cut(
        before in "[a-z]{1,9}( [a-z]{1,9}){0,60}[.]",
        lines in vec("[a-z(){};=]{1,12}", 1..12),
        policy in policy(),
    ) {
        let code = lines.join("\n");
        let source = format!("{before}\n\n```\n{code}\n```\n\n- {before}\n\n  ```\n  x\n  ```\n");
        let document = parsed(Format::Markdown, &source, &policy);
        if kebab_text::count_tokens(&code) <= policy.max_tokens {
            prop_assert!(bodies(&document).iter().any(|body| body.contains(&code)));
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_can_be_taken_apart(bytes in vec(any::<u8>(), 0..400)) {
        crate::fuzz_bodies::document(&bytes);
    }

    #[test]
    fn any_markup_can_be_taken_apart(bits in vec(select(BITS), 0..60)) {
        crate::fuzz_bodies::document(bits.concat().as_bytes());
    }
}
