//! Comma- or tab-separated values, such as beir's judgments (`query-id corpus-id score`).
//!
//! A first line that names the columns decides where they are and what else there is; without one
//! a row has three fields (query, document, number) or the fields of a TREC line. A field that
//! begins with a quote ends with one, as RFC 4180 says, and may hold anything between; fields
//! borrow from the text unless they hold a doubled quote. Lenient readers take whatever stands
//! behind a closing quote, so that one forgotten quote swallows half of the file: here that is an
//! error.

use std::ops::Range;

use super::ids::offset_in;
use super::names::Column;
use super::{Fault, Kind, Problem, Row, Sink, Source, number};

pub(super) fn rows(source: &Source<'_>, delimiter: u8, sink: &mut Sink<'_>) -> Result<(), Fault> {
    let mut records = Records::new(source, delimiter);
    let Some(first) = records.next()? else { return Ok(()) };
    let layout = match Layout::from_header(&first, source.kind)? {
        Some(layout) => layout,
        None => {
            let layout = Layout::from_width(&first, source.kind)?;
            sink(layout.row(&first, source)?);
            layout
        }
    };
    while let Some(record) = records.next()? {
        sink(layout.row(&record, source)?);
    }
    Ok(())
}

/// Which field is which.
struct Layout {
    /// The places of query, document and number.
    places: [usize; 3],
    n_fields: usize,
}

impl Layout {
    /// The layout that the names in the first line give, if they are names.
    fn from_header(first: &Record<'_>, kind: Kind) -> Result<Option<Layout>, Fault> {
        let named = |field: &&[u8]| Column::named(&String::from_utf8_lossy(field), kind);
        let names: Vec<Option<(Column, usize)>> = first.fields.iter().map(named).collect();
        // The best of a column's names that are there, and where it is.
        let best = |column: Column| {
            let found = names.iter().enumerate();
            let own =
                found.filter_map(|(at, name)| name.filter(|n| n.0 == column).map(|n| (n.1, at)));
            own.min().map(|(_, at)| at)
        };
        let n_named = Column::ALL.iter().filter(|&&column| best(column).is_some()).count();
        let holds_number = first.fields.iter().any(|field| number::parse(field).is_some());
        if n_named < 2 || (n_named == 2 && holds_number) {
            return Ok(None);
        }
        let place = |column: Column| {
            best(column).ok_or_else(|| Fault {
                offset: first.offset,
                problem: Problem::MissingColumn {
                    missing: column.title(kind),
                    example: column.names(kind)[0],
                },
            })
        };
        let places = [place(Column::Query)?, place(Column::Doc)?, place(Column::Value)?];
        Ok(Some(Layout { places, n_fields: names.len() }))
    }

    /// The layout of a file without a header.
    fn from_width(first: &Record<'_>, kind: Kind) -> Result<Layout, Fault> {
        let n_fields = first.fields.len();
        let places = match (kind, n_fields) {
            (_, 3) => [0, 1, 2],
            (Kind::Qrels, 4) => [0, 2, 3],
            (Kind::Run, 6) => [0, 2, 4],
            _ => {
                let example = Column::ALL.map(|column| column.names(kind)[0]).join(",");
                let problem = Problem::NoColumns { example };
                return Err(Fault { offset: first.offset, problem });
            }
        };
        Ok(Layout { places, n_fields })
    }

    fn row<'r>(&self, record: &Record<'r>, source: &Source<'_>) -> Result<Row<'r>, Fault> {
        let Record { fields, offset } = record;
        if fields.len() != self.n_fields {
            let problem = Problem::Columns { found: fields.len(), wanted: self.n_fields };
            return Err(Fault { offset: *offset, problem });
        }
        let [query, doc, value] = self.places.map(|place| fields[place]);
        for (field, id) in [("query", query), ("document", doc)] {
            if id.is_empty() {
                return Err(Fault { offset: *offset, problem: Problem::EmptyId { field } });
            }
        }
        let place = |field: &[u8]| offset_in(source.text, field).unwrap_or(*offset);
        let value = source.number(value.trim_ascii(), place(value))?;
        Ok(Row { query, doc, value, offset: place(doc) })
    }
}

/// One row of the file.
struct Record<'r> {
    fields: Vec<&'r [u8]>,
    /// Where it begins.
    offset: usize,
}

/// Goes through the rows, skipping blank lines.
struct Records<'s> {
    text: &'s [u8],
    pos: usize,
    delimiter: u8,
    /// The fields of the last row that held a doubled quote, with single ones.
    unquoted: Vec<u8>,
}

/// Where a field of a row with quotes is.
enum Place {
    Text(Range<usize>),
    Unquoted(Range<usize>),
}

impl<'s> Records<'s> {
    fn new(source: &Source<'s>, delimiter: u8) -> Records<'s> {
        Records { text: source.text, pos: source.start, delimiter, unquoted: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<Record<'_>>, Fault> {
        loop {
            let offset = self.pos;
            let rest = &self.text[offset..];
            if rest.is_empty() {
                return Ok(None);
            }
            let line_end = memchr::memchr(b'\n', rest);
            let line = &rest[..line_end.unwrap_or(rest.len())];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            let quoted = line.split(|&byte| byte == self.delimiter).any(|f| f.starts_with(b"\""));
            if quoted {
                return self.quoted_record(offset).map(Some);
            }
            self.pos = line_end.map_or(self.text.len(), |at| offset + at + 1);
            if !line.trim_ascii().is_empty() {
                let fields = line.split(|&byte| byte == self.delimiter).collect();
                return Ok(Some(Record { fields, offset }));
            }
        }
    }

    /// Reads a row that has quotes, and may go on over several lines.
    fn quoted_record(&mut self, offset: usize) -> Result<Record<'_>, Fault> {
        self.unquoted.clear();
        self.pos = offset;
        let mut places = Vec::new();
        loop {
            places.push(match self.text.get(self.pos) {
                Some(b'"') => self.quoted_field(offset)?,
                _ => self.plain_field(),
            });
            // Behind a field stands a delimiter, the end of the line or the end of the text.
            let more = self.text.get(self.pos) == Some(&self.delimiter);
            self.pos = (self.pos + 1).min(self.text.len());
            if !more {
                break;
            }
        }
        let field = |place: &Place| match place {
            Place::Text(range) => &self.text[range.clone()],
            Place::Unquoted(range) => &self.unquoted[range.clone()],
        };
        Ok(Record { fields: places.iter().map(field).collect(), offset })
    }

    /// A field without quotes, up to what ends it.
    fn plain_field(&mut self) -> Place {
        let rest = &self.text[self.pos..];
        let length = memchr::memchr2(self.delimiter, b'\n', rest).unwrap_or(rest.len());
        let start = self.pos;
        self.pos += length;
        let at_line_end = self.text.get(self.pos) != Some(&self.delimiter);
        let carriage_return = at_line_end && rest[..length].ends_with(b"\r");
        Place::Text(start..self.pos - usize::from(carriage_return))
    }

    /// A field in quotes, up to what ends it. Only one that holds a doubled quote is copied.
    fn quoted_field(&mut self, record: usize) -> Result<Place, Fault> {
        let (mut start, first_copied) = (self.pos + 1, self.unquoted.len());
        let mut is_copied = false;
        loop {
            let Some(length) = memchr::memchr(b'"', &self.text[start..]) else {
                return Err(Fault { offset: record, problem: Problem::OpenQuote });
            };
            let end = start + length;
            let doubled = self.text.get(end + 1) == Some(&b'"');
            if doubled || is_copied {
                is_copied = true;
                self.unquoted.extend_from_slice(&self.text[start..end + usize::from(doubled)]);
            }
            if doubled {
                start = end + 2;
                continue;
            }
            let behind = &self.text[end + 1..];
            let carriage_return = behind.starts_with(b"\r\n") || behind == b"\r";
            self.pos = end + 1 + usize::from(carriage_return);
            match self.text.get(self.pos) {
                None | Some(b'\n') => {}
                Some(&byte) if byte == self.delimiter => {}
                Some(_) => return Err(Fault { offset: self.pos, problem: Problem::StrayQuote }),
            }
            return Ok(match is_copied {
                true => Place::Unquoted(first_copied..self.unquoted.len()),
                false => Place::Text(start..end),
            });
        }
    }
}
