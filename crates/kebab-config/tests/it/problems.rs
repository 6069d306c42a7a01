//! Everything that can be wrong with a configuration, in words.

use std::ffi::OsString;

use insta::assert_snapshot;
use kebab_config::{Config, Environment};

use crate::support::{env, problems, read};

#[test]
fn unknown_keys_get_a_suggestion() {
    #[track_caller]
    fn check(text: &str, meant: &str) {
        let problems = problems(text);
        assert!(problems.ends_with(&format!("did you mean `{meant}`?")), "{text}: {problems}");
    }
    check("[search.lexical]\nk = 1", "search.lexical.k1");
    check("[search.lexical]\nK1 = 1", "search.lexical.k1");
    check("[search]\nk1 = 1", "search.lexical.k1");
    check("[search]\nmodus = 1", "search.mode");
    check("k = 1", "search.k");
    check("[search.hybrid]\nk = 1", "search.hybrid.rrf_k");
    check("[chunking]\noverlap = 1", "chunking.overlap_tokens");
    check("[chunking]\ntarget_token = 1", "chunking.target_tokens");
    check("[ingest]\nheadng_boost = 1", "search.lexical.heading_boost");
    check("'search.lexical.k1' = 1", "search.lexical.k1");
    check("[serach]\nk = 1", "search");
    check("[lexical]\nk1 = 1", "search.lexical");
    check("[search.lexicl]\nk1 = 1", "search.lexical");
    check("[[serach]]\nk = 1", "search");
    check("serach.k = 1", "search");
}

#[test]
fn unknown_keys_near_to_nothing_get_a_list() {
    assert_snapshot!(problems("[search.lexical]\ncolour = 1"), @"kebab.toml:2: unknown key `search.lexical.colour`: `search.lexical` has `k1`, `b` and `heading_boost`");
    assert_snapshot!(problems("colour = 1"), @"kebab.toml:1: unknown key `colour`: keys stand in a section, which is `ingest`, `chunking`, `embedding`, `search`, `search.lexical` or `search.hybrid`");
    assert_snapshot!(problems("\n[colours]\nred = 1"), @"kebab.toml:2: unknown section `colours`: use `ingest`, `chunking`, `embedding`, `search`, `search.lexical` or `search.hybrid`");
    assert_snapshot!(problems("\"\\n\\u001b[31m\" = 1"), @r#"kebab.toml:1: unknown key `"\n\u001B[31m"`: keys stand in a section, which is `ingest`, `chunking`, `embedding`, `search`, `search.lexical` or `search.hybrid`"#);
}

#[test]
fn values_that_are_not_allowed_are_named() {
    #[track_caller]
    fn check(setting: &str, complaint: &str) {
        let key = setting.split(" = ").next().unwrap();
        assert_eq!(problems(setting), format!("kebab.toml:1: `{key}`: {complaint}"));
    }
    check(
        "search.mode = 'fuzzy'",
        "`fuzzy` is not a search mode: use `lexical`, `vector` or `hybrid`",
    );
    check(
        "search.mode = 'Hybrid'",
        "`Hybrid` is not a search mode: use `lexical`, `vector` or `hybrid`",
    );
    check("search.mode = 3", "`3` is not a search mode: use `lexical`, `vector` or `hybrid`");
    check("embedding.model = ''", "`` is not an embedding model: use `lsa` or `none`");
    check("search.hybrid.fusion = true", "`true` is not a way to fuse: use `weighted` or `rrf`");
    check("search.k = 'ten'", "`'ten'` is not a whole number from 1 to 100000");
    check("search.k = '10'", "`'10'` is a text, not a number: leave out the quotes");
    check("search.k = '0'", "`'0'` is not a whole number from 1 to 100000");
    check("search.k = 0", "`0` is not a whole number from 1 to 100000");
    check("search.k = -1", "`-1` is not a whole number from 1 to 100000");
    check("search.k = 10.0", "`10.0` is not a whole number from 1 to 100000");
    check("search.k = 100_001", "`100_001` is not a whole number from 1 to 100000");
    check("search.k = [10, 20]", "`[10, 20]` is not a whole number from 1 to 100000");
    check("search.k = 2020-02-02", "`2020-02-02` is not a whole number from 1 to 100000");
    check("ingest.max_file_mb = 0", "`0` is not a whole number from 1 to 4096");
    check("search.lexical.k1 = nan", "`nan` is not a number from 0 to 1000");
    check("search.lexical.k1 = inf", "`inf` is not a number from 0 to 1000");
    check("search.lexical.k1 = -0.1", "`-0.1` is not a number from 0 to 1000");
    check("search.lexical.b = 1.1", "`1.1` is not a number from 0 to 1");
    check("search.lexical.b = {}", "`{}` is not a number from 0 to 1");
    check("search.lexical.heading_boost = 0.5", "`0.5` is not a number from 1 to 100");
    check("search.hybrid.vector_weight = 2", "`2` is not `auto` or a number from 0 to 1");
    check("search.hybrid.vector_weight = 'much'", "`'much'` is not `auto` or a number from 0 to 1");
    check("search.hybrid.rrf_k = -1", "`-1` is not a whole number from 0 to 1000000");
    check("search = 3", "`3` is not a section: write `[search]`");
    check("search.lexical = 'x'", "`'x'` is not a section: write `[search.lexical]`");
}

#[test]
fn a_long_value_is_shortened_and_stays_on_its_line() {
    let text = format!("search.mode = \"\"\"\n{}\\u001b\"\"\"", "long\n".repeat(1_000));
    assert_snapshot!(problems(text), @r"kebab.toml:1: `search.mode`: `long\nlong\nlong\nlong\nlong\nlong\nlong\nlong\n..` is not a search mode: use `lexical`, `vector` or `hybrid`");
}

#[test]
fn sections_where_values_belong() {
    assert_snapshot!(problems("[search.mode]\nx = 1"), @"kebab.toml:1: `search.mode`: a section is not a search mode: use `lexical`, `vector` or `hybrid`");
    assert_snapshot!(problems("search.k.x = 1"), @"kebab.toml:1: `search.k`: a section is not a whole number from 1 to 100000");
    assert_snapshot!(problems("search = { k.x = 1 }"), @"kebab.toml:1: `search.k`: a section is not a whole number from 1 to 100000");
    assert_snapshot!(problems("\n[[search]]\nk = 1\n[[search]]\nk = 2"), @"kebab.toml:2: `search`: a list of sections is not a section: write `[search]`");
    assert_snapshot!(problems("[[search.k]]"), @"kebab.toml:1: `search.k`: a list of sections is not a whole number from 1 to 100000");
}

#[test]
fn all_problems_are_listed_in_the_order_of_the_lines() {
    let text = "\
[search.lexical]
b = 2

[search]
mode = \"fuzzy\"
lexicl = 3
k = 0

[chunking]
target_tokens = 900

[ingest]
files = 1
";
    let variables = env(&[("KEBAB_SEARCH_LEXICAL_K1", "high"), ("KEBAB_SEARCH_LEXICAL_K", "1")]);
    let problems = Config::read("kebab.toml", text.as_bytes(), &variables).unwrap_err();
    assert_eq!(problems.problems.len(), 8);
    assert_snapshot!(problems, @"
    the configuration has 8 problems:
      kebab.toml:2: `search.lexical.b`: `2` is not a number from 0 to 1
      kebab.toml:5: `search.mode`: `fuzzy` is not a search mode: use `lexical`, `vector` or `hybrid`
      kebab.toml:6: unknown key `search.lexicl`: `search` has `mode` and `k`
      kebab.toml:7: `search.k`: `0` is not a whole number from 1 to 100000
      kebab.toml:10: `chunking.target_tokens = 900` must not be more than `chunking.max_tokens = 800` (default)
      kebab.toml:13: unknown key `ingest.files`: `ingest` has `max_file_mb`
      variable KEBAB_SEARCH_LEXICAL_K: no key is set by this: did you mean KEBAB_SEARCH_LEXICAL_K1?
      variable KEBAB_SEARCH_LEXICAL_K1: `search.lexical.k1`: `high` is not a number from 0 to 1000
    ");
}

#[test]
fn keys_that_do_not_agree_are_named_with_where_they_come_from() {
    assert_snapshot!(problems("[chunking]\nmax_tokens = 100\n"), @"kebab.toml:2: `chunking.target_tokens = 400` (default) must not be more than `chunking.max_tokens = 100`");
    assert_snapshot!(problems("[chunking]\noverlap_tokens = 400\ntarget_tokens = 400\n"), @"kebab.toml:3: `chunking.overlap_tokens = 400` (kebab.toml:2) must be less than `chunking.target_tokens = 400`");
    assert_snapshot!(problems("search.mode = 'vector'\nembedding.model = 'none'"), @r#"kebab.toml:2: `search.mode = "vector"` (kebab.toml:1) needs vectors, but there are none with `embedding.model = "none"`"#);
    assert_snapshot!(problems("search.hybrid = { rrf_lexical_weight = 0, rrf_vector_weight = 0 }"), @"kebab.toml:1: `search.hybrid.rrf_lexical_weight = 0.0` (kebab.toml:1) and `search.hybrid.rrf_vector_weight = 0.0` must not both be 0");
    let text = b"[chunking]\ntarget_tokens = 400";
    let variables = env(&[("KEBAB_CHUNKING_MAX_TOKENS", "100")]);
    assert_snapshot!(Config::read("kebab.toml", text, &variables).unwrap_err(), @"variable KEBAB_CHUNKING_MAX_TOKENS: `chunking.target_tokens = 400` (kebab.toml:2) must not be more than `chunking.max_tokens = 100`");
}

#[test]
fn a_refused_value_is_not_complained_about_twice() {
    let problems = read("chunking = { target_tokens = 900, max_tokens = 'x' }").unwrap_err();
    assert_eq!(problems.problems.len(), 1, "{problems}");
}

#[test]
fn syntax_errors_have_a_line_a_column_and_one_line_of_words() {
    assert_snapshot!(problems("# ä\n[search]\nk = = 3\n"), @"kebab.toml:3:5: extra `=`, expected nothing");
    assert_snapshot!(problems("[search\nk = 3"), @"kebab.toml:1:8: unclosed table, expected `]`");
    assert_snapshot!(problems("search.k = 1\nsearch.k = 2"), @"kebab.toml:2:8: duplicate key");
    assert_snapshot!(problems("search.mode = \"é\" é"), @"kebab.toml:1:19: unexpected key or value, expected newline, `#`");
    assert_snapshot!(problems("search.mode = \"hybrid"), @r#"kebab.toml:1:22: invalid basic string, expected `"`"#);
    assert_snapshot!(problems("search.mode = hybrid"), @"kebab.toml:1:15: string values must be quoted, expected literal string");
    assert_snapshot!(problems("search.k = 99999999999999999999"), @"kebab.toml:1:12: integer number overflowed");
}

#[test]
fn what_is_not_utf_8_is_named() {
    assert_snapshot!(problems(b"[search]\nmode = \"\xE9\"\n"), @"kebab.toml:2: this is not UTF-8: write it as UTF-8");
    assert_snapshot!(problems(b"\xFF\xFE[\0s\0"), @"kebab.toml:1: this is UTF-16 text: write it as UTF-8");
}

#[test]
fn a_variable_that_is_no_text_is_named() {
    use std::os::unix::ffi::OsStringExt;
    let value = OsString::from_vec(b"\xFF5".to_vec());
    let variables: Environment = [(OsString::from("KEBAB_SEARCH_K"), value)].into();
    let problems = Config::read("kebab.toml", b"", &variables).unwrap_err();
    assert_snapshot!(problems, @"variable KEBAB_SEARCH_K: `search.k`: `�5` is not a whole number from 1 to 100000");
}
