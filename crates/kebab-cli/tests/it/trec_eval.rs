//! `kebab trec-eval`: arguments, flags, print order and exit codes.

use insta::assert_snapshot;

use crate::fixture::CliTest;

const QRELS: &str = "\
q1 0 d1 2
q1 0 d2 1
q1 0 d3 0
q10 0 d1 1
q10 0 d4 -1
q2 0 d5 3
";
const RUN: &str = "\
q2 Q0 d6 1 2.0 first
q2 Q0 d5 2 2.0 first
q1 Q0 d1 1 3 first
q1 Q0 d3 2 2 first
q1 Q0 d2 3 1 first
q10 Q0 d4 1 5 first
q10 Q0 d1 2 4 first
q77 Q0 d1 2 4 last
";

fn test() -> CliTest {
    CliTest::new().file("qrels", QRELS).file("run", RUN)
}

fn eval(arguments: &str) -> crate::fixture::Outcome {
    let args: Vec<&str> =
        std::iter::once("trec-eval").chain(arguments.split_whitespace()).collect();
    test().run(&args)
}

#[test]
fn official_is_the_default() {
    let default = eval("qrels run");
    assert_eq!(default.stdout, eval("-m official qrels run").stdout);
    assert_snapshot!("trec_eval_official", default);
}

#[test]
fn queries_come_in_byte_order_and_table_order() {
    assert_snapshot!(eval("-q -m recip_rank -m num_ret -m relstring qrels run"), @"
    exit 0
    --- stdout
    num_ret               	q1	3
    recip_rank            	q1	1.0000
    relstring             	q1	'201'
    num_ret               	q10	2
    recip_rank            	q10	0.5000
    relstring             	q10	'.1'
    num_ret               	q2	2
    recip_rank            	q2	0.5000
    relstring             	q2	'-3'
    num_ret               	all	7
    recip_rank            	all	0.6667
    ");
}

#[test]
fn arguments_can_be_glued_joined_and_behind_the_files() {
    let expected = eval("-q -c -l 2 -M 2 -m P.1,2 qrels run");
    assert_eq!(expected.code, Some(0));
    for other in [
        "-qcl2 -M2 -mP.2,1 qrels run",
        "qrels run -qc -l2 -M2 -mP.1,2",
        "-q qrels -c run -l2 --Max=2 --measure=P.1,2",
        "--query --complete --level_for_rel 2 --Max_retrieved_per_topic=2 --measure P.1,2 -- qrels run",
        "-qoc -l2 -M2 -D0 -T trec_results -Rqrels -mP.1,2 qrels run",
    ] {
        assert_eq!(eval(other).stdout, expected.stdout, "{other}");
    }
}

#[test]
fn of_two_lists_for_one_measure_the_first_counts() {
    assert_snapshot!(eval("-m P.5 -m P.10 -m recall -m recall.2 -nq qrels run"), @"
    exit 0
    --- stdout
    P_5                   	q1	0.4000
    recall_2              	q1	0.5000
    P_5                   	q10	0.2000
    recall_2              	q10	1.0000
    P_5                   	q2	0.2000
    recall_2              	q2	1.0000
    ");
}

#[test]
fn no_summary_and_summary_only() {
    assert_eq!(eval("-n qrels run").stdout, "");
    assert_snapshot!(eval("-m gm_map -m runid -m num_q -m relstring qrels run"), @"
    exit 0
    --- stdout
    runid                 	all	last
    num_q                 	all	3
    gm_map                	all	0.5928
    ");
}

#[test]
fn level_moves_the_binary_measures_and_leaves_ndcg() {
    assert_snapshot!(eval("-l 3 -m map -m num_rel -m ndcg -m bpref qrels run"), @"
    exit 0
    --- stdout
    num_rel               	all	1
    map                   	all	0.1667
    bpref                 	all	0.3333
    ndcg                  	all	0.7374
    ");
}

#[test]
fn judged_only_closes_the_gaps() {
    assert_snapshot!(eval("-J -q -m num_ret -m recip_rank -m unj.5 -m relstring.3 qrels run"), @"
    exit 0
    --- stdout
    num_ret               	q1	3
    recip_rank            	q1	1.0000
    relstring_3           	q1	'201'
    unj_5                 	q1	0.0000
    num_ret               	q10	1
    recip_rank            	q10	1.0000
    relstring_3           	q10	'1'
    unj_5                 	q10	0.0000
    num_ret               	q2	1
    recip_rank            	q2	1.0000
    relstring_3           	q2	'3'
    unj_5                 	q2	0.0000
    num_ret               	all	5
    recip_rank            	all	1.0000
    unj_5                 	all	0.0000
    ");
}

#[test]
fn depth_comes_before_the_duplicate_check() {
    let test = CliTest::new()
        .file("qrels", "q 0 a 1\n")
        .file("run", "q 0 a 1 2 t\nq 0 b 1 1 t\nq 0 a 1 0 t\n");
    assert_snapshot!(test.run(&["trec-eval", "-M2", "-m", "num_ret", "qrels", "run"]), @"
    exit 0
    --- stdout
    num_ret               	all	2
    ");
    assert_snapshot!(test.run(&["trec-eval", "-M3", "-m", "num_ret", "qrels", "run"]), @"
    exit 4
    --- stderr
    error: run:3:5: document `a` is retrieved twice for query `q`, first in line 1; keep one
    ");
}

#[test]
fn a_missing_query_ends_the_output_unless_all_count() {
    let test = || CliTest::new().file("qrels", QRELS).file("run", "q1 0 d1 1 1 t\nq2 0 d5 1 1 t\n");
    let args = ["-q", "-m", "map", "qrels", "run"];
    assert_snapshot!(test().run(&[&["trec-eval"], &args[..]].concat()), @"
    exit 4
    --- stdout
    map                   	q1	0.5000
    --- stderr
    error: query `q10` has judgments but no results; `-c` averages over all judged queries
    ");
    let args = [
        "-c",
        "-q",
        "-l2",
        "-m",
        "set",
        "-munj.5",
        "-mrelstring",
        "-mrbp_resid",
        "-mgm_map",
        "qrels",
        "run",
    ];
    assert_snapshot!("trec_eval_complete", test().run(&[&["trec-eval"], &args[..]].concat()));
}

#[test]
fn parameters_that_name_themselves_keep_what_the_missing_query_left() {
    let test =
        CliTest::new().file("qrels", "q1 0 d1 1\nq2 0 d1 1\n").file("run", "q1 0 d1 1 1 t\n");
    let args =
        ["-c", "-q", "-mutility.2,-1,0,0", "-mrelstring.3", "-mrbp_resid.p=0.5", "qrels", "run"];
    assert_snapshot!(test.run(&[&["trec-eval"], &args[..]].concat()), @"
    exit 0
    --- stdout
    relstring_3           	q1	'1'
    utility_2,-1,0,0      	q1	2.0000
    rbp_resid_p=0.5       	q1	0.0000
    relstring_3           	q2	'-'
    utility_2,-1,0,0      	q2	-1.0000
    rbp_resid_p=0.5       	q2	1.0000
    utility_2,-1,0,0      	all	0.5000
    rbp_resid_p=0.5       	all	0.5000
    ");
}

#[test]
fn nothing_retrieved_divides_by_zero_as_there() {
    assert_snapshot!(eval("-M0 -m iprec_at_recall.0,1 -m 11pt_avg -m P.5 qrels run"), @"
    exit 0
    --- stdout
    iprec_at_recall_0.00  	all	  -nan
    iprec_at_recall_1.00  	all	0.0000
    P_5                   	all	0.0000
    11pt_avg              	all	  -nan
    ");
}

#[test]
fn zscores() {
    let zscores = "q1 map 0.5 0.25\nq2 map 0.5 0\nq10 P_5 1 1\nq1 num_ret 3 0\n";
    let test = test().file("z", zscores);
    let args =
        ["trec-eval", "-q", "-Z", "z", "-m", "map", "-m", "num_ret", "-m", "num_q", "-m", "runid"];
    assert_snapshot!(test.run(&[&args[..], &["qrels", "run"]].concat()), @"
    exit 0
    --- stdout
    Znum_ret               	q1	0.0000
    Zmap                   	q1	1.3333
    Znum_ret               	q10	-1000000.0000
    Zmap                   	q10	-1000000.0000
    Znum_ret               	q2	-1000000.0000
    Zmap                   	q2	0.0000
    runid                 	all	last
    num_q                 	all	3
    Znum_ret               	all	-2000000.0000
    Zmap                   	all	-333332.8889
    ");
}

#[test]
fn gains_are_sorted_as_there() {
    assert_snapshot!(eval("-m ndcg.1=0.1,2=0.5,3=0.9 qrels run"), @"
    exit 0
    --- stdout
    ndcg_1=0.1,2=0.5,3=0.9	all	0.0000
    --- stderr
    note: ndcg_1=0.1,2=0.5,3=0.9: trec_eval takes gains that differ by less than 1 for equal when it sorts them, and so does this; `kebab score -m 'nDCG(gains={..})'` sorts them all
    ");
    assert_snapshot!(eval("-m ndcg.1=3,2=9 -m rbp.p=0.5,1=2 qrels run"), @"
    exit 0
    --- stdout
    ndcg_1=3,2=9          	all	0.7419
    rbp_p=0.5,1=2         	all	0.3750
    ");
}

#[test]
fn comments_and_odd_blanks() {
    let test = CliTest::new()
        .file("qrels", "# one\n# two\nq\t0\td#1  1\r\n  #q 0 d 1\n# last")
        .file("run", "  # comment\n\n q 0\td#1 1 1 t more words\r\n\x0b\n#q 0 d 1 1 no\n#");
    assert_snapshot!(test.run(&["trec-eval", "-c", "-m", "map", "-m", "num_q", "-m", "runid", "qrels", "run"]), @"
    exit 0
    --- stdout
    runid                 	all	t
    num_q                 	all	2
    map                   	all	0.5000
    ");
}

#[test]
fn fractions_of_grades_are_cut() {
    let test = CliTest::new()
        .file("qrels", "q 0 a 1.9\nq 0 b 0.9\n")
        .file("run", "q 0 b 1 2 t\nq 0 a 2 1 t\n");
    assert_snapshot!(test.run(&["trec-eval", "-q", "-m", "relstring", "-m", "num_rel", "qrels", "run"]), @"
    exit 0
    --- stdout
    num_rel               	q	1
    relstring             	q	'01'
    num_rel               	all	1
    ");
}

#[test]
fn exit_codes() {
    let check = |arguments: &str, code: i32| {
        let outcome = eval(arguments);
        assert_eq!(
            (outcome.code, outcome.stdout.as_str()),
            (Some(code), ""),
            "{arguments}: {outcome}"
        );
        outcome.stderr
    };
    assert_snapshot!(check("qrels", 1), @"error: two files are needed, the judgments and the run, not 1; see `kebab trec-eval -h`");
    assert_snapshot!(check("-m mapp qrels run", 1), @"error: unknown measure `mapp`; did you mean `map`?");
    assert_snapshot!(check("-m P_5 qrels run", 1), @"error: unknown measure `P_5`; did you mean `P.5`?");
    assert_snapshot!(check("-m P. qrels run", 1), @"error: measure `P.`: parameters are missing behind the point");
    assert_snapshot!(check("-x qrels run", 1), @"error: unknown option `-x`; see `kebab trec-eval -h`");
    assert_snapshot!(check("--Re qrels qrels run", 1), @"error: option `--Re` is ambiguous; see `kebab trec-eval -h`");
    assert_snapshot!(check("-l two qrels run", 1), @"error: `-l`: `two` is not a whole number of at least 0; see `kebab trec-eval -h`");
    assert_snapshot!(check("-D1 qrels run", 1), @"error: `-D`: debug output is not available; see `kebab trec-eval -h`");
    assert_snapshot!(check("qrels run -m", 1), @"error: option `-m` needs a value; see `kebab trec-eval -h`");
    assert_snapshot!(check("-m P.0 qrels run", 2), @"error: measure `P`: parameter `0` is not a cutoff of at least 1");
    assert_snapshot!(check("-m P.5,5 qrels run", 2), @"error: measure `P`: parameter `5` is given twice");
    assert_snapshot!(check("-m ndcg.1 qrels run", 2), @"error: measure `ndcg`: parameter `1` is not a pair such as `1=3`");
    assert_snapshot!(check("-m ndcg.x=1 qrels run", 2), @"error: measure `ndcg`: parameter `x` is not a relevance level");
    assert_snapshot!(check("-m utility.1,2 qrels run", 4), @"error: measure `utility` has 4 coefficients, not 2");
    assert_snapshot!(check("-R prefs qrels run", 2), @"error: `-R prefs` is not available, only `-R qrels` is");
    assert_snapshot!(check("-R nope qrels run", 2), @"error: `-R nope` names no format of judgments; use `-R qrels`");
    assert_snapshot!(check("-T nope qrels run", 2), @"error: `-T nope` names no format of runs; use `-T trec_results`");
    assert_snapshot!(check("-m map_avgjg qrels run", 4), @"error: measure `map_avgjg` needs judgments of the format `qrels_jg`, which are not available");
    assert_snapshot!(check("qrels none", 2), @"error: cannot read run: failed to open file `none`: No such file or directory (os error 2)");
    assert_snapshot!(check("- run", 2), @"error: judgments cannot be read from standard input, only the run can");
    assert_snapshot!(check("run run", 2), @"error: run:1:1: malformed line: 6 fields where a judgment has 4: query, iteration, document, grade; this looks like a run, and the judgments come first");
    assert_snapshot!(check("qrels qrels", 2), @"error: qrels:1:1: malformed line: 4 fields where a result has 6: query, iteration, document, rank, score, tag; this looks like judgments, and the run comes second");
}

#[test]
fn input_errors() {
    let check = |qrels: &str, run: &str, code: i32| {
        let test = CliTest::new().file("qrels", qrels).file("run", run);
        let outcome = test.run(&["trec-eval", "qrels", "run"]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(code), ""), "{outcome}");
        outcome.stderr
    };
    let (qrels, run) = ("q 0 a 1\n", "q 0 a 1 1 t\n");
    assert_snapshot!(check("q 0 a 1\n\nq 0 b 1\n", run, 2), @"error: qrels:2:1: malformed line: a blank line, which trec_eval does not accept in judgments; remove it");
    assert_snapshot!(check("q 0 a 1\n\n", run, 2), @"error: qrels:2:1: malformed line: a blank line, which trec_eval does not accept in judgments; remove it");
    assert_snapshot!(check("q 0 a 1 x\n", run, 2), @"error: qrels:1:1: malformed line: 5 fields where a judgment has 4: query, iteration, document, grade");
    assert_snapshot!(check("q 0 a high\n", run, 2), @"error: qrels:1:7: field `grade`: `high` is not a number");
    assert_snapshot!(check("q 0 a 1\nq 0 a 2\n", run, 4), @"error: qrels:2:5: document `a` is judged twice for query `q`, first in line 1; keep one");
    assert_snapshot!(check("", run, 2), @"error: qrels:1:1: the file holds no judgments");
    assert_snapshot!(check(qrels, "", 2), @"error: run:1:1: the file holds no results");
    assert_snapshot!(check(qrels, "q 0 a 1 1\n", 2), @"error: run:1:1: malformed line: 5 fields where a result has 6: query, iteration, document, rank, score, tag");
    assert_snapshot!(check(qrels, "q 0 a 1 high t\n", 2), @"error: run:1:9: field `score`: `high` is not a number");
    assert_snapshot!(check(qrels, "q 0 a 1 1 t\nother 0 a 1 nan t\n", 2), @"error: run:2:13: field `score`: `nan` cannot be ranked; leave the document out or give it a score");
    assert_snapshot!(check(qrels, "q 0 a 1 1 t\nq 0 a 1 1 t\n", 4), @"error: run:2:5: document `a` is retrieved twice for query `q`, first in line 1; keep one");
    assert_snapshot!(check(qrels, "x 0 a 1 1 t\n", 4), @"error: query `q` has judgments but no results; `-c` averages over all judged queries");
}

#[test]
fn the_run_can_come_from_standard_input() {
    let outcome = test().run_with_stdin(&["trec-eval", "-m", "map", "qrels", "-"], RUN.as_bytes());
    assert_eq!(outcome.stdout, eval("-m map qrels run").stdout);
}

#[test]
fn help_and_version() {
    let help = eval("-h");
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.starts_with("Usage: kebab trec-eval"), "{help}");
    assert_snapshot!(eval("-v"), @"
    exit 0
    --- stderr
    kebab trec-eval [VERSION], as trec_eval 10
    ");
}

#[test]
fn a_document_judged_twice_ends_the_output_at_its_query() {
    let test = CliTest::new()
        .file("qrels", "q1 0 d1 1\nq2 0 d1 1\nq2 0 d1 0\n")
        .file("run", "q1 0 d1 1 1 t\nq2 0 d1 1 1 t\n")
        .file("bad", "q1 0 d1\n");
    assert_snapshot!(test.run(&["trec-eval", "-q", "-m", "map", "qrels", "run"]), @"
    exit 4
    --- stdout
    map                   	q1	1.0000
    --- stderr
    error: qrels:3:6: document `d1` is judged twice for query `q2`, first in line 2; keep one
    ");
    // What is wrong with the files or the parameters is found before.
    assert_eq!(test.run(&["trec-eval", "qrels", "bad"]).code, Some(2));
    assert_eq!(test.run(&["trec-eval", "-m", "P.0", "qrels", "run"]).code, Some(2));
}

#[test]
fn gains_are_scaled_over_all_levels_up_to_the_highest() {
    let test = CliTest::new()
        .file("qrels", "q1 0 d1 3\nq1 0 d2 0\n")
        .file("run", "q1 0 d1 1 2 t\nq1 0 d2 2 1 t\n");
    let args = ["trec-eval", "-m", "rbp.3=1,p=0.5", "-m", "Rndcg.3=0", "qrels", "run"];
    assert_snapshot!(test.run(&args), @"
    exit 0
    --- stdout
    Rndcg_3=0             	all	  -nan
    rbp_3=1,p=0.5         	all	0.2500
    ");
}

#[test]
fn numbers_that_c_reads() {
    let outcome = eval("-N 5000000000 -m utility.0,0,0,1 qrels run");
    assert_snapshot!(outcome, @"
    exit 0
    --- stdout
    utility_0,0,0,1       	all	4999999997.6667
    ");
    let args = ["trec-eval", "-m", "P.5, 10", "qrels", "run"];
    assert_eq!(test().run(&args).stdout, eval("-m P.5,10 qrels run").stdout);
    let test = CliTest::new().file("qrels", "q1 0 d1 1\n").file("run", "q1\rQ0 d1 1 1.0 t");
    assert_eq!(test.run(&["trec-eval", "-m", "map", "qrels", "run"]).code, Some(0));
}

#[test]
fn more_complaints() {
    let test = test().file("z3", "q1 map 0.5\n").file("z", "q1 map high 1\n");
    let complain = |arguments: &str, code: i32| {
        let args = std::iter::once("trec-eval").chain(arguments.split_whitespace());
        let outcome = test.run(&args.collect::<Vec<_>>());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (Some(code), ""), "{outcome}");
        outcome.stderr
    };
    assert_snapshot!(complain("-Z z3 qrels run", 2), @"error: z3:1: malformed line: 3 fields where 4 are needed: query, measure, mean, deviation");
    assert_snapshot!(complain("-Z z qrels run", 2), @"error: z:1: field `mean`: `high` is not a number");
    assert_snapshot!(complain("-Z none qrels run", 2), @"error: cannot read z-scores: failed to open file `none`: No such file or directory (os error 2)");
    assert_snapshot!(complain("--nosummary=1 qrels run", 1), @"error: `--nosummary` takes no value; see `kebab trec-eval -h`");
    assert_snapshot!(complain("--nothing qrels run", 1), @"error: unknown option `--nothing`; see `kebab trec-eval -h`");
    assert_snapshot!(complain("-m set_F.-1 qrels run", 2), @"error: measure `set_F`: parameter `-1` is not a weight of at least 0");
    assert_snapshot!(complain("-m ndcg.-1=2 qrels run", 2), @"error: measure `ndcg`: parameter `-1` is not a relevance level");
    assert_snapshot!(complain("-m ndcg.1=2,1=3 qrels run", 2), @"error: measure `ndcg`: parameter `1` is given twice");
}
