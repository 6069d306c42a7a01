//! Where ids are kept: in the text they were read from, or, if they had to be unescaped, in one
//! arena beside it.

/// The ids of one file.
#[derive(Debug)]
pub(crate) struct Ids<'t> {
    text: &'t [u8],
    arena: Vec<u8>,
}

/// Where an id stands: in the text, or behind it in the arena.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    start: usize,
    len: usize,
}

impl<'t> Ids<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Ids<'t> {
        Ids { text, arena: Vec::new() }
    }

    /// Remembers an id: by its place if it lies in the text, else by a copy.
    pub(crate) fn keep(&mut self, id: &[u8]) -> Span {
        let start = offset_in(self.text, id).unwrap_or_else(|| {
            let start = self.text.len() + self.arena.len();
            self.arena.extend_from_slice(id);
            start
        });
        Span { start, len: id.len() }
    }

    pub(crate) fn get(&self, span: Span) -> &[u8] {
        let len = span.len;
        match span.start.checked_sub(self.text.len()) {
            Some(start) if len > 0 => &self.arena[start..][..len],
            _ => &self.text[span.start.min(self.text.len())..][..len],
        }
    }
}

/// Where a part lies in a text, if it lies in it.
pub(crate) fn offset_in(text: &[u8], part: &[u8]) -> Option<usize> {
    let offset = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize)?;
    (offset + part.len() <= text.len()).then_some(offset)
}
