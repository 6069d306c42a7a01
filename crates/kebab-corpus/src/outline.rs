//! What every format makes of its source: blocks, their plain text, and the way back.
//!
//! The blocks are a tree written in reading order: a node's subtree is the nodes from it up to
//! [`Node::end`]. Leaves have text, groups (lists, items, quotes) only have children. The plain
//! text of all leaves stands in one string, leaf after leaf with a line break between, so that the
//! text of neighbouring leaves is one slice of it. [`Piece`]s say where in the source it comes
//! from; where the plain text is the source itself there are none.

use std::borrow::Cow;
use std::ops::Range;

use crate::lines::trimmed;
use crate::shortcodes::Hidden;

/// A heading longer than this is a paragraph: it would be repeated with every chunk below it.
const LONGEST_HEADING: usize = 500;

pub(crate) struct Outline<'a> {
    /// As the document states it apart from its headings: one line, not too long.
    pub(crate) title: Option<String>,
    pub(crate) lang: String,
    pub(crate) tags: Vec<String>,
    pub(crate) text: Cow<'a, str>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) source: &'a str,
    pieces: Vec<Piece>,
}

pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) source: Range<usize>,
    /// Without blanks around it; empty for a group.
    pub(crate) text: Range<usize>,
    /// The index after its subtree.
    pub(crate) end: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A heading of the document itself, never inside a group.
    Heading(u8),
    /// Running text, which is cut between sentences.
    Prose,
    /// Code or a table, which is cut between lines.
    Lines,
    /// Something made of blocks, which is cut between them.
    Group,
}

/// Plain text that stands together in the source.
#[derive(Clone, Debug)]
struct Piece {
    source: Range<usize>,
    text: Range<usize>,
}

impl Piece {
    /// Whether offsets within it are the same on both sides.
    fn is_straight(&self) -> bool {
        self.source.len() == self.text.len()
    }
}

impl<'a> Outline<'a> {
    /// An outline of leaves whose plain text is the source.
    pub(crate) fn verbatim(source: &'a str, blocks: Vec<(Kind, Range<usize>)>) -> Outline<'a> {
        let mut nodes = Vec::with_capacity(blocks.len());
        for (kind, range) in blocks {
            let range = trimmed(source, range);
            if !range.is_empty() {
                let kind = shortened(kind, &range);
                nodes.push(Node { kind, source: range.clone(), text: range, end: nodes.len() + 1 });
            }
        }
        Outline {
            title: None,
            lang: String::new(),
            tags: Vec::new(),
            text: Cow::Borrowed(source),
            nodes,
            source,
            pieces: Vec::new(),
        }
    }

    /// The indexes of the nodes that are in no group.
    pub(crate) fn top_level(&self) -> impl Iterator<Item = usize> {
        let mut next = 0;
        std::iter::from_fn(move || {
            let index = next;
            next = self.nodes.get(index)?.end;
            Some(index)
        })
    }

    /// A heading as one line of plain text.
    pub(crate) fn heading(&self, node: &Node) -> String {
        one_line(&self.text[node.text.clone()])
    }

    /// Where the source is to be cut when the plain text is cut at an offset. Grows with it.
    pub(crate) fn source_at(&self, offset: usize) -> usize {
        if self.pieces.is_empty() {
            return offset;
        }
        let index = self.pieces.partition_point(|piece| piece.text.end <= offset);
        let Some(piece) = self.pieces.get(index) else {
            return self.pieces.last().map_or(0, |piece| piece.source.end);
        };
        if offset <= piece.text.start {
            let gap_start = index.checked_sub(1).map_or(0, |before| self.pieces[before].source.end);
            return self.cut_in_gap(gap_start..piece.source.start);
        }
        let within = offset - piece.text.start;
        if piece.is_straight() {
            return self.source.floor_char_boundary(piece.source.start + within);
        }
        // What was rewritten has no inner places to point to, so its length is shared out.
        let share = piece.source.len() as u128 * within as u128 / piece.text.len() as u128;
        self.source.floor_char_boundary(piece.source.start + share as usize)
    }

    /// Between two pieces stands markup. It is cut before a line if it has one; else a closing
    /// mark stays with the text it follows, an opening one with the text it precedes.
    fn cut_in_gap(&self, gap: Range<usize>) -> usize {
        let markup = &self.source[gap.clone()];
        let before = self.source[..gap.start].chars().next_back();
        match markup.rfind(['\n', '\r']) {
            Some(at) => gap.start + at + 1,
            None if before.is_none_or(char::is_whitespace) => gap.start,
            None => gap.end,
        }
    }

    /// Title, language and tags.
    pub(crate) fn into_metadata(self) -> (Option<String>, String, Vec<String>) {
        let first = self.nodes.iter().find(|node| node.kind == Kind::Heading(1));
        let title = self.title.clone().or_else(|| first.map(|node| self.heading(node)));
        (title, self.lang, self.tags)
    }
}

/// A text with every run of blanks made one space.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// A title as it is repeated with every chunk: one line, and not a page of it.
pub(crate) fn as_title(text: &str) -> Option<String> {
    let mut line = one_line(text);
    line.truncate(line.floor_char_boundary(LONGEST_HEADING));
    (!line.is_empty()).then_some(line)
}

fn shortened(kind: Kind, text: &Range<usize>) -> Kind {
    match kind {
        Kind::Heading(_) if text.len() > LONGEST_HEADING => Kind::Prose,
        kind => kind,
    }
}

/// Writes an outline in reading order.
pub(crate) struct Builder<'a> {
    source: &'a str,
    text: String,
    pieces: Vec<Piece>,
    nodes: Vec<Node>,
    /// The groups that are open, outermost first.
    groups: Vec<usize>,
    leaf: Option<Leaf>,
}

struct Leaf {
    kind: Kind,
    text_start: usize,
    first_piece: usize,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(source: &'a str) -> Builder<'a> {
        Builder {
            source,
            text: String::with_capacity(source.len()),
            pieces: Vec::new(),
            nodes: Vec::new(),
            groups: Vec::new(),
            leaf: None,
        }
    }

    pub(crate) fn finish(self) -> Outline<'a> {
        debug_assert!(self.groups.is_empty() && self.leaf.is_none(), "everything was closed");
        Outline {
            title: None,
            lang: String::new(),
            tags: Vec::new(),
            text: Cow::Owned(self.text),
            nodes: self.nodes,
            source: self.source,
            pieces: self.pieces,
        }
    }

    pub(crate) fn open_group(&mut self, source: Range<usize>) {
        self.groups.push(self.nodes.len());
        self.nodes.push(Node { kind: Kind::Group, source, text: 0..0, end: 0 });
    }

    pub(crate) fn close_group(&mut self) {
        if let Some(group) = self.groups.pop() {
            self.nodes[group].end = self.nodes.len();
        }
    }

    pub(crate) fn in_group(&self) -> bool {
        !self.groups.is_empty()
    }

    pub(crate) fn open_leaf(&mut self, kind: Kind) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        let first_piece = self.pieces.len();
        self.leaf = Some(Leaf { kind, text_start: self.text.len(), first_piece });
    }

    pub(crate) fn has_leaf(&self) -> bool {
        self.leaf.is_some()
    }

    /// The text of the open leaf so far.
    pub(crate) fn leaf_text(&self) -> &str {
        self.leaf.as_ref().map_or("", |leaf| &self.text[leaf.text_start..])
    }

    /// Ends the open leaf, which stands in the source at the range, or where its text stands.
    pub(crate) fn close_leaf(&mut self, source: Option<Range<usize>>) {
        let Some(Leaf { kind, text_start, first_piece }) = self.leaf.take() else { return };
        let text = trimmed(&self.text, text_start..self.text.len());
        let (Some(first), false) = (self.pieces.get(first_piece), text.is_empty()) else {
            return;
        };
        let source = source.unwrap_or_else(|| {
            let n_before = self.pieces.partition_point(|piece| piece.text.start < text.end);
            let last = &self.pieces[n_before - 1];
            // Blanks at its end are not text.
            let n_blanks = last.text.end.saturating_sub(text.end);
            let end = last.source.end - if last.is_straight() { n_blanks } else { 0 };
            first.source.start..end
        });
        let end = self.nodes.len() + 1;
        self.nodes.push(Node { kind: shortened(kind, &text), source, text, end });
    }

    /// Adds to the open leaf a text that stands at a range of the source.
    pub(crate) fn push(&mut self, text: &str, source: Range<usize>) {
        if text.is_empty() {
            return;
        }
        let start = self.text.len();
        self.text.push_str(text);
        let piece = Piece { source, text: start..self.text.len() };
        // A piece never reaches from one leaf into the next.
        let first_piece = self.leaf.as_ref().map_or(0, |leaf| leaf.first_piece);
        match self.pieces[first_piece..].last_mut() {
            Some(last)
                if last.text.end == start
                    && last.source.end == piece.source.start
                    && last.is_straight()
                    && piece.is_straight() =>
            {
                last.text.end = piece.text.end;
                last.source.end = piece.source.end;
            }
            _ => self.pieces.push(piece),
        }
    }

    /// Adds to the open leaf what only keeps words or lines apart, unless they are apart already.
    pub(crate) fn separate(&mut self, with: char) {
        let text = self.leaf_text();
        let is_apart = match with {
            '\n' => text.ends_with('\n'),
            _ => text.ends_with(char::is_whitespace),
        };
        if !text.is_empty() && !is_apart {
            self.text.push(with);
        }
    }

    /// Takes parts of the open leaf's text, counted from its start, out again.
    pub(crate) fn remove(&mut self, parts: &[Hidden]) {
        let Some(leaf) = &self.leaf else { return };
        let text_start = leaf.text_start;
        let old_text = self.text.split_off(text_start);
        let old_pieces = self.pieces.split_off(leaf.first_piece);
        let mut pieces = old_pieces.into_iter().peekable();
        let mut kept_from = 0;
        for Hidden { range, parts_words } in parts {
            self.keep(&old_text, text_start, kept_from..range.start, &mut pieces);
            kept_from = range.end;
            let begins_word = old_text[kept_from..].starts_with(char::is_alphanumeric);
            if *parts_words && begins_word {
                self.separate(' ');
            }
        }
        self.keep(&old_text, text_start, kept_from..old_text.len(), &mut pieces);
    }

    /// Puts back a part of a leaf's former text, with the parts of pieces that are in it.
    fn keep(
        &mut self,
        old_text: &str,
        text_start: usize,
        kept: Range<usize>,
        pieces: &mut std::iter::Peekable<std::vec::IntoIter<Piece>>,
    ) {
        let mut at = kept.start;
        while at < kept.end {
            let Some(piece) = pieces.peek() else { break };
            let (start, end) = (piece.text.start - text_start, piece.text.end - text_start);
            if end <= at {
                pieces.next();
                continue;
            }
            if start > at {
                let gap_end = start.min(kept.end);
                self.text.push_str(&old_text[at..gap_end]);
                at = gap_end;
                continue;
            }
            let part = at..end.min(kept.end);
            let source = match piece.is_straight() {
                true => {
                    piece.source.start + part.start - start..piece.source.start + part.end - start
                }
                false => piece.source.clone(),
            };
            self.push(&old_text[part.clone()], source);
            at = part.end;
        }
        self.text.push_str(&old_text[at..kept.end]);
    }
}
