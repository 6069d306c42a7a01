//! Where a workspace is.

use std::ffi::OsStr;
use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::Environment;

/// The name of the file that makes a folder a workspace.
pub const CONFIG_FILE: &str = "kebab.toml";

/// The variable that names the configuration when the command line does not.
pub const CONFIG_VARIABLE: &str = "KEBAB_CONFIG";

/// The folder beside the configuration that holds the data.
pub const DATA_FOLDER: &str = ".kebab";

/// The folder that holds a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Workspace {
    /// Where relative paths in the configuration start.
    pub root: PathBuf,
    /// The file itself, which may have any name when it was asked for by name.
    pub config_path: PathBuf,
    /// How messages call the file: as the user did, or by the shortest name that is clear.
    pub name: String,
}

/// Who said where the configuration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBy {
    Flag,
    Variable,
}

/// Why no workspace was found.
#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error(
        "no `{CONFIG_FILE}` in `{}` or above it: `kebab init` makes this folder a workspace",
        .0.display()
    )]
    NoWorkspace(PathBuf),
    #[error(
        "{by} names `{}`, which is not there: `kebab init --config {}` makes it",
        .path.display(), .path.display()
    )]
    Missing { by: NamedBy, path: PathBuf },
    #[error("cannot look for `{CONFIG_FILE}`")]
    Look(#[source] io::Error),
}

impl fmt::Display for NamedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NamedBy::Flag => "`--config`",
            NamedBy::Variable => "the variable KEBAB_CONFIG",
        })
    }
}

impl Workspace {
    /// Finds the configuration: the file or folder that `flag` names, else the one that the
    /// variable `KEBAB_CONFIG` names, else `kebab.toml` in the current folder or the nearest one
    /// above it. `current` is an absolute path.
    pub fn find(
        flag: Option<&Path>,
        env: &Environment,
        current: &Path,
    ) -> Result<Workspace, FindError> {
        let variable = env.get(OsStr::new(CONFIG_VARIABLE)).filter(|value| !value.is_empty());
        let named = match (flag, variable) {
            (Some(path), _) => Some((NamedBy::Flag, path)),
            (None, Some(path)) => Some((NamedBy::Variable, Path::new(path))),
            (None, None) => None,
        };
        let Some((by, path)) = named else {
            let found = above(current).map_err(FindError::Look)?;
            return found.ok_or_else(|| FindError::NoWorkspace(current.to_owned()));
        };
        let workspace = Workspace::at(path, current);
        if !is_there(&workspace.config_path).map_err(FindError::Look)? {
            return Err(FindError::Missing { by, path: PathBuf::from(workspace.name) });
        }
        Ok(workspace)
    }

    /// The workspace of a configuration that need not be there yet; a folder means the
    /// `kebab.toml` in it.
    pub fn at(path: &Path, current: &Path) -> Workspace {
        let absolute = current.join(path);
        let ends_as_folder = path.as_os_str().to_string_lossy().ends_with(std::path::is_separator);
        let name = if ends_as_folder || absolute.is_dir() || absolute.file_name().is_none() {
            path.join(CONFIG_FILE)
        } else {
            path.to_owned()
        };
        let config_path = without_detours(&current.join(&name));
        let root = config_path.parent().unwrap_or(current).to_owned();
        Workspace { root, config_path, name: name.display().to_string() }
    }

    /// The nearest workspace above this one, which this one hides from commands run in it.
    pub fn outer(&self) -> io::Result<Option<Workspace>> {
        self.root.parent().map_or(Ok(None), above)
    }

    /// Where the data lives.
    pub fn data_folder(&self) -> PathBuf {
        self.root.join(DATA_FOLDER)
    }

    /// A path of the configuration, seen from anywhere.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.root.join(path)
    }
}

/// The nearest folder with a configuration, from this one upwards.
fn above(current: &Path) -> io::Result<Option<Workspace>> {
    for folder in current.ancestors() {
        let config_path = folder.join(CONFIG_FILE);
        if is_there(&config_path)? {
            let name = config_path.strip_prefix(current).unwrap_or(&config_path);
            let name = name.display().to_string();
            return Ok(Some(Workspace { root: folder.to_owned(), config_path, name }));
        }
    }
    Ok(None)
}

/// Whether there is anything by that name. A folder or a link to nowhere counts: passing it over in
/// silence would find a workspace that the user did not mean.
fn is_there(path: &Path) -> io::Result<bool> {
    match fs_err::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => Ok(false),
            _ => Err(error),
        },
    }
}

/// The path with `..` taken out, so that paths below the workspace begin with its root. Other links
/// are not followed: a workspace is where the link is, not where it points.
fn without_detours(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        if part != Component::ParentDir {
            clean.push(part);
            continue;
        }
        // What is above a link is what is above the folder it points to.
        if let Ok(real) = fs_err::canonicalize(&clean) {
            clean = real;
        }
        clean.pop();
    }
    clean
}
