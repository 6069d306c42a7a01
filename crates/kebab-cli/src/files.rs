//! Getting at the bytes of input files: mapped, read or unpacked.

use std::io::{self, IsTerminal, Read};
use std::ops::Deref;
use std::path::Path;

use anyhow::{Context, bail};
use flate2::read::MultiGzDecoder;
use fs_err::File;

/// Files of at least this many bytes are mapped instead of read.
const MAP_FROM: u64 = 1 << 20;

/// How files begin that hold no text, and what to say about them.
const UNREADABLE: [(&[u8], &str); 6] = [
    (b"\x28\xB5\x2F\xFD", "packed with zstd; only gzip is unpacked here"),
    (b"\xFD7zXZ\0", "packed with xz; only gzip is unpacked here"),
    (b"BZh", "packed with bzip2; only gzip is unpacked here"),
    (b"PK\x03\x04", "a zip archive; only gzip is unpacked here"),
    (b"\xFF\xFE", "UTF-16 text; write it as UTF-8"),
    (b"\xFE\xFF", "UTF-16 text; write it as UTF-8"),
];

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
        if let Some((_, what)) = UNREADABLE.iter().find(|(start, _)| input.starts_with(start)) {
            bail!("{}: this is {what}", input.name);
        }
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
