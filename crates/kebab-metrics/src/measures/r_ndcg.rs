//! `Rndcg`: nDCG averaged over the ranks at which the ideal ranking steps down to a lower gain.

use crate::gains;
use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::{Cutoff, Spec};
use crate::params::{GAINS, Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "Rndcg",
    aliases: &[],
    cutoff: Cutoff::None,
    params: &[&GAINS, &REL],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "nDCG averaged over the ranks at which the ideal ranking steps down to a lower gain.",
    formula: "Mean of nDCG at the rank after which the ideal gain changes, and at the end of the \
            ranking when that is more than one document longer than the ideal one.",
    advice: "As for `nDCG`.",
    confused_with: "`nDCG` is taken once, at the end of the ranking.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    let ideal = gains::ideal(judged, params);
    if ideal.is_empty() || judged.n_relevant(params) == 0 {
        return 0.0;
    }
    let mut hits = judged.hits.iter().peekable();
    let (mut dcg, mut ideal_dcg, mut sum, mut n_points) = (0.0, 0.0, 0.0, 0_usize);
    let mut dcg_down_to = |rank: usize| {
        while let Some(hit) = hits.next_if(|hit| hit.rank <= rank) {
            dcg += gains::gain(hit.grade, params) / gains::discount(hit.rank);
        }
        dcg
    };
    for rank in 1..=ideal.len() {
        ideal_dcg += ideal[rank - 1] / gains::discount(rank);
        if ideal.get(rank) != Some(&ideal[rank - 1]) {
            sum += dcg_down_to(rank) / ideal_dcg;
            n_points += 1;
        }
    }
    if judged.n_retrieved > ideal.len() + 1 {
        sum += dcg_down_to(judged.n_retrieved) / ideal_dcg;
        n_points += 1;
    }
    gains::bounded(sum / n_points as f64, params)
}
