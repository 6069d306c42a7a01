//! What tools call the columns of judgments and runs.

use super::Kind;

const QUERY: &[&str] = &["query_id", "qid", "q_id", "topic_id", "topic", "query"];
const DOC: &[&str] = &[
    "doc_id",
    "doc",
    "docid",
    "docno",
    "did",
    "corpus_id",
    "document",
    "document_id",
    "chunk_id",
    "passage_id",
    "pid",
];
const GRADE: &[&str] = &["grade", "relevance", "rel", "score", "label", "judgment"];
const SCORE: &[&str] = &["score", "sim", "similarity"];

/// One of the three columns every row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Query,
    Doc,
    Value,
}

impl Column {
    pub(super) const ALL: [Column; 3] = [Column::Query, Column::Doc, Column::Value];

    /// The column that goes by that name, if any, and the place of the name among the column's:
    /// where two names are there, the earlier one counts.
    pub(super) fn named(name: &str, kind: Kind) -> Option<(Column, usize)> {
        let name = name.trim().to_ascii_lowercase().replace(['-', ' '], "_");
        Column::ALL.into_iter().find_map(|column| {
            let place = column.names(kind).iter().position(|known| *known == name)?;
            Some((column, place))
        })
    }

    /// Its names, the best first.
    pub(super) fn names(self, kind: Kind) -> &'static [&'static str] {
        match (self, kind) {
            (Column::Query, _) => QUERY,
            (Column::Doc, _) => DOC,
            (Column::Value, Kind::Qrels) => GRADE,
            (Column::Value, Kind::Run) => SCORE,
        }
    }

    /// What to call it in a message.
    pub(super) fn title(self, kind: Kind) -> &'static str {
        match self {
            Column::Query => "query",
            Column::Doc => "document",
            Column::Value => kind.value_name(),
        }
    }
}
