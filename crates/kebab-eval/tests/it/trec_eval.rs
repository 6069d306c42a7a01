//! The drop-in for trec_eval against anything: no arguments and no bytes may panic, and an error
//! has one of its exit codes. What it prints is tested through the binary.

use kebab_eval::trec_eval::{File, Options, Parsed, evaluate};
use proptest::prelude::*;

/// Pieces of command lines, right, wrong and half.
const WORDS: &[&str] = &[
    "-q",
    "-n",
    "-c",
    "-J",
    "-qc",
    "-l2",
    "-l",
    "-M1",
    "-M",
    "0",
    "-N9",
    "-Z",
    "z",
    "-m",
    "-mP.5",
    "map",
    "P.1,2",
    "ndcg.1=3,2=0.5",
    "rbp.p=0.5",
    "iprec_at_recall..5",
    "11pt_avg.0.9,.1",
    "all_trec",
    "set_F.2",
    "relstring.3",
    "utility.1,2,3,4",
    "Rndcg.1=0",
    "--",
    "-",
    "--measure=G",
    "--lev",
    "2",
    "-R",
    "qrels",
    "-T",
    "trec_results",
    "-D0",
    "-x",
    "-h",
    "-v",
    "é",
    "",
];

const LINES: &[&str] = &[
    "q1 0 d1 1",
    "q1 0 d2 0",
    "q1 0 d3 -1",
    "q2 0 d1 3",
    "q2 0 d1 2",
    "q3 0 d9 127",
    "q1 Q0 d1 1 2 t",
    "q1 Q0 d2 2 2 t",
    "q2 Q0 d1 1 1e5 t",
    "q2 Q0 d7 1 -inf t",
    "q9 Q0 d 1 0 t",
    "q3 Q0 d9 1 nan t",
    "# comment",
    "",
    " ",
    "q1 map 0.5 0.1",
    "q2 P_1 1 0",
    "q1 map x 1",
    "\r",
    "q1",
];

fn some(words: &'static [&'static str]) -> impl Strategy<Value = Vec<&'static str>> {
    prop::collection::vec(prop::sample::select(words), 0..12)
}

fn check(options: &Options, qrels: &[u8], run: &[u8], zscores: &[u8]) {
    let file = |name, bytes| File { name, bytes };
    let zscores = options.zscores.as_ref().map(|_| file("z", zscores));
    let outcome = evaluate(options, file("qrels", qrels), file("run", run), zscores);
    if let Some(error) = outcome.error {
        assert!([1, 2, 4].contains(&error.code()) && !error.to_string().is_empty(), "{error:?}");
    }
    assert!(outcome.stdout.is_empty() || outcome.stdout.ends_with(b"\n"));
}

proptest! {
    #[test]
    fn any_arguments(words in some(WORDS)) {
        let args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        if let Err(error) = Options::parse(&args) {
            prop_assert!([1, 2, 4].contains(&error.code()));
        }
    }

    #[test]
    fn any_lines(words in some(WORDS), qrels in some(LINES), run in some(LINES), z in some(LINES)) {
        let args = words.iter().map(|word| (*word).to_owned());
        let args: Vec<String> = args.chain(["qrels".to_owned(), "run".to_owned()]).collect();
        let text = |lines: &[&str]| lines.join("\n").into_bytes();
        if let Ok(Parsed::Evaluate(options)) = Options::parse(&args) {
            check(&options, &text(&qrels), &text(&run), &text(&z));
        }
    }

    #[test]
    fn any_bytes(qrels: Vec<u8>, run: Vec<u8>, z: Vec<u8>) {
        let args = ["-q", "-c", "-Z", "z", "-m", "all_trec", "qrels", "run"].map(str::to_owned);
        let Ok(Parsed::Evaluate(options)) = Options::parse(&args) else { panic!("they are right") };
        check(&options, &qrels, &run, &z);
        check(&options, b"q1 0 d1 1\n", &run, &z);
    }
}
