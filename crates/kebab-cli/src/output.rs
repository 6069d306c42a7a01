//! Everything that reaches the terminal: data on stdout, talk on stderr, exit codes.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kebab_app::{AppError, Event};
use kebab_eval::table::{csv_field, printable};

/// How a command ended, as an exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done,
    /// A check that was asked for failed.
    CheckFailed,
    /// Bad usage, configuration or data.
    BadInput,
    /// Some of it could not be done, or a model failed.
    Partial,
    /// What `kebab trec-eval` ends with is trec_eval's own code.
    TrecEval(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::CheckFailed => 1,
            Exit::BadInput => 2,
            Exit::Partial => 3,
            Exit::TrecEval(code) => code,
        })
    }
}

/// The forms a result can be printed in. Not every command has every one: [`Format::parser`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Text,
    Json,
    Csv,
    Markdown,
    Latex,
}

impl Format {
    /// What every command that prints a result has.
    pub(crate) const USUAL: [Format; 4] =
        [Format::Text, Format::Json, Format::Csv, Format::Markdown];

    fn name(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Json => "json",
            Format::Csv => "csv",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
        }
    }

    /// Reads one of these from the command line.
    pub(crate) fn parser<const N: usize>(
        formats: [Format; N],
    ) -> impl TypedValueParser<Value = Format> {
        PossibleValuesParser::new(formats.map(Format::name)).map(move |name| {
            let named = formats.into_iter().find(|format| format.name() == name);
            named.expect("clap lets only these through")
        })
    }
}

/// The flags of a command that prints a result in the usual forms.
#[derive(Debug, clap::Args)]
pub(crate) struct FormatArgs {
    /// How to print the result
    #[arg(long, value_parser = Format::parser(Format::USUAL), default_value = "text")]
    format: Format,

    /// Short for --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl FormatArgs {
    pub(crate) fn chosen(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// Where a command writes: data to stdout, through a buffer, and talk to stderr, at once.
pub(crate) struct Output {
    stdout: BufWriter<StdoutLock<'static>>,
    /// When the progress was last shown, and how wide it was.
    progress: Option<(Instant, usize)>,
}

/// A terminal is told about progress this often, anything else less often, because it keeps every
/// line.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(100);
const PLAIN_INTERVAL: Duration = Duration::from_secs(5);

impl Output {
    pub(crate) fn new() -> Output {
        Output { stdout: BufWriter::with_capacity(1 << 16, io::stdout().lock()), progress: None }
    }

    /// Whether data may be coloured: it goes to a terminal, and nobody said no.
    pub(crate) fn may_color(&self) -> bool {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        io::stdout().is_terminal() && !refused
    }

    /// Says how far a long piece of work is: on a terminal in one line that changes, elsewhere in a
    /// line now and then.
    pub(crate) fn progress(&mut self, progress: impl Display) {
        let is_terminal = io::stderr().is_terminal();
        let interval = if is_terminal { TERMINAL_INTERVAL } else { PLAIN_INTERVAL };
        let (last, width) = *self.progress.get_or_insert_with(|| (Instant::now(), 0));
        if last.elapsed() < interval {
            return;
        }
        if is_terminal {
            let line = printable(&progress.to_string());
            let blanks = " ".repeat(width.saturating_sub(line.chars().count()));
            let _ = write!(io::stderr(), "\r{line}{blanks}");
            self.progress = Some((Instant::now(), line.chars().count()));
        } else {
            self.progress = Some((Instant::now(), 0));
            self.note(progress);
        }
    }

    /// Says that another kind of work begins. Where progress is in sight on a terminal, it says so at
    /// once: what comes may take longer than everything before, without any progress to tell.
    pub(crate) fn stage(&mut self, stage: impl Display) {
        if let Some((last, width)) = &mut self.progress
            && *width > 0
        {
            *last = last.checked_sub(TERMINAL_INTERVAL).unwrap_or(*last);
        }
        self.progress(stage);
    }

    /// Says what the knowledge base is doing.
    pub(crate) fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Waiting => self.note("another kebab is writing: waiting for it"),
            Event::Progress(report) => self.progress(format_args!(
                "{} documents: {} new, {} updated, {} unchanged",
                report.n_seen(),
                report.new,
                report.updated,
                report.unchanged
            )),
            Event::Indexing => self.stage("building the index"),
        }
    }

    /// Takes the progress off the terminal again.
    pub(crate) fn end_progress(&mut self) {
        if let Some((_, width)) = self.progress.take()
            && width > 0
        {
            let _ = write!(io::stderr(), "\r{}\r", " ".repeat(width));
        }
    }

    /// Writes data.
    pub(crate) fn data(&mut self, data: impl AsRef<[u8]>) -> anyhow::Result<()> {
        self.stdout.write_all(data.as_ref()).context(CANNOT_WRITE)
    }

    /// Says something that is not data.
    pub(crate) fn note(&mut self, note: impl Display) {
        let note = note.to_string();
        let lines: Vec<String> = note.lines().map(printable).collect();
        // Nothing can be done about a stderr that is gone.
        let _ = writeln!(io::stderr(), "{}", lines.join("\n"));
    }

    /// Says why the command failed.
    pub(crate) fn fail(&mut self, error: &anyhow::Error) {
        self.end_progress();
        self.note(format_args!("error: {error:#}"));
    }

    /// Sends what is still in the buffer.
    pub(crate) fn flush(&mut self) -> anyhow::Result<()> {
        self.stdout.flush().context(CANNOT_WRITE)
    }
}

/// A line of a CSV file.
pub(crate) fn csv_line<C: AsRef<str>>(cells: impl IntoIterator<Item = C>) -> String {
    let cells: Vec<String> = cells.into_iter().map(|cell| csv_field(cell.as_ref())).collect();
    cells.join(",") + "\n"
}

/// A number and what it counts, in the singular for one.
pub(crate) fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

const CANNOT_WRITE: &str = "cannot write the output";

/// Prints clap's help or complaint where it belongs.
pub(crate) fn usage(error: &clap::Error) -> Exit {
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput } else { Exit::Done }
}

/// What an error ends the program with: a model that failed is nobody's bad input.
pub(crate) fn exit_of(error: &anyhow::Error) -> Exit {
    match error.downcast_ref::<AppError>() {
        Some(AppError::Embed(_)) => Exit::Partial,
        _ => Exit::BadInput,
    }
}

/// Whether the error is that nobody reads our output any more, which is no error of ours.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
