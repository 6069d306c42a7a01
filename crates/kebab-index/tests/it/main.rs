//! Tests through the public door of `kebab-index`.

mod lsa;
mod matrix;
