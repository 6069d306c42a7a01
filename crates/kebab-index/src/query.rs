//! A query as the indexes see it: terms, any of which may match, and phrases.

use kebab_text::{Analyzer, Purpose};

/// An analysed query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Each distinct term with how much it counts, in the order of first appearance: as often as the
    /// query has it, or less where it is only a part of a word.
    pub terms: Vec<(String, f64)>,
    /// What stands in double quotes and has at least two words. A phrase is one more thing to match
    /// that counts like a term: it lifts chunks that have it and hides no others, because people
    /// also quote what they only remember roughly.
    pub phrases: Vec<Phrase>,
}

/// Terms that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// With distances from the first term: words without meaning of their own leave gaps.
    pub terms: Vec<(String, u32)>,
}

impl Query {
    /// Analyses a query. A quote that is never closed is a sign like any other.
    pub fn new(analyzer: &mut Analyzer, text: &str) -> Query {
        let mut query = Query::default();
        let mut outside = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, quoted, after)) = next_quoted(rest) {
            // The words in the phrase are looked for one by one as well.
            outside.push_str(before);
            outside.push('\n');
            outside.push_str(quoted);
            outside.push('\n');
            let phrase = Phrase::new(analyzer, quoted);
            query.phrases.extend(phrase.filter(|phrase| !query.phrases.contains(phrase)));
            rest = after;
        }
        outside.push_str(rest);
        let mut places: foldhash::HashMap<String, usize> = foldhash::HashMap::default();
        analyzer.analyze(&outside, Purpose::Query, |token| match places.get(token.text) {
            Some(place) => query.terms[*place].1 += token.weight,
            None => {
                places.insert(token.text.to_owned(), query.terms.len());
                query.terms.push((token.text.to_owned(), token.weight));
            }
        });
        query
    }

    /// Whether there is nothing to look for: no words, or only words without meaning of their own.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }
}

impl Phrase {
    fn new(analyzer: &mut Analyzer, text: &str) -> Option<Phrase> {
        let mut tokens: Vec<(String, u32, usize, usize)> = Vec::new();
        analyzer.analyze(text, Purpose::Query, |token| {
            tokens.push((token.text.to_owned(), token.position, token.start, token.end));
        });
        let mut terms: Vec<(String, u32)> = Vec::new();
        let mut groups = tokens.chunk_by(|a, b| a.1 == b.1).peekable();
        while let Some(same) = groups.next() {
            // Several ways to say one thing. A phrase is made of parts where the parts go on, as the
            // bigrams of a word do and the words of an identifier; else of the whole.
            let (_, position, _, end) = *same.iter().max_by_key(|it| it.3 - it.2)?;
            let goes_on = groups.peek().is_some_and(|next| next.iter().any(|it| it.2 < end));
            let by_len = |it: &&(String, u32, usize, usize)| it.0.len();
            let chosen = if goes_on {
                same.iter().min_by_key(by_len)
            } else {
                same.iter().max_by_key(by_len)
            };
            terms.push((chosen?.0.clone(), position));
        }
        let first = terms.first()?.1;
        for (_, position) in &mut terms {
            *position -= first;
        }
        (terms.len() > 1).then_some(Phrase { terms })
    }
}

/// What stands before, inside and after the next pair of double quotes.
fn next_quoted(text: &str) -> Option<(&str, &str, &str)> {
    const QUOTES: [char; 3] = ['"', '“', '”'];
    let (before, rest) = text.split_once(QUOTES)?;
    let (quoted, after) = rest.split_once(QUOTES)?;
    Some((before, quoted, after))
}
