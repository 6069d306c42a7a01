//! Making a workspace.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fs_err::{File, OpenOptions};

use crate::default_file::DEFAULT_FILE;
use crate::workspace::Workspace;

/// Why a workspace was not made.
#[derive(Debug, thiserror::Error)]
pub enum InitError {
    #[error("`{0}` is there already: edit it, or remove it to begin anew")]
    Exists(String),
    #[error("cannot make the workspace")]
    Write(#[source] io::Error),
}

impl Workspace {
    /// Makes the folder, the data folder, which keeps itself out of version control, and last the
    /// configuration, whose appearance makes the folder a workspace. What is there is left as it
    /// is, and a configuration that is there is an error.
    pub fn init(&self) -> Result<(), InitError> {
        if fs_err::symlink_metadata(&self.config_path).is_ok() {
            return Err(InitError::Exists(self.name.clone()));
        }
        let data = self.data_folder();
        fs_err::create_dir_all(&data).map_err(InitError::Write)?;
        match write_new(&data.join(".gitignore"), "*\n") {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                return Err(InitError::Write(error));
            }
            _ => {}
        }
        write_new(&self.config_path, DEFAULT_FILE).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => InitError::Exists(self.name.clone()),
            _ => InitError::Write(error),
        })
    }
}

/// Writes a file that is either not there or complete, and never over one that was there before.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let (new, file) = create_beside(path)?;
    let written = write_synced(file, text).and_then(|()| {
        // A link fails where a rename would replace what somebody else has just put there. Where
        // the file system has no links, looking first is the best there is.
        match fs_err::hard_link(&new, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists && !path.exists() => {
                fs_err::rename(&new, path)
            }
            linked => linked,
        }
    });
    // After a rename there is nothing left to remove.
    let _ = fs_err::remove_file(&new);
    written
}

/// A new file in the same folder, under a name that nobody uses.
fn create_beside(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().unwrap_or_default();
    let mut attempt = 0;
    loop {
        let mut name = name.to_owned();
        name.push(format!(".{}-{attempt}.new", std::process::id()));
        let new = path.with_file_name(name);
        match OpenOptions::new().write(true).create_new(true).open(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < 100 => {
                attempt += 1;
            }
            opened => return Ok((new, opened?)),
        }
    }
}

fn write_synced(mut file: File, text: &str) -> io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
