//! Short ways to read a configuration.

use kebab_config::{Config, Environment, Origins, Problems};

/// An environment with these variables.
pub(crate) fn env(variables: &[(&str, &str)]) -> Environment {
    variables.iter().map(|(name, value)| (name.into(), value.into())).collect()
}

/// Reads a file in an empty environment.
pub(crate) fn read(text: impl AsRef<[u8]>) -> Result<(Config, Origins), Problems> {
    Config::read("kebab.toml", text.as_ref(), &Environment::new())
}

/// What a good file says.
#[track_caller]
pub(crate) fn config(text: impl AsRef<[u8]>) -> Config {
    read(text).unwrap_or_else(|problems| panic!("{problems}")).0
}

/// What is wrong with a file.
#[track_caller]
pub(crate) fn problems(text: impl AsRef<[u8]>) -> String {
    read(text).expect_err("the file is wrong").to_string()
}
