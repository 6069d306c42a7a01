//! `kebab search QUERY`: finds chunks, and shows why they were found.

mod batch;
mod render;

use std::path::PathBuf;

use anyhow::bail;
use kebab_app::{Filter, Note, SearchOptions};
use kebab_core::Mode;

use crate::output::{Exit, Format, FormatArgs, Output};
use crate::workspace::{self, ConfigArg};

/// Search the knowledge base
///
/// Any word of the query may match; words in double quotes count more where they stand together.
/// `lexical` ranks by BM25, `vector` by the cosine between embeddings, `hybrid` by both.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab search \"how do I add a member to a workspace?\"
  kebab search --mode lexical --k 3 --explain members
  kebab search --path 'docs/**/*.md' --lang ko 워크스페이스
  kebab search --queries queries.jsonl --by document --k 100 > my.run

Exit codes: 0 done, 1 no hit where --fail-empty asked for one, 2 bad usage, configuration or data.")]
pub(crate) struct Args {
    /// What to look for
    #[arg(required_unless_present = "queries", conflicts_with = "queries")]
    query: Option<String>,

    /// lexical, vector or hybrid [default: as configured]
    #[arg(long)]
    mode: Option<Mode>,

    /// How many hits [default: as configured]
    #[arg(
        long,
        short,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=100_000)
    )]
    k: Option<u32>,

    /// Only documents whose path matches this pattern; may be repeated
    #[arg(long, value_name = "GLOB")]
    path: Vec<String>,

    /// Only documents in this language, as their front matter says; `en` includes `en-GB`
    #[arg(long)]
    lang: Option<String>,

    /// Only documents with this tag in their front matter; may be repeated, then all are needed
    #[arg(long)]
    tag: Vec<String>,

    /// What a hit is: every chunk, or every document with its best chunk
    #[arg(long, value_enum, default_value_t = By::Chunk)]
    by: By,

    /// Show what each channel and each term contributed
    #[arg(long)]
    explain: bool,

    /// Exit with 1 when nothing is found
    #[arg(long)]
    fail_empty: bool,

    /// Search for every query of this file and print a TREC run: JSON Lines with `_id` and `text`,
    /// or lines of id, tab, query; `-` reads standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["explain", "format", "json"])]
    queries: Option<PathBuf>,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

/// What a hit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Chunk,
    Document,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let mut kb = workspace::knowledge_base(args.workspace.config.as_deref())?;
    let options = SearchOptions {
        mode: args.mode,
        k: args.k.map(|k| k as usize),
        filter: Filter { paths: args.path, lang: args.lang, tags: args.tag },
        by_document: args.by == By::Document,
        explain: args.explain,
    };
    if let Some(queries) = &args.queries {
        return batch::run(&mut kb, queries, &options, args.fail_empty, output);
    }
    let Some(query) = args.query else { bail!("there is no query") };
    if query.trim().is_empty() {
        bail!("the query is empty");
    }
    let results = kb.search(&query, &options, &mut |event| output.event(event))?;
    output.end_progress();
    for note in &results.notes {
        output.note(said(*note));
    }
    let format = args.format.chosen();
    let may_color = output.may_color();
    output.data(match format {
        Format::Text => render::text(&results, args.explain, may_color),
        Format::Json => render::json(&query, &results),
        Format::Csv => render::csv(&results),
        Format::Markdown => render::markdown(&results),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    let says_why = |note: &Note| matches!(note, Note::NothingToLookFor | Note::NothingToSearch);
    let is_unexplained = !results.notes.iter().any(says_why);
    if results.hits.is_empty() && format == Format::Text && is_unexplained {
        output.note("nothing found");
    }
    Ok(if results.hits.is_empty() && args.fail_empty { Exit::CheckFailed } else { Exit::Done })
}

fn said(note: Note) -> &'static str {
    match note {
        Note::NoVectors => "note: the index has no vectors, so this was a lexical search",
        Note::NothingToLookFor => {
            "note: the query has no words to look for: words such as `the` and `of` do not count"
        }
        Note::UnknownWords => "note: no word of the query is known to the embedding model",
        Note::NothingToSearch => "note: no document passes --path, --lang and --tag",
    }
}
