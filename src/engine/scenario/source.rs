//! The source texts of a scenario, and places in them.
//!
//! The texts are not only files: the book's own tables and every override of the command line are sources as well, so
//! that a fault can point into any of them with the same caret.

use std::ops::Range;
use std::sync::Arc;

/// One of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SourceId(u16);

/// A piece of one of the texts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

impl Span {
    /// Returns whether another place lies within this one.
    pub(super) fn holds(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

/// Every text that was read, in reading order.
#[derive(Debug, Clone, Default)]
pub struct Sources(Vec<Source>);

#[derive(Debug, Clone)]
struct Source {
    name: String,
    text: Arc<str>,
    /// The positions of line ends, so that lines can be counted without scanning the text.
    feeds: Arc<[usize]>,
    of_book: bool,
}

impl Sources {
    /// Adds a text under its name in faults.
    ///
    /// # Panics
    /// If there are more than 65,536 texts.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.take_in(name.into(), text.into(), false)
    }

    /// Adds the tables of a book.
    ///
    /// # Panics
    /// If there are more than 65,536 texts.
    pub fn add_book(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.take_in(name.into(), text.into(), true)
    }

    fn take_in(&mut self, name: String, text: Arc<str>, of_book: bool) -> SourceId {
        let id = u16::try_from(self.0.len()).expect("a scenario has fewer than 65,536 texts");
        let feeds = text.match_indices('\n').map(|(at, _)| at).collect();
        self.0.push(Source {
            name,
            text,
            feeds,
            of_book,
        });
        SourceId(id)
    }

    /// Returns whether a text stands on the command line, such as `--set` or `--round-cap`.
    pub fn is_flag(&self, source: SourceId) -> bool {
        self.name(source).starts_with("--")
    }

    /// Returns whether a text is a book's own tables and not written for the scenario.
    pub fn is_book(&self, source: SourceId) -> bool {
        self.0[usize::from(source.0)].of_book
    }

    /// Name of a text: a path, `the brp tables`, `--set`.
    pub fn name(&self, source: SourceId) -> &str {
        &self.0[usize::from(source.0)].name
    }

    /// A text.
    pub fn text(&self, source: SourceId) -> &str {
        &self.0[usize::from(source.0)].text
    }

    /// The words at a place.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.source)[span.start..span.end]
    }

    /// The line of a place, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        let feeds = &self.0[usize::from(span.source.0)].feeds;
        1 + feeds.partition_point(|&feed| feed < span.start)
    }

    /// The place in the file of a piece of a text value; `inside` counts bytes of the value's content.
    ///
    /// Exact where the value is written without escapes; otherwise the whole value.
    ///
    /// ```
    /// use skirmish_engine::scenario::{Sources, Span};
    ///
    /// let mut sources = Sources::default();
    /// let source = sources.add("a.toml", "act = \"attack nearest\"");
    /// let value = Span { source, start: 6, end: 22 };
    /// assert_eq!(sources.slice(value), "\"attack nearest\"");
    /// assert_eq!(sources.slice(sources.pointer_span(value, 7..14)), "nearest");
    /// ```
    pub fn pointer_span(&self, value: Span, inside: Range<usize>) -> Span {
        let raw = self.slice(value);
        let (open, close) = quotes(raw);
        let content = &raw[open..raw.len() - close];
        let escaped = raw.starts_with('"') && content.contains('\\');
        if escaped || content.get(inside.clone()).is_none() {
            return value;
        }
        Span {
            source: value.source,
            start: value.start + open + inside.start,
            end: value.start + open + inside.end,
        }
    }
}

/// The numbers of bytes before and after the content of a value as written.
fn quotes(raw: &str) -> (usize, usize) {
    for (mark, long) in [("\"\"\"", true), ("'''", true), ("\"", false), ("'", false)] {
        if raw.len() >= 2 * mark.len() && raw.starts_with(mark) && raw.ends_with(mark) {
            let feeds = ["\r\n", "\n"].into_iter().filter(|_| long);
            let mut feeds = feeds.filter(|feed| raw[mark.len()..].starts_with(feed));
            let feed = feeds.next().map_or(0, str::len);
            return (mark.len() + feed, mark.len());
        }
    }
    (0, 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointed(raw: &str, inside: Range<usize>) -> String {
        let mut sources = Sources::default();
        let text = format!("key = {raw}\n");
        let source = sources.add("a.toml", text.as_str());
        let value = Span {
            source,
            start: 6,
            end: 6 + raw.len(),
        };
        sources
            .slice(sources.pointer_span(value, inside))
            .to_owned()
    }

    #[test]
    fn a_piece_of_a_text_is_found_in_the_file() {
        assert_eq!(pointed("\"one two\"", 4..7), "two");
        assert_eq!(pointed("'one two'", 0..3), "one");
        assert_eq!(pointed("'a\\b two'", 4..7), "two");
        assert_eq!(pointed("\"\"\"\none two\"\"\"", 4..7), "two");
        assert_eq!(pointed("\"\"\"\r\none\r\ntwo\"\"\"", 5..8), "two");
        assert_eq!(pointed("'''one two'''", 4..7), "two");
        assert_eq!(pointed("\"größe two\"", 8..11), "two");
    }

    #[test]
    fn an_escape_or_a_bad_range_points_at_the_whole_value() {
        assert_eq!(pointed("\"one\\ttwo\"", 4..7), "\"one\\ttwo\"");
        assert_eq!(pointed("\"one\"", 2..9), "\"one\"");
    }

    #[test]
    fn lines_count_from_one() {
        let mut sources = Sources::default();
        let source = sources.add("a.toml", "a\nb\nc");
        let at = |start| Span {
            source,
            start,
            end: start + 1,
        };
        assert_eq!((sources.line(at(0)), sources.line(at(4))), (1, 3));
        assert_eq!(sources.name(source), "a.toml");
    }
}
