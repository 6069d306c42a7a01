//! The table of keys, the default file and the reference page agree.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use kebab_config::{Config, DEFAULT_FILE, KEYS, Origin, VectorWeight, reference};
use kebab_core::Mode;

use crate::support::{config, read};

#[test]
fn the_default_file_has_every_key_with_its_default_under_a_comment() {
    let (config, origins) = read(DEFAULT_FILE).unwrap();
    assert_eq!(config, Config::default());
    let lines: Vec<&str> = DEFAULT_FILE.lines().collect();
    let mut n_settings = 0;
    for key in &KEYS {
        let Origin::File { line, .. } = &origins[key.name()] else {
            panic!("`{}` is not in the default file", key.name());
        };
        let expected = format!("{} = {}", key.leaf(), key.get(&config).to_toml());
        assert_eq!(lines[line - 1], expected);
        assert!(lines[line - 2].starts_with("# "), "`{}` has no comment", key.name());
        assert!(key.about().len() > 10, "{}: {}", key.name(), key.about());
        n_settings += 1;
    }
    assert_eq!(
        n_settings,
        lines.iter().filter(|line| line.contains(" = ") && !line.starts_with('#')).count()
    );
}

#[test]
fn every_section_of_the_default_file_has_a_comment() {
    let lines: Vec<&str> = DEFAULT_FILE.lines().collect();
    for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.starts_with('[')) {
        assert!(lines[index - 1].starts_with("# "), "{line}");
    }
}

#[test]
fn names_and_variables_are_unique() {
    let names: BTreeSet<&str> = KEYS.iter().map(|key| key.name()).collect();
    let variables: BTreeSet<String> = KEYS.iter().map(|key| key.variable()).collect();
    assert_eq!((names.len(), variables.len()), (KEYS.len(), KEYS.len()));
    assert!(variables.contains("KEBAB_SEARCH_LEXICAL_K1"));
}

#[test]
fn the_serialized_form_has_every_key_where_its_name_says() {
    let json = serde_json::to_value(Config::default()).unwrap();
    let mut n_leaves = 0;
    for key in &KEYS {
        let pointer = format!("/{}", key.name().replace('.', "/"));
        let value = serde_json::to_value(key.get(&Config::default())).unwrap();
        assert_eq!(json.pointer(&pointer), Some(&value), "{}", key.name());
        n_leaves += 1;
    }
    assert_eq!(leaves(&json), n_leaves);
}

fn leaves(json: &serde_json::Value) -> usize {
    json.as_object().map_or(1, |object| object.values().map(leaves).sum())
}

#[test]
fn what_is_written_reads_back() {
    assert_eq!(Config::default().to_toml(), DEFAULT_FILE);
    let mut changed = Config::default();
    changed.chunking.max_tokens = 1_000;
    changed.search.mode = Mode::Lexical;
    changed.search.lexical.k1 = 1e-7;
    changed.search.hybrid.vector_weight = VectorWeight::Fixed(0.3);
    let text = changed.to_toml();
    assert_eq!(config(&text), changed);
    let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).count();
    assert_eq!(comments(&text), comments(DEFAULT_FILE));
}

#[test]
fn the_weight_of_the_model_counts_only_when_nothing_is_fixed() {
    assert_eq!(VectorWeight::Auto.or_auto(0.4), 0.4);
    assert_eq!(VectorWeight::Fixed(0.0).or_auto(0.4), 0.0);
}

#[test]
fn the_reference_page_has_every_key() {
    let page = reference();
    for key in &KEYS {
        assert!(page.contains(&format!("\n### `{}`\n", key.name())), "{}", key.name());
        assert!(page.contains(&format!("`{}`", key.variable())), "{}", key.name());
    }
    let start = page.find("## `[embedding]`").unwrap();
    let end = page.find("### `search.k`").unwrap();
    assert_snapshot!(&page[start..end], @r#"
    ## `[embedding]`

    Where the vectors of chunks and queries come from.

    ### `embedding.model`

    "lsa": latent semantic analysis of the corpus itself, which needs no download. "none": no vectors, so that search is lexical.

    - **default**: `"lsa"`
    - **allowed**: `lsa` or `none`
    - **variable**: `KEBAB_EMBEDDING_MODEL`

    ## `[search]`

    How a search is done when the command line does not say otherwise.

    ### `search.mode`

    "lexical": by words (BM25). "vector": by meaning (cosine of embeddings). "hybrid": both, fused.

    - **default**: `"hybrid"`
    - **allowed**: `lexical`, `vector` or `hybrid`
    - **variable**: `KEBAB_SEARCH_MODE`
    "#);
}
