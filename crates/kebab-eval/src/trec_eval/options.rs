//! trec_eval's arguments, as GNU `getopt_long` takes them: short options can be joined and their
//! value glued on (`-qc`, `-mP.5,10`, `-l2`), long ones shortened and given with `=`, and options
//! may stand behind the files.

use super::TrecEvalError;

/// What a call asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed {
    /// `-h`
    Help,
    /// `-v`
    Version,
    /// An evaluation.
    Evaluate(Options),
}

/// An evaluation as the arguments describe it.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// `-q`: print every query.
    pub per_query: bool,
    /// `-n`: leave out the summary.
    pub no_summary: bool,
    /// `-c`: average over all judged queries, also those the run lacks.
    pub complete: bool,
    /// `-l`: the lowest relevance level that is relevant.
    pub level: u32,
    /// `-m`: measures and groups with the text behind their first point, in the order given.
    pub measures: Vec<(String, Option<String>)>,
    /// `-M`: how many documents of a query to look at.
    pub depth: Option<usize>,
    /// `-J`: drop documents without a judgment.
    pub judged_only: bool,
    /// `-N`: how many documents the collection has.
    pub n_documents: f64,
    /// `-Z`: a file with mean and deviation of every measure and query.
    pub zscores: Option<String>,
    /// The judgments.
    pub qrels: String,
    /// The run.
    pub run: String,
}

/// How to call it.
pub const USAGE: &str = "\
Usage: kebab trec-eval [-q] [-n] [-c] [-l LEVEL] [-m MEASURE[.PARAMS]].. [-M DEPTH] [-J] [-N DOCS]
                       [-Z FILE] [-R qrels] [-T trec_results] QRELS RUN

The drop-in for trec_eval 10: same arguments, same output, same exit codes. RUN may be `-`.

  -q           print every query before the summary
  -n           print no summary
  -c           average over all judged queries, also those that RUN lacks
  -l LEVEL     lowest relevance level that is relevant (1)
  -m MEASURE   a measure such as `map`, `P.5,10`, `ndcg_cut.10`, `ndcg.1=3,2=9`, or a group:
               official (the default), set, all_trec
  -M DEPTH     look only at the first DEPTH documents of a query
  -J           drop documents without a judgment
  -N DOCS      number of documents in the collection, for utility
  -Z FILE      print z-scores; FILE has lines `query measure mean deviation`
  -R, -T       the formats of QRELS and RUN: `qrels` and `trec_results`
  -v, -h       print the version, this help

Exit codes: 0 done; 1 usage or unknown measure; 2 input; 4 a query that cannot be evaluated.
";

/// Long name, letter, and whether a value follows. Any unambiguous start of a long name will do.
const LONG: [(&str, char, bool); 15] = [
    ("help", 'h', false),
    ("version", 'v', false),
    ("query_eval_wanted", 'q', false),
    ("measure", 'm', true),
    ("complete_rel_info_wanted", 'c', false),
    ("level_for_rel", 'l', true),
    ("nosummary", 'n', false),
    ("Debug_level", 'D', true),
    ("Judged_docs_only", 'J', false),
    ("Number_docs_in_coll", 'N', true),
    ("Max_retrieved_per_topic", 'M', true),
    ("Rel_info_format", 'R', true),
    ("Results_format", 'T', true),
    ("Output_old_results_format", 'o', true),
    ("Zscore", 'Z', true),
];

impl Options {
    /// Reads the arguments behind the program's name.
    pub fn parse(args: &[String]) -> Result<Parsed, TrecEvalError> {
        let (flags, files) = split(args)?;
        let mut options = Options {
            per_query: false,
            no_summary: false,
            complete: false,
            level: 1,
            measures: Vec::new(),
            depth: None,
            judged_only: false,
            n_documents: 0.0,
            zscores: None,
            qrels: String::new(),
            run: String::new(),
        };
        let (mut rel_format, mut results_format) = ("qrels".to_owned(), "trec_results".to_owned());
        let mut help = false;
        for (flag, value) in flags {
            match flag {
                'h' => help = true,
                'v' => return Ok(Parsed::Version),
                'q' => options.per_query = true,
                'n' => options.no_summary = true,
                'c' => options.complete = true,
                'J' => options.judged_only = true,
                'l' => options.level = whole('l', &value)?,
                'M' => options.depth = Some(whole('M', &value)?),
                'N' => options.n_documents = whole::<u64>('N', &value)? as f64,
                'm' => options.measures.push(super::columns::check_measure(&value)?),
                'Z' => options.zscores = Some(value),
                'R' => rel_format = value,
                'T' => results_format = value,
                'D' if value != "0" => {
                    return Err(TrecEvalError::NoDebug);
                }
                // `-D 0` and `-o` change nothing.
                _ => {}
            }
        }
        if help {
            return Ok(Parsed::Help);
        }
        let [qrels, run] = <[String; 2]>::try_from(files)
            .map_err(|files| TrecEvalError::Files { n_files: files.len() })?;
        check_formats(&rel_format, &results_format)?;
        (options.qrels, options.run) = (qrels, run);
        Ok(Parsed::Evaluate(options))
    }
}

/// A flag and its value, which is empty where it takes none.
type Flag = (char, String);

/// Takes the arguments apart into flags and files.
fn split(args: &[String]) -> Result<(Vec<Flag>, Vec<String>), TrecEvalError> {
    let (mut flags, mut files) = (Vec::new(), Vec::new());
    let mut args = args.iter().cloned();
    while let Some(arg) = args.next() {
        if arg == "--" {
            files.extend(args.by_ref());
        } else if let Some(long) = arg.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let (flag, takes_value) = long_option(name)?;
            let value = match (takes_value, value) {
                (true, value) => value
                    .or_else(|| args.next())
                    .ok_or_else(|| TrecEvalError::NoValue { option: arg.clone() })?,
                (false, None) => String::new(),
                (false, Some(_)) => {
                    return Err(TrecEvalError::UnwantedValue { option: format!("--{name}") });
                }
            };
            flags.push((flag, value));
        } else if let Some(letters) = arg.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            let mut letters = letters.chars();
            while let Some(letter) = letters.next() {
                let Some((_, _, takes_value)) = LONG.iter().find(|(_, known, _)| *known == letter)
                else {
                    return Err(TrecEvalError::UnknownOption { option: format!("-{letter}") });
                };
                // Only the long form of `-o` takes a value.
                if *takes_value && letter != 'o' {
                    let glued = letters.as_str().to_owned();
                    let value = if glued.is_empty() { args.next() } else { Some(glued) };
                    let option = || format!("-{letter}");
                    let value = value.ok_or_else(|| TrecEvalError::NoValue { option: option() })?;
                    flags.push((letter, value));
                    break;
                }
                flags.push((letter, String::new()));
            }
        } else {
            files.push(arg);
        }
    }
    Ok((flags, files))
}

fn long_option(name: &str) -> Result<(char, bool), TrecEvalError> {
    let exact = LONG.iter().find(|(long, ..)| *long == name);
    let mut starts = LONG.iter().filter(|(long, ..)| long.starts_with(name));
    match (exact, starts.next(), starts.next()) {
        (Some(&(_, flag, takes_value)), ..) | (None, Some(&(_, flag, takes_value)), None) => {
            Ok((flag, takes_value))
        }
        (None, Some(_), Some(_)) => {
            Err(TrecEvalError::AmbiguousOption { option: format!("--{name}") })
        }
        (None, None, _) => Err(TrecEvalError::UnknownOption { option: format!("--{name}") }),
    }
}

fn check_formats(rel_format: &str, results_format: &str) -> Result<(), TrecEvalError> {
    match (rel_format, results_format) {
        ("qrels", "trec_results") => Ok(()),
        ("qrels", format) => Err(TrecEvalError::UnknownResults { format: format.to_owned() }),
        (format @ ("qrels_jg" | "prefs" | "qrels_prefs"), _) => {
            Err(TrecEvalError::OtherJudgments { format: format.to_owned() })
        }
        (format, _) => Err(TrecEvalError::UnknownJudgments { format: format.to_owned() }),
    }
}

fn whole<T: std::str::FromStr>(flag: char, value: &str) -> Result<T, TrecEvalError> {
    let number = value.trim_start();
    let number = number.strip_prefix('+').unwrap_or(number).parse();
    number.map_err(|_| TrecEvalError::NotWhole { flag, value: value.to_owned() })
}
