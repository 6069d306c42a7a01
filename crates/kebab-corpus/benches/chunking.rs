//! How fast sources become chunks. `cargo bench -p kebab-corpus` times it; plain `cargo test` runs
//! each once, so that they never rot.

use divan::Bencher;
use divan::counter::BytesCount;
use kebab_corpus::{ChunkPolicy, Format, beir_records, parse};

fn main() {
    divan::main();
}

const POLICY: ChunkPolicy = ChunkPolicy { target_tokens: 400, max_tokens: 600, overlap_tokens: 0 };

/// Sizes of sources in bytes.
const SIZES: [usize; 3] = [2_000, 50_000, 1_000_000];

/// One section as documentation has them.
const SECTION: &str = "## Adding a member to a workspace {#members}

A *workspace* is a set of packages that share one [lock file](https://example.com/lock) and one
output folder. Add the crate's folder to the `members` list. The order of members does not matter,
and a pattern such as `crates/*` adds every folder below it.

1. Create the folder with `cargo new crates/thing`.
2. Add it to the manifest:

   ```toml
   [workspace]
   members = [\"crates/thing\"]
   ```

| key | meaning |
| --- | --- |
| `members` | the packages of the workspace |
| `exclude` | folders that are **not** members |

> A member that is outside of the root must name it with `package.workspace`.

";

fn markdown(n_bytes: usize) -> String {
    let front = "---\ntitle: Workspaces\nweight: 10\ntags: [cargo]\n---\n\n# Workspaces\n\n";
    let mut text = front.to_owned();
    while text.len() < n_bytes {
        text += SECTION;
    }
    text.truncate(text.floor_char_boundary(n_bytes));
    text
}

fn prose(n_bytes: usize) -> String {
    let sentence = "A workspace is a set of packages that share one lock file and one folder. ";
    let paragraph = sentence.repeat(7) + "\n\n";
    paragraph.repeat(n_bytes.div_ceil(paragraph.len()))
}

fn html(n_bytes: usize) -> String {
    let section = "<h2 id=\"m\">Members</h2><p>A <em>workspace</em> is a set of packages &amp; \
                   folders that <a href=\"/lock\">share</a> one lock file.</p>\n<ul><li>one</li>\
                   <li>two</li></ul>\n<pre>members = [&quot;a&quot;]</pre>\n";
    section.repeat(n_bytes.div_ceil(section.len()))
}

fn bench(bencher: Bencher<'_, '_>, format: Format, source: String) {
    bencher
        .counter(BytesCount::new(source.len()))
        .with_inputs(|| source.clone())
        .bench_values(|source| parse("guide/workspaces.md", format, source, &POLICY));
}

#[divan::bench(args = SIZES)]
fn parse_markdown(bencher: Bencher<'_, '_>, n_bytes: usize) {
    bench(bencher, Format::Markdown, markdown(n_bytes));
}

#[divan::bench(args = SIZES)]
fn parse_text(bencher: Bencher<'_, '_>, n_bytes: usize) {
    bench(bencher, Format::Text, prose(n_bytes));
}

#[divan::bench(args = SIZES)]
fn parse_one_long_line(bencher: Bencher<'_, '_>, n_bytes: usize) {
    bench(bencher, Format::Text, "word and ".repeat(n_bytes / 9));
}

#[divan::bench(args = SIZES)]
fn parse_html(bencher: Bencher<'_, '_>, n_bytes: usize) {
    bench(bencher, Format::Html, html(n_bytes));
}

#[divan::bench(args = SIZES)]
fn parse_code(bencher: Bencher<'_, '_>, n_bytes: usize) {
    let function = "fn add(a: usize, b: usize) -> usize {\n    let sum = a + b;\n    sum\n}\n\n";
    bench(bencher, Format::Code, function.repeat(n_bytes.div_ceil(function.len())));
}

#[divan::bench(args = [1_000])]
fn read_beir(bencher: Bencher<'_, '_>, n_records: usize) {
    let line = |n| {
        format!(
            "{{\"_id\": \"{n}\", \"title\": \"T\", \"text\": \"{}\"}}\n",
            SECTION.replace(['\n', '"'], " ")
        )
    };
    let file: String = (0..n_records).map(line).collect();
    bencher
        .counter(BytesCount::new(file.len()))
        .bench(|| beir_records("corpus.jsonl", file.as_bytes()).filter(Result::is_ok).count());
}
