//! One writer at a time.

use std::io;
use std::path::Path;

use fs_err as fs;

/// Holds the right to write until it is dropped, or until the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct WriterLock {
    _file: fs::File,
}

impl WriterLock {
    /// Takes the lock. When somebody else has it, says so through `waiting`, then waits.
    pub(crate) fn take(path: &Path, waiting: impl FnOnce()) -> io::Result<WriterLock> {
        let file = fs::OpenOptions::new().create(true).append(true).open(path)?;
        match file.file().try_lock() {
            Ok(()) => {}
            Err(std::fs::TryLockError::WouldBlock) => {
                waiting();
                file.file().lock()?;
            }
            Err(std::fs::TryLockError::Error(error)) => return Err(error),
        }
        Ok(WriterLock { _file: file })
    }
}
