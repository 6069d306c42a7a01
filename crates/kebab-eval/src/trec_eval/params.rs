//! The parameters behind a measure's point: `P.5,10`, `ndcg.1=3,2=9`, `rbp.p=0.8`.

use kebab_metrics::Params;

use super::TrecEvalError;

/// Which keys the pairs of a measure may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keys {
    Levels,
    LevelsAndP,
}

/// Rank cutoffs in ascending order; a fraction is cut off.
pub(super) fn ranks(name: &'static str, list: &str) -> Result<Vec<usize>, TrecEvalError> {
    let mut ranks = Vec::new();
    for item in list.split(',') {
        let whole = item.split_once('.').map_or(item, |(whole, _)| whole).trim();
        let rank = whole.parse().ok().filter(|&rank: &usize| rank > 0);
        ranks.push(rank.ok_or_else(|| bad(name, item, "a cutoff of at least 1"))?);
    }
    ranks.sort_unstable();
    match ranks.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(twice(name, &pair[0].to_string())),
        None => Ok(ranks),
    }
}

/// Recall levels or multiples in ascending order.
pub(super) fn reals(name: &'static str, list: &str) -> Result<Vec<f64>, TrecEvalError> {
    let mut reals = numbers(name, list)?;
    reals.sort_by(f64::total_cmp);
    match reals.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(twice(name, &pair[0].to_string())),
        None => Ok(reals),
    }
}

/// Numbers as they come.
pub(super) fn numbers(name: &'static str, list: &str) -> Result<Vec<f64>, TrecEvalError> {
    let number = |item: &str| {
        let number = item.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| bad(name, item, "a number"))
    };
    list.split(',').map(number).collect()
}

/// How many characters of a relstring to print.
pub(super) fn length(name: &'static str, list: &str) -> Result<usize, TrecEvalError> {
    Ok(numbers(name, list)?[0].max(0.0) as usize)
}

/// Pairs of level and gain, and for some measures `p`.
pub(super) fn pairs(
    name: &'static str,
    list: &str,
    keys: Keys,
    params: &mut Params,
) -> Result<(), TrecEvalError> {
    for pair in list.split(',') {
        let (key, value) =
            pair.split_once('=').ok_or_else(|| bad(name, pair, "a pair such as `1=3`"))?;
        let value = numbers(name, value)?[0];
        if key == "p" && keys == Keys::LevelsAndP {
            params.p = value;
            continue;
        }
        let level: u32 = key.parse().map_err(|_| bad(name, key, "a relevance level"))?;
        let level = f64::from(level);
        if params.gains.iter().any(|&(known, _)| known == level) {
            return Err(twice(name, key));
        }
        params.gains.push((level, value));
    }
    Ok(())
}

/// The four coefficients of utility.
pub(super) fn utility(numbers: &[f64], params: &mut Params) -> Result<(), TrecEvalError> {
    let n = numbers.len();
    params.weights = numbers.try_into().map_err(|_| TrecEvalError::Coefficients { n })?;
    Ok(())
}

/// The recall points of 11pt_avg.
pub(super) fn points(numbers: &[f64], params: &mut Params) -> Result<(), TrecEvalError> {
    params.points = numbers.to_vec();
    Ok(())
}

/// The weight of set_F, which is beta squared.
pub(super) fn set_f(numbers: &[f64], params: &mut Params) -> Result<(), TrecEvalError> {
    if numbers[0] < 0.0 {
        return Err(bad("set_F", &numbers[0].to_string(), "a weight of at least 0"));
    }
    params.beta = numbers[0].sqrt();
    Ok(())
}

fn bad(measure: &'static str, item: &str, wanted: &'static str) -> TrecEvalError {
    TrecEvalError::BadParam { measure, item: item.to_owned(), wanted }
}

fn twice(measure: &'static str, item: &str) -> TrecEvalError {
    TrecEvalError::RepeatedParam { measure, item: item.to_owned() }
}
