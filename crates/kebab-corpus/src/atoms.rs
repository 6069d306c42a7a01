//! What chunks are packed of, and how.
//!
//! Blocks are taken in order until the next one would pass the target. A block that does not fit
//! the maximum is taken apart first: a list into its items, these into their blocks, and a single
//! block as `cut.rs` says. Every text is counted a bounded number of times, however deep it is
//! nested: what a group costs is the sum of its leaves.

use std::ops::Range;

use kebab_text::count_tokens;

use crate::cut::cut;
use crate::outline::{Kind, Node, Outline};
use crate::policy::Limits;

/// What one more line break between two blocks may cost.
pub(crate) const SEPARATOR_TOKENS: usize = 1;

/// What is never parted again: a block, or a part of one that was too large.
pub(crate) struct Atom {
    pub(crate) source: Range<usize>,
    pub(crate) text: Range<usize>,
    pub(crate) n_tokens: usize,
}

/// Collects the atoms of blocks. Each begins where the one before it ended or with its own line, so
/// that the marks before its text are in it.
pub(crate) struct Atoms<'a> {
    outline: &'a Outline<'a>,
    limits: &'a Limits,
    /// Where the next atom begins in the source.
    pub(crate) from: usize,
    pub(crate) atoms: Vec<Atom>,
}

impl<'a> Atoms<'a> {
    pub(crate) fn new(outline: &'a Outline<'a>, limits: &'a Limits) -> Atoms<'a> {
        Atoms { outline, limits, from: 0, atoms: Vec::new() }
    }

    /// The atoms of the nodes of a section: the largest subtrees that fit, and the parts of leaves
    /// that do not.
    pub(crate) fn of(
        outline: &'a Outline<'a>,
        section: Range<usize>,
        limits: &'a Limits,
    ) -> Vec<Atom> {
        let nodes = &outline.nodes[..section.end];
        let mut tokens_before = Vec::with_capacity(section.len() + 1);
        let mut sum = 0;
        for node in &nodes[section.start..] {
            tokens_before.push(sum);
            if node.kind != Kind::Group {
                sum += count_tokens(&outline.text[node.text.clone()]) + SEPARATOR_TOKENS;
            }
        }
        tokens_before.push(sum);
        let mut atoms = Atoms::new(outline, limits);
        let mut index = section.start;
        let mut top_end = section.start;
        let mut top_source_end = 0;
        while index < section.end {
            let node = &nodes[index];
            if index == top_end {
                atoms.stretch(top_source_end);
                atoms.from = node.source.start;
                (top_end, top_source_end) = (node.end, node.source.end);
            }
            let before = |index: usize| tokens_before[index - section.start];
            let n_tokens = (before(node.end) - before(index)).saturating_sub(SEPARATOR_TOKENS);
            if node.kind != Kind::Group {
                atoms.push_leaf(node, n_tokens);
                index += 1;
            } else if n_tokens <= limits.max && atoms.push_group(&nodes[index..node.end]) {
                index = node.end;
            } else {
                index += 1;
            }
        }
        atoms.stretch(top_source_end);
        atoms.atoms
    }

    /// Adds what stands in the source up to an offset.
    pub(crate) fn push(&mut self, source_end: usize, text: Range<usize>, n_tokens: usize) {
        let source_end = source_end.max(self.from);
        self.atoms.push(Atom { source: self.from..source_end, text, n_tokens });
        self.from = source_end;
    }

    pub(crate) fn push_leaf(&mut self, leaf: &Node, n_tokens: usize) {
        self.skip_to_line_of(leaf);
        if n_tokens <= self.limits.max {
            return self.push(leaf.source.end, leaf.text.clone(), n_tokens);
        }
        for (text, n_tokens) in cut(&self.outline.text, leaf.text.clone(), leaf.kind, self.limits) {
            // A chunk of blanks would say nothing; they go with what follows.
            if self.outline.text[text.clone()].trim_start().is_empty() {
                continue;
            }
            let source_end = match text.end == leaf.text.end {
                true => leaf.source.end,
                false => self.outline.source_at(text.end).min(leaf.source.end),
            };
            self.push(source_end, text, n_tokens);
        }
    }

    /// Adds a group as a whole. Refuses when it does not fit after all, because the rounded counts
    /// of its leaves added up to less than the count of the whole.
    fn push_group(&mut self, nodes: &[Node]) -> bool {
        let mut leaves = nodes.iter().filter(|node| node.kind != Kind::Group);
        let Some(first) = leaves.next() else { return true };
        let last = leaves.next_back().unwrap_or(first);
        let text = first.text.start..last.text.end;
        let n_tokens = count_tokens(&self.outline.text[text.clone()]);
        if n_tokens <= self.limits.max {
            self.skip_to_line_of(&nodes[0]);
            self.push(nodes[0].source.end, text, n_tokens);
        }
        n_tokens <= self.limits.max
    }

    /// Passes over lines of nothing but markup before a node.
    fn skip_to_line_of(&mut self, node: &Node) {
        let Some(gap) = self.outline.source.get(self.from..node.source.start) else { return };
        if let Some(at) = memchr::memrchr2(b'\n', b'\r', gap.as_bytes()) {
            self.from += at + 1;
        }
    }

    /// Lets the last atom reach up to the end of the block it is in.
    fn stretch(&mut self, source_end: usize) {
        if let Some(last) = self.atoms.last_mut() {
            last.source.end = last.source.end.max(source_end);
        }
    }
}

/// Parts atoms into runs that each become a chunk; the last run comes first.
pub(crate) fn pack(atoms: &[Atom], lead_tokens: usize, limits: &Limits) -> Vec<Range<usize>> {
    let mut packs: Vec<Range<usize>> = Vec::new();
    let mut previous_sum = 0;
    let mut start = 0;
    let mut sum = lead_tokens;
    for (index, atom) in atoms.iter().enumerate() {
        let is_apart = index > 0 && atoms[index - 1].text.end < atom.text.start;
        let separator = if is_apart { SEPARATOR_TOKENS } else { 0 };
        if index > start && sum + separator + atom.n_tokens > limits.target {
            packs.push(start..index);
            previous_sum = sum;
            start = index;
            sum = atom.n_tokens;
        } else {
            sum += separator + atom.n_tokens;
        }
    }
    // A remainder too short to stand alone joins the chunk before it.
    let is_dwarf = sum < limits.target / 4 && previous_sum + SEPARATOR_TOKENS + sum <= limits.max;
    match packs.last_mut() {
        Some(last) if is_dwarf => last.end = atoms.len(),
        _ if start < atoms.len() => packs.push(start..atoms.len()),
        _ => {}
    }
    packs.reverse();
    packs
}

/// Parts a run once more, the later half first: the rounded counts of its atoms added up to less
/// than the count of the whole.
pub(crate) fn halves(pack: Range<usize>) -> [Range<usize>; 2] {
    let middle = pack.start + pack.len() / 2;
    [middle..pack.end, pack.start..middle]
}
