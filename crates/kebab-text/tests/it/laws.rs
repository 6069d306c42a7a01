//! What holds for every text.

use kebab_text::{Purpose, count_tokens};
use proptest::prelude::*;

use crate::support::{Found, analyze};

/// Text from alphabets in which joiners, marks and changes of script are frequent, or any text.
fn text() -> impl Strategy<Value = String> {
    let dense = "[a-cA-C0-9_'’.,+# \\n\\-éßЖйё\u{301}\u{3099}\u{200d}\u{ad}가-깋를은ㅋ漢字かｶﾞﾊ゚กิ่ะहिंاأـﬁ½Ａ\u{1112}\u{1161}\u{11ab}]{0,40}";
    let words = "(Pod|load|Set|HTTP|v1|1,000|don't|워크스페이스|를|에서|数据|книгами|والكتاب|.NET|C\\+\\+|_| ){0,12}";
    prop_oneof![dense, words, "\\PC{0,60}", any::<String>()]
}

/// Words that reach far into the Russian and Arabic stemmers.
fn stemmed() -> impl Strategy<Value = String> {
    prop_oneof![
        "[а-яё]{1,30}",
        "[ء-ي\u{64b}-\u{652}]{1,20}",
        "[a-z'’]{1,40}",
        "[Ѐ-ԯ]{1,12}",
        "[؀-ۿ]{1,12}"
    ]
}

fn check_well_formed(text: &str, tokens: &[Found]) -> Result<(), TestCaseError> {
    let mut position = 0;
    for token in tokens {
        prop_assert!(!token.text.is_empty());
        prop_assert!(token.start < token.end, "{token:?}");
        prop_assert!(text.get(token.start..token.end).is_some(), "{token:?} in {text:?}");
        prop_assert!(token.position >= position, "{token:?} in {tokens:?}");
        position = token.position;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn tokens_are_well_formed(text in text()) {
        for purpose in [Purpose::Index, Purpose::Query] {
            check_well_formed(&text, &analyze(&text, purpose))?;
        }
    }

    #[test]
    fn stemmers_take_any_word(text in stemmed()) {
        check_well_formed(&text, &analyze(&text, Purpose::Query))?;
    }

    #[test]
    fn a_query_is_found_in_its_own_text(text in text()) {
        let mut index = analyze(&text, Purpose::Index);
        for token in analyze(&text, Purpose::Query) {
            let at = index.iter().position(|found| *found == token);
            prop_assert!(at.is_some(), "{token:?} of {text:?} is not in {index:?}");
            index.swap_remove(at.unwrap_or(0));
        }
    }

    #[test]
    fn a_blank_separates_texts(a in text(), b in text()) {
        let joined = analyze(&format!("{a} {b}"), Purpose::Index);
        let (first, second) = (analyze(&a, Purpose::Index), analyze(&b, Purpose::Index));
        prop_assert_eq!(&joined[..first.len()], &first[..]);
        prop_assert_eq!(joined.len(), first.len() + second.len());
        let shift = joined.get(first.len()).map_or(0, |token| token.position - second[0].position);
        for (found, expected) in joined[first.len()..].iter().zip(second) {
            let offset = a.len() + 1;
            prop_assert_eq!(found, &Found {
                position: expected.position + shift,
                start: expected.start + offset,
                end: expected.end + offset,
                ..expected
            });
        }
    }

    #[test]
    fn folding_twice_changes_nothing(text in "[A-Za-zÀ-ſ]{1,12}") {
        // Upper case is a change of case inside a word, which is a boundary; so compare lower case.
        let text = text.to_lowercase();
        let folded: String = analyze(&text, Purpose::Query).into_iter().map(|t| t.text).collect();
        let accented = text.replace('e', "é");
        let again: String = analyze(&accented, Purpose::Query).into_iter().map(|t| t.text).collect();
        prop_assert_eq!(folded, again);
    }

    #[test]
    fn counting_takes_any_text_and_grows_with_it(a in text(), b in text()) {
        let (one, both) = (count_tokens(&a), count_tokens(&format!("{a}{b}")));
        prop_assert!(both + 2 >= one, "{one} tokens, then {both}");
        prop_assert_eq!(a.is_empty(), one == 0);
        prop_assert!(one <= 2 * a.len());
    }
}

#[test]
fn hostile_sizes_are_linear() {
    let million = 1_000_000;
    let long: Vec<String> = vec![
        "a".repeat(million),
        "a_".repeat(million / 2),
        "aB".repeat(million / 2),
        "a'".repeat(million / 2) + "a",
        "1,".repeat(million / 2),
        "1.".repeat(million / 2),
        "A.".repeat(million / 2),
        "\u{301}".repeat(million / 2),
        format!("e{}", "\u{301}".repeat(million / 2)),
        "가".repeat(million / 3),
        "漢\u{3099}".repeat(million / 6),
        "\u{fdfa}".repeat(million / 30),
        ".net".repeat(million / 4),
        "((((".repeat(million / 4),
    ];
    for text in &long {
        let shown: String = text.chars().take(8).collect();
        let n = analyze(text, Purpose::Index).len();
        assert!(n <= 4 * text.chars().count(), "{n} tokens of {shown:?}");
        assert!(count_tokens(text) > 0, "{shown:?}");
    }
}
