//! From a file's bytes to its text.

use std::io;

use crate::walk::{FoundFile, SkipReason};

/// How far into a file a NUL byte is looked for; as git does.
const BINARY_PREFIX: usize = 8000;

/// A file that could not be read; the message names it.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct ReadError(#[from] io::Error);

/// Reads a file's text, or says why there is none to read. Every byte stays where it is: a byte
/// order mark is left in the text, where parsing passes over it.
pub fn read_source(file: &FoundFile) -> Result<Result<String, SkipReason>, ReadError> {
    let bytes = fs_err::read(&file.absolute)?;
    let prefix = &bytes[..bytes.len().min(BINARY_PREFIX)];
    if memchr::memchr(0, prefix).is_some() {
        return Ok(Err(SkipReason::Binary));
    }
    Ok(match String::from_utf8(bytes) {
        Ok(text) if is_blank(&text) => Err(SkipReason::Empty),
        Ok(text) => Ok(text),
        Err(_) => Err(SkipReason::NotUtf8),
    })
}

fn is_blank(text: &str) -> bool {
    text.strip_prefix('\u{feff}').unwrap_or(text).trim_start().is_empty()
}
