//! Files of one JSON object per line, each a document: the layout of the BEIR collections.
//!
//! ```text
//! {"_id": "4983", "title": "Microstructural development", "text": "Alterations of the ..."}
//! ```
//!
//! `_id` and `text` are required, `title` is not, anything else is passed over. A file is read a
//! line at a time; what grows with it is 24 bytes per record, for telling ids that come twice.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use kebab_core::DocId;
use serde::Deserialize;
use serde_json::Value;

/// Longer lines are refused, so that a file without line ends cannot fill the memory.
const LONGEST_LINE: usize = 64 << 20;

/// One document of a beir file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeirRecord {
    pub id: String,
    /// Never blank.
    pub title: Option<String>,
    pub text: String,
}

impl BeirRecord {
    /// The path of the document, given its file's.
    pub fn path(&self, file: &str) -> String {
        format!("{file}#{}", self.id)
    }

    /// The document's text: title, blank line, text; without a title the text alone.
    pub fn source(&self) -> String {
        match &self.title {
            Some(title) => format!("{title}\n\n{}", self.text),
            None => self.text.clone(),
        }
    }
}

/// A line of a beir file that is no document.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}: {message}")]
pub struct BeirError {
    pub path: String,
    /// From 1; every line counts.
    pub line: usize,
    pub message: String,
}

/// The records of a beir file in its order. A line that is no record is an error, and reading goes
/// on after it; only a reader that fails ends it. Blank lines are passed over.
pub fn beir_records(
    path: &str,
    reader: impl BufRead,
) -> impl Iterator<Item = Result<BeirRecord, BeirError>> {
    let path = path.to_owned();
    let mut lines = Lines { reader, bytes: Vec::new(), number: 0, is_done: false };
    let mut first_lines: HashMap<DocId, usize> = HashMap::new();
    std::iter::from_fn(move || {
        let read = lines.next_filled()?;
        let line = lines.number;
        let record = read.and_then(|()| beir_record(&lines.bytes)).and_then(|record| {
            let first = *first_lines.entry(DocId::of_path(&record.id)).or_insert(line);
            if first == line {
                return Ok(record);
            }
            Err(format!("field `_id`: `{}` is also the id of line {first}", excerpt(&record.id)))
        });
        Some(record.map_err(|message| BeirError { path: path.clone(), line, message }))
    })
}

struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    number: usize,
    is_done: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads the next line that is not blank; `None` at the end of the file.
    fn next_filled(&mut self) -> Option<Result<(), String>> {
        while !self.is_done {
            self.number += 1;
            match self.read() {
                Ok(()) if self.bytes.trim_ascii().is_empty() => {}
                Ok(()) => return Some(Ok(())),
                Err(message) => return Some(Err(message)),
            }
        }
        None
    }

    fn read(&mut self) -> Result<(), String> {
        self.bytes.clear();
        let limit = LONGEST_LINE as u64;
        let read = self.reader.by_ref().take(limit).read_until(b'\n', &mut self.bytes);
        match read {
            Ok(0) => self.is_done = true,
            Ok(_) if self.bytes.len() == LONGEST_LINE && !self.bytes.ends_with(b"\n") => {
                self.skip_rest_of_line();
                return Err(format!("the line is longer than {} MiB", LONGEST_LINE >> 20));
            }
            Ok(_) => {}
            Err(error) => {
                self.is_done = true;
                return Err(format!("cannot read on: {error}"));
            }
        }
        if self.number == 1 && self.bytes.starts_with("\u{feff}".as_bytes()) {
            self.bytes.drain(..3);
        }
        Ok(())
    }

    fn skip_rest_of_line(&mut self) {
        self.bytes.clear();
        loop {
            let Ok(buffer) = self.reader.fill_buf() else { return };
            let line_end = memchr::memchr(b'\n', buffer);
            let n_passed = line_end.map_or(buffer.len(), |at| at + 1);
            self.reader.consume(n_passed);
            if line_end.is_some() || n_passed == 0 {
                return;
            }
        }
    }
}

#[derive(Deserialize)]
struct Line {
    #[serde(rename = "_id")]
    id: Option<Value>,
    title: Option<Value>,
    text: Option<Value>,
}

/// Reads one line of the beir layout; the error says what is wrong with it.
pub fn beir_record(bytes: &[u8]) -> Result<BeirRecord, String> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err("not a JSON object".to_owned());
    }
    let line: Line = serde_json::from_slice(bytes.trim_ascii_end()).map_err(|error| {
        // Its own line number would read as one of the file.
        let message = error.to_string();
        let place = message.rfind(" at line ").unwrap_or(message.len());
        format!("not JSON: {}, column {}", &message[..place], error.column())
    })?;
    let id = match line.id {
        Some(Value::String(id)) if id.trim().is_empty() => {
            return Err("field `_id` is empty".into());
        }
        Some(Value::String(id)) => id,
        Some(Value::Number(id)) if id.is_u64() || id.is_i64() => id.to_string(),
        Some(other) => return Err(wrong("_id", &other, "a string or a whole number")),
        None => return Err("field `_id` is missing".into()),
    };
    let text = match line.text {
        Some(Value::String(text)) => text,
        Some(other) => return Err(wrong("text", &other, "a string")),
        None => return Err("field `text` is missing".into()),
    };
    let title = match line.title {
        Some(Value::String(title)) => Some(title).filter(|title| !title.trim().is_empty()),
        Some(other) => return Err(wrong("title", &other, "a string")),
        None => None,
    };
    Ok(BeirRecord { id, title, text })
}

fn wrong(field: &str, found: &Value, wanted: &str) -> String {
    format!("field `{field}`: `{}` is not {wanted}", excerpt(&found.to_string()))
}

/// A value as a message shows it: not too much of it.
fn excerpt(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}..", &text[..at]),
        None => text.to_owned(),
    }
}
