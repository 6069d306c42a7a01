//! `kebab config show`: what is in effect, and why. `kebab config keys`: the reference page.

use clap::Subcommand;
use kebab_config::{Entry, Loaded};
use kebab_eval::table::{Align, Table};
use serde_json::{Map, json};

use crate::output::{Exit, Format, FormatArgs, Output, csv_line};
use crate::workspace::{self, ConfigArg};

/// Look at the configuration
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Show(ShowArgs),
    /// Explain every key, as a page in Markdown
    Keys,
}

/// Print the configuration that is in effect
///
/// As text it is a kebab.toml with every key. A variable of the environment wins over the file: for
/// `search.lexical.k1` it is KEBAB_SEARCH_LEXICAL_K1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab config show
  kebab config show --origin
  KEBAB_SEARCH_MODE=lexical kebab config show > lexical.toml")]
struct ShowArgs {
    /// Say where each value comes from: the default, a line of the file or a variable
    #[arg(long)]
    origin: bool,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let args = match args.action {
        Action::Show(args) => args,
        Action::Keys => {
            output.data(kebab_config::reference())?;
            return Ok(Exit::Done);
        }
    };
    let loaded = workspace::open(args.workspace.config.as_deref())?;
    let format = args.format.chosen();
    output.data(match format {
        Format::Text if args.origin => table(&loaded, true).text(),
        Format::Text => loaded.config.to_toml(),
        Format::Json => json(&loaded),
        Format::Csv => csv(&loaded, args.origin),
        Format::Markdown => table(&loaded, args.origin).markdown(),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    Ok(Exit::Done)
}

/// The columns there are, and the cells of a row.
fn columns(with_origin: bool) -> impl Iterator<Item = &'static str> {
    ["key", "value", "origin"].into_iter().take(if with_origin { 3 } else { 2 })
}

fn cells(entry: Entry<'_>) -> [String; 3] {
    [entry.key.name().to_owned(), entry.value.to_string(), entry.origin.to_string()]
}

fn table(loaded: &Loaded, with_origin: bool) -> Table {
    let mut table = Table::new(columns(with_origin).map(|name| (name.to_owned(), Align::Left)));
    for entry in loaded.entries() {
        table.row(columns(with_origin).zip(cells(entry)).map(|(_, cell)| cell));
    }
    table
}

fn csv(loaded: &Loaded, with_origin: bool) -> String {
    let mut text = csv_line(columns(with_origin));
    for entry in loaded.entries() {
        text += &csv_line(columns(with_origin).zip(cells(entry)).map(|(_, cell)| cell));
    }
    text
}

/// The configuration in the shape of the file, and the origins by dotted name.
fn json(loaded: &Loaded) -> String {
    let origins: Map<String, serde_json::Value> =
        loaded.entries().map(|entry| (entry.key.name().to_owned(), json!(entry.origin))).collect();
    let document = json!({
        "schema_version": 1,
        "workspace": loaded.workspace.root.to_string_lossy(),
        "file": loaded.workspace.config_path.to_string_lossy(),
        "config": loaded.config,
        "origins": origins,
    });
    format!("{document:#}\n")
}
