//! The table of measures: one file each, one row each. Parsing, printing, help, the reference page
//! and "did you mean" all read this table.
//!
//! To add a measure: write its file with a `SPEC`, add its `mod` line and its row here, add test
//! vectors.

pub(crate) mod ap;
mod bin_g;
mod bpref;
mod dcg;
mod err;
mod f;
mod g;
mod gm_ap;
mod gm_bpref;
mod ideal_dcg;
mod inf_ap;
mod iprec;
mod iprec_avg;
mod judged_at;
pub(crate) mod ndcg;
mod ndcg_rel;
mod nerr;
mod num_nonrel_judged_ret;
mod num_q;
mod num_rel;
mod num_rel_ret;
mod num_ret;
pub(crate) mod precision;
mod r_ndcg;
mod rbp;
mod rbp_residual;
pub(crate) mod recall;
mod relative_precision;
mod rprec;
mod rprec_mult;
pub(crate) mod rr;
mod set_ap;
mod set_f;
mod set_p;
mod set_r;
mod set_relative_p;
pub(crate) mod success;
mod unjudged;
mod utility;
mod yaap;

use crate::judged::Judged;
use crate::measure::Summary;
use crate::params::{Param, Params};

/// Every measure, the everyday ones first.
pub(crate) static TABLE: &[&Spec] = &[
    &ndcg::SPEC,
    &rr::SPEC,
    &ap::SPEC,
    &precision::SPEC,
    &recall::SPEC,
    &success::SPEC,
    &f::SPEC,
    &rprec::SPEC,
    &err::SPEC,
    &nerr::SPEC,
    &rbp::SPEC,
    &rbp_residual::SPEC,
    &judged_at::SPEC,
    &unjudged::SPEC,
    &bpref::SPEC,
    &inf_ap::SPEC,
    &gm_ap::SPEC,
    &gm_bpref::SPEC,
    &iprec::SPEC,
    &iprec_avg::SPEC,
    &rprec_mult::SPEC,
    &relative_precision::SPEC,
    &set_p::SPEC,
    &set_r::SPEC,
    &set_f::SPEC,
    &set_relative_p::SPEC,
    &set_ap::SPEC,
    &dcg::SPEC,
    &ideal_dcg::SPEC,
    &ndcg_rel::SPEC,
    &r_ndcg::SPEC,
    &g::SPEC,
    &bin_g::SPEC,
    &yaap::SPEC,
    &utility::SPEC,
    &num_q::SPEC,
    &num_ret::SPEC,
    &num_rel::SPEC,
    &num_rel_ret::SPEC,
    &num_nonrel_judged_ret::SPEC,
];

/// A row of the table: everything there is to know about a measure.
pub(crate) struct Spec {
    pub(crate) name: &'static str,
    /// Other spellings; one that ends in `_K` or `_X` carries the number behind `@` itself.
    pub(crate) aliases: &'static [&'static str],
    pub(crate) cutoff: Cutoff,
    pub(crate) params: &'static [&'static Param],
    pub(crate) summary: Summary,
    /// Whether a larger value means a better ranking.
    pub(crate) higher_is_better: bool,
    /// What it is, in one sentence.
    pub(crate) about: &'static str,
    /// How it is computed, in words.
    pub(crate) formula: &'static str,
    /// What to try when the value is low (or, for the few where high is bad, high).
    pub(crate) advice: &'static str,
    /// Which measures it is taken for, and how to tell them apart.
    pub(crate) confused_with: &'static str,
    pub(crate) score: fn(&Judged<'_>, &Params) -> f64,
}

impl Spec {
    /// The name and its aliases.
    pub(crate) fn spellings(&self) -> impl Iterator<Item = &'static str> + Clone + use<> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// What may follow the `@`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cutoff {
    /// Nothing: the measure looks at the whole ranking.
    None,
    /// A rank, or nothing for the whole ranking.
    Optional,
    /// A rank.
    Required,
    /// A recall level from 0 to 1.
    Recall,
    /// A multiple of the number of relevant documents.
    Multiple,
}

/// A measure as the reference shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The name without parameters.
    pub name: &'static str,
    /// How it is written without parameters: `P@k`, or `RR[@k]` where the cutoff may be left out.
    pub signature: String,
    /// How it is written with them: `P(rel=..)@k`.
    pub usage: String,
    /// Other spellings that are understood; `K` and `X` stand for a number.
    pub aliases: &'static [&'static str],
    /// What it is, in one sentence.
    pub about: &'static str,
    /// How it is computed, in words.
    pub formula: &'static str,
    /// Its parameters: key and meaning, the default in parentheses.
    pub params: Vec<(&'static str, &'static str)>,
    /// How the values of the queries become one number.
    pub summary: Summary,
    /// What to try when the value is bad.
    pub advice: &'static str,
    /// Which measures it is taken for.
    pub confused_with: &'static str,
}

/// All measures in the order of the table.
pub fn descriptions() -> impl Iterator<Item = Description> {
    TABLE.iter().map(|spec| spec.describe())
}

impl Spec {
    pub(crate) fn describe(&self) -> Description {
        let keys: Vec<&str> = self.params.iter().map(|param| param.key).collect();
        let list =
            if keys.is_empty() { String::new() } else { format!("({}=..)", keys.join("=..,")) };
        let at = match self.cutoff {
            Cutoff::None => "",
            Cutoff::Optional => "[@k]",
            Cutoff::Required => "@k",
            Cutoff::Recall | Cutoff::Multiple => "@x",
        };
        Description {
            name: self.name,
            signature: format!("{}{at}", self.name),
            usage: format!("{}{list}{at}", self.name),
            aliases: self.aliases,
            about: self.about,
            formula: self.formula,
            params: self.params.iter().map(|param| (param.key, param.about)).collect(),
            summary: self.summary,
            advice: self.advice,
            confused_with: self.confused_with,
        }
    }
}
