//! The one file that says the defaults and what every key is for.

use toml_edit::{DocumentMut, RawString, Table};

use crate::config::{
    Chunking, Config, Embedding, Fusion, Hybrid, Ingest, Lexical, Model, Search, VectorWeight,
};
use crate::keys::{KEYS, Key};
use crate::read::Reader;

/// What `kebab init` writes: every key with its default value under a comment.
pub const DEFAULT_FILE: &str = include_str!("default.toml");

impl Default for Config {
    fn default() -> Config {
        let mut reader = Reader::new(Config::unset());
        reader.file("default.toml", DEFAULT_FILE.as_bytes());
        reader.finish().expect("the default file is a configuration").0
    }
}

impl Config {
    /// A place to put values into. That the default file has every key, so that nothing of this is
    /// ever seen, is tested.
    fn unset() -> Config {
        Config {
            ingest: Ingest { max_file_mb: 0 },
            chunking: Chunking { target_tokens: 0, max_tokens: 0, overlap_tokens: 0 },
            embedding: Embedding { model: Model::None },
            search: Search {
                mode: kebab_core::Mode::Lexical,
                k: 0,
                lexical: Lexical { k1: 0.0, b: 0.0, heading_boost: 0.0 },
                hybrid: Hybrid {
                    fusion: Fusion::Rrf,
                    vector_weight: VectorWeight::Auto,
                    rrf_k: 0,
                    rrf_lexical_weight: 0.0,
                    rrf_vector_weight: 0.0,
                },
            },
        }
    }

    /// The configuration as a file: the default file with these values. Reading it back gives the
    /// same configuration.
    pub fn to_toml(&self) -> String {
        let mut document = parsed();
        for key in &KEYS {
            let item = table_mut(document.as_table_mut(), key.section()).get_mut(key.leaf());
            let item = item.and_then(toml_edit::Item::as_value_mut);
            let item = item.expect("the default file has every key");
            let new = key.get(self);
            if item.to_string().trim() == new.to_toml() {
                continue;
            }
            let mut new: toml_edit::Value = new.to_toml().parse().expect("it is written as TOML");
            *new.decor_mut() = item.decor().clone();
            *item = new;
        }
        document.to_string()
    }
}

/// The comment above a key.
pub(crate) fn key_comment(key: &Key) -> String {
    let mut document = parsed();
    let table = table_mut(document.as_table_mut(), key.section());
    let key = table.key(key.leaf()).expect("the default file has every key");
    comment(key.leaf_decor().prefix())
}

/// The comment above a section.
pub(crate) fn section_comment(section: &str) -> String {
    let mut document = parsed();
    comment(table_mut(document.as_table_mut(), section).decor().prefix())
}

fn parsed() -> DocumentMut {
    DEFAULT_FILE.parse().expect("the default file is TOML")
}

fn table_mut<'a>(root: &'a mut Table, section: &str) -> &'a mut Table {
    section.split('.').fold(root, |table, name| {
        let inner = table.get_mut(name).and_then(toml_edit::Item::as_table_mut);
        inner.expect("the default file has every section")
    })
}

/// The last block of comment lines of what stands before an item, as one text.
fn comment(before: Option<&RawString>) -> String {
    let before = before.and_then(RawString::as_str).unwrap_or_default().trim_end();
    let block = before.rsplit("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> =
        block.lines().filter_map(|line| line.trim().strip_prefix('#')).map(str::trim).collect();
    lines.join(" ")
}
