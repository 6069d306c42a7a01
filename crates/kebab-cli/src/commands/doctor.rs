//! `kebab doctor`: whether all is well, and what to do if not.

use kebab_app::{Check, KnowledgeBase, Status};
use kebab_config::Loaded;
use kebab_eval::table::{Align, Table};
use serde_json::json;

use crate::output::{Exit, Format, FormatArgs, Output, csv_line};
use crate::workspace::{self, ConfigArg};

/// Look whether the knowledge base is in order
///
/// Checks the configuration, the database, the search index and how they fit together. Changes
/// nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Exit codes: 0 in order, warnings included, 1 there is a problem, 2 no workspace or a bad
configuration.")]
pub(crate) struct Args {
    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    workspace: ConfigArg,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let Loaded { workspace, config, .. } = workspace::open(args.workspace.config.as_deref())?;
    let detail = workspace.config_path.display().to_string();
    let mut checks = vec![Check { name: "config", status: Status::Good, detail }];
    match KnowledgeBase::open(&workspace.root, &workspace.data_folder(), config) {
        Ok(mut kb) => match kb.doctor() {
            Ok(more) => checks.extend(more),
            Err(error) => checks.push(problem(&error)),
        },
        Err(error @ kebab_app::AppError::NothingIngested(_)) => {
            let detail = error.to_string();
            checks.push(Check { name: "documents", status: Status::Warning, detail });
        }
        Err(error) => checks.push(problem(&error)),
    }
    let format = args.format.chosen();
    output.data(match format {
        Format::Text => table(&checks).text(),
        Format::Json => json(&checks),
        Format::Csv => {
            let rows = checks.iter().map(|check| csv_line(cells(check)));
            std::iter::once(csv_line(COLUMNS)).chain(rows).collect()
        }
        Format::Markdown => table(&checks).markdown(),
        Format::Latex => unreachable!("the parser does not offer it"),
    })?;
    let is_bad = checks.iter().any(|check| check.status == Status::Bad);
    Ok(if is_bad { Exit::CheckFailed } else { Exit::Done })
}

const COLUMNS: [&str; 3] = ["check", "status", "found"];

fn cells(check: &Check) -> [String; 3] {
    [check.name.to_owned(), check.status.name().to_owned(), check.detail.clone()]
}

fn table(checks: &[Check]) -> Table {
    let mut table = Table::new(COLUMNS.map(|name| (name.to_owned(), Align::Left)));
    for check in checks {
        table.row(cells(check));
    }
    table
}

fn json(checks: &[Check]) -> String {
    let checks: Vec<_> = checks
        .iter()
        .map(|check| {
            json!({
                "name": check.name,
                "status": check.status.name(),
                "detail": check.detail,
            })
        })
        .collect();
    format!("{:#}\n", json!({ "schema_version": 1, "checks": checks }))
}

/// What cannot even be opened.
fn problem(error: &dyn std::error::Error) -> Check {
    let mut detail = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        detail += &format!(": {error}");
        source = error.source();
    }
    Check { name: "database", status: Status::Bad, detail }
}
