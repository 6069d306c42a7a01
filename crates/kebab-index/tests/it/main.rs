//! Tests through the public door of `kebab-index`.

mod fusion;
mod lexical;
mod lsa;
mod matrix;
