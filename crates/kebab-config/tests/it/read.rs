//! Good files and environments, and which of them wins.

use std::ffi::OsString;

use insta::assert_snapshot;
use kebab_config::{Config, Environment, Fusion, Model, Origin, VectorWeight};
use kebab_core::Mode;

use crate::support::{config, env, read};

#[test]
fn what_is_not_said_has_its_default() {
    for text in ["", "\n", "# nothing\n", "[search]\n", "[search.lexical]\n", "\u{feff}"] {
        assert_eq!(config(text), Config::default(), "{text:?}");
    }
}

#[test]
fn every_way_to_write_a_key_is_the_same() {
    let expected = {
        let mut config = Config::default();
        config.search.k = 7;
        config.search.lexical.k1 = 2.0;
        config
    };
    for text in [
        "[search]\nk = 7\n[search.lexical]\nk1 = 2.0\n",
        "[search.lexical]\nk1 = 2.0\n[search]\nk = 7\n",
        "search.k = 7\nsearch.lexical.k1 = 2\n",
        "search = { k = 7, lexical = { k1 = 2.0 } }\n",
        "[search]\nk = 7\nlexical.k1 = 2e0\n",
        "[search]\r\n\"k\" = 0x7\r\nlexical = { 'k1' = 2.0 }",
        "\u{feff}[search]\nk = 7\nlexical.k1 = +2.0",
    ] {
        assert_eq!(config(text), expected, "{text:?}");
    }
}

#[test]
fn names_are_read() {
    let text = "[embedding]\nmodel = 'none'\n[search]\nmode = \"lexical\"\n\
        [search.hybrid]\nfusion = \"rrf\"\nvector_weight = 1\n";
    let config = config(text);
    assert_eq!(config.embedding.model, Model::None);
    assert_eq!(config.search.mode, Mode::Lexical);
    assert_eq!(config.search.hybrid.fusion, Fusion::Rrf);
    assert_eq!(config.search.hybrid.vector_weight, VectorWeight::Fixed(1.0));
}

#[test]
fn bounds_are_allowed() {
    #[track_caller]
    fn check(setting: &str) {
        assert!(read(setting).is_ok(), "{setting}");
    }
    check("ingest.max_file_mb = 1");
    check("ingest.max_file_mb = 4096");
    check("chunking = { target_tokens = 1, max_tokens = 1, overlap_tokens = 0 }");
    check("chunking = { target_tokens = 1_000_000, max_tokens = 1_000_000 }");
    check("chunking.overlap_tokens = 399");
    check("search.k = 1");
    check("search.lexical.k1 = 0");
    check("search.lexical = { b = 0 }");
    check("search.lexical = { b = 1 }");
    check("search.lexical.heading_boost = 1");
    check("search.hybrid = { rrf_lexical_weight = 0, rrf_k = 0, vector_weight = 0.0 }");
    check("search.mode = 'hybrid'\nembedding.model = 'none'");
}

#[test]
fn minus_zero_is_zero() {
    let k1 = config("search.lexical.k1 = -0.0").search.lexical.k1;
    assert!(k1 == 0.0 && k1.is_sign_positive());
}

#[test]
fn the_environment_wins_over_the_file_and_the_file_over_the_default() {
    let text = "# k\n[search]\nk = 7\nmode = \"vector\"\n";
    let variables = env(&[
        ("KEBAB_SEARCH_K", " 5 "),
        ("KEBAB_SEARCH_LEXICAL_B", ".5"),
        ("KEBAB_SEARCH_HYBRID_VECTOR_WEIGHT", "auto"),
        ("KEBAB_SEARCH_HYBRID_FUSION", "rrf"),
        // Empty counts as unset.
        ("KEBAB_SEARCH_MODE", ""),
        // Of other programs, or for later.
        ("KEBAB_DATA", "somewhere"),
        ("KEBAB_EMBEDDING_API_KEY", "secret"),
        ("SEARCH_K", "0"),
        ("kebab_search_k", "0"),
    ]);
    let (config, origins) = Config::read("my.toml", text.as_bytes(), &variables).unwrap();
    assert_eq!(config.search.k, 5);
    assert_eq!(config.search.mode, Mode::Vector);
    assert_eq!(config.search.lexical.b, 0.5);
    assert_eq!(config.search.hybrid.fusion, Fusion::Rrf);
    assert_eq!(origins["search.mode"], Origin::File { file: "my.toml".to_owned(), line: 4 });
    assert_eq!(origins["search.lexical.k1"], Origin::Default);
    let shown: Vec<String> = ["search.k", "search.mode", "search.lexical.k1"]
        .map(|name| format!("{name}: {}", origins[name]))
        .to_vec();
    assert_snapshot!(shown.join("\n"), @"
    search.k: variable KEBAB_SEARCH_K
    search.mode: my.toml:4
    search.lexical.k1: default
    ");
    assert_eq!(
        serde_json::to_string(&origins["search.mode"]).unwrap(),
        r#"{"from":"file","file":"my.toml","line":4}"#
    );
}

#[test]
fn names_of_variables_that_are_no_text_are_not_ours() {
    use std::os::unix::ffi::OsStringExt;
    let name = OsString::from_vec(b"KEBAB_SEARCH_\xFF".to_vec());
    let variables: Environment = [(name, OsString::from("1"))].into();
    assert!(Config::read("kebab.toml", b"", &variables).is_ok());
}
