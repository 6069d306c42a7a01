//! trec_eval's measures: their table in print order, the groups, and from a call's `-m` to the
//! columns it prints.

use kebab_metrics::{GainOrder, Measure, Params, nearest};

use super::TrecEvalError;
use super::options::Options;
use super::params;

/// One printed value per query.
#[derive(Debug)]
pub(super) struct Column {
    /// The printed name.
    pub(super) label: String,
    pub(super) value: Value,
}

/// What a column holds.
#[derive(Debug)]
pub(super) enum Value {
    /// The run's tag; only in the summary.
    RunId,
    /// The number of queries; only in the summary.
    NumQ,
    /// The grades of the first documents as characters; never in the summary.
    RelString(usize),
    /// A count, summed over the queries.
    Count(Measure),
    /// A number, averaged over the queries.
    Mean(Measure),
    /// A number whose geometric mean is printed, in the summary only.
    GeometricMean(Measure),
}

/// How a measure's parameters are read and what it is computed by.
enum Family {
    RunId,
    NumQ,
    RelString,
    Count(&'static str),
    Plain(&'static str),
    GeometricMean(&'static str),
    /// Rank cutoffs, one column each.
    Ranks(&'static str, &'static [usize]),
    /// Recall levels or multiples of R, one column each.
    Reals(&'static str, &'static [f64]),
    /// A list of numbers for one column.
    Numbers(&'static str, fn(&[f64], &mut Params) -> Result<(), TrecEvalError>),
    /// Pairs of level and gain for one column; the second says what keys may be named.
    Pairs(&'static str, params::Keys),
    /// Needs judgments of another format.
    OtherFormat(&'static str),
}

use Family::{Count, GeometricMean, Numbers, OtherFormat, Pairs, Plain, Ranks, Reals};

const NINE: &[usize] = &[5, 10, 15, 20, 30, 100, 200, 500, 1000];
const RECALLS: &[f64] = &[0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
const MULTIPLES: &[f64] = &[0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0];

/// Every measure in print order: trec_eval's name, and ours.
const TABLE: &[(&str, Family)] = &[
    ("runid", Family::RunId),
    ("num_q", Family::NumQ),
    ("num_ret", Count("NumRet")),
    ("num_rel", Count("NumRel")),
    ("num_rel_ret", Count("NumRelRet")),
    ("map", Plain("AP")),
    ("gm_map", GeometricMean("GMAP")),
    ("Rprec", Plain("Rprec")),
    ("bpref", Plain("bpref")),
    ("recip_rank", Plain("RR")),
    ("iprec_at_recall", Reals("IPrec@0", RECALLS)),
    ("P", Ranks("P@1", NINE)),
    ("relstring", Family::RelString),
    ("recall", Ranks("R@1", NINE)),
    ("infAP", Plain("infAP")),
    ("gm_bpref", GeometricMean("GMbpref")),
    ("Rprec_mult", Reals("RprecMult@1", MULTIPLES)),
    ("utility", Numbers("utility", params::utility)),
    ("11pt_avg", Numbers("11pt_avg", params::points)),
    ("binG", Plain("binG")),
    ("G", Pairs("G", params::Keys::Levels)),
    ("dcg", Pairs("DCG", params::Keys::Levels)),
    ("ideal_dcg", Pairs("IDCG", params::Keys::Levels)),
    ("ndcg", Pairs("nDCG", params::Keys::Levels)),
    ("ndcg_rel", Pairs("ndcg_rel", params::Keys::Levels)),
    ("Rndcg", Pairs("Rndcg", params::Keys::Levels)),
    ("ndcg_cut", Ranks("nDCG@1", NINE)),
    ("map_cut", Ranks("AP@1", NINE)),
    ("relative_P", Ranks("RelP@1", NINE)),
    ("success", Ranks("Success@1", &[1, 5, 10])),
    ("set_P", Plain("SetP")),
    ("set_relative_P", Plain("SetRelP")),
    ("set_recall", Plain("SetR")),
    ("set_map", Plain("SetAP")),
    ("set_F", Numbers("SetF", params::set_f)),
    ("num_nonrel_judged_ret", Count("NumNonrelJudgedRet")),
    ("prefs_num_prefs_poss", OtherFormat("prefs")),
    ("prefs_num_prefs_ful", OtherFormat("prefs")),
    ("prefs_num_prefs_ful_ret", OtherFormat("prefs")),
    ("prefs_simp", OtherFormat("prefs")),
    ("prefs_pair", OtherFormat("prefs")),
    ("prefs_avgjg", OtherFormat("prefs")),
    ("prefs_avgjg_Rnonrel", OtherFormat("prefs")),
    ("prefs_simp_ret", OtherFormat("prefs")),
    ("prefs_pair_ret", OtherFormat("prefs")),
    ("prefs_avgjg_ret", OtherFormat("prefs")),
    ("prefs_avgjg_Rnonrel_ret", OtherFormat("prefs")),
    ("prefs_simp_imp", OtherFormat("prefs")),
    ("prefs_pair_imp", OtherFormat("prefs")),
    ("prefs_avgjg_imp", OtherFormat("prefs")),
    ("map_avgjg", OtherFormat("qrels_jg")),
    ("P_avgjg", OtherFormat("qrels_jg")),
    ("Rprec_mult_avgjg", OtherFormat("qrels_jg")),
    ("yaap", Plain("yaap")),
    ("rbp", Pairs("RBP(p=0.9)", params::Keys::LevelsAndP)),
    ("rbp_resid", Pairs("RBPres(p=0.9)", params::Keys::LevelsAndP)),
    ("unj", Ranks("Unjudged@1", &[5, 10, 20])),
];

/// Names that stand for several measures.
const GROUPS: &[(&str, &str)] = &[
    (
        "official",
        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P",
    ),
    (
        "set",
        "runid num_q num_ret num_rel num_rel_ret utility set_P set_recall set_relative_P set_map set_F",
    ),
    (
        "all_trec",
        "runid num_q num_ret num_rel num_rel_ret map gm_map Rprec bpref recip_rank iprec_at_recall P \
         relstring recall infAP gm_bpref Rprec_mult utility 11pt_avg binG G ndcg ndcg_rel Rndcg \
         ndcg_cut map_cut relative_P success set_P set_relative_P set_recall set_map set_F \
         num_nonrel_judged_ret rbp rbp_resid unj",
    ),
    (
        "all_prefs",
        "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp \
         prefs_pair prefs_avgjg prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret \
         prefs_avgjg_Rnonrel_ret prefs_simp_imp prefs_pair_imp prefs_avgjg_imp",
    ),
    (
        "prefs",
        "runid num_q prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp \
         prefs_pair prefs_avgjg",
    ),
    ("qrels_jg", "runid num_q map_avgjg P_avgjg Rprec_mult_avgjg"),
];

/// Takes the value of a `-m` apart at its first point and refuses unknown names.
pub(super) fn check_measure(text: &str) -> Result<(String, Option<String>), TrecEvalError> {
    let (name, params) = match text.split_once('.') {
        Some((name, params)) => (name, Some(params)),
        None => (text, None),
    };
    if params == Some("") {
        return Err(TrecEvalError::NoParams { text: text.to_owned() });
    }
    let names =
        || TABLE.iter().map(|(known, _)| *known).chain(GROUPS.iter().map(|(known, _)| *known));
    if !names().any(|known| known == name) {
        // `P_5` is what is printed for `P.5`.
        let printed = names().find_map(|known| {
            let params = name.strip_prefix(known)?.strip_prefix('_')?;
            params.starts_with(|c: char| c.is_ascii_digit()).then(|| format!("{known}.{params}"))
        });
        let near = || nearest(name, names().map(|known| (known, known)));
        let suggestion = printed.or_else(|| near().map(str::to_owned));
        return Err(TrecEvalError::UnknownMeasure { name: name.to_owned(), suggestion });
    }
    Ok((name.to_owned(), params.map(str::to_owned)))
}

/// The columns a call prints, in print order.
pub(super) fn columns(
    options: &Options,
    notes: &mut Vec<String>,
) -> Result<Vec<Column>, TrecEvalError> {
    let default = [("official".to_owned(), None)];
    let asked = if options.measures.is_empty() { &default[..] } else { &options.measures };
    let is_asked = |name: &str| {
        asked.iter().any(|(asked, _)| match GROUPS.iter().find(|(group, _)| group == asked) {
            Some((_, members)) => members.split_whitespace().any(|member| member == name),
            None => asked == name,
        })
    };
    let mut columns = Vec::new();
    for (name, family) in TABLE.iter().filter(|(name, _)| is_asked(name)) {
        // Of several parameter lists for one measure the first counts.
        let list = asked.iter().find(|(asked, params)| asked == name && params.is_some());
        let list = list.and_then(|(_, params)| params.as_deref());
        add_columns(name, family, list, options, &mut columns, notes)?;
    }
    Ok(columns)
}

fn add_columns(
    name: &'static str,
    family: &Family,
    list: Option<&str>,
    options: &Options,
    columns: &mut Vec<Column>,
    notes: &mut Vec<String>,
) -> Result<(), TrecEvalError> {
    let base =
        Params { rel: f64::from(options.level), docs: options.n_documents, ..Params::default() };
    let measure = |ours: &str, params: Params| {
        let measure: Measure = ours.parse().expect("the table names measures");
        measure.with_params(params)
    };
    // One column: the text of its parameters becomes part of its name.
    let whole_name = || list.map_or(name.to_owned(), |list| format!("{name}_{list}"));
    let mut add = |label: String, value: Value| columns.push(Column { label, value });
    match family {
        Family::RunId => add(name.to_owned(), Value::RunId),
        Family::NumQ => add(name.to_owned(), Value::NumQ),
        Family::RelString => {
            let length = list.map_or(Ok(10), |list| params::length(name, list))?;
            add(whole_name(), Value::RelString(length));
        }
        Count(ours) => add(name.to_owned(), Value::Count(measure(ours, base))),
        Plain(ours) => add(name.to_owned(), Value::Mean(measure(ours, base))),
        GeometricMean(ours) => add(name.to_owned(), Value::GeometricMean(measure(ours, base))),
        Ranks(ours, default) => {
            let ranks = list.map_or(Ok(default.to_vec()), |list| params::ranks(name, list))?;
            for rank in ranks {
                let params = Params { cutoff: Some(rank), ..base.clone() };
                add(format!("{name}_{rank}"), Value::Mean(measure(ours, params)));
            }
        }
        Reals(ours, default) => {
            let reals = list.map_or(Ok(default.to_vec()), |list| params::reals(name, list))?;
            for at in reals {
                let params = Params { at, ..base.clone() };
                add(format!("{name}_{at:.2}"), Value::Mean(measure(ours, params)));
            }
        }
        Numbers(ours, read) => {
            let mut params = base;
            if let Some(list) = list {
                read(&params::numbers(name, list)?, &mut params)?;
            }
            add(whole_name(), Value::Mean(measure(ours, params)));
        }
        Pairs(ours, keys) => {
            let mut params = Params { p: 0.9, gain_order: GainOrder::TrecEval, ..base };
            if let Some(list) = list {
                params::pairs(name, list, *keys, &mut params)?;
            }
            if params.gains.iter().any(|(_, gain)| gain.fract() != 0.0) {
                notes.push(format!(
                    "{}: trec_eval takes gains that differ by less than 1 for equal when it sorts \
                     them, and so does this; `kebab score -m 'nDCG(gains={{..}})'` sorts them all",
                    whole_name()
                ));
            }
            add(whole_name(), Value::Mean(measure(ours, params)));
        }
        OtherFormat(format) => {
            return Err(TrecEvalError::NeedsFormat { measure: name, format });
        }
    }
    Ok(())
}
