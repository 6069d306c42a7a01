//! Hits as text, JSON, CSV and Markdown.

use std::fmt::Write;

use kebab_app::{SearchResults, Snippet, snippet};
use kebab_core::{Channel, Mode, SearchHit};
use kebab_eval::table::{Align, Table, printable};
use serde_json::{Value, json};

use crate::output::csv_line;

/// How long a snippet is, in characters: about two or three lines.
const SNIPPET_CHARS: usize = 240;

/// What a hit's score is.
fn kind(mode: Mode) -> &'static str {
    match mode {
        Mode::Lexical => "bm25",
        Mode::Vector => "cosine",
        Mode::Hybrid => "fused",
    }
}

fn place(hit: &SearchHit) -> String {
    format!("{}#{}", hit.path, hit.span)
}

pub(super) fn text(results: &SearchResults, explain: bool, may_color: bool) -> String {
    let (bold, plain) = if may_color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let mut text = String::new();
    for hit in &results.hits {
        let headings = match hit.heading_path.is_empty() {
            true => String::new(),
            false => format!("  {}", printable(&hit.heading_path.join(" > "))),
        };
        let _ = writeln!(
            text,
            "{:>2}. {bold}{}{plain}  {:.4} {}{headings}",
            hit.rank,
            printable(&place(hit)),
            hit.score,
            kind(results.mode),
        );
        let snippet = snippet(&results.query, &hit.text, SNIPPET_CHARS);
        for (i, line) in lines(&snippet, &hit.text, bold, plain).iter().enumerate() {
            // In the margin, so that the text lines up as it does in the source.
            let margin = if i == 0 && snippet.cut.0 { "  … " } else { "    " };
            let _ = writeln!(text, "{margin}{line}");
        }
        if explain {
            text += &explanation(hit, results.mode);
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// The lines of a snippet that have text, without the indentation that they share, matches in bold.
fn lines(snippet: &Snippet, chunk: &str, bold: &str, plain: &str) -> Vec<String> {
    let mut marked = String::with_capacity(snippet.text.len());
    let mut at = 0;
    for range in &snippet.highlights {
        marked += &visible(&snippet.text[at..range.start]);
        marked += bold;
        marked += &visible(&snippet.text[range.clone()]);
        marked += plain;
        at = range.end;
    }
    marked += &visible(&snippet.text[at..]);
    let filled = marked.lines().map(str::trim_end).filter(|line| !line.is_empty());
    let indentation = |line: &str| line.len() - line.trim_start_matches(' ').len();
    // What begins within a line of the source says nothing about how far that is indented.
    let begins_a_line = matches!(chunk[..snippet.offset].chars().last(), None | Some('\n'));
    let n_partial = usize::from(!begins_a_line);
    let shared = filled.clone().skip(n_partial).map(indentation).min().unwrap_or(0);
    let strip = |line: &str| line[shared.min(indentation(line))..].to_owned();
    let mut lines: Vec<String> = filled.map(strip).collect();
    if let Some(last) = lines.last_mut().filter(|_| snippet.cut.1) {
        last.push_str(" …");
    }
    lines
}

/// The text with line ends kept and everything else that steers a terminal written out.
fn visible(text: &str) -> String {
    let shown = |line: &str| printable(&line.replace('\t', "    ").replace('\r', ""));
    text.split('\n').map(shown).collect::<Vec<String>>().join("\n")
}

fn explanation(hit: &SearchHit, mode: Mode) -> String {
    let channel = |name: &str, channel: Option<Channel>| match channel {
        Some(Channel { rank, score }) => format!("{name} rank {rank}, score {score:.4}"),
        None => format!("{name} did not find it"),
    };
    // A channel that was not asked has not failed to find it.
    let channels = match mode {
        Mode::Lexical => channel("lexical", hit.lexical),
        Mode::Vector => channel("vector", hit.vector),
        Mode::Hybrid => {
            format!("{}; {}", channel("lexical", hit.lexical), channel("vector", hit.vector))
        }
    };
    let mut text = format!("    {channels}\n    chunk {}\n", hit.chunk_id);
    if !hit.terms.is_empty() {
        let columns = ["term", "adds", "times", "idf", "chunks"];
        let align = |name: &str| if name == "term" { Align::Left } else { Align::Right };
        let mut table = Table::new(columns.map(|name| (name.to_owned(), align(name))));
        for term in &hit.terms {
            table.row([
                term.term.clone(),
                format!("{:.4}", term.score),
                format!("{}", term.frequency),
                format!("{:.4}", term.idf),
                term.n_chunks.to_string(),
            ]);
        }
        for line in table.text().lines() {
            let _ = writeln!(text, "      {line}");
        }
    }
    text
}

pub(super) fn json(query: &str, results: &SearchResults) -> String {
    let hits: Vec<Value> = results
        .hits
        .iter()
        .map(|hit| {
            let snippet = snippet(&results.query, &hit.text, SNIPPET_CHARS);
            let highlights: Vec<Value> = snippet
                .highlights
                .iter()
                .map(|range| json!({ "start": range.start, "end": range.end }))
                .collect();
            let mut value = json!(hit);
            value["snippet"] = json!({
                "text": snippet.text,
                "byte_start": hit.span.byte_start + snippet.offset,
                "highlights": highlights,
            });
            value
        })
        .collect();
    let document = json!({
        "schema_version": 1,
        "query": query,
        "mode": results.mode,
        "k": results.k,
        "score": kind(results.mode),
        "embedding": results.embedding,
        "notes": results.notes,
        "hits": hits,
    });
    format!("{document:#}\n")
}

pub(super) fn csv(results: &SearchResults) -> String {
    let mut text = "rank,score,kind,path,line_start,line_end,chunk_id,doc_id,headings,\
                    lexical_rank,lexical_score,vector_rank,vector_score\n"
        .to_owned();
    let rank = |channel: Option<Channel>| channel.map_or(String::new(), |it| it.rank.to_string());
    let score = |channel: Option<Channel>| channel.map_or(String::new(), |it| it.score.to_string());
    for hit in &results.hits {
        let cells = [
            hit.rank.to_string(),
            hit.score.to_string(),
            kind(results.mode).to_owned(),
            hit.path.clone(),
            hit.span.line_start.to_string(),
            hit.span.line_end.to_string(),
            hit.chunk_id.to_string(),
            hit.doc_id.to_string(),
            hit.heading_path.join(" > "),
            rank(hit.lexical),
            score(hit.lexical),
            rank(hit.vector),
            score(hit.vector),
        ];
        text += &csv_line(cells);
    }
    text
}

pub(super) fn markdown(results: &SearchResults) -> String {
    let columns = [("rank", Align::Right), ("score", Align::Right), ("where", Align::Left)];
    let columns = columns.into_iter().chain([("headings", Align::Left)]);
    let mut table = Table::new(columns.map(|(name, align)| (name.to_owned(), align)));
    for hit in &results.hits {
        table.row([
            hit.rank.to_string(),
            format!("{:.4}", hit.score),
            place(hit),
            hit.heading_path.join(" > "),
        ]);
    }
    table.markdown()
}
