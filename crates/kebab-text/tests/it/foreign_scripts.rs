//! Korean, Japanese, Chinese, Thai, and their mixture with Latin words.

use kebab_text::{Analyzer, Purpose};

use crate::support::{analyze, check, check_finds, positions};

/// Fails unless the pairs of a word are found inside a longer text.
#[track_caller]
fn check_pairs_found(word: &str, text: &str) {
    let index = analyze(text, Purpose::Index);
    for pair in analyze(word, Purpose::Query).iter().filter(|t| t.text.chars().count() == 2) {
        assert!(index.iter().any(|token| token.text == pair.text), "{pair:?} in {index:?}");
    }
}

#[test]
fn korean_words_are_pairs_and_a_stem() {
    check("워크스페이스를", "워크스페이스 워크 크스 스페 페이 이스 스를");
    assert_eq!(positions("검색 결과를", Purpose::Query), "검색@0 검색@0 결과@1 결과@1 과를@2");
    assert_eq!(
        positions("검색어", Purpose::Index),
        "검색어@0 검색@0 검@0 색어@1 색@1 어@1",
        "single characters are at the pair they begin, the last one at the last pair"
    );
}

#[test]
fn korean_particles_do_not_hide_words() {
    for particle in
        ["은", "는", "을", "를", "의", "에서", "으로", "까지", "부터", "입니다", "에서는"]
    {
        check_finds("워크스페이스", &format!("워크스페이스{particle} 만든다"));
        let with_particle = analyze(&format!("워크스페이스{particle}"), Purpose::Query);
        assert_eq!(with_particle[0].text, "워크스페이스", "{particle}");
    }
    check_pairs_found("페이스", "워크스페이스를");
    check_finds("값", "값을 설정한다");
    assert!(analyze("값을", Purpose::Query).iter().any(|token| token.text == "값"));
}

#[test]
fn particles_after_latin_words_are_dropped() {
    check("Pod를 kubectl로 API는", "pod kubectl api");
    check("`kubectl`을 (Pod)에서 **노드**의", "kubectl pod 노드 노드");
    check("Pod생성", "pod 생성 생성");
    check("3개 10만", "3 개 10 만");
    check("를", "를");
}

#[test]
fn chinese_and_japanese_are_pairs() {
    check("东京", "东京");
    check("知识库", "知识库 知识 识库");
    check_finds("数据", "大规模数据处理系统的设计与实现");
    check_finds("数", "大规模数据处理");
    check_finds("検索", "全文検索エンジンを作る");
    check("使用Kubernetes的集群", "使用 kubernet 的集群 的集 集群");
    check_pairs_found("エンジン", "全文検索ｴﾝｼﾞﾝ");
}

#[test]
fn voicing_marks_make_other_letters() {
    check("が", "が");
    check("か\u{3099}", "が");
    check("か", "か");
}

#[test]
fn one_character_words_are_found() {
    check("水", "水");
    check_finds("水", "飲料水を運ぶ");
    check_finds("집", "우리집에서");
}

#[test]
fn thai_is_pairs_of_letters_with_their_marks() {
    check_finds("น้ำ", "ดื่มน้ำมาก");
    let marks_kept = analyze("ที่นี่", Purpose::Query);
    assert_eq!(marks_kept[0].text, "ที่นี่");
}

#[test]
fn russian_and_arabic_words_are_stemmed() {
    check_finds("книга", "в этих книгах");
    check_finds("كتاب", "الكتاب");
}

#[test]
fn consecutive_pairs_have_consecutive_positions() {
    let tokens = analyze("大规模数据处理系统的设计与实现", Purpose::Query);
    for (i, token) in tokens.iter().enumerate() {
        assert_eq!(token.position as usize, i, "{token:?}");
    }
}

/// One long Korean word must not outweigh the short words beside it in a query.
#[test]
fn pairs_of_a_korean_word_share_its_weight() {
    let mut weights = Vec::new();
    Analyzer::new().analyze("쿠버네티스 drain 水道局", Purpose::Query, |token| {
        weights.push((token.text.to_owned(), token.weight));
    });
    let weight = |text: &str| {
        let found = weights.iter().find(|(token, _)| token == text);
        found.unwrap_or_else(|| panic!("{text} in {weights:?}")).1
    };
    assert_eq!(weight("쿠버네티스"), 1.0);
    for pair in ["쿠버", "버네", "네티", "티스"] {
        assert_eq!(weight(pair), 0.5);
    }
    assert_eq!(weight("drain"), 1.0);
    assert_eq!(weight("水道"), 1.0);
}
