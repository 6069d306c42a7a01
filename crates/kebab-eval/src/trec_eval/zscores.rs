//! The file behind `-Z`: mean and deviation of every measure and query, lines
//! `query measure mean deviation`.

use std::collections::HashMap;

use super::{File, TrecEvalError};

/// What a value without a known mean becomes.
const MISSING: f64 = -1_000_000.0;

/// Means and deviations by query and printed name.
#[derive(Debug)]
pub(super) struct ZScores<'t> {
    known: HashMap<(&'t [u8], &'t [u8]), Spread>,
}

/// How the values of a measure are spread for a query.
#[derive(Clone, Copy, Debug)]
struct Spread {
    mean: f64,
    deviation: f64,
}

impl<'t> ZScores<'t> {
    pub(super) fn parse(file: File<'t>) -> Result<ZScores<'t>, TrecEvalError> {
        let mut known = HashMap::new();
        let text = file.bytes.strip_suffix(b"\n").unwrap_or(file.bytes);
        for (line, text) in (1..).zip(text.split(|&byte| byte == b'\n')) {
            let file = || file.name.to_owned();
            let words = text.split(|byte| byte.is_ascii_whitespace() || *byte == 0x0B);
            let words: Vec<&[u8]> = words.filter(|word| !word.is_empty()).collect();
            let &[query, measure, mean, deviation] = words.as_slice() else {
                return Err(TrecEvalError::ZScoreFields { file: file(), line, found: words.len() });
            };
            let number = |field: &'static str, word: &[u8]| {
                let value = String::from_utf8_lossy(word).into_owned();
                let number = value.parse().ok().filter(|number: &f64| !number.is_nan());
                let error = || TrecEvalError::ZScoreNumber { file: file(), line, field, value };
                number.ok_or_else(error)
            };
            let spread =
                Spread { mean: number("mean", mean)?, deviation: number("deviation", deviation)? };
            known.entry((query, measure)).or_insert(spread);
        }
        Ok(ZScores { known })
    }

    /// The value as its distance from the mean, counted in deviations.
    pub(super) fn of(&self, query: &[u8], label: &str, value: f64) -> f64 {
        match self.known.get(&(query, label.as_bytes())) {
            Some(spread) if spread.deviation != 0.0 => (value - spread.mean) / spread.deviation,
            Some(spread) if value == spread.mean => 0.0,
            _ => MISSING,
        }
    }
}
