//! The workspace a command works in: the flag `--config`, and opening what it or the environment
//! or the current folder names.

use std::path::{Path, PathBuf};

use anyhow::Context;
use kebab_app::KnowledgeBase;
use kebab_config::{Environment, Loaded, Workspace};

/// The flag of a command that works in a workspace.
#[derive(Debug, clap::Args)]
pub(crate) struct ConfigArg {
    /// The configuration file, or the folder of its kebab.toml, instead of KEBAB_CONFIG or the
    /// kebab.toml here or above
    #[arg(long, global = true, value_name = "PATH")]
    pub(crate) config: Option<PathBuf>,
}

/// The same flag for the program itself: clap hands it down to the command, so that it may stand
/// before the command's name. It is hidden because it would be in the help of every command, also
/// of those that need no workspace.
#[derive(Debug, clap::Args)]
pub(crate) struct AnywhereConfigArg {
    #[arg(id = "config", long, global = true, hide = true, value_name = "PATH")]
    _config: Option<PathBuf>,
}

/// Finds the workspace and reads its configuration.
pub(crate) fn open(config_flag: Option<&Path>) -> anyhow::Result<Loaded> {
    let env = environment();
    Ok(Workspace::find(config_flag, &env, &current_folder()?)?.load(&env)?)
}

/// Opens the knowledge base of the workspace, in which something must have been ingested.
pub(crate) fn knowledge_base(config_flag: Option<&Path>) -> anyhow::Result<KnowledgeBase> {
    let Loaded { workspace, config, .. } = open(config_flag)?;
    Ok(KnowledgeBase::open(&workspace.root, &workspace.data_folder(), config)?)
}

pub(crate) fn environment() -> Environment {
    std::env::vars_os().collect()
}

pub(crate) fn current_folder() -> anyhow::Result<PathBuf> {
    std::env::current_dir().context("cannot tell the current folder")
}
