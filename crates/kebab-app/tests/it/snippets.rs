//! The few lines that show why a chunk was found.

use kebab_app::{Snippet, snippet};
use kebab_index::Query;
use kebab_text::Analyzer;
use proptest::prelude::*;

fn snip(query: &str, text: &str, max_chars: usize) -> Snippet {
    snippet(&Query::new(&mut Analyzer::new(), query), text, max_chars)
}

/// The snippet with what is highlighted in brackets, and dots where the text goes on.
fn shown(query: &str, text: &str, max_chars: usize) -> String {
    let Snippet { text, highlights, cut, .. } = snip(query, text, max_chars);
    let mut shown = if cut.0 { "..".to_owned() } else { String::new() };
    let mut at = 0;
    for range in highlights {
        shown += &text[at..range.start];
        shown += &format!("[{}]", &text[range.clone()]);
        at = range.end;
    }
    shown + &text[at..] + if cut.1 { ".." } else { "" }
}

#[track_caller]
fn check(query: &str, text: &str, max_chars: usize, expected: &str) {
    assert_eq!(shown(query, text, max_chars), expected);
}

#[test]
fn words_are_highlighted_as_they_stand_in_the_source() {
    check("apple", "Two Apples, and an apple.", 80, "Two [Apples], and an [apple].");
    check("tree growing", "It grows on trees.", 80, "It [grows] on [trees].");
    check("cafe", "un café!", 80, "un [café]!");
    check("golden", "call load_golden_set now", 80, "call load_[golden]_set now");
    check("pears", "only apples", 80, "only apples");
    check("", "only apples", 80, "only apples");
    check("apples", "", 80, "");
}

#[test]
fn korean_words_are_highlighted() {
    check("워크스페이스", "새 워크스페이스를 만든다", 80, "새 [워크스페이스]를 만든다");
    let shown = shown("워크스페이스를", "새 워크스페이스 설정", 80);
    assert_eq!(shown, "새 [워크스페이스] 설정");
}

#[test]
fn the_window_is_where_most_of_the_query_is() {
    let filler = "nothing to see here, go on. ".repeat(10);
    let text = format!("apples {filler}\napples and pears meet here.\n{filler}");
    let shown = shown("apples pears", &text, 60);
    assert!(shown.starts_with("..[apples] and [pears] meet here."), "{shown}");
    assert!(shown.ends_with(".."), "{shown}");
}

#[test]
fn without_matches_it_is_the_beginning() {
    check("plums", "one two three four five", 13, "one two three..");
    check("plums", "one two three four five", 14, "one two three..");
    check("plums", "one two three four five", 100, "one two three four five");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..Default::default() })]

    #[test]
    fn a_snippet_is_a_piece_of_the_source(
        text in "(\\PC|[ \n가-힣a-z]){0,120}",
        query in "([a-z가-힣]|\\PC| ){0,12}",
        max_chars in 0..60usize,
    ) {
        let found = snip(&query, &text, max_chars);
        let end = found.offset + found.text.len();
        prop_assert_eq!(&text[found.offset..end], &found.text);
        prop_assert!(found.text.chars().count() <= max_chars);
        prop_assert_eq!(found.cut, (found.offset > 0, end < text.len()));
        let mut last = 0;
        for range in &found.highlights {
            prop_assert!(range.start >= last && range.start < range.end);
            prop_assert!(found.text.get(range.clone()).is_some());
            last = range.end;
        }
    }

    /// Whatever is around it, a word that is asked for is shown, whole and by itself.
    #[test]
    fn a_word_that_is_there_is_shown(
        before in "([a-z가-힣]{1,9}[ \n]){0,60}",
        after in "([ \n][a-z가-힣]{1,9}){0,60}",
        word in prop::sample::select(vec!["zebra42", "Zebra42", "도서관"]),
    ) {
        let text = format!("{before}{word}{after}");
        let found = snip(word, &text, 60);
        let words: Vec<&str> =
            found.highlights.iter().map(|range| &found.text[range.clone()]).collect();
        prop_assert!(words.iter().any(|shown| shown.contains(word)), "{:?} in {:?}", words, text);
    }
}
