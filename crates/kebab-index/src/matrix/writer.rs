//! Writing a matrix in one pass.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use fs_err::File;

use super::fixed;
use super::layout::{self, BLOCK_ROWS, Parts};
use super::{MAX_DIMENSIONS, MatrixError, Row};

/// Writes a matrix row by row. Holds one block in memory, whatever the size of the corpus.
///
/// Without [`MatrixWriter::finish`] the file is left without its header and cannot be opened.
#[derive(Debug)]
pub struct MatrixWriter {
    file: File,
    dimensions: usize,
    n_rows: usize,
    last_chunk_id: Option<u128>,
    /// The rows of the current block: their bounds, high and low bytes, and keys.
    bounds: Vec<u8>,
    high: Vec<u8>,
    low: Vec<u8>,
    keys: Vec<u8>,
    integers: Vec<i16>,
}

impl MatrixWriter {
    /// Begins a file for vectors of so many dimensions.
    pub fn create(path: &Path, dimensions: usize) -> Result<MatrixWriter, MatrixError> {
        if dimensions > MAX_DIMENSIONS {
            return Err(MatrixError::TooWide(dimensions));
        }
        let mut file = File::create(path)?;
        file.write_all(&[0; layout::HEADER_LEN])?;
        Ok(MatrixWriter {
            file,
            dimensions,
            n_rows: 0,
            last_chunk_id: None,
            bounds: Vec::new(),
            high: Vec::new(),
            low: Vec::new(),
            keys: Vec::new(),
            integers: Vec::new(),
        })
    }

    /// Adds a row. Rows come in ascending order of their chunk ids, no id twice.
    pub fn push(&mut self, row: Row, vector: &[f32]) -> Result<(), MatrixError> {
        let chunk_id = row.chunk_id;
        assert!(self.last_chunk_id < Some(chunk_id), "rows come in ascending order of chunk ids");
        if vector.len() != self.dimensions {
            let (found, dimensions) = (vector.len(), self.dimensions);
            return Err(MatrixError::Length { chunk_id, found, dimensions });
        }
        if let Some(index) = vector.iter().position(|number| !number.is_finite()) {
            return Err(MatrixError::NotFinite { chunk_id, number: vector[index], index });
        }
        self.integers.clear();
        self.integers.extend(fixed::to_integers(vector));
        self.bounds.extend(layout::bounds_bytes(fixed::bounds(&self.integers)));
        self.high.extend(self.integers.iter().map(|&number| fixed::split(number).0 as u8));
        self.low.extend(self.integers.iter().map(|&number| fixed::split(number).1 as u8));
        self.keys.extend(layout::keys_bytes(&row));
        self.last_chunk_id = Some(chunk_id);
        self.n_rows += 1;
        if self.n_rows.is_multiple_of(BLOCK_ROWS) { self.write_block(BLOCK_ROWS) } else { Ok(()) }
    }

    /// Writes what is left and the header, and waits until everything is on disk.
    pub fn finish(mut self) -> Result<(), MatrixError> {
        self.write_block(self.n_rows % BLOCK_ROWS)?;
        // The header makes the file valid, so it must not reach the disk before the rest.
        self.file.sync_data()?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&layout::header(self.dimensions, self.n_rows))?;
        self.file.sync_all()?;
        Ok(())
    }

    fn write_block(&mut self, n_rows: usize) -> Result<(), MatrixError> {
        let parts = Parts::new(n_rows, self.dimensions);
        let mut block = vec![0; parts.len];
        block[parts.bounds].copy_from_slice(&self.bounds);
        block[parts.high].copy_from_slice(&self.high);
        block[parts.low].copy_from_slice(&self.low);
        block[parts.keys].copy_from_slice(&self.keys);
        for part in [&mut self.bounds, &mut self.high, &mut self.low, &mut self.keys] {
            part.clear();
        }
        Ok(self.file.write_all(&block)?)
    }
}
