//! The configuration of a workspace: where it is, what it says, and what is wrong with it.
//!
//! A workspace is the folder that holds `kebab.toml`. [`Workspace::find`] looks for it,
//! [`Workspace::load`] reads it and the environment into a typed [`Config`] that remembers where
//! every value came from, and [`Workspace::init`] makes a new one. Nothing here asks the process
//! for its environment or current folder: both are arguments.
//!
//! [`KEYS`] is the one table of what can be configured. Reading the file, the variables of the
//! environment, suggestions, `kebab config show` and the reference page all follow it. The default
//! values and the text about each key stand in one file, `default.toml`, which is also what
//! `kebab init` writes.

mod config;
mod default_file;
mod init;
mod keys;
mod load;
mod origin;
mod problem;
mod read;
mod reference;
mod rules;
mod suggest;
mod workspace;

pub use config::{
    Chunking, Config, Embedding, Fusion, Hybrid, Ingest, Lexical, Model, Search, VectorWeight,
};
pub use default_file::DEFAULT_FILE;
pub use init::InitError;
pub use keys::{KEYS, Key, Value};
pub use load::{Entry, LoadError, Loaded};
pub use origin::{Origin, Origins};
pub use problem::{Problem, Problems};
pub use reference::reference;
pub use workspace::{CONFIG_FILE, CONFIG_VARIABLE, DATA_FOLDER, FindError, NamedBy, Workspace};

/// The variables of an environment, such as `std::env::vars_os().collect()`.
pub type Environment = std::collections::BTreeMap<std::ffi::OsString, std::ffi::OsString>;
