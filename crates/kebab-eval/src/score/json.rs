//! A score report for programs, unrounded.

use kebab_metrics::Missing;
use serde_json::{Map, Value, json};

use super::report::{Detail, ScoreReport, ScoredRun, id};

/// One object, the queries only on request.
pub fn render_json(report: &ScoreReport, detail: Detail) -> String {
    let runs: Vec<Value> = report.runs.iter().map(|run| run_object(report, run, detail)).collect();
    let report = json!({
        "schema_version": 1,
        "qrels": {
            "path": report.qrels,
            "queries": report.n_queries,
            "judgments": report.n_judgments,
            "queries_without_relevant": report.without_relevant.iter()
                .map(|(rel, queries)| json!({ "rel": rel, "queries": queries }))
                .collect::<Vec<_>>(),
        },
        "missing": match report.missing {
            Missing::Zero => "zero",
            Missing::Skip => "skip",
            Missing::Error => "error",
        },
        "depth": report.ranking.depth,
        "judged_only": report.ranking.judged_only,
        "roll_up": report.ranking.roll_up.as_deref().map(id),
        "measures": report.measures.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "runs": runs,
    });
    format!("{report:#}\n")
}

fn run_object(report: &ScoreReport, run: &ScoredRun, detail: Detail) -> Value {
    let names: Vec<String> = report.measures.iter().map(ToString::to_string).collect();
    let value = |measure: usize, value: Option<f64>| match value {
        Some(count) if report.measures[measure].is_count() => json!(count as u64),
        value => json!(value),
    };
    let ids = |ids: &[Vec<u8>]| ids.iter().map(|bytes| id(bytes)).collect::<Vec<_>>();
    let all: Map<String, Value> =
        names.iter().cloned().zip((0..names.len()).map(|m| value(m, run.scores.mean(m)))).collect();
    let mut object = json!({
        "name": run.name,
        "path": run.path,
        "tag": run.tag,
        "queries": run.scores.queries.len(),
        "missing_queries": ids(&run.scores.missing),
        "extra_queries": ids(&run.scores.extra),
        "doubts": run.doubts,
        "all": all,
    });
    if detail == Detail::PerQuery {
        let row = |row: usize| {
            let values = run.scores.row(row).iter().enumerate();
            names.iter().cloned().zip(values.map(|(m, &score)| value(m, Some(score))))
        };
        let queries = run.scores.queries.iter().enumerate();
        let rows = queries.map(|(i, query)| (id(query), Value::Object(row(i).collect())));
        object["per_query"] = Value::Object(rows.collect());
    }
    object
}
