//! A workspace with its configuration.

use std::io::{self, Read};

use fs_err::File;

use crate::Environment;
use crate::config::Config;
use crate::keys::{KEYS, Key, Value};
use crate::origin::{Origin, Origins};
use crate::problem::Problems;
use crate::workspace::Workspace;

/// A workspace with its effective configuration.
#[derive(Clone, Debug)]
pub struct Loaded {
    pub workspace: Workspace,
    pub config: Config,
    pub origins: Origins,
}

/// One key of an effective configuration.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a> {
    pub key: &'static Key,
    pub value: Value,
    pub origin: &'a Origin,
}

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("cannot read the configuration")]
    Read(#[source] io::Error),
    #[error("`{name}` is {what}, not a configuration")]
    NotAFile { name: String, what: &'static str },
    #[error("`{name}` is a link to `{target}`, which is not there")]
    DanglingLink { name: String, target: String },
    #[error("`{0}` is larger than 1 MiB: this is no configuration")]
    TooLarge(String),
    #[error(transparent)]
    Problems(#[from] Problems),
}

/// Files are edited by hand: what is larger was named by mistake.
const LARGEST: u64 = 1 << 20;

impl Workspace {
    /// Reads the configuration, and the environment over it.
    pub fn load(self, env: &Environment) -> Result<Loaded, LoadError> {
        let bytes = self.bytes()?;
        let (config, origins) = Config::read(&self.name, &bytes, env)?;
        Ok(Loaded { workspace: self, config, origins })
    }

    fn bytes(&self) -> Result<Vec<u8>, LoadError> {
        let metadata = fs_err::metadata(&self.config_path).map_err(|error| self.explain(error))?;
        // Opening anything else, such as a pipe that nobody writes to, could wait forever.
        if !metadata.is_file() {
            let what = if metadata.is_dir() { "a folder" } else { "no regular file" };
            return Err(LoadError::NotAFile { name: self.name.clone(), what });
        }
        let file = File::open(&self.config_path).map_err(LoadError::Read)?;
        let mut bytes = Vec::new();
        // One byte more than allowed tells whether there is more, also while the file grows.
        file.take(LARGEST + 1).read_to_end(&mut bytes).map_err(LoadError::Read)?;
        if bytes.len() as u64 > LARGEST {
            return Err(LoadError::TooLarge(self.name.clone()));
        }
        Ok(bytes)
    }

    fn explain(&self, error: io::Error) -> LoadError {
        match fs_err::read_link(&self.config_path) {
            Ok(target) if error.kind() == io::ErrorKind::NotFound => LoadError::DanglingLink {
                name: self.name.clone(),
                target: target.display().to_string(),
            },
            _ => LoadError::Read(error),
        }
    }
}

impl Loaded {
    /// Every key with its value and where that comes from, in the order of the file.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        KEYS.iter().map(|key| Entry {
            key,
            value: key.get(&self.config),
            origin: &self.origins[key.name()],
        })
    }
}
