//! `11pt_avg`: the mean of the interpolated precision at eleven recall points, 0 to 1.

use crate::judged::Judged;
use crate::measure::Summary;
use crate::measures::iprec;
use crate::measures::{Cutoff, Spec};
use crate::params::{POINTS, Params, REL};

pub(super) const SPEC: Spec = Spec {
    name: "11pt_avg",
    aliases: &["eleven_point_average"],
    cutoff: Cutoff::None,
    params: &[&REL, &POINTS],
    summary: Summary::Mean,
    higher_is_better: true,
    about: "The mean of the interpolated precision at eleven recall points, 0 to 1.",
    formula: "Mean of `IPrec@x` over x = 0, 0.1, .. 1, or over the points given.",
    advice: "Look at the single points with `IPrec@x`.",
    confused_with: "An old estimate of the area under the recall-precision curve; `AP` replaced it.",
    score,
};

fn score(judged: &Judged<'_>, params: &Params) -> f64 {
    const ELEVEN: [f64; 11] = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0];
    let points = if params.points.is_empty() { &ELEVEN } else { params.points.as_slice() };
    let n_relevant = judged.n_relevant(params) as f64;
    let n_found = judged.n_relevant_retrieved(params);
    // From the last point down, as trec_eval does: points are expected in ascending order, and one
    // that comes after a higher one gets the best precision of the whole ranking.
    let mut reached = None;
    let mut sum = 0.0;
    for point in points.iter().rev() {
        let n_needed = (point * n_relevant).round() as usize;
        match reached {
            None if n_needed > n_found => {}
            Some(lowest) if n_needed > lowest => {
                sum += iprec::best_precision_from(judged, params, 0);
                reached = Some(0);
            }
            _ => {
                sum += iprec::best_precision_from(judged, params, n_needed);
                reached = Some(n_needed);
            }
        }
    }
    sum / points.len() as f64
}
