//! Files as memory: the one place that maps a file.

use std::io;
use std::ops::Deref;
use std::path::Path;

/// A whole file, mapped for reading. It stays readable after the file's name is gone.
#[derive(Debug)]
pub(crate) struct Map(memmap2::Mmap);

#[expect(unsafe_code, reason = "there is no safe way to map a file")]
pub(crate) fn map(path: &Path) -> io::Result<Map> {
    let file = fs_err::File::open(path)?;
    // SAFETY: the bytes must not change while they are mapped. Index files are written once, inside
    // a private folder that no reader knows yet, and are never modified after they got their final
    // name: a newer index is a new folder, and an old one is removed as a whole, which leaves
    // existing maps intact.
    let mapped = unsafe { memmap2::Mmap::map(file.file()) };
    let named = |error: io::Error| {
        let message = format!("failed to map file `{}`: {error}", path.display());
        io::Error::new(error.kind(), message)
    };
    mapped.map(Map).map_err(named)
}

impl Deref for Map {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
