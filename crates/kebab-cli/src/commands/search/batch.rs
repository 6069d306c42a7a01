//! Many queries at once, as a run that any evaluator reads.

use std::path::Path;

use anyhow::{Context, anyhow, bail};
use kebab_app::{KnowledgeBase, Note, SearchOptions};
use kebab_corpus::beir_record;

use super::said;
use crate::files::Input;
use crate::output::{Exit, Output, counted};

/// A query of a file.
struct Query {
    id: String,
    text: String,
}

pub(super) fn run(
    kb: &mut KnowledgeBase,
    path: &Path,
    options: &SearchOptions,
    fail_empty: bool,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let input = Input::open(path).context("cannot read the queries")?;
    let queries = read(&input.name, &input)?;
    let mut n_empty = 0;
    for (done, query) in queries.iter().enumerate() {
        let results = kb.search(&query.text, options, &mut |event| output.event(event))?;
        // That there are no vectors is so for all of them, and said once.
        if done == 0 && results.notes.contains(&Note::NoVectors) {
            output.note(said(Note::NoVectors));
        }
        n_empty += usize::from(results.hits.is_empty());
        for hit in &results.hits {
            let id = match options.by_document {
                true => trec_id(&hit.path),
                false => hit.chunk_id.to_string(),
            };
            let (rank, score, tag) = (hit.rank, hit.score, results.mode);
            output.data(format!("{} Q0 {id} {rank} {score} kebab-{tag}\n", query.id))?;
        }
        output.progress(format_args!("{} of {} queries", done + 1, queries.len()));
    }
    output.end_progress();
    let n_queries = counted(queries.len() as u64, "query", "queries");
    output.note(format_args!("{n_queries}, {n_empty} without hits"));
    Ok(if n_empty > 0 && fail_empty { Exit::CheckFailed } else { Exit::Done })
}

/// A path as one word: run files are split at blanks.
fn trec_id(path: &str) -> String {
    if path.contains(char::is_whitespace) {
        let blank = |c: char| c.is_whitespace() || c == '%';
        let mut bytes = [0; 4];
        let mut encode = |c: char| -> String {
            c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect()
        };
        path.chars().map(|c| if blank(c) { encode(c) } else { c.to_string() }).collect()
    } else {
        path.to_owned()
    }
}

fn read(name: &str, bytes: &[u8]) -> anyhow::Result<Vec<Query>> {
    let text = std::str::from_utf8(bytes).with_context(|| format!("{name}: not UTF-8"))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut queries = Vec::new();
    let mut seen = std::collections::HashMap::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let place = format!("{name}:{}", number + 1);
        let query = if line.trim_start().starts_with('{') {
            let record =
                beir_record(line.as_bytes()).map_err(|message| anyhow!("{place}: {message}"))?;
            Query { id: record.id, text: record.text }
        } else {
            let Some((id, text)) = line.split_once('\t') else {
                bail!("{place}: a line is either a JSON object or id, tab, query");
            };
            Query { id: id.trim().to_owned(), text: text.to_owned() }
        };
        if query.id.is_empty() || query.id.contains(char::is_whitespace) {
            bail!(
                "{place}: field `_id`: `{}` must be one word: run files are split at blanks",
                query.id
            );
        }
        if let Some(first) = seen.insert(query.id.clone(), number + 1) {
            bail!("{place}: field `_id`: `{}` is also the id of line {first}", query.id);
        }
        queries.push(query);
    }
    if queries.is_empty() {
        bail!("{name}: there are no queries in it");
    }
    Ok(queries)
}
