//! Reading a file and an environment into a configuration.
//!
//! Reading does not stop at the first problem: a user sees all of them at once. Only TOML that does
//! not parse is reported alone, because everything after that is a guess.

use toml_edit::{Document, Item, TableLike, Value};

use crate::Environment;
use crate::config::Config;
use crate::keys::{Given, KEYS, Key, one_of};
use crate::origin::{Origin, Origins};
use crate::problem::{MOST_PROBLEMS, Problem, Problems, shown};
use crate::rules::RULES;
use crate::suggest;

impl Config {
    /// Reads the bytes of a file, which messages call `name`, and the environment over it. What
    /// neither says has its default. An empty variable counts as unset.
    pub fn read(
        name: &str,
        bytes: &[u8],
        env: &Environment,
    ) -> Result<(Config, Origins), Problems> {
        let mut reader = Reader::new(Config::default());
        reader.file(name, bytes);
        reader.environment(env);
        reader.finish()
    }
}

/// A configuration in the making.
pub(crate) struct Reader {
    config: Config,
    origins: Origins,
    /// Each with the place it is sorted by.
    problems: Vec<(Origin, Problem)>,
    n_more: usize,
    /// Keys whose value was refused, so that what is left in their place is not complained about.
    refused: Vec<&'static str>,
}

/// The text of a file, and how to name places in it.
struct Source<'a> {
    name: &'a str,
    text: &'a str,
    /// Where each line but the first begins.
    lines: Vec<usize>,
}

impl<'a> Source<'a> {
    fn new(name: &'a str, text: &'a str) -> Source<'a> {
        let lines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Source { name, text, lines: lines.map(|(at, _)| at + 1).collect() }
    }

    /// Counted from 1.
    fn line(&self, at: usize) -> usize {
        1 + self.lines.partition_point(|start| *start <= at)
    }

    /// In characters, counted from 1.
    fn column(&self, at: usize) -> usize {
        let line = self.line(at);
        let start = if line == 1 { 0 } else { self.lines[line - 2] };
        1 + self.text.get(start..at).map_or(0, |before| before.chars().count())
    }

    fn origin(&self, at: usize) -> Origin {
        Origin::File { file: self.name.to_owned(), line: self.line(at) }
    }
}

impl Reader {
    pub(crate) fn new(config: Config) -> Reader {
        let origins = KEYS.iter().map(|key| (key.name(), Origin::Default)).collect();
        Reader { config, origins, problems: Vec::new(), n_more: 0, refused: Vec::new() }
    }

    /// Takes what a file says.
    pub(crate) fn file(&mut self, name: &str, bytes: &[u8]) {
        // Editors on Windows begin a file with a byte order mark, which is no part of the text.
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = match str::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let origin = Source::new(name, &valid).origin(error.valid_up_to());
                let utf_16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
                let what = if utf_16 { "UTF-16 text" } else { "not UTF-8" };
                return self.problem(origin, || format!("this is {what}: write it as UTF-8"));
            }
        };
        let source = Source::new(name, text);
        match Document::parse(text) {
            Ok(document) => self.section(&source, "", document.as_table()),
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                let place = format!("{name}:{}:{}", source.line(at), source.column(at));
                let message = error.message().lines().map(str::trim).collect::<Vec<_>>().join("; ");
                self.problems.push((source.origin(at), Problem { place, message }));
            }
        }
    }

    /// Takes what a known section says, of which the top of the file is one.
    fn section(&mut self, source: &Source<'_>, section: &str, table: &dyn TableLike) {
        for (leaf, item) in table.iter() {
            let name =
                if section.is_empty() { leaf.to_owned() } else { format!("{section}.{leaf}") };
            let key = table.key(leaf);
            let at = key.and_then(toml_edit::Key::span).or(item.span()).map_or(0, |at| at.start);
            let is_inner = |known: &str| {
                let rest = known.strip_prefix(name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            // A dot inside a quoted name separates nothing.
            let is_dotted = leaf.contains('.');
            if let Some(key) = KEYS.iter().find(|key| key.name() == name && !is_dotted) {
                self.value(source, at, key, item);
            } else if suggest::sections().into_iter().any(is_inner) && !is_dotted {
                match item.as_table_like() {
                    Some(inner) => self.section(source, &name, inner),
                    None => self.problem(source.origin(at), || {
                        let given = given(source, item);
                        format!("`{name}`: {} is not a section: write `[{name}]`", given.1)
                    }),
                }
            } else {
                self.problem(source.origin(at), || {
                    // As it was written: with its quotes, where it has them.
                    let written = key.map_or(leaf.into(), toml_edit::Key::display_repr);
                    let prefix = name.strip_suffix(leaf).unwrap_or_default();
                    unknown(section, leaf, &format!("{prefix}{written}"), item)
                });
            }
        }
    }

    /// Takes what the file says about a key.
    fn value(&mut self, source: &Source<'_>, at: usize, key: &'static Key, item: &Item) {
        let (given, shown) = given(source, item);
        self.set(key, given, &shown, source.origin(at));
    }

    /// Takes what the environment says.
    fn environment(&mut self, env: &Environment) {
        let is_ours = |name: &&str| name.starts_with("KEBAB_");
        for (name, value) in env {
            let Some(name) = name.to_str().filter(is_ours) else { continue };
            if value.is_empty() {
                continue;
            }
            let origin = Origin::Variable { variable: name.to_owned() };
            if let Some(key) = KEYS.iter().find(|key| key.variable() == name) {
                let text = value.to_string_lossy();
                match value.to_str() {
                    Some(text) => self.set(key, Given::Plain(text.trim()), &shown(text), origin),
                    None => self.set(key, Given::Other, &shown(&text), origin),
                }
            } else if let Some(key) = suggest::variable(name) {
                self.problem(origin, || {
                    format!("no key is set by this: did you mean {}?", key.variable())
                });
            }
        }
    }

    fn set(&mut self, key: &'static Key, given: Given<'_>, shown: &str, origin: Origin) {
        match key.set(&mut self.config, given, shown) {
            Ok(()) => {
                self.origins.insert(key.name(), origin);
            }
            Err(message) => {
                self.refused.push(key.name());
                self.problem(origin, || format!("`{}`: {message}", key.name()));
            }
        }
    }

    /// Notes a problem. What to say is worked out only when it will be read.
    fn problem(&mut self, origin: Origin, message: impl FnOnce() -> String) {
        if self.problems.len() >= MOST_PROBLEMS {
            self.n_more += 1;
            return;
        }
        let problem = Problem { place: origin.to_string(), message: message() };
        self.problems.push((origin, problem));
    }

    /// The configuration, or everything that is wrong with it.
    pub(crate) fn finish(mut self) -> Result<(Config, Origins), Problems> {
        self.check_rules();
        if self.problems.is_empty() {
            return Ok((self.config, self.origins));
        }
        self.problems.sort_by(|(a, _), (b, _)| a.cmp(b));
        let problems = self.problems.into_iter().map(|(_, problem)| problem).collect();
        Err(Problems { problems, n_more: self.n_more })
    }

    fn check_rules(&mut self) {
        for rule in &RULES {
            let is_refused = rule.keys.iter().any(|name| self.refused.contains(name));
            if is_refused || (rule.holds)(&self.config) {
                continue;
            }
            // The one that was said last is the one to look at.
            let blamed = rule.keys.iter().max_by_key(|name| &self.origins[*name]);
            let blamed = *blamed.expect("a rule is about keys");
            let [first, second] = rule.keys.map(|name| self.described(name, name == blamed));
            let origin = self.origins[blamed].clone();
            self.problem(origin, || (rule.complaint)(&first, &second));
        }
    }

    /// A key with its value, and where that comes from unless the message begins with it.
    fn described(&self, name: &str, is_blamed: bool) -> String {
        let key = KEYS.iter().find(|key| key.name() == name).expect("rules name keys");
        let value = key.get(&self.config).to_toml();
        let origin = if is_blamed { String::new() } else { format!(" ({})", self.origins[name]) };
        format!("`{name} = {value}`{origin}")
    }
}

/// What stands in the file, for the table of keys and for messages.
fn given<'a>(source: &Source<'_>, item: &'a Item) -> (Given<'a>, String) {
    let raw = || {
        let raw = item.span().and_then(|span| source.text.get(span));
        shown(raw.unwrap_or_default())
    };
    match item {
        Item::Value(Value::String(text)) => (Given::Text(text.value()), raw()),
        Item::Value(Value::Integer(integer)) => (Given::Integer(*integer.value()), raw()),
        Item::Value(Value::Float(float)) => (Given::Float(*float.value()), raw()),
        Item::Value(Value::InlineTable(table)) if table.is_dotted() => {
            (Given::Other, "a section".to_owned())
        }
        Item::Value(_) => (Given::Other, raw()),
        Item::Table(_) => (Given::Other, "a section".to_owned()),
        Item::ArrayOfTables(_) => (Given::Other, "a list of sections".to_owned()),
        Item::None => (Given::Other, "nothing".to_owned()),
    }
}

/// What to say about a name nobody knows.
fn unknown(section: &str, leaf: &str, name: &str, item: &Item) -> String {
    if item.is_table_like() || item.is_array_of_tables() {
        let hint = match suggest::section(name) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("use {}", one_of(&suggest::sections())),
        };
        return format!("unknown section {}: {hint}", shown(name));
    }
    let keys: Vec<&str> =
        KEYS.iter().filter(|key| key.section() == section).map(Key::leaf).collect();
    let hint = match suggest::key(section, leaf) {
        Some(meant) => format!("did you mean `{}`?", meant.name()),
        None if keys.is_empty() => {
            format!("keys stand in a section, which is {}", one_of(&suggest::sections()))
        }
        None => format!("`{section}` has {}", one_of(&keys).replace(" or ", " and ")),
    };
    format!("unknown key {}: {hint}", shown(name))
}
