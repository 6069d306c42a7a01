//! Tests through the public door of `kebab-corpus`.

mod beir;
mod chunking;
mod code;
mod collections;
mod formats;
mod fuzz_bodies;
mod hostile;
mod html;
mod laws;
mod markdown;
mod read;
mod support;
mod text;
mod walk;
