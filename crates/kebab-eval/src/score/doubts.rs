//! What looks wrong with a run although it can be scored: the mistakes that give a clean table of
//! wrong numbers.

use kebab_metrics::{Hit, Measure, Missing, ParseError, Qrels, Ranking, Run, Scores};

use super::score_run;

/// One sentence for each thing that looks wrong. An error only where the run cannot be read.
pub fn doubts(
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    ranking: &Ranking,
    scores: &Scores,
) -> Result<Vec<String>, ParseError> {
    let mut doubts = Vec::new();
    let mut hits = Vec::new();
    run.hits(0, &mut hits)?;
    let first = hits.first().map_or(String::new(), |hit| shown(hit.doc));
    if is_all_zero(scores) && nothing_judged(qrels, run, ranking) {
        let judged = shown(qrels.judgments(0).doc(0));
        doubts.push(format!(
            "none of the retrieved documents is judged; its ids look like `{first}`, those of the \
             judgments like `{judged}`"
        ));
    }
    if look_like_ranks(run, &mut hits)? {
        doubts.push(
            "the scores of every query count 1, 2, 3, .. in the order of the file and look like \
             ranks; here the highest score comes first"
                .to_owned(),
        );
    }
    if let Some(separator) = &ranking.roll_up {
        let found = |hit: &Hit<'_>| hit.doc.windows(separator.len()).any(|part| part == separator);
        let mut any = false;
        for number in 0..run.n_queries() {
            run.hits(number, &mut hits)?;
            if hits.iter().any(found) {
                any = true;
                break;
            }
        }
        if !any {
            let separator = shown(separator);
            doubts.push(format!("no id contains `{separator}`, so nothing was rolled up"));
        }
    }
    Ok(doubts)
}

fn is_all_zero(scores: &Scores) -> bool {
    let rates = |number: &usize| scores.measures[*number].higher_is_better();
    (0..scores.measures.len()).filter(rates).all(|number| scores.mean(number) == Some(0.0))
}

/// Counted anew, because the measures that were asked for need not show it.
fn nothing_judged(qrels: &Qrels<'_>, run: &Run<'_>, ranking: &Ranking) -> bool {
    let judged: Vec<Measure> = vec!["Judged".parse().expect("the table has it")];
    let scores = score_run(qrels, run, &judged, ranking, Missing::Skip);
    scores.is_ok_and(|scores| scores.mean(0) == Some(0.0))
}

/// Whether every query's scores are 1, 2, 3, .. in the order of the file, for more than one hit.
fn look_like_ranks<'r>(run: &'r Run<'_>, hits: &mut Vec<Hit<'r>>) -> Result<bool, ParseError> {
    let mut longest = 0;
    for number in 0..run.n_queries() {
        run.hits(number, hits)?;
        longest = longest.max(hits.len());
        if hits.iter().zip(1..).any(|(hit, rank)| hit.score != f64::from(rank)) {
            return Ok(false);
        }
    }
    Ok(longest > 1)
}

fn shown(id: &[u8]) -> String {
    String::from_utf8_lossy(id).into_owned()
}
