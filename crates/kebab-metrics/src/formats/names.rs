//! What tools call the columns of judgments and runs. docs/formats.md shows the same lists.

use super::Kind;

const QUERY: &[&str] = &["query_id", "qid", "topic_id", "topic", "query"];
const DOC: &[&str] = &[
    "doc_id",
    "docno",
    "did",
    "document_id",
    "chunk_id",
    "passage_id",
    "pid",
    "corpus_id",
    "doc",
    "document",
    "chunk",
    "passage",
];
const GRADE: &[&str] = &["grade", "relevance", "rel", "label", "judgment", "score"];
const SCORE: &[&str] = &["score", "similarity", "sim"];

/// One of the three columns every row has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Query,
    Doc,
    Value,
}

impl Column {
    pub(super) const ALL: [Column; 3] = [Column::Query, Column::Doc, Column::Value];

    /// The column that goes by that name, whatever its case and however its words are joined, if any, and the place of the name among the column's:
    /// where two names are there, the earlier one counts.
    pub(super) fn named(name: &str, kind: Kind) -> Option<(Column, usize)> {
        let plain = |name: &str| name.to_ascii_lowercase().replace(['-', '_', ' '], "");
        let name = plain(name);
        Column::ALL.into_iter().find_map(|column| {
            let place = column.names(kind).iter().position(|known| plain(known) == name)?;
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

#[cfg(test)]
mod tests {
    use super::{Column, Kind};

    #[test]
    fn the_page_shows_the_same_names() {
        let page = include_str!("../../../../docs/formats.md");
        for kind in [Kind::Qrels, Kind::Run] {
            for column in Column::ALL {
                let names = column.names(kind).join("`, `");
                let row = format!("| {} | `{names}` |", column.title(kind));
                assert!(page.contains(&row), "docs/formats.md lacks: {row}");
            }
        }
    }
}
