//! Why there is no (more) output, and trec_eval's exit code for it.

use kebab_metrics::{ParseError, Problem};

/// Why there is no (more) output.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrecEvalError {
    /// An option that does not exist.
    #[error("unknown option `{option}`; see `kebab trec-eval -h`")]
    UnknownOption {
        /// As it was written.
        option: String,
    },
    /// The start of several long options.
    #[error("option `{option}` is ambiguous; see `kebab trec-eval -h`")]
    AmbiguousOption {
        /// As it was written.
        option: String,
    },
    /// An option at the end that takes a value.
    #[error("option `{option}` needs a value; see `kebab trec-eval -h`")]
    NoValue {
        /// As it was written.
        option: String,
    },
    /// A value for an option that takes none.
    #[error("`{option}` takes no value; see `kebab trec-eval -h`")]
    UnwantedValue {
        /// As it was written.
        option: String,
    },
    /// A value that should be a whole number.
    #[error("`-{flag}`: `{value}` is not a whole number of at least 0; see `kebab trec-eval -h`")]
    NotWhole {
        /// The option.
        flag: char,
        /// Its value.
        value: String,
    },
    /// Debug output is wanted.
    #[error("`-D`: debug output is not available; see `kebab trec-eval -h`")]
    NoDebug,
    /// Too few files, or too many.
    #[error(
        "two files are needed, the judgments and the run, not {n_files}; see `kebab trec-eval -h`"
    )]
    Files {
        /// How many there are.
        n_files: usize,
    },
    /// A format of judgments that trec_eval has and we do not.
    #[error("`-R {format}` is not available, only `-R qrels` is")]
    OtherJudgments {
        /// The format.
        format: String,
    },
    /// A format of judgments that nobody has.
    #[error("`-R {format}` names no format of judgments; use `-R qrels`")]
    UnknownJudgments {
        /// The format.
        format: String,
    },
    /// A format of runs that nobody has.
    #[error("`-T {format}` names no format of runs; use `-T trec_results`")]
    UnknownResults {
        /// The format.
        format: String,
    },
    /// A measure that does not exist.
    #[error("unknown measure `{name}`{}", hint(suggestion))]
    UnknownMeasure {
        /// Its name.
        name: String,
        /// What may have been meant.
        suggestion: Option<String>,
    },
    /// A point behind a measure and nothing behind the point.
    #[error("measure `{text}`: parameters are missing behind the point")]
    NoParams {
        /// As it was written.
        text: String,
    },
    /// A parameter that the measure cannot take.
    #[error("measure `{measure}`: parameter `{item}` is not {wanted}")]
    BadParam {
        /// The measure.
        measure: &'static str,
        /// The parameter.
        item: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// A parameter that is there twice.
    #[error("measure `{measure}`: parameter `{item}` is given twice")]
    RepeatedParam {
        /// The measure.
        measure: &'static str,
        /// The parameter.
        item: String,
    },
    /// Another number of coefficients than utility has.
    #[error("measure `utility` has 4 coefficients, not {n}")]
    Coefficients {
        /// How many were given.
        n: usize,
    },
    /// A measure over judgments of another format.
    #[error(
        "measure `{measure}` needs judgments of the format `{format}`, which are not available"
    )]
    NeedsFormat {
        /// The measure.
        measure: &'static str,
        /// The format.
        format: &'static str,
    },
    /// A file that cannot be read, or that holds a document twice.
    #[error(transparent)]
    Input(#[from] ParseError),
    /// A line of the z-score file with too few or too many fields.
    #[error(
        "{file}:{line}: malformed line: {found} fields where 4 are needed: query, measure, mean, \
         deviation"
    )]
    ZScoreFields {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// How many fields it has.
        found: usize,
    },
    /// A field of the z-score file that should be a number.
    #[error("{file}:{line}: field `{field}`: `{value}` is not a number")]
    ZScoreNumber {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The field.
        field: &'static str,
        /// What stands there.
        value: String,
    },
    /// A judged query that the run does not have.
    #[error("query `{query}` has judgments but no results; `-c` averages over all judged queries")]
    MissingQuery {
        /// The query.
        query: String,
    },
}

impl TrecEvalError {
    /// trec_eval's exit code: 1 usage or measure, 2 input or parameters, 4 a query that cannot be
    /// evaluated.
    pub fn code(&self) -> u8 {
        match self {
            TrecEvalError::UnknownOption { .. }
            | TrecEvalError::AmbiguousOption { .. }
            | TrecEvalError::NoValue { .. }
            | TrecEvalError::UnwantedValue { .. }
            | TrecEvalError::NotWhole { .. }
            | TrecEvalError::NoDebug
            | TrecEvalError::Files { .. }
            | TrecEvalError::UnknownMeasure { .. }
            | TrecEvalError::NoParams { .. } => 1,
            // A document that comes twice is noticed when its query is evaluated.
            TrecEvalError::Input(ParseError { problem: Problem::Duplicate { .. }, .. })
            | TrecEvalError::Coefficients { .. }
            | TrecEvalError::NeedsFormat { .. }
            | TrecEvalError::MissingQuery { .. } => 4,
            TrecEvalError::OtherJudgments { .. }
            | TrecEvalError::UnknownJudgments { .. }
            | TrecEvalError::UnknownResults { .. }
            | TrecEvalError::BadParam { .. }
            | TrecEvalError::RepeatedParam { .. }
            | TrecEvalError::Input(_)
            | TrecEvalError::ZScoreFields { .. }
            | TrecEvalError::ZScoreNumber { .. } => 2,
        }
    }
}

fn hint(suggestion: &Option<String>) -> String {
    suggestion.as_ref().map_or(String::new(), |known| format!("; did you mean `{known}`?"))
}
