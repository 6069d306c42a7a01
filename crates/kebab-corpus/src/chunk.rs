//! Packs the blocks of an outline into chunks.
//!
//! Packing starts anew at every heading, so that an edit moves no boundary outside the section it
//! is in. Within a section, blocks are packed as `atoms.rs` says. A heading with nothing below it
//! goes with what follows it.

use std::collections::HashMap;
use std::ops::Range;

use kebab_core::{ChunkId, DocId, Span};
use kebab_text::count_tokens;

use crate::atoms::{Atom, Atoms, SEPARATOR_TOKENS, halves, pack};
use crate::lines::{LineCounter, trimmed};
use crate::outline::{Kind, Outline};
use crate::overlap::tail;
use crate::policy::Limits;
use crate::{Chunk, ChunkPolicy};

pub(crate) fn chunks(
    document: DocId,
    source: &str,
    outline: &Outline<'_>,
    policy: &ChunkPolicy,
) -> Vec<Chunk> {
    let mut packer = Packer::new(document, source, outline, policy.limits());
    for index in outline.top_level() {
        match outline.nodes[index].kind {
            Kind::Heading(level) => packer.heading(index, level),
            _ => packer.block(index),
        }
    }
    packer.finish()
}

struct Packer<'a> {
    document: DocId,
    source: &'a str,
    outline: &'a Outline<'a>,
    limits: Limits,
    title: Option<String>,
    lines: LineCounter<'a>,
    occurrences: HashMap<ChunkId, u32>,
    /// The headings above the current place, as level and node, outermost first.
    above: Vec<(u8, usize)>,
    /// The headings since the last block.
    waiting: Vec<usize>,
    /// The tokens of those among them that are above nothing that follows: the lead of the next
    /// chunk's body.
    lead_tokens: usize,
    /// The nodes since the last heading.
    section: Range<usize>,
    chunks: Vec<Chunk>,
}

impl<'a> Packer<'a> {
    fn new(
        document: DocId,
        source: &'a str,
        outline: &'a Outline<'a>,
        limits: Limits,
    ) -> Packer<'a> {
        Packer {
            document,
            source,
            outline,
            limits,
            title: outline.title.clone(),
            lines: LineCounter::new(source),
            occurrences: HashMap::new(),
            above: Vec::new(),
            waiting: Vec::new(),
            lead_tokens: 0,
            section: 0..0,
            chunks: Vec::new(),
        }
    }

    fn heading(&mut self, index: usize, level: u8) {
        self.end_section();
        while let Some(&(_, closed)) = self.above.last().filter(|&&(above, _)| above >= level) {
            self.above.pop();
            if self.waiting.first().is_some_and(|&first| closed >= first) {
                let text = &self.outline.text[self.outline.nodes[closed].text.clone()];
                self.lead_tokens += count_tokens(text) + SEPARATOR_TOKENS;
            }
        }
        // Here the path still fits the headings that have nothing below them.
        if self.lead_tokens > self.limits.target {
            self.lead_alone();
        }
        self.above.push((level, index));
        self.waiting.push(index);
        self.section = index + 1..index + 1;
    }

    fn block(&mut self, index: usize) {
        self.section.end = self.outline.nodes[index].end;
    }

    fn finish(mut self) -> Vec<Chunk> {
        self.end_section();
        self.headings_alone(self.waiting.len());
        self.chunks
    }

    /// Makes chunks of the blocks since the last heading, and of the headings before them.
    fn end_section(&mut self) {
        let section = std::mem::replace(&mut self.section, 0..0);
        let atoms = match self.section_as_one(section.clone()) {
            Some(atom) => vec![atom],
            None => Atoms::of(self.outline, section, &self.limits),
        };
        let Some(first) = atoms.first() else { return };
        if self.lead_tokens > 0 && self.lead_tokens + first.n_tokens > self.limits.max {
            self.lead_alone();
        }
        let mut packs = pack(&atoms, self.lead_tokens, &self.limits);
        let mut previous: Option<usize> = None;
        while let Some(pack) = packs.pop() {
            let (first, last) = (&atoms[pack.start], &atoms[pack.end - 1]);
            let mut body = self.lead();
            if !body.is_empty() {
                body.push('\n');
            }
            body.push_str(self.outline.text[first.text.start..last.text.end].trim());
            let is_counted = pack.len() == 1 && body.len() == first.text.len();
            let n_tokens = if is_counted { first.n_tokens } else { count_tokens(&body) };
            if n_tokens > self.limits.max && pack.len() > 1 {
                packs.extend(halves(pack));
                continue;
            }
            if n_tokens > self.limits.max && self.lead_tokens > 0 {
                self.lead_alone();
                packs.push(pack);
                continue;
            }
            let start = match self.waiting.first() {
                Some(&heading) => self.outline.nodes[heading].source.start,
                None => first.source.start,
            };
            self.waiting.clear();
            self.lead_tokens = 0;
            let overlap = match previous {
                Some(chunk) if self.limits.overlap > 0 => {
                    tail(&self.chunks[chunk].body, self.limits.overlap).to_owned()
                }
                _ => String::new(),
            };
            if self.emit(start..last.source.end, body, overlap, n_tokens) {
                previous = Some(self.chunks.len() - 1);
            }
        }
    }

    /// A section that fits one chunk, as most do, so that its blocks need not be counted.
    fn section_as_one(&self, section: Range<usize>) -> Option<Atom> {
        /// Longer text is not worth a try.
        const TOKEN_BYTES: usize = 6;
        let nodes = &self.outline.nodes[section];
        let mut leaves = nodes.iter().filter(|node| node.kind != Kind::Group);
        let text_start = leaves.next()?.text.start;
        let last = nodes.iter().rfind(|node| node.kind != Kind::Group)?;
        let text = text_start..last.text.end;
        if text.len() > self.limits.target.saturating_mul(TOKEN_BYTES) {
            return None;
        }
        let n_tokens = count_tokens(&self.outline.text[text.clone()]);
        let source_end = nodes.iter().map(|node| node.source.end).max()?;
        (self.lead_tokens + n_tokens <= self.limits.target).then_some(Atom {
            source: nodes[0].source.start..source_end,
            text,
            n_tokens,
        })
    }

    /// Makes chunks of nothing but the waiting headings up to the last that is above nothing.
    fn lead_alone(&mut self) {
        let last = self.waiting.iter().rposition(|&heading| !self.is_above(heading));
        self.headings_alone(last.map_or(0, |at| at + 1));
    }

    /// Makes chunks of nothing but the first of the waiting headings.
    fn headings_alone(&mut self, n_headings: usize) {
        let outline = self.outline;
        let mut atoms = Atoms::new(outline, &self.limits);
        for heading in self.waiting.drain(..n_headings) {
            let node = &outline.nodes[heading];
            atoms.from = node.source.start;
            if self.above.iter().any(|&(_, above)| above == heading) {
                atoms.push(node.source.end, node.text.start..node.text.start, 0);
            } else {
                atoms.push_leaf(node, count_tokens(&outline.text[node.text.clone()]));
            }
        }
        let atoms = atoms.atoms;
        self.lead_tokens = 0;
        let mut packs = pack(&atoms, 0, &self.limits);
        while let Some(pack) = packs.pop() {
            let atoms = &atoms[pack.clone()];
            let texts = atoms.iter().map(|atom| outline.text[atom.text.clone()].trim());
            let body = texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("\n");
            let n_tokens = count_tokens(&body);
            if n_tokens > self.limits.max && pack.len() > 1 {
                packs.extend(halves(pack));
                continue;
            }
            let source = atoms[0].source.start..atoms[atoms.len() - 1].source.end;
            self.emit(source, body, String::new(), n_tokens);
        }
    }

    fn is_above(&self, heading: usize) -> bool {
        self.above.iter().any(|&(_, above)| above == heading)
    }

    /// The text of the waiting headings that are not in the heading path.
    fn lead(&self) -> String {
        let others = self.waiting.iter().filter(|&&heading| !self.is_above(heading));
        let texts = others.map(|&heading| self.outline.heading(&self.outline.nodes[heading]));
        texts.collect::<Vec<_>>().join("\n")
    }

    fn emit(
        &mut self,
        source: Range<usize>,
        body: String,
        overlap: String,
        n_tokens: usize,
    ) -> bool {
        let source = trimmed(self.source, source);
        if source.is_empty() {
            return false;
        }
        let own = &self.source.as_bytes()[source.clone()];
        let mut id = ChunkId::of_source(self.document, own, 0);
        let occurrence = self.occurrences.entry(id).or_insert(0);
        if *occurrence > 0 {
            id = ChunkId::of_source(self.document, own, *occurrence);
        }
        *occurrence += 1;
        let line_start = self.lines.line_at(source.start);
        let line_end = self.lines.line_at(source.end - 1);
        let span = Span { byte_start: source.start, byte_end: source.end, line_start, line_end };
        let heading_path = self.heading_path();
        self.chunks.push(Chunk { id, span, heading_path, body, overlap, n_tokens });
        true
    }

    fn heading_path(&self) -> Vec<String> {
        let mut path: Vec<String> = self.title.iter().cloned().collect();
        for &(_, heading) in &self.above {
            let text = self.outline.heading(&self.outline.nodes[heading]);
            if path.last() != Some(&text) {
                path.push(text);
            }
        }
        path
    }
}
