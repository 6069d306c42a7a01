//! What must hold for every input.

use kebab_metrics::{Description, Evaluator, Hit, Measure, Qrels, descriptions};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::support::{measure, measures, seeded};

/// The measures whose values are not shares of anything.
const NOT_RATIOS: [&str; 9] = [
    "DCG",
    "IDCG",
    "yaap",
    "utility",
    "NumQ",
    "NumRet",
    "NumRel",
    "NumRelRet",
    "NumNonrelJudgedRet",
];

/// A judged and a retrieved set, made so that they overlap: `graded[i]` is the grade of document
/// `i`, `None` where nobody judged it; the ranking lists documents, best first.
#[derive(Clone, Debug)]
struct Input {
    graded: Vec<Option<f64>>,
    ranking: Vec<usize>,
}

impl Input {
    /// The values of the measures, by way of a judgment file and scored hits.
    fn scores(&self, measures: &[Measure]) -> Vec<f64> {
        let mut text = "q 0 never -1\n".to_owned();
        for (doc, grade) in self.graded.iter().enumerate() {
            if let Some(grade) = grade {
                text += &format!("q 0 d{doc} {grade}\n");
            }
        }
        let qrels = Qrels::parse("qrels", text.as_bytes()).expect("the judgments are fine");
        let ids: Vec<String> = self.ranking.iter().map(|doc| format!("d{doc}")).collect();
        let mut hits: Vec<Hit<'_>> = ids
            .iter()
            .enumerate()
            .map(|(i, id)| Hit { doc: id.as_bytes(), score: -(i as f64) })
            .collect();
        let mut evaluator = Evaluator::new(&qrels, measures);
        evaluator.query(b"q", &mut hits).expect("no document comes twice").unwrap().to_vec()
    }
}

/// Grades as files have them, and as they should not have them.
fn grade() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-1..4).prop_map(f64::from),
        3 => -1.0..5.0,
        1 => select(&[1e15, -1e15, 1e15 / 3.0, 1e15 - 1.0, 1e-300, 5e-324, 0.999_999_999_999, -0.0]),
        1 => 1e14..1e15,
        1 => 0.0..1e-6,
    ]
}

fn input() -> impl Strategy<Value = Input> {
    // Sums of nothing but huge grades lose more digits than a discount has to spare.
    let graded = prop_oneof![
        4 => vec(prop::option::weighted(0.8, grade()), 1..24),
        1 => vec(prop::option::weighted(0.9, 1e13..1e15), 1..24),
    ];
    graded.prop_flat_map(|graded| {
        let all: Vec<usize> = (0..graded.len()).collect();
        let n = graded.len();
        (Just(all).prop_shuffle(), 0..=n).prop_map(move |(mut ranking, n_retrieved)| {
            ranking.truncate(n_retrieved);
            Input { graded: graded.clone(), ranking }
        })
    })
}

/// The value of a parameter, as text. Fails for a key that is not here yet.
fn value(key: &str) -> BoxedStrategy<String> {
    let number = |low: f64, high: f64| (low..high).prop_map(|value| value.to_string());
    let short = |values: &'static [&'static str]| select(values).prop_map(str::to_owned);
    match key {
        "rel" | "min_rel" => {
            prop_oneof![short(&["0", "1", "2", "0.5", "1e15"]), number(0.0, 4.0)].boxed()
        }
        "gain" => short(&["linear", "exp"]).boxed(),
        "gains" => {
            let list = (number(0.0, 20.0), number(0.0, 1e3), 0..3_u8);
            let list = list.prop_map(|(a, b, level)| format!("{{{level}:{a},3:{b}}}"));
            prop_oneof![list, short(&["{1:3,2:9}", "{0:1}", "{2:0}", "{1:1e15,2:0.1}"])].boxed()
        }
        "beta" => prop_oneof![number(0.0, 3.0), number(0.0, 1e-7), number(1e5, 1e6)].boxed(),
        "p" => prop_oneof![number(0.0, 1.0), short(&["0", "0.5", "0.999999"])].boxed(),
        "max" => prop_oneof![number(0.1, 100.0), short(&["1", "4", "100"])].boxed(),
        "points" => {
            vec(number(0.0, 1.0), 1..5).prop_map(|points| format!("[{}]", points.join(","))).boxed()
        }
        "weights" => {
            vec(number(-1e3, 1e3), 4).prop_map(|weights| format!("[{}]", weights.join(","))).boxed()
        }
        "docs" => number(0.0, 1e9).boxed(),
        _ => panic!("no values for the parameter `{key}`"),
    }
}

/// A measure of that description, written with random parameters.
fn written(description: &Description) -> BoxedStrategy<String> {
    let name = description.name;
    let at = match description.usage.split_once('@') {
        None => Just(String::new()).boxed(),
        Some((head, "k]")) if head.ends_with('[') => {
            prop_oneof![Just(String::new()), (1..30_usize).prop_map(|k| format!("@{k}"))].boxed()
        }
        Some((_, "k")) => {
            prop_oneof![1..30_usize, Just(usize::MAX)].prop_map(|k| format!("@{k}")).boxed()
        }
        Some((_, "x")) => (0.001..=1.0).prop_map(|x| format!("@{x}")).boxed(),
        Some(_) => panic!("no cutoff for `{}`", description.usage),
    };
    let mut list = Just(Vec::<String>::new()).boxed();
    for &(key, _) in &description.params {
        // The one parameter without a default is always there.
        let item = match key {
            "p" => value(key).prop_map(Some).boxed(),
            _ => prop::option::weighted(0.4, value(key)).boxed(),
        };
        list = (list, item)
            .prop_map(move |(mut list, value)| {
                list.extend(value.map(|value| format!("{key}={value}")));
                list
            })
            .boxed();
    }
    (list, at)
        .prop_map(move |(list, at)| {
            let list =
                if list.is_empty() { String::new() } else { format!("({})", list.join(",")) };
            format!("{name}{list}{at}")
        })
        .boxed()
}

/// One of each measure, with random parameters.
fn one_of_each(wanted: impl Fn(&Description) -> bool) -> Vec<BoxedStrategy<String>> {
    descriptions().filter(|description| wanted(description)).map(|d| written(&d)).collect()
}

fn is_ratio(description: &Description) -> bool {
    !NOT_RATIOS.contains(&description.name)
}

#[test]
fn the_list_of_other_measures_is_current() {
    for name in NOT_RATIOS {
        assert!(descriptions().any(|description| description.name == name), "{name} is gone");
    }
}

proptest! {
    #![proptest_config(seeded(600))]

    #[test]
    fn ratios_lie_between_0_and_1(input in input(), names in one_of_each(is_ratio)) {
        let measures: Vec<Measure> = names.iter().map(|name| measure(name)).collect();
        for (name, value) in names.iter().zip(input.scores(&measures)) {
            prop_assert!((0.0..=1.0).contains(&value), "{} is {}", name, value);
        }
    }

    #[test]
    fn no_measure_is_ever_nan_or_infinite(input in input(), names in one_of_each(|_| true)) {
        let measures: Vec<Measure> = names.iter().map(|name| measure(name)).collect();
        for (name, value) in names.iter().zip(input.scores(&measures)) {
            prop_assert!(value.is_finite(), "{} is {}", name, value);
        }
    }

    #[test]
    fn printing_and_reading_gives_the_same_measure(names in one_of_each(|_| true)) {
        for name in names {
            let read = measure(&name);
            let printed = read.to_string();
            let again = measure(&printed);
            prop_assert_eq!(&again, &read, "{} prints as {}", name, printed);
            prop_assert_eq!(again.to_string(), printed);
        }
    }

    #[test]
    fn moving_a_better_document_up_lowers_nothing(
        input in input(), first in any::<Index>(), second in any::<Index>(), k in 1..30_usize,
    ) {
        if input.ranking.is_empty() {
            return Ok(());
        }
        let (i, j) = (first.index(input.ranking.len()), second.index(input.ranking.len()));
        let grade = |i: usize| input.graded[input.ranking[i]].unwrap_or(0.0).max(0.0);
        let (mut worse, mut better) = (input.clone(), input.clone());
        // Whichever way round the two stand, one of the rankings has the better one on top.
        let swapped = if grade(i.max(j)) > grade(i.min(j)) { &mut better } else { &mut worse };
        swapped.ranking.swap(i, j);
        let names = format!(
            "nDCG nDCG@{k} nDCG(gain=exp) nDCG(gain=exp)@{k} DCG@{k} AP AP@{k} AP(rel=2) RR RR@{k} \
             RR(rel=2) RBP(p=0.8) ERR ERR@{k} nERR@{k} P@{k} R@{k} Success@{k} Rprec binG"
        );
        let measures = measures(&names);
        let (before, after) = (worse.scores(&measures), better.scores(&measures));
        for (measure, (before, after)) in measures.iter().zip(before.into_iter().zip(after)) {
            let rounding = 1e-12 * before.abs().max(1.0);
            prop_assert!(after >= before - rounding, "{} fell from {} to {}", measure, before, after);
        }
    }

    #[test]
    fn ties_do_not_depend_on_the_order_of_the_input(
        input in input(), n_scores in 1..4_usize, order in any::<u64>(),
    ) {
        let ids: Vec<String> = input.ranking.iter().map(|doc| format!("d{doc}")).collect();
        // As few scores as possible, so that ties decide almost everything.
        let mut hits: Vec<Hit<'_>> = ids
            .iter()
            .enumerate()
            .map(|(i, id)| Hit { doc: id.as_bytes(), score: (i % n_scores) as f64 })
            .collect();
        let qrels = Qrels::parse("qrels", b"q 0 d0 1\nq 0 d1 2\nq 0 d2 0\nq 0 d3 3\n").unwrap();
        let measures = measures("nDCG AP RR P@3 bpref infAP ERR");
        let mut evaluator = Evaluator::new(&qrels, &measures);
        let scores = evaluator.query(b"q", &mut hits.clone()).unwrap().unwrap().to_vec();
        crate::support::Random(order).shuffle(&mut hits);
        prop_assert_eq!(evaluator.query(b"q", &mut hits).unwrap().unwrap(), scores.as_slice());
    }
}

proptest! {
    #![proptest_config(seeded(3000))]

    #[test]
    fn reading_any_text_as_a_measure_never_panics(text in any::<String>()) {
        let _ = text.parse::<Measure>();
    }

    #[test]
    fn reading_almost_measures_never_panics(
        parts in vec(select(&[
            "nDCG", "P", "RBP", "11pt_avg", "iprec_at_recall_", "Rprec_mult_", "ndcg_cut_", "P_",
            "(", ")", "@", "=", ",", "{", "}", "[", "]", ":", "rel", "gain", "gains", "p", "max",
            "points", "1", "0", "-1", "1e999", "nan", "inf", "0.5", "18446744073709551616", " ",
            "_K", "_X", "é", "\u{0}", "'exp-log2'", "\n", "ß@ß", "ＰＰ",
        ]), 0..12),
    ) {
        let text = parts.concat();
        if let Ok(measure) = text.parse::<Measure>() {
            prop_assert_eq!(measure.to_string().parse::<Measure>(), Ok(measure));
        }
    }
}
