//! Finds the files of a workspace.
//!
//! The corpus is what lies below the root, and nothing else decides about it: `.gitignore`,
//! `.ignore` and `.kebabignore` files count from the root downwards, whether or not it is a git
//! repository; those above it, the user's global ignore file and `.git/info/exclude` do not.
//! Hidden files, and so `.kebab` and `.git`, are never looked at; links are not followed.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use ignore::{DirEntry, WalkBuilder};
use unicode_normalization::UnicodeNormalization;

use crate::Format;

/// What the paths of records have, and so no file may: one path is one document.
const RECORD_MARK: &str = "corpus.jsonl#";

/// What a walk leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkOptions {
    /// Larger files are skipped; beir files are not, because they are read a line at a time.
    pub max_file_bytes: u64,
}

/// One thing a walk came upon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    File(FoundFile),
    /// There is nothing to index in it.
    Skipped {
        path: String,
        reason: SkipReason,
    },
    /// Something about an ignore file that was passed over; the walk goes on as if it were not
    /// there.
    Warning {
        path: String,
        message: String,
    },
    /// It should have been looked at, and could not be.
    Failed {
        path: String,
        error: String,
    },
}

/// A file to index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundFile {
    /// Relative to the root, `/`-separated, NFC.
    pub path: String,
    /// Where to open it: the root as given, and the name as the file system has it.
    pub absolute: PathBuf,
    pub format: Format,
    pub size: u64,
    /// Nanoseconds since 1970.
    pub modified_ns: i64,
}

/// Why there is nothing to index in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkipReason {
    /// Its name tells no known format.
    UnknownType,
    /// It has NUL bytes.
    Binary,
    NotUtf8,
    /// It is larger than [`WalkOptions::max_file_bytes`].
    TooLarge,
    /// It has no bytes, or only blanks.
    Empty,
    /// JSON Lines in another file than `corpus.jsonl`.
    NotBeir,
    Symlink,
    /// A pipe, a socket or a device.
    NotAFile,
    /// It was asked for by name, but an ignore file names it, or it is hidden.
    Ignored,
}

impl fmt::Display for SkipReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SkipReason::UnknownType => "unknown type",
            SkipReason::Binary => "binary",
            SkipReason::NotUtf8 => "not UTF-8",
            SkipReason::TooLarge => "too large",
            SkipReason::Empty => "empty",
            SkipReason::NotBeir => "JSON Lines, but not named corpus.jsonl",
            SkipReason::Symlink => "symbolic link",
            SkipReason::NotAFile => "not a regular file",
            SkipReason::Ignored => "ignored",
        })
    }
}

/// Walks `within` (the root itself, or a file or folder below it; relative to the root or
/// absolute) and hands over what is there, folder by folder, names in order.
///
/// Naming a file or folder narrows a walk and never widens it: what a walk of the whole root would
/// pass over is [`SkipReason::Ignored`], or the next full walk would drop it again.
pub fn walk(root: &Path, within: &Path, options: &WalkOptions, found: &mut dyn FnMut(Found)) {
    let below = match place_below(root, within) {
        Ok(below) => below,
        Err(error) => {
            let path = within.to_string_lossy().into_owned();
            return found(Found::Failed { path, error });
        }
    };
    let target = root.join(&below);
    let mut seen = HashSet::new();
    let mut came_upon_any = false;
    for entry in walker(root, target.clone()) {
        let one = match entry {
            Ok(entry) if !entry.path().starts_with(&target) => continue,
            Ok(entry) => {
                came_upon_any = true;
                if let Some(error) = entry.error() {
                    let path = lossy(relative(root, entry.path()));
                    found(Found::Warning { path, message: error.to_string() });
                }
                look_at(root, &entry, options, &mut seen)
            }
            Err(error) => {
                let path = path_of(&error).map_or(root, |path| path);
                let path = lossy(relative(root, path));
                Some(Found::Failed { path, error: error.to_string() })
            }
        };
        if let Some(one) = one {
            found(one);
        }
    }
    if !came_upon_any && fs_err::symlink_metadata(&target).is_ok() {
        found(Found::Skipped { path: lossy(&below), reason: SkipReason::Ignored });
    }
}

fn walker(root: &Path, target: PathBuf) -> ignore::Walk {
    // The walk starts at the root even for a single file: the ignore files on the way count.
    let is_on_the_way = move |entry: &DirEntry| {
        entry.path().starts_with(&target) || target.starts_with(entry.path())
    };
    WalkBuilder::new(root)
        .parents(false)
        .git_global(false)
        .git_exclude(false)
        .require_git(false)
        .follow_links(false)
        .add_custom_ignore_filename(".kebabignore")
        .sort_by_file_name(by_name)
        .filter_entry(is_on_the_way)
        .build()
}

/// The order of names as they are in paths, so that it is the same on every file system.
fn by_name(a: &OsStr, b: &OsStr) -> std::cmp::Ordering {
    match (a.to_str(), b.to_str()) {
        (Some(one), Some(other)) if !one.is_ascii() || !other.is_ascii() => {
            one.nfc().cmp(other.nfc()).then_with(|| a.cmp(b))
        }
        _ => a.cmp(b),
    }
}

/// `within` as a path from the root; empty for the root itself.
fn place_below(root: &Path, within: &Path) -> Result<PathBuf, String> {
    let joined = root.join(within);
    let is_plain = |path: &Path| path.components().all(|part| matches!(part, Component::Normal(_)));
    if let Ok(below) = joined.strip_prefix(root)
        && is_plain(below)
    {
        return match fs_err::symlink_metadata(&joined) {
            Ok(_) => Ok(below.to_owned()),
            Err(error) => Err(error.to_string()),
        };
    }
    let real = |path: &Path| fs_err::canonicalize(path).map_err(|error| error.to_string());
    let (root, within) = (real(root)?, real(&joined)?);
    let below = within.strip_prefix(&root).map_err(|_| "not below the workspace".to_owned())?;
    Ok(below.to_owned())
}

fn look_at(
    root: &Path,
    entry: &DirEntry,
    options: &WalkOptions,
    seen: &mut HashSet<String>,
) -> Option<Found> {
    let kind = entry.file_type()?;
    if kind.is_dir() {
        return None;
    }
    let raw = relative(root, entry.path());
    if raw == Path::new("kebab.toml") {
        return None;
    }
    let Some(path) = path_name(raw) else {
        return Some(Found::Failed {
            path: lossy(raw),
            error: "the name is not UTF-8; rename it".to_owned(),
        });
    };
    let skipped = |path, reason| Some(Found::Skipped { path, reason });
    if kind.is_symlink() {
        return skipped(path, SkipReason::Symlink);
    }
    if !kind.is_file() {
        return skipped(path, SkipReason::NotAFile);
    }
    if path.contains(RECORD_MARK) {
        let error = "the name looks like a record of a corpus.jsonl; rename it".to_owned();
        return Some(Found::Failed { path, error });
    }
    let name = path.rsplit('/').next().unwrap_or(&path);
    let Some(format) = Format::of_file_name(name) else {
        let is_json_lines = name.to_lowercase().ends_with(".jsonl");
        let reason = if is_json_lines { SkipReason::NotBeir } else { SkipReason::UnknownType };
        return skipped(path, reason);
    };
    let (size, modified_ns) = match entry.metadata() {
        Ok(metadata) => (metadata.len(), metadata.modified().map_or(0, nanoseconds)),
        Err(error) => return Some(Found::Failed { path, error: error.to_string() }),
    };
    if size == 0 {
        return skipped(path, SkipReason::Empty);
    }
    if size > options.max_file_bytes && format != Format::Beir {
        return skipped(path, SkipReason::TooLarge);
    }
    // Only names outside ASCII can be written in two ways.
    if !path.is_ascii() && !seen.insert(path.clone()) {
        let error = "another file has the same path but for how its letters are encoded; \
                     rename one"
            .to_owned();
        return Some(Found::Failed { path, error });
    }
    let absolute = entry.path().to_owned();
    Some(Found::File(FoundFile { path, absolute, format, size, modified_ns }))
}

fn relative<'p>(root: &Path, path: &'p Path) -> &'p Path {
    path.strip_prefix(root).unwrap_or(path)
}

/// A relative path as ids have it: `/`-separated, NFC. `None` when it is not UTF-8 or leads out of
/// where it starts.
pub fn path_name(path: &Path) -> Option<String> {
    let mut normal = String::new();
    for part in path.components() {
        let part = match part {
            Component::Normal(part) => part,
            Component::CurDir => continue,
            _ => return None,
        };
        if !normal.is_empty() {
            normal.push('/');
        }
        normal.extend(part.to_str()?.nfc());
    }
    Some(normal)
}

/// The path of a document as a person may write it, as ids have it. What comes after the name of a
/// corpus.jsonl is the id of a record, which is taken as it is.
pub fn document_name(path: &str) -> Option<String> {
    let (file, record) = match path.find(RECORD_MARK) {
        Some(at) => path.split_at(at + RECORD_MARK.len() - 1),
        None => (path, ""),
    };
    Some(path_name(Path::new(file))? + record)
}

fn lossy(path: &Path) -> String {
    path_name(path).unwrap_or_else(|| path.to_string_lossy().into_owned())
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}

fn nanoseconds(time: SystemTime) -> i64 {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => {
            i64::try_from(before.duration().as_nanos()).map_or(i64::MIN, |nanoseconds| -nanoseconds)
        }
    }
}
