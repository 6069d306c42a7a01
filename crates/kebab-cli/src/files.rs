//! Getting at the bytes of input files: mapped, read or unpacked.

use std::io::{self, IsTerminal, Read};
use std::ops::Deref;
use std::path::Path;

use anyhow::{Context, bail};
use flate2::read::MultiGzDecoder;
use fs_err::File;

/// Files of at least this many bytes are mapped instead of read.
const MAP_FROM: u64 = 1 << 20;

/// The bytes of a file, and the name to call it by.
pub(crate) struct Input {
    pub(crate) name: String,
    bytes: Bytes,
}

enum Bytes {
    Owned(Vec<u8>),
    Mapped(memmap2::Mmap),
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(map) => map,
        }
    }
}

impl Input {
    /// Opens a file, or standard input for `-`; what is packed with gzip is unpacked.
    pub(crate) fn open(path: &Path) -> anyhow::Result<Input> {
        if path == Path::new("-") {
            if io::stdin().is_terminal() {
                bail!("`-` means standard input, but nothing is piped into it");
            }
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("cannot read standard input")?;
            return Input::unpack("<stdin>".to_owned(), Bytes::Owned(bytes));
        }
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            bail!("`{}` is a folder, not a file", path.display());
        }
        let bytes = if metadata.is_file() && metadata.len() >= MAP_FROM {
            Bytes::Mapped(map(&file)?)
        } else {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Bytes::Owned(bytes)
        };
        Input::unpack(path.display().to_string(), bytes)
    }

    fn unpack(name: String, bytes: Bytes) -> anyhow::Result<Input> {
        let input = Input { name, bytes };
        if !input.starts_with(b"\x1f\x8b") {
            return Ok(input);
        }
        let mut unpacked = Vec::new();
        let mut decoder = MultiGzDecoder::new(&*input);
        decoder
            .read_to_end(&mut unpacked)
            .with_context(|| format!("{}: the gzip data is damaged or cut off", input.name))?;
        Ok(Input { name: input.name, bytes: Bytes::Owned(unpacked) })
    }
}

/// Maps a regular file.
#[expect(
    unsafe_code,
    reason = "a mapping is how a file of many gigabytes is read in little memory"
)]
fn map(file: &File) -> io::Result<memmap2::Mmap> {
    // SAFETY: the map is read-only and private to this process, kebab never writes to its inputs,
    // and every reader works on bytes: nothing it derives (no `str`, no cached bound) is trusted
    // without a check, so even bytes that another process changes meanwhile cannot break memory
    // safety. A file that another process truncates meanwhile ends this one with SIGBUS, as it does
    // for other tools that map their inputs; it cannot give wrong numbers.
    unsafe { memmap2::Mmap::map(file.file()) }
}
