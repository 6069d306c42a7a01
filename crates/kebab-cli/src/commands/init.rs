//! `kebab init [DIR]`: makes a workspace.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::bail;
use kebab_config::{CONFIG_FILE, CONFIG_VARIABLE, DATA_FOLDER, Workspace};

use crate::output::{Exit, Output};
use crate::workspace::{ConfigArg, current_folder, environment};

/// Make a folder a workspace
///
/// Writes kebab.toml, which documents every setting, and makes the folder .kebab for the data.
/// Nothing that is there is overwritten.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  kebab init
  kebab init notes
  kebab init --config notes/experiment.toml")]
pub(crate) struct Args {
    /// The folder, made if it is not there; the current one by default
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,

    #[command(flatten)]
    workspace: ConfigArg,
}

pub(crate) fn run(args: Args, output: &mut Output) -> anyhow::Result<Exit> {
    let current = current_folder()?;
    let path = match (args.folder, args.workspace.config) {
        (Some(_), Some(_)) => bail!("give a folder or --config, not both"),
        (Some(folder), None) => folder.join(CONFIG_FILE),
        (None, Some(config)) => config,
        (None, None) => PathBuf::from(CONFIG_FILE),
    };
    let workspace = Workspace::at(&path, &current);
    workspace.init()?;

    let data = Path::new(&workspace.name).with_file_name(DATA_FOLDER);
    output.note(format_args!("made `{}` and `{}`", workspace.name, data.display()));
    let is_usual = workspace.config_path.file_name() == Some(OsStr::new(CONFIG_FILE));
    // Under another name the file is used only when it is asked for, and hides nothing.
    if is_usual && let Ok(Some(outer)) = workspace.outer() {
        output.note(format_args!(
            "note: this workspace lies inside that of `{}`, which commands run in it no longer use",
            outer.config_path.display()
        ));
    }
    let variable = environment().remove(OsStr::new(CONFIG_VARIABLE));
    if let Some(other) = variable.filter(|value| !value.is_empty())
        && Workspace::at(Path::new(&other), &current).config_path != workspace.config_path
    {
        output.note(format_args!(
            "note: the variable {CONFIG_VARIABLE} names `{}`, which commands use instead",
            Path::new(&other).display()
        ));
    }
    output.note(if !is_usual {
        format!("next: kebab ingest --config {}", workspace.name)
    } else if workspace.root == current {
        "next: kebab ingest".to_owned()
    } else {
        format!("next: kebab ingest, in `{}`", data.with_file_name("").display())
    });
    Ok(Exit::Done)
}
