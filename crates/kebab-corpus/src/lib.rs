//! Files in, documents and chunks out: walking, formats, chunking.
//!
//! [`walk`] finds the files of a workspace, [`read_source`] reads one, [`parse`] makes a
//! [`Document`] with its [`Chunk`]s of it. A `corpus.jsonl` holds many documents: [`beir_records`]
//! reads them one at a time and [`parse_record`] parses each. Apart from walking and reading
//! everything here is a pure function: the same source and policy give the same chunks, so search
//! indexes can be rebuilt from stored sources.
//!
//! Where to start reading: every format (`markdown.rs`, `html.rs`, `text.rs`, `code.rs`) turns its
//! source into an `Outline`, a tree of blocks with their plain text and the way back from plain
//! text to source bytes; `chunk.rs` makes chunks of any outline, `atoms.rs` packs its blocks, and
//! `cut.rs` takes apart the ones that are too large.

mod atoms;
mod beir;
mod chunk;
mod code;
mod cut;
mod document;
mod format;
mod front_matter;
mod html;
mod lines;
mod markdown;
mod outline;
mod overlap;
mod policy;
mod read;
mod sentences;
mod shortcodes;
mod text;
mod walk;

pub use beir::{BeirError, BeirRecord, beir_record, beir_records};
pub use document::{Chunk, Document, parse, parse_record};
pub use format::{Format, UnknownFormat};
pub use policy::ChunkPolicy;
pub use read::{ReadError, read_source};
pub use walk::{Found, FoundFile, SkipReason, WalkOptions, document_name, path_name, walk};
