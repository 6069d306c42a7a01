//! Where a value comes from.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// The origin of every key's value, by the key's name.
pub type Origins = BTreeMap<&'static str, Origin>;

/// Where a value comes from. Later ones win over earlier ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "from", rename_all = "lowercase")]
pub enum Origin {
    /// Nobody said anything.
    Default,
    /// A line of the file.
    File { file: String, line: usize },
    /// A variable of the environment.
    Variable { variable: String },
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File { file, line } => write!(f, "{file}:{line}"),
            Origin::Variable { variable } => write!(f, "variable {variable}"),
        }
    }
}
