//! What looks wrong with a run although it can be scored: the mistakes that give a clean table of
//! wrong numbers.

use kebab_metrics::{Measure, Missing, ParseError, Qrels, Ranking, Run, Scores};

use super::report::id;
use super::score_run;

/// One sentence for each thing that looks wrong.
pub(super) fn doubts(
    qrels: &Qrels<'_>,
    run: &Run<'_>,
    ranking: &Ranking,
    scores: &Scores,
) -> Result<Vec<String>, ParseError> {
    let mut doubts = Vec::new();
    if is_all_zero(scores) && nothing_judged(qrels, run, ranking) {
        let mut hits = Vec::new();
        run.hits(0, &mut hits)?;
        let found = hits.first().map_or(String::new(), |hit| id(hit.doc));
        let judged = id(qrels.judgments(0).doc(0));
        doubts.push(format!(
            "none of the retrieved documents is judged; its ids look like `{found}`, those of the \
             judgments like `{judged}`"
        ));
    }
    if look_like_ranks(run)? {
        doubts.push(
            "the scores of every query count 1, 2, 3, .. in the order of the file and look like \
             ranks; here the highest score comes first"
                .to_owned(),
        );
    }
    if let Some(separator) = ranking.roll_up.as_deref()
        && !any_id_contains(run, separator)?
    {
        doubts.push(format!("no id contains `{}`, so nothing was rolled up", id(separator)));
    }
    Ok(doubts)
}

/// Whether there are measures that rate the ranking, and all of them are 0.
fn is_all_zero(scores: &Scores) -> bool {
    let rates = |number: &usize| scores.measures[*number].higher_is_better();
    let mut means = (0..scores.measures.len()).filter(rates).map(|number| scores.mean(number));
    means.clone().next().is_some() && means.all(|mean| mean == Some(0.0))
}

/// Counted anew, because the measures that were asked for need not show it.
fn nothing_judged(qrels: &Qrels<'_>, run: &Run<'_>, ranking: &Ranking) -> bool {
    let judged: Vec<Measure> = vec!["Judged".parse().expect("the table has it")];
    let scores = score_run(qrels, run, &judged, ranking, Missing::Skip);
    scores.is_ok_and(|scores| scores.mean(0) == Some(0.0))
}

/// Whether every query's scores are 1, 2, 3, .. in the order of the file, for more than one hit.
fn look_like_ranks(run: &Run<'_>) -> Result<bool, ParseError> {
    let mut longest = 0;
    for block in run.blocks() {
        let (_, hits) = block?;
        longest = longest.max(hits.len());
        if hits.iter().zip(1..).any(|(hit, rank)| hit.score != f64::from(rank)) {
            return Ok(false);
        }
    }
    Ok(longest > 1)
}

fn any_id_contains(run: &Run<'_>, separator: &[u8]) -> Result<bool, ParseError> {
    for block in run.blocks() {
        let (_, hits) = block?;
        let contains = |doc: &[u8]| doc.windows(separator.len()).any(|part| part == separator);
        if hits.iter().any(|hit| contains(hit.doc)) {
            return Ok(true);
        }
    }
    Ok(false)
}
