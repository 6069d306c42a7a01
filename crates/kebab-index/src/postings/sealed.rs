//! A folder of postings that nobody changes any more.
//!
//! Tantivy takes a lock when it opens an index to read, because somebody could be writing to it. An
//! index of ours is never written to after it was stamped, so no lock is needed, and it can be read
//! where nothing may be written.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tantivy::directory::error::{DeleteError, LockError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

#[derive(Clone, Debug)]
pub(super) struct Sealed(pub(super) MmapDirectory);

impl Directory for Sealed {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.0.get_file_handle(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.0.exists(path)
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.0.atomic_read(path)
    }

    fn acquire_lock(&self, _: &Lock) -> Result<DirectoryLock, LockError> {
        Ok(DirectoryLock::from(Box::new(())))
    }

    fn watch(&self, _: WatchCallback) -> tantivy::Result<WatchHandle> {
        Ok(WatchHandle::empty())
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        let (io_error, filepath) = (Arc::new(sealed()), path.to_owned());
        Err(DeleteError::IoError { io_error, filepath })
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        Err(OpenWriteError::wrap_io_error(sealed(), path.to_owned()))
    }

    fn atomic_write(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(sealed())
    }

    fn sync_directory(&self) -> io::Result<()> {
        Ok(())
    }
}

fn sealed() -> io::Error {
    io::Error::new(io::ErrorKind::ReadOnlyFilesystem, "the index is complete")
}
