//! Every measure once more, slow and obvious: dense lists, one loop per sum, nothing shared but the
//! counting. Written from the published formulas, not from the crate.

/// One query: what stands at each rank (`None` where nobody judged), and the grades of the judged
/// documents that were not retrieved.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Case {
    pub(crate) ranked: Vec<Option<i32>>,
    pub(crate) missed: Vec<i32>,
}

/// How a grade turns into a gain.
#[derive(Clone, Copy)]
pub(crate) enum Gains {
    Level,
    Exp,
    Pairs(&'static [(i32, f64)]),
}

impl Gains {
    fn of(self, grade: i32) -> f64 {
        if grade < 0 {
            return 0.0;
        }
        match self {
            Gains::Level => f64::from(grade),
            Gains::Exp => f64::from(2_i32.pow(grade as u32) - 1),
            Gains::Pairs(pairs) => {
                let pair = pairs.iter().find(|(level, _)| *level == grade);
                pair.map_or(f64::from(grade), |(_, gain)| *gain)
            }
        }
    }
}

impl Case {
    fn n(&self) -> usize {
        self.ranked.len()
    }

    fn judged(&self) -> Vec<i32> {
        let retrieved = self.ranked.iter().filter_map(|grade| *grade);
        retrieved.chain(self.missed.iter().copied()).collect()
    }

    /// The grade at a rank from 1, `None` beyond the end too.
    fn at(&self, rank: usize) -> Option<i32> {
        self.ranked.get(rank - 1).copied().flatten()
    }

    fn relevant_at(&self, rank: usize, rel: i32) -> bool {
        self.at(rank).is_some_and(|grade| grade >= rel)
    }

    pub(crate) fn n_relevant(&self, rel: i32) -> usize {
        self.judged().iter().filter(|&&grade| grade >= rel).count()
    }

    fn found(&self, k: usize, rel: i32) -> usize {
        (1..=k.min(self.n())).filter(|&rank| self.relevant_at(rank, rel)).count()
    }

    fn precision_at(&self, rank: usize, rel: i32) -> f64 {
        self.found(rank, rel) as f64 / rank as f64
    }

    fn n_judged(&self, k: usize) -> usize {
        (1..=k.min(self.n())).filter(|&rank| self.at(rank).is_some_and(|grade| grade >= 0)).count()
    }

    fn gain_at(&self, rank: usize, gains: Gains) -> f64 {
        self.at(rank).map_or(0.0, |grade| gains.of(grade))
    }

    /// The positive gains of all judged documents, highest first.
    fn ideal(&self, gains: Gains) -> Vec<f64> {
        let mut ideal: Vec<f64> = self.judged().iter().map(|&grade| gains.of(grade)).collect();
        ideal.retain(|&gain| gain > 0.0);
        ideal.sort_by(|a, b| b.partial_cmp(a).unwrap());
        ideal
    }

    pub(crate) fn precision(&self, k: usize, rel: i32) -> f64 {
        self.found(k, rel) as f64 / k as f64
    }

    pub(crate) fn recall(&self, k: usize, rel: i32) -> f64 {
        divide(self.found(k, rel), self.n_relevant(rel))
    }

    pub(crate) fn relative_precision(&self, k: usize, rel: i32) -> f64 {
        divide(self.found(k, rel), k.min(self.n_relevant(rel)))
    }

    pub(crate) fn success(&self, k: usize, rel: i32) -> f64 {
        if self.found(k, rel) > 0 { 1.0 } else { 0.0 }
    }

    pub(crate) fn reciprocal_rank(&self, k: usize, rel: i32) -> f64 {
        for rank in 1..=k.min(self.n()) {
            if self.relevant_at(rank, rel) {
                return 1.0 / rank as f64;
            }
        }
        0.0
    }

    /// The precisions at the relevant ranks, added up.
    fn precisions(&self, k: usize, rel: i32) -> f64 {
        let mut sum = 0.0;
        for rank in 1..=k.min(self.n()) {
            if self.relevant_at(rank, rel) {
                sum += self.precision_at(rank, rel);
            }
        }
        sum
    }

    pub(crate) fn average_precision(&self, k: usize, rel: i32) -> f64 {
        match self.n_relevant(rel) {
            0 => 0.0,
            n_relevant => self.precisions(k, rel) / n_relevant as f64,
        }
    }

    pub(crate) fn yaap(&self, rel: i32) -> f64 {
        let sum = self.precisions(self.n(), rel);
        ((1.0 + sum) / (1.0 + self.n_relevant(rel) as f64 - sum)).ln()
    }

    pub(crate) fn f_measure(precision: f64, recall: f64, beta: f64) -> f64 {
        if precision == 0.0 && recall == 0.0 {
            return 0.0;
        }
        (1.0 + beta * beta) * precision * recall / (beta * beta * precision + recall)
    }

    pub(crate) fn f_at(&self, k: usize, rel: i32, beta: f64) -> f64 {
        Case::f_measure(self.precision(k, rel), self.recall(k, rel), beta)
    }

    pub(crate) fn set_precision(&self, rel: i32) -> f64 {
        divide(self.found(self.n(), rel), self.n())
    }

    pub(crate) fn set_recall(&self, rel: i32) -> f64 {
        self.recall(self.n(), rel)
    }

    pub(crate) fn set_relative_precision(&self, rel: i32) -> f64 {
        divide(self.found(self.n(), rel), self.n().min(self.n_relevant(rel)))
    }

    pub(crate) fn r_precision(&self, rel: i32) -> f64 {
        divide(self.found(self.n_relevant(rel), rel), self.n_relevant(rel))
    }

    pub(crate) fn r_precision_mult(&self, multiple: f64, rel: i32) -> f64 {
        let rank = (multiple * self.n_relevant(rel) as f64 + 0.9).trunc() as usize;
        divide(self.found(rank, rel), rank)
    }

    pub(crate) fn bpref(&self, rel: i32) -> f64 {
        let n_relevant = self.n_relevant(rel);
        let n_other = self.judged().iter().filter(|&&grade| 0 <= grade && grade < rel).count();
        let mut sum = 0.0;
        for rank in 1..=self.n() {
            if self.relevant_at(rank, rel) {
                let is_other = |rank: &usize| self.at(*rank).is_some_and(|g| 0 <= g && g < rel);
                let above = (1..rank).filter(is_other).count();
                sum += match above {
                    0 => 1.0,
                    _ => 1.0 - above.min(n_relevant) as f64 / n_other.min(n_relevant) as f64,
                };
            }
        }
        if n_relevant == 0 { 0.0 } else { sum / n_relevant as f64 }
    }

    pub(crate) fn inferred_ap(&self, rel: i32) -> f64 {
        const E: f64 = 0.00001;
        let mut sum = 0.0;
        for j in 0..self.n() {
            if !self.relevant_at(j + 1, rel) {
                continue;
            }
            if j == 0 {
                sum += 1.0;
                continue;
            }
            let above: Vec<i32> = (1..=j).filter_map(|rank| self.at(rank)).collect();
            let count = |wanted: &dyn Fn(i32) -> bool| {
                above.iter().filter(|&&grade| wanted(grade)).count() as f64
            };
            let r = count(&|grade| grade >= rel);
            let nr = count(&|grade| 0 <= grade && grade < rel);
            let pu = count(&|grade| grade < 0);
            let j = j as f64;
            sum += 1.0 / (j + 1.0)
                + (j / (j + 1.0)) * ((r + nr + pu) / j) * ((r + E) / (r + nr + 2.0 * E));
        }
        match self.n_relevant(rel) {
            0 => 0.0,
            n_relevant => sum / n_relevant as f64,
        }
    }

    pub(crate) fn interpolated_precision(&self, recall: f64, rel: i32) -> f64 {
        let needed = (recall * self.n_relevant(rel) as f64).round() as usize;
        let mut best = 0.0;
        for rank in 1..=self.n() {
            if self.found(rank, rel) >= needed.max(1) && self.relevant_at(rank, rel) {
                best = self.precision_at(rank, rel).max(best);
            }
        }
        best
    }

    pub(crate) fn eleven_points(&self, points: &[f64], rel: i32) -> f64 {
        let sum: f64 = points.iter().map(|&point| self.interpolated_precision(point, rel)).sum();
        sum / points.len() as f64
    }

    pub(crate) fn dcg(&self, k: usize, gains: Gains) -> f64 {
        let mut sum = 0.0;
        for rank in 1..=k.min(self.n()) {
            sum += self.gain_at(rank, gains) / (rank as f64 + 1.0).log2();
        }
        sum
    }

    pub(crate) fn ideal_dcg(&self, k: usize, gains: Gains) -> f64 {
        let mut sum = 0.0;
        for (i, gain) in self.ideal(gains).iter().enumerate().take(k) {
            sum += gain / (i as f64 + 2.0).log2();
        }
        sum
    }

    pub(crate) fn ndcg(&self, k: usize, gains: Gains) -> f64 {
        match self.ideal_dcg(k, gains) {
            0.0 => 0.0,
            ideal => self.dcg(k, gains) / ideal,
        }
    }

    pub(crate) fn ndcg_rel(&self, gains: Gains) -> f64 {
        let n_gaining = self.ideal(gains).len();
        if n_gaining == 0 {
            return 0.0;
        }
        let ranks = (1..=self.n()).filter(|&rank| self.gain_at(rank, gains) > 0.0);
        let values: Vec<f64> = ranks.map(|rank| self.ndcg(rank, gains)).collect();
        let at_the_end = self.dcg(self.n(), gains) / self.ideal_dcg(usize::MAX, gains);
        let missed = (n_gaining - values.len()) as f64;
        (values.iter().sum::<f64>() + missed * at_the_end) / n_gaining as f64
    }

    pub(crate) fn r_ndcg(&self, gains: Gains, rel: i32) -> f64 {
        let ideal = self.ideal(gains);
        if ideal.is_empty() || self.n_relevant(rel) == 0 {
            return 0.0;
        }
        let mut points = Vec::new();
        for rank in 1..=ideal.len() {
            if rank == ideal.len() || ideal[rank] != ideal[rank - 1] {
                points.push(rank);
            }
        }
        if self.n() > ideal.len() + 1 {
            points.push(self.n());
        }
        points.iter().map(|&rank| self.ndcg(rank, gains)).sum::<f64>() / points.len() as f64
    }

    pub(crate) fn g(&self, gains: Gains) -> f64 {
        let ideal = self.ideal(gains);
        let total: f64 = ideal.iter().sum();
        if total == 0.0 {
            return 0.0;
        }
        let mut sum = 0.0;
        for rank in 1..=self.n() {
            let cost: f64 = (0..rank).map(|i| ideal.get(i).unwrap_or(&0.0).max(1.0)).sum();
            let gained: f64 = (1..=rank).map(|rank| self.gain_at(rank, gains)).sum();
            sum += self.gain_at(rank, gains) / (2.0 + cost - gained).log2();
        }
        sum / total
    }

    pub(crate) fn binary_g(&self, rel: i32) -> f64 {
        let mut sum = 0.0;
        for rank in 1..=self.n() {
            if self.relevant_at(rank, rel) {
                let others_above = rank - self.found(rank, rel);
                sum += 1.0 / (2.0 + others_above as f64).log2();
            }
        }
        match self.n_relevant(rel) {
            0 => 0.0,
            n_relevant => sum / n_relevant as f64,
        }
    }

    /// Chapelle et al. 2009, with the grades of a ranking from rank 1 on.
    fn expected_rr(grades: &[Option<i32>], max: i32) -> f64 {
        let satisfied = |grade: Option<i32>| {
            let grade = grade.unwrap_or(0).clamp(0, max);
            (2_f64.powi(grade) - 1.0) / 2_f64.powi(max)
        };
        let mut sum = 0.0;
        for i in 0..grades.len() {
            let unsatisfied: f64 =
                grades[..i].iter().map(|&grade| 1.0 - satisfied(grade)).product();
            sum += unsatisfied * satisfied(grades[i]) / (i + 1) as f64;
        }
        sum
    }

    pub(crate) fn err(&self, k: usize, max: i32) -> f64 {
        Case::expected_rr(&self.ranked[..k.min(self.n())], max)
    }

    pub(crate) fn nerr(&self, k: usize, max: i32) -> f64 {
        let mut best: Vec<Option<i32>> = self.judged().into_iter().map(Some).collect();
        best.sort();
        best.reverse();
        best.truncate(k);
        match Case::expected_rr(&best, max) {
            0.0 => 0.0,
            best => self.err(k, max) / best,
        }
    }

    pub(crate) fn rbp(&self, p: f64) -> f64 {
        let highest = f64::from(self.judged().into_iter().max().unwrap_or(0).max(1));
        let gain = |rank| self.gain_at(rank, Gains::Level) / highest;
        (1.0 - p) * (1..=self.n()).map(|rank| gain(rank) * p.powi(rank as i32 - 1)).sum::<f64>()
    }

    pub(crate) fn rbp_residual(&self, p: f64) -> f64 {
        let unjudged = |rank: &usize| self.at(*rank).is_none_or(|grade| grade < 0);
        let ranks: Vec<usize> = (1..=self.n()).filter(unjudged).collect();
        if ranks.is_empty() {
            return 0.0;
        }
        let weights = ranks.iter().map(|&rank| p.powi(rank as i32 - 1)).sum::<f64>();
        (1.0 - p) * weights + p.powi(self.n() as i32)
    }

    pub(crate) fn judged_share(&self, k: usize) -> f64 {
        divide(self.n_judged(k), k.min(self.n()))
    }

    pub(crate) fn unjudged_share(&self, k: usize) -> f64 {
        (k.min(self.n()) - self.n_judged(k)) as f64 / k as f64
    }

    pub(crate) fn utility(&self, [a, b, c, d]: [f64; 4], n_docs: f64, rel: i32) -> f64 {
        let relevant_retrieved = self.found(self.n(), rel) as f64;
        let (n, r) = (self.n() as f64, self.n_relevant(rel) as f64);
        a * relevant_retrieved
            + b * (n - relevant_retrieved)
            + c * (r - relevant_retrieved)
            + d * (n_docs + relevant_retrieved - n - r)
    }

    pub(crate) fn n_relevant_retrieved(&self, rel: i32) -> usize {
        self.found(self.n(), rel)
    }

    pub(crate) fn n_nonrelevant_judged_retrieved(&self, rel: i32) -> usize {
        self.n_judged(self.n()) - self.found(self.n(), rel)
    }
}

fn divide(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}
