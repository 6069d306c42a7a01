//! Tests through the public door of `kebab-config`.

mod hostile;
mod keys;
mod problems;
mod read;
mod support;
mod workspace;
