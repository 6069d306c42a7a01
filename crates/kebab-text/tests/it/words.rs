//! Words in scripts with blanks between them: folding, stemming, joiners, offsets.

use kebab_text::{Analyzer, Purpose, is_cjk};

use crate::support::{analyze, check, check_finds, positions};

#[test]
fn inflected_words_match() {
    check("connection connections connected connecting", "connect connect connect connect");
    check("happy happily happiness", "happi happili happi");
}

#[test]
fn stop_words_leave_gaps() {
    assert_eq!(positions("the state of the art", Purpose::Index), "state@1 art@4");
    assert_eq!(positions("state-of-the-art", Purpose::Query), "state@0 art@3");
    check("What is the name of the pod?", "name pod");
    check("How do I find out who did it", "find out");
}

#[test]
fn case_and_accents_do_not_matter() {
    check("CAFÉ café cafe Cafe\u{301}", "cafe cafe cafe cafe");
    check("Straße STRASSE Ærø Łódź Đà Nẵng İstanbul", "strass strass aero lodz da nang istanbul");
    check("ＡＢＣ１２３ ﬁle", "abc123 abc file");
    check_finds("resume", "résumé");
    check_finds("Résumés", "resume");
    check("naïve naive", "naiv naiv");
}

#[test]
fn marks_are_dropped_only_where_they_are_accents() {
    check("ёлка елка", "елк елк");
    check("Росси\u{301}я Россия", "росс росс");
    check("йод", "йод");
    check("Ἀθῆναι αθηναι", "αθηναι αθηναι");
    check("हिन्दी", "हिन्दी");
    check("שָׁלוֹם שלום", "שלום שלום");
    check("كِتَاب كتـــاب", "كتاب كتاب");
}

#[test]
fn apostrophes_join() {
    check("the dog's bone, the dog’s bone, dogs' bones", "dog bone dog bone dog bone");
    check("we'll they've I'm", "");
    check("don't DON’T cannot", "");
    check("O'Brien O’Brien", "obrien brien obrien brien");
    check_finds("homme", "l'homme");
    check("'quoted' rock'n'roll", "quot rocknrol rock roll");
}

#[test]
fn numbers_and_versions_stay_whole() {
    check("3.14 1,000 1,000,000.50 1000", "3.14 1000 1000000.50 1000");
    check("v1.2.3 V1.2.3 1.2.3", "1.2.3 1.2.3 1.2.3");
    check("1,2,3 2024-01-15 10:30", "1 2 3 2024 01 15 10 30");
    check("in 1999. Then 5, and 127.0.0.1:8080", "1999 5 127.0.0.1 8080");
    check("python3 utf8 p53 B12", "python3 python utf8 utf p53 b12");
}

#[test]
fn initialisms_lose_their_points() {
    check("U.S. U.S.A. US e.g. i.e.", "us usa us eg ie");
    check("example.com x.y file.rs J. Smith", "exampl com x y file rs j smith");
}

#[test]
fn names_keep_their_signs() {
    check("C C++ C# F# .NET", "c c++ c# f# .net");
    check("(C++), C++17? php.net ASP.NET", "c++ c 17 php net asp .net");
    check("a #tag C#4 i++;", "tag c 4 i++");
}

#[test]
fn offsets_are_those_of_the_raw_text() {
    #[track_caller]
    fn check(text: &str, expected: &[(&str, &str)]) {
        let tokens = analyze(text, Purpose::Query);
        let found: Vec<_> = tokens
            .iter()
            .map(|token| (token.text.as_str(), &text[token.start..token.end]))
            .collect();
        assert_eq!(found, expected);
    }
    check("The tables’ cafe\u{301}s!", &[("tabl", "tables"), ("cafe", "cafe\u{301}s")]);
    check("ﬁnal\u{a0}ｶﾞｽ x", &[("final", "ﬁnal"), ("ガス", "ｶﾞｽ"), ("x", "x")]);
    check("soft\u{ad}ware dog’s", &[("softwar", "soft\u{ad}ware"), ("dog", "dog")]);
    check("\u{1112}\u{1161}\u{11ab}국", &[("한국", "\u{1112}\u{1161}\u{11ab}국"); 2]);
    check("½ cup", &[("1", "½"), ("2", "½"), ("cup", "cup")]);
}

#[test]
fn long_words_are_cut_to_64_characters() {
    let blob = "x9".repeat(500_000);
    let tokens = analyze(&blob, Purpose::Index);
    assert_eq!(tokens.len(), 1);
    assert_eq!(tokens[0].text.chars().count(), 64);
    assert_eq!((tokens[0].start, tokens[0].end), (0, blob.len()));

    let checksum = "0123456789abcdef".repeat(4);
    check(&checksum, &checksum);
}

#[test]
fn encoded_bytes_are_not_taken_apart() {
    check("aGVsBG8gV29yBGQhIFRoAXMgSXM", "agvsbg8gv29ybgqhifroaxmgsxm");
}

#[test]
fn nothing_comes_of_nothing() {
    for text in ["", " \n\t", "— … !? ()", "\u{301}\u{301}", "___", "'", "😀🎉", "\u{feff}\u{200b}"]
    {
        check(text, "");
    }
}

#[test]
fn an_analyzer_forgets_the_text_before() {
    let mut analyzer = Analyzer::new();
    let mut run = |text: &str| {
        let mut tokens = Vec::new();
        analyzer.analyze(text, Purpose::Index, |t| tokens.push((t.text.to_owned(), t.position)));
        tokens
    };
    let first = run("Loading the golden sets 워크스페이스를");
    run("something else entirely, ｆｕｌｌ width, loadGoldenSet");
    assert_eq!(run("Loading the golden sets 워크스페이스를"), first);
}

#[test]
fn cjk_characters_are_told_from_others() {
    assert!("漢字かなカナｶﾅ한글ㅋ㐀𠀀々ー".chars().all(is_cjk));
    assert!(!"abc é ж ع ไ 。、「」！Ａ1٣".chars().any(is_cjk));
}
