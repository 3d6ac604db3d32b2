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
    /// The cells, if the text shows a sheet.
    sheet: Option<Cells>,
}

/// The cells of a sheet.
#[derive(Debug, Clone)]
struct Cells {
    /// The sheet's name in a workbook.
    sheet: Option<String>,
    /// Every cell's first byte with its row from 1 and its column from 0.
    starts: Arc<[(usize, (u32, u16))]>,
}

/// A cell of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPlace {
    /// The sheet's name in a workbook.
    pub sheet: Option<String>,
    /// The row, counted from 1.
    pub row: u32,
    /// The letters of the column: `A`, `AB`.
    pub column: String,
}

impl Span {
    /// A place in no text, for values that are only compared.
    pub(super) const NOWHERE: Self = Self {
        source: SourceId(u16::MAX),
        start: 0,
        end: 0,
    };
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
            sheet: None,
        });
        SourceId(id)
    }

    /// Adds a sheet: its file, its name in a workbook, a text that shows it, and the first byte of every cell with its
    /// row from 1 and its column from 0, in the order of the text.
    pub(super) fn add_sheet(
        &mut self,
        name: impl Into<String>,
        sheet: Option<String>,
        text: impl Into<Arc<str>>,
        cells: Vec<(usize, (u32, u16))>,
    ) -> SourceId {
        let id = self.take_in(name.into(), text.into(), false);
        let starts = cells.into();
        self.0[usize::from(id.0)].sheet = Some(Cells { sheet, starts });
        id
    }

    /// The cell of a place in a sheet; `None` in any other text.
    pub fn cell(&self, span: Span) -> Option<CellPlace> {
        let Cells { sheet, starts } = self.0[usize::from(span.source.0)].sheet.as_ref()?;
        let after = starts.partition_point(|(start, _)| *start <= span.start);
        let (_, (row, column)) = *starts.get(after.checked_sub(1)?)?;
        Some(CellPlace {
            sheet: sheet.clone(),
            row,
            column: letters(column),
        })
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

    /// Text of a source.
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
        // In a sheet a quote inside of quotes is doubled.
        let escaped = raw.starts_with('"') && (content.contains('\\') || content.contains("\"\""));
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

/// The letters of a column, counted from 0.
fn letters(column: u16) -> String {
    let mut letters = Vec::new();
    let mut rest = u32::from(column) + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from_digit(10 + rest % 26, 36).unwrap_or('?'));
        rest /= 26;
    }
    letters.iter().rev().collect::<String>().to_uppercase()
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
    fn cells_of_a_sheet_have_rows_and_letters() {
        let mut sources = Sources::default();
        let cells = vec![(0, (1, 0)), (2, (1, 25)), (4, (2, 26)), (6, (2, 702))];
        let source = sources.add_sheet("a.xlsx", Some("one".to_owned()), "a b\nc d", cells);
        let cell = |start| {
            let span = Span {
                source,
                start,
                end: start + 1,
            };
            let cell = sources.cell(span).expect("it is a sheet");
            assert_eq!(cell.sheet.as_deref(), Some("one"));
            format!("{}{}", cell.column, cell.row)
        };
        assert_eq!([0, 2, 4, 6].map(cell), ["A1", "Z1", "AA2", "AAA2"]);
        let text = sources.add("a.toml", "a");
        let span = Span {
            source: text,
            start: 0,
            end: 1,
        };
        assert_eq!(sources.cell(span), None);
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
