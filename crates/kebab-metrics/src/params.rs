//! The parameters a measure can take: `rel`, `gain`, `p` and so on, each a row that reads and
//! prints itself, so that a measure only lists the ones it has.
//!
//! Grammar of a parameter list: `key=value` pairs separated by commas; commas inside `{}` or `[]`
//! belong to the value (`gains={1:3,2:9}`, `points=[0.25,0.5]`).

/// The values a measure is computed with. Only the fields its measure lists mean anything.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// The rank cutoff `k` of `@k`; without one the whole ranking counts.
    pub cutoff: Option<usize>,
    /// The number behind `@` where it is not a rank: a recall level, or a multiple of R.
    pub at: f64,
    /// The lowest grade that is relevant.
    pub rel: f64,
    /// If given, documents of at least this grade count as 1 and no others count.
    pub min_rel: Option<f64>,
    /// How a grade turns into a gain.
    pub gain: Gain,
    /// Gains that replace [`Params::gain`] for single grades, as (grade, gain).
    pub gains: Vec<(f64, f64)>,
    /// In which order the ideal ranking takes its gains.
    pub gain_order: GainOrder,
    /// The weight of recall against precision in an F measure.
    pub beta: f64,
    /// The persistence of RBP's user.
    pub p: f64,
    /// The highest grade of the scale, for ERR.
    pub max: f64,
    /// The recall points that are averaged.
    pub points: Vec<f64>,
    /// The worth of a relevant retrieved, other retrieved, relevant missed and other missed document.
    pub weights: [f64; 4],
    /// How many documents the collection has.
    pub docs: f64,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            cutoff: None,
            at: 0.0,
            rel: 1.0,
            min_rel: None,
            gain: Gain::Linear,
            gains: Vec::new(),
            gain_order: GainOrder::Descending,
            beta: 1.0,
            p: 0.0,
            max: 4.0,
            points: Vec::new(),
            weights: [1.0, -1.0, 0.0, 0.0],
            docs: 0.0,
        }
    }
}

/// How a grade turns into a gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gain {
    /// The grade itself (Järvelin and Kekäläinen 2002).
    Linear,
    /// `2^grade - 1` (Burges et al. 2005).
    Exp,
}

/// In which order the ideal ranking takes its gains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GainOrder {
    /// Highest first, as the formula says.
    Descending,
    /// As trec_eval sorts them: gains that differ by less than 1 count as equal and keep the order
    /// in which they were given. Only for agreeing with it.
    TrecEval,
}

/// One parameter: how it is written, read, and printed when it is not at its default.
pub(crate) struct Param {
    pub(crate) key: &'static str,
    /// Spellings of the same key elsewhere.
    pub(crate) also: &'static [&'static str],
    /// An example to show when it is missing; empty when there is a default.
    pub(crate) required: &'static str,
    pub(crate) about: &'static str,
    /// Reads the value, or says what it should be.
    pub(crate) read: fn(&str, &mut Params) -> Result<(), &'static str>,
    /// The value as it is written, unless it is the default.
    pub(crate) print: fn(&Params) -> Option<String>,
}

pub(crate) const REL: Param = Param {
    key: "rel",
    also: &["relevance_level"],
    required: "",
    about: "the lowest grade that is relevant (1)",
    read: |text, params| {
        params.rel = number(text, 0.0, f64::MAX).ok_or("a number of at least 0")?;
        Ok(())
    },
    print: |params| changed(params.rel, 1.0),
};

/// ir_measures writes `rel` for this too, where leaving it out means something else than 1.
pub(crate) const MIN_REL: Param = Param {
    key: "min_rel",
    also: &["rel"],
    required: "",
    about: "a grade from which on documents count as 1, and no others count (all count)",
    read: |text, params| {
        params.min_rel = Some(number(text, 0.0, f64::MAX).ok_or("a number of at least 0")?);
        Ok(())
    },
    print: |params| params.min_rel.map(|grade| grade.to_string()),
};

pub(crate) const GAIN: Param = Param {
    key: "gain",
    also: &["dcg"],
    required: "",
    about: "`linear` for the grade itself or `exp` for 2^grade - 1 (`linear`)",
    read: |text, params| {
        // ir_measures writes `dcg='exp-log2'` and `dcg='log2'` for the same two.
        params.gain = match text.trim_matches(['\'', '"']) {
            "exp" | "exp-log2" => Gain::Exp,
            "linear" | "log2" => Gain::Linear,
            _ => return Err("`linear` or `exp`"),
        };
        Ok(())
    },
    print: |params| (params.gain == Gain::Exp).then(|| "exp".to_owned()),
};

pub(crate) const GAINS: Param = Param {
    key: "gains",
    also: &[],
    required: "",
    about: "gains of single grades, as `{1:3,2:9}`; other grades keep their own",
    read: |text, params| {
        const WANTED: &str = "pairs of grade and gain, none below 0 or twice, such as `{1:3,2:9}`";
        let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).ok_or(WANTED)?;
        for pair in inner.split(',') {
            let (grade, gain) = pair.split_once(':').ok_or(WANTED)?;
            let grade = number(grade, 0.0, f64::MAX).ok_or(WANTED)?;
            let gain = number(gain, 0.0, 1e15).ok_or(WANTED)?;
            if params.gains.iter().any(|&(known, _)| known == grade) {
                return Err(WANTED);
            }
            params.gains.push((grade, gain));
        }
        Ok(())
    },
    print: |params| {
        let pairs = params.gains.iter().map(|(grade, gain)| format!("{grade}:{gain}"));
        let pairs = pairs.collect::<Vec<_>>().join(",");
        (!pairs.is_empty()).then(|| format!("{{{pairs}}}"))
    },
};

pub(crate) const BETA: Param = Param {
    key: "beta",
    also: &[],
    required: "",
    about: "how many times recall weighs as much as precision (1)",
    read: |text, params| {
        params.beta = number(text, 0.0, 1e6).ok_or("a number from 0 to 1000000")?;
        Ok(())
    },
    print: |params| changed(params.beta, 1.0),
};

pub(crate) const P: Param = Param {
    key: "p",
    also: &[],
    required: "p=0.8",
    about: "the chance that the user goes on to the next document; no default, tools disagree on it",
    read: |text, params| {
        params.p =
            number(text, 0.0, 1.0).filter(|&p| p < 1.0).ok_or("a number from 0 to below 1")?;
        Ok(())
    },
    print: |params| Some(params.p.to_string()),
};

pub(crate) const MAX: Param = Param {
    key: "max",
    also: &["max_rel"],
    required: "",
    about: "the highest grade of the scale; higher ones count as this (4)",
    read: |text, params| {
        params.max = number(text, 0.0, 100.0)
            .filter(|&max| max > 0.0)
            .ok_or("a number above 0 and up to 100")?;
        Ok(())
    },
    print: |params| changed(params.max, 4.0),
};

pub(crate) const POINTS: Param = Param {
    key: "points",
    also: &[],
    required: "",
    about: "the recall points, as `[0.25,0.5,0.75]` (0, 0.1, .. 1)",
    read: |text, params| {
        const WANTED: &str = "recall points from 0 to 1, such as `[0.25,0.5,0.75]`";
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(WANTED)?;
        for point in inner.split(',') {
            params.points.push(number(point, 0.0, 1.0).ok_or(WANTED)?);
        }
        params.points.sort_by(f64::total_cmp);
        Ok(())
    },
    print: |params| {
        let points = params.points.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
        (!points.is_empty()).then(|| format!("[{points}]"))
    },
};

pub(crate) const WEIGHTS: Param = Param {
    key: "weights",
    also: &[],
    required: "",
    about: "worth of a relevant retrieved, other retrieved, relevant missed, other missed document ([1,-1,0,0])",
    read: |text, params| {
        const WANTED: &str = "four numbers, such as `[1,-1,0,0]`";
        let inner = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or(WANTED)?;
        let weights: Option<Vec<f64>> = inner.split(',').map(|w| number(w, -1e15, 1e15)).collect();
        params.weights = weights.and_then(|w| w.try_into().ok()).ok_or(WANTED)?;
        Ok(())
    },
    print: |params| {
        let weights = params.weights.map(|weight| weight.to_string()).join(",");
        (params.weights != [1.0, -1.0, 0.0, 0.0]).then(|| format!("[{weights}]"))
    },
};

pub(crate) const DOCS: Param = Param {
    key: "docs",
    also: &[],
    required: "",
    about: "how many documents the collection has (0)",
    read: |text, params| {
        params.docs = number(text, 0.0, 1e15).ok_or("a number of at least 0")?;
        Ok(())
    },
    print: |params| changed(params.docs, 0.0),
};

/// Splits `a=1,b={2,3}` at the separators that are not inside brackets, and trims the pieces.
pub(crate) fn split_outside_brackets(list: &str, separates: impl Fn(char) -> bool) -> Vec<&str> {
    let mut items = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (at, c) in list.char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && separates(c) => {
                items.push(list[start..at].trim());
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    items.push(list[start..].trim());
    items
}

/// A finite number from `low` to `high`. A minus sign before a zero is dropped.
pub(crate) fn number(text: &str, low: f64, high: f64) -> Option<f64> {
    let value: f64 = text.trim().parse().ok()?;
    (low <= value && value <= high).then_some(value + 0.0)
}

fn changed(value: f64, default: f64) -> Option<String> {
    (value != default).then(|| value.to_string())
}
