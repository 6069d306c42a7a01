//! What is wrong with a configuration, all of it at once.

use std::fmt;

/// One thing that is wrong. Prints as `kebab.toml:3: what is wrong`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A line of the file, `kebab.toml:3` or `kebab.toml:3:14`, or `variable NAME`.
    pub place: String,
    pub message: String,
}

/// Everything that is wrong: the file in the order of its lines, then the environment.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problems {
    /// At least one.
    pub problems: Vec<Problem>,
    /// How many more there are than can be of use.
    pub n_more: usize,
}

/// A file with more problems than this is no configuration, and nobody reads on.
pub(crate) const MOST_PROBLEMS: usize = 50;

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let [only] = self.problems.as_slice() {
            return write!(f, "{only}");
        }
        write!(f, "the configuration has {} problems:", self.problems.len() + self.n_more)?;
        for problem in &self.problems {
            write!(f, "\n  {problem}")?;
        }
        match self.n_more {
            0 => Ok(()),
            n_more => write!(f, "\n  and {n_more} more"),
        }
    }
}

/// A piece of somebody's input as a message shows it: in backticks, on one line, not too long.
pub(crate) fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut short = String::new();
    for (index, c) in text.chars().enumerate() {
        match c {
            _ if index == LONGEST => {
                short += "..";
                break;
            }
            c if c.is_control() => short.extend(c.escape_default()),
            c => short.push(c),
        }
    }
    format!("`{short}`")
}
