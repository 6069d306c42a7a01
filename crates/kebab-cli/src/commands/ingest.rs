//! `kebab ingest [PATH]`: brings the files of the workspace into the knowledge base.

use std::path::PathBuf;
use std::time::{Instant, SystemTime};

use kebab_app::{IngestOptions, IngestReport, KnowledgeBase};
use kebab_config::Loaded;
use kebab_eval::table::{Align, Table, printable};
use serde_json::json;

use crate::output::{Exit, Format, FormatArgs, Output, counted, csv_line};
use crate::workspace::{self, ConfigArg};

/// Bring the files of the workspace into the knowledge base
///
/// Reads Markdown, text, HTML, source code and the corpus.jsonl of beir folders; .gitignore, .ignore
/// and .kebabignore are honoured. Only what changed since the last time is read again, and what is
/// gone is removed. Searches see the new state when all of it is there, not before.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab ingest
  kebab ingest docs
  kebab ingest --force

Exit codes: 0 done, 2 bad configuration or path, 3 some files could not be read (the rest is in).")]
pub(crate) struct Args {
    /// Only this file or folder, inside the workspace
    path: Option<PathBuf>,

    /// Read everything again and build the index anew, whatever seems unchanged
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

/// How many failures are shown; the number of all is.
const N_SHOWN: usize = 10;

/// Files that took less than this are not worth naming.
const SLOW_MS: f64 = 100.0;

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let Loaded { workspace, config, .. } = workspace::open(args.workspace.config.as_deref())?;
    let current = workspace::current_folder()?;
    let start = Instant::now();
    let mut kb = KnowledgeBase::create(&workspace.root, &workspace.data_folder(), config)?;
    let options = IngestOptions {
        within: args.path.map(|path| current.join(path)),
        force: args.force,
        now_ns: now_ns(),
    };
    let report = kb.ingest(&options, &mut |event| output.event(event))?;
    output.end_progress();
    for warning in report.warnings.iter().take(N_SHOWN) {
        output.note(format_args!("passed over: {}: {}", warning.path, warning.error));
    }
    for failure in report.failed.iter().take(N_SHOWN) {
        output.note(format_args!("failed: {}: {}", failure.path, failure.error));
    }
    if report.n_failed > N_SHOWN as u64 {
        output.note(format_args!("and {} more failed", report.n_failed - N_SHOWN as u64));
    }
    if report.n_documents == 0 && report.n_failed == 0 {
        let root = workspace.root.display();
        output.note(format_args!("no documents found in {root}: put some files there"));
    }
    let format = args.format.chosen();
    output.data(match format {
        Format::Text => text(&report, start.elapsed().as_secs_f64()),
        Format::Json => format!("{:#}\n", json!({ "schema_version": 1, "report": report })),
        Format::Csv => {
            let rows = rows(&report).into_iter().map(csv_line);
            std::iter::once(csv_line(["what", "count"])).chain(rows).collect()
        }
        Format::Markdown => table(&report).markdown(),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    Ok(if report.n_failed == 0 { Exit::Done } else { Exit::Partial })
}

#[expect(clippy::disallowed_methods, reason = "this is where the clock comes in")]
fn now_ns() -> i64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_nanos()).unwrap_or(i64::MAX)
}

/// What was counted, for formats that are read by programs and put into reports.
fn rows(report: &IngestReport) -> Vec<[String; 2]> {
    let row = |what: &str, n: u64| [what.to_owned(), n.to_string()];
    let mut rows = vec![
        row("new", report.new),
        row("updated", report.updated),
        row("unchanged", report.unchanged),
        row("deleted", report.deleted),
        row("skipped", report.n_skipped()),
    ];
    rows.extend(report.skipped.iter().map(|(reason, n)| row(&format!("skipped: {reason}"), *n)));
    rows.push(row("failed", report.n_failed));
    rows.push(row("documents", report.n_documents));
    rows.push(row("chunks", report.n_chunks));
    rows
}

fn table(report: &IngestReport) -> Table {
    let columns = [("what", Align::Left), ("count", Align::Right)];
    let mut table = Table::new(columns.map(|(name, align)| (name.to_owned(), align)));
    for row in rows(report) {
        table.row(row);
    }
    table
}

fn text(report: &IngestReport, seconds: f64) -> String {
    let mut text = format!(
        "new        {:>8}\nupdated    {:>8}\nunchanged  {:>8}\ndeleted    {:>8}\n",
        report.new, report.updated, report.unchanged, report.deleted
    );
    let reasons: Vec<String> =
        report.skipped.iter().map(|(reason, n)| format!("{n} {reason}")).collect();
    let reasons =
        if reasons.is_empty() { String::new() } else { format!("  {}", reasons.join("; ")) };
    text += &format!("skipped    {:>8}{reasons}\n", report.n_skipped());
    text += &format!("failed     {:>8}\n", report.n_failed);
    for slow in report.slowest.iter().filter(|slow| slow.ms >= SLOW_MS) {
        text += &format!("slow       {:>8.0} ms  {}\n", slow.ms, printable(&slow.path));
    }
    let documents = counted(report.n_documents, "document", "documents");
    let chunks = counted(report.n_chunks, "chunk", "chunks");
    text += &format!("\n{documents} in {chunks}, {seconds:.1} s\n");
    text
}
