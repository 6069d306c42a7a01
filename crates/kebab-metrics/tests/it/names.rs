//! How measures are written: the table's names, the names other tools use, and what is said about
//! a name that is none.

use insta::assert_snapshot;
use kebab_metrics::{Gain, Measure, Summary, descriptions};

use crate::support::measure;

#[track_caller]
fn check(text: &str, canonical: &str) {
    let read = measure(text);
    assert_eq!(read.to_string(), canonical, "`{text}`");
    assert_eq!(measure(canonical), read, "`{canonical}` is not `{text}`");
}

#[track_caller]
fn refused(text: &str) -> String {
    text.parse::<Measure>().expect_err("the text is a measure").to_string()
}

#[test]
fn the_names_of_the_contract_print_as_they_are() {
    let names = "P@5 R@100 RR RR@10 AP AP@100 nDCG@10 nDCG(gain=exp)@10 Success@5 Rprec bpref infAP \
                 ERR@20 RBP(p=0.8) Judged@10 SetP SetR SetF IPrec@0.1 NumRet NumRel NumRelRet \
                 P(rel=2)@5 AP(rel=2)@100";
    for name in names.split_whitespace() {
        check(name, name);
    }
}

#[test]
fn every_name_and_alias_of_the_table_reads() {
    for description in descriptions() {
        let needs_p = description.params.iter().any(|&(key, _)| key == "p");
        let list = if needs_p { "(p=0.8)" } else { "" };
        let at = match description.usage.split_once('@') {
            Some((head, _)) if head.ends_with('[') => "",
            Some((_, "k")) => "@5",
            Some((_, "x")) => "@0.5",
            _ => "",
        };
        let expected = measure(&format!("{}{list}{at}", description.name));
        assert_eq!(expected.summary(), description.summary, "{}", description.name);
        for alias in description.aliases {
            let (text, expected) = match alias.strip_suffix("_K").or(alias.strip_suffix("_X")) {
                None => (format!("{alias}{list}{at}"), expected.clone()),
                Some(stem) => {
                    let number = if at == "@0.5" { "0.5" } else { "5" };
                    let same = format!("{}{list}@{number}", description.name);
                    (format!("{stem}_{number}{list}"), measure(&same))
                }
            };
            assert_eq!(measure(&text), expected, "`{text}`");
            assert_eq!(measure(&text.to_uppercase().replace("(P=", "(p=")), expected, "`{text}`");
            assert_eq!(measure(&text.to_lowercase()), expected, "`{text}`");
        }
    }
}

#[test]
fn trec_eval_names() {
    check("map", "AP");
    check("map_cut_5", "AP@5");
    check("gm_map", "GMAP");
    check("Rprec", "Rprec");
    check("bpref", "bpref");
    check("gm_bpref", "GMbpref");
    check("recip_rank", "RR");
    check("iprec_at_recall_0.10", "IPrec@0.1");
    check("iprec_at_recall_0.00", "IPrec@0");
    check("iprec_at_recall_1.00", "IPrec@1");
    check("P_5", "P@5");
    check("P_1000", "P@1000");
    check("recall_100", "R@100");
    check("infAP", "infAP");
    check("Rprec_mult_0.20", "RprecMult@0.2");
    check("Rprec_mult_2.00", "RprecMult@2");
    check("utility", "utility");
    check("11pt_avg", "11pt_avg");
    check("binG", "binG");
    check("G", "G");
    check("ndcg", "nDCG");
    check("ndcg_cut_10", "nDCG@10");
    check("ndcg_rel", "ndcg_rel");
    check("Rndcg", "Rndcg");
    check("dcg", "DCG");
    check("ideal_dcg", "IDCG");
    check("relative_P_5", "RelP@5");
    check("success_1", "Success@1");
    check("set_P", "SetP");
    check("set_relative_P", "SetRelP");
    check("set_recall", "SetR");
    check("set_map", "SetAP");
    check("set_F", "SetF");
    check("num_q", "NumQ");
    check("num_ret", "NumRet");
    check("num_rel", "NumRel");
    check("num_rel_ret", "NumRelRet");
    check("num_nonrel_judged_ret", "NumNonrelJudgedRet");
    check("rbp(p=0.9)", "RBP(p=0.9)");
    check("rbp_resid(p=0.9)", "RBPres(p=0.9)");
    check("unj_10", "Unjudged@10");
    check("yaap", "yaap");
}

#[test]
fn ir_measures_names() {
    check("P@5", "P@5");
    check("P(rel=2)@5", "P(rel=2)@5");
    check("nDCG", "nDCG");
    check("nDCG@10", "nDCG@10");
    check("nDCG(dcg='exp-log2')@10", "nDCG(gain=exp)@10");
    check("nDCG(dcg=\"exp-log2\")@10", "nDCG(gain=exp)@10");
    check("nDCG(dcg='log2')@10", "nDCG@10");
    check("AP(rel=2)@100", "AP(rel=2)@100");
    check("RR@10", "RR@10");
    check("RR(rel=2)", "RR(rel=2)");
    check("SetP", "SetP");
    check("SetR", "SetR");
    check("SetF(beta=0.5)", "SetF(beta=0.5)");
    check("SetAP", "SetAP");
    check("Bpref", "bpref");
    check("infAP", "infAP");
    check("Judged@10", "Judged@10");
    check("ERR@20", "ERR@20");
    check("IPrec@0.1", "IPrec@0.1");
    check("RBP(p=0.8)", "RBP(p=0.8)");
    check("Success@5", "Success@5");
    check("NumRet", "NumRet");
    check("NumRel", "NumRel");
    check("NumRelRet", "NumRelRet");
    check("NumQ", "NumQ");
}

#[test]
fn everyday_names() {
    check("recall@5", "R@5");
    check("recall_at_5", "R@5");
    check("precision@5", "P@5");
    check("precision_at_5", "P@5");
    check("Precision@5", "P@5");
    check("MRR", "RR");
    check("MRR@10", "RR@10");
    check("mrr_at_10", "RR@10");
    check("MAP", "AP");
    check("MAP@10", "AP@10");
    check("NDCG@10", "nDCG@10");
    check("ndcg_at_10", "nDCG@10");
    check("hit_rate@5", "Success@5");
    check("hit_rate_at_5", "Success@5");
    check("HitRate@5", "Success@5");
    check("f1@5", "F@5");
    check("f1_at_5", "F@5");
    check("r-prec", "Rprec");
    check("mean_average_precision", "AP");
    check("mean_reciprocal_rank", "RR");
}

#[test]
fn what_does_not_matter_is_dropped() {
    check("  nDCG @ 10 ", "nDCG@10");
    check("P ( rel = 2 ) @5", "P(rel=2)@5");
    check("P()@5", "P@5");
    check("P(rel=1)@5", "P@5");
    check("P(rel=1.0)@005", "P@5");
    check("P(relevance_level=2)@5", "P(rel=2)@5");
    check("nDCG(gain=linear)", "nDCG");
    check("nDCG(gains={ 1 : 3 , 2 : 9 })@5", "nDCG(gains={1:3,2:9})@5");
    check("ERR(max=4)@20", "ERR@20");
    check("ERR(max_rel=3)@20", "ERR(max=3)@20");
    check("F(rel=2,beta=0.5)@5", "F(beta=0.5,rel=2)@5");
    check("utility(weights=[1,-1,0,0],docs=0)", "utility");
    check("utility(weights=[-0,1e3,0,0.5])", "utility(weights=[0,1000,0,0.5])");
    check("11pt_avg(points=[.25,.5,.75])", "11pt_avg(points=[0.25,0.5,0.75])");
    check("RBP(p=.80)", "RBP(p=0.8)");
    check("P_5(rel=2)", "P(rel=2)@5");
}

#[test]
fn a_measure_tells_about_itself() {
    assert_eq!(measure("nDCG(gain=exp)@10").params().gain, Gain::Exp);
    assert_eq!(measure("nDCG@10").params().cutoff, Some(10));
    assert_eq!(measure("nDCG").params().cutoff, None);
    assert_eq!(measure("P(rel=2)@5").params().rel, 2.0);
    assert_eq!(measure("GMAP").summary(), Summary::GeometricMean);
    assert!(measure("NumRet").is_count());
    assert!(!measure("P@5").is_count());
    assert!(measure("P@5").higher_is_better());
    assert!(!measure("Unjudged@5").higher_is_better());
    assert!(!measure("NumRel").higher_is_better());
    assert_eq!(format!("{:>8}|{:<8}|", measure("P@5"), measure("P@5")), "     P@5|P@5     |");
    assert_eq!(format!("{:?}", measure("P@5")), "Measure(P@5)");
}

#[test]
fn a_grade_from_which_on_documents_count() {
    // As ir_measures writes them.
    for (text, printed) in [
        ("RBP(rel=2,p=0.5)", "RBP(p=0.5,min_rel=2)"),
        ("RBP(rel=1,p=0.8)@10", "RBP(p=0.8,min_rel=1)@10"),
        ("NumRet(rel=1)", "NumRet(min_rel=1)"),
    ] {
        assert_eq!(measure(text).to_string(), printed);
        assert_eq!(measure(printed), measure(text));
        assert_eq!(measure(text).rel(), None);
    }
    let hit = |rank, grade| kebab_metrics::JudgedHit { rank, grade };
    let hits = [hit(1, 1.0), hit(2, 2.0), hit(4, 3.0)];
    let judged = kebab_metrics::Judged { hits: &hits, n_retrieved: 5, ideal: &[3.0, 2.0, 1.0] };
    assert_eq!(measure("RBP(rel=2,p=0.5)").score(&judged), 0.5 * (0.5 + 0.125));
    assert_eq!(measure("RBP(rel=2,p=0.5)@2").score(&judged), 0.25);
    assert_eq!(measure("RBP(p=0.5)@2").score(&judged), 0.5 * (1.0 / 3.0 + 0.5 * 2.0 / 3.0));
    assert_eq!(measure("NumRet(rel=2)").score(&judged), 2.0);
    assert_eq!(measure("NumRet").score(&judged), 5.0);
}

#[test]
fn several_measures_in_one_text() {
    let read = |list: &str| {
        let measures = Measure::parse_list(list).unwrap();
        measures.iter().map(Measure::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(read("nDCG@10,P(rel=2)@5 AP"), "nDCG@10 P(rel=2)@5 AP");
    assert_eq!(read(" P@1 ,, P@2\n\tP@3,"), "P@1 P@2 P@3");
    assert_eq!(
        read("nDCG@5,10 20,AP,P(rel=2)@1,2"),
        "nDCG@5 nDCG@10 nDCG@20 AP P(rel=2)@1 P(rel=2)@2"
    );
    assert!(Measure::parse_list("AP,10").is_err());
    assert_eq!(
        read("F(beta=2,rel=2)@5,nDCG(gains={1:3,2:9})"),
        "F(beta=2,rel=2)@5 nDCG(gains={1:3,2:9})"
    );
    assert_eq!(read(""), "");
    let error = Measure::parse_list("nDCG@10,nDGC@10").unwrap_err();
    assert_snapshot!(error, @"unknown measure `nDGC@10`; did you mean `nDCG@10`?");
}

#[test]
fn descriptions_by_name() {
    for text in ["P", "P@5", "P(rel=2)@5", "precision", "P_5", " p "] {
        assert_eq!(Measure::describe(text).unwrap().name, "P", "`{text}`");
    }
    assert_snapshot!(Measure::describe("RBP").unwrap().usage, @"RBP(p=..,min_rel=..,gains=..)[@k]");
    assert_snapshot!(Measure::describe("nDCG").unwrap().usage, @"nDCG(gain=..,gains=..)[@k]");
    assert_snapshot!(Measure::describe("IPrec").unwrap().usage, @"IPrec(rel=..)@x");
    assert_snapshot!(Measure::describe("bannana").unwrap_err(), @"unknown measure `bannana`; `kebab measures` lists them");
    assert_snapshot!(Measure::describe("nDGC").unwrap_err(), @"unknown measure `nDGC`; did you mean `nDCG`?");
    for description in descriptions() {
        assert_eq!(Measure::describe(description.name).unwrap(), description);
        for text in [description.about, description.formula, description.confused_with] {
            assert!(text.ends_with('.'), "{}: `{text}` is no sentence", description.name);
        }
    }
}

#[test]
fn a_default_threshold_reaches_the_measures_that_have_one() {
    assert_eq!(measure("P@5").with_default_rel(2.0).to_string(), "P(rel=2)@5");
    assert_eq!(measure("P(rel=3)@5").with_default_rel(2.0).to_string(), "P(rel=3)@5");
    assert_eq!(measure("nDCG@5").with_default_rel(2.0), measure("nDCG@5"));
}

#[test]
fn unknown_names() {
    assert_snapshot!(refused("nDGC@10"), @"unknown measure `nDGC@10`; did you mean `nDCG@10`?");
    assert_snapshot!(refused("succes(rel=2)@5"), @"unknown measure `succes(rel=2)@5`; did you mean `Success(rel=2)@5`?");
    assert_snapshot!(refused("Rrecall@5"), @"unknown measure `Rrecall@5`; did you mean `R@5`?");
    assert_snapshot!(refused("banana"), @"unknown measure `banana`; `kebab measures` lists them");
    assert_snapshot!(refused("x@5"), @"unknown measure `x@5`; `kebab measures` lists them");
    assert_snapshot!(refused("измерение@5"), @"unknown measure `измерение@5`; `kebab measures` lists them");
    assert_snapshot!(refused("P_K"), @"unknown measure `P_K`; did you mean `P@10`?");
}

#[test]
fn cutoffs() {
    assert_snapshot!(refused("P"), @"measure `P` needs a cutoff, such as `P@10`");
    assert_snapshot!(refused("recall"), @"measure `R` needs a cutoff, such as `R@10`");
    assert_snapshot!(refused("IPrec"), @"measure `IPrec` needs a cutoff, such as `IPrec@0.1`");
    assert_snapshot!(refused("RprecMult"), @"measure `RprecMult` needs a cutoff, such as `RprecMult@0.5`");
    assert_snapshot!(refused("bpref@10"), @"measure `bpref` takes no cutoff, write `bpref` without `@`");
    assert_snapshot!(refused("P@0"), @"measure `P`: `0` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("P@ten"), @"measure `P`: `ten` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("P@"), @"measure `P`: `` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("nDCG@-5"), @"measure `nDCG`: `-5` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("nDCG@+5"), @"measure `nDCG`: `+5` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("nDCG@5.5"), @"measure `nDCG`: `5.5` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("P_5x"), @"measure `P`: `5x` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("P@99999999999999999999"), @"measure `P`: `99999999999999999999` is not a rank: a whole number of at least 1");
    assert_snapshot!(refused("IPrec@1.5"), @"measure `IPrec`: `1.5` is not a recall level: a number from 0 to 1");
    assert_snapshot!(refused("IPrec@nan"), @"measure `IPrec`: `nan` is not a recall level: a number from 0 to 1");
    assert_snapshot!(refused("RprecMult@0"), @"measure `RprecMult`: `0` is not a multiple of R: a number above 0 and up to 1000000");
}

#[test]
fn parameters() {
    assert_snapshot!(refused("nDCG(rel=2)@10"), @"measure `nDCG` has no parameter `rel`; it takes `gain`, `gains`");
    assert_snapshot!(refused("Judged(rel=2)@10"), @"measure `Judged` has no parameter `rel`: it takes none");
    assert_snapshot!(refused("RBP"), @"measure `RBP` needs a parameter, such as `RBP(p=0.8)`");
    assert_snapshot!(refused("P(rel=1,rel=2)@5"), @"measure `P`: parameter `rel` is given twice");
    assert_snapshot!(refused("P(rel=1,relevance_level=2)@5"), @"measure `P`: parameter `rel` is given twice");
    assert_snapshot!(refused("P(rel=high)@5"), @"measure `P`: parameter `rel`: `high` is not a number of at least 0");
    assert_snapshot!(refused("P(rel=-1)@5"), @"measure `P`: parameter `rel`: `-1` is not a number of at least 0");
    assert_snapshot!(refused("nDCG(gain=cubic)@5"), @"measure `nDCG`: parameter `gain`: `cubic` is not `linear` or `exp`");
    assert_snapshot!(refused("nDCG(gains={1:2,1:3})"), @"measure `nDCG`: parameter `gains`: `{1:2,1:3}` is not pairs of grade and gain, none below 0 or twice, such as `{1:3,2:9}`");
    assert_snapshot!(refused("nDCG(gains=1)"), @"measure `nDCG`: parameter `gains`: `1` is not pairs of grade and gain, none below 0 or twice, such as `{1:3,2:9}`");
    assert_snapshot!(refused("F(beta=-1)@5"), @"measure `F`: parameter `beta`: `-1` is not a number from 0 to 1000000");
    assert_snapshot!(refused("RBP(p=1)"), @"measure `RBP`: parameter `p`: `1` is not a number from 0 to below 1");
    assert_snapshot!(refused("ERR(max=0)@5"), @"measure `ERR`: parameter `max`: `0` is not a number above 0 and up to 100");
    assert_snapshot!(refused("11pt_avg(points=[0.5,2])"), @"measure `11pt_avg`: parameter `points`: `[0.5,2]` is not recall points from 0 to 1, such as `[0.25,0.5,0.75]`");
    assert_snapshot!(refused("utility(weights=[1,2])"), @"measure `utility`: parameter `weights`: `[1,2]` is not four numbers, such as `[1,-1,0,0]`");
    assert_snapshot!(refused("utility(docs=many)"), @"measure `utility`: parameter `docs`: `many` is not a number of at least 0");
}

#[test]
fn syntax() {
    assert_snapshot!(refused(""), @"`` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("@5"), @"`@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P(rel=2@5"), @"`P(rel=2@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P(2)@5"), @"`P(2)@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P(rel=2,)@5"), @"`P(rel=2,)@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P_5@5"), @"`P_5@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P)@5"), @"`P)@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
    assert_snapshot!(refused("P@5,R@5"), @"`P@5,R@5` is not a measure: write it as `NAME(key=value,..)@CUTOFF`, such as `P(rel=2)@5`");
}
