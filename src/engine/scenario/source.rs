//! The source texts of a scenario, and locations in them.
//!
//! The rulebook's tables and each option of the command line are source texts too, and not only the files. A
//! fault can therefore point into any of them with a caret.

use std::ops::Range;
use std::sync::Arc;

/// Identifies one of the source texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct SourceId(u16);

/// A source location: a range of bytes in one of the source texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    /// The source text.
    pub source: SourceId,
    /// The position of the first byte.
    pub start: usize,
    /// The position after the last byte.
    pub end: usize,
}

impl Span {
    /// Returns whether the other location lies within this one.
    pub(super) fn holds(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }
}

/// All source texts of a scenario, in the order of reading.
#[derive(Debug, Clone, Default)]
pub struct Sources(Vec<Source>);

#[derive(Debug, Clone)]
struct Source {
    name: String,
    text: Arc<str>,
    /// The positions of all line feeds, so that line numbers can be found without searching the text.
    feeds: Arc<[usize]>,
    of_book: bool,
    /// The positions of the cells, if this text shows a sheet.
    sheet: Option<Cells>,
}

/// The positions of a sheet's cells in the text that shows it.
#[derive(Debug, Clone)]
struct Cells {
    /// The name of the sheet, if it is from a workbook.
    sheet: Option<String>,
    /// The position of each cell's first byte, with the row (counted from 1) and the column (counted from 0).
    starts: Arc<[(usize, (u32, u16))]>,
}

/// The location of a cell in a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellPlace {
    /// The name of the sheet, if it is from a workbook.
    pub sheet: Option<String>,
    /// The row, counted from 1.
    pub row: u32,
    /// The letters of the column, such as `A` or `AB`.
    pub column: String,
}

impl Span {
    /// A location in no source text, for values that are only compared with each other.
    pub(super) const NOWHERE: Self = Self {
        source: SourceId(u16::MAX),
        start: 0,
        end: 0,
    };
}

impl Sources {
    /// Adds a source text. `name` is its name in faults.
    ///
    /// # Panics
    /// If there are more than 65,536 texts.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        self.take_in(name.into(), text.into(), false)
    }

    /// Adds the tables of a rulebook as a source text. `name` is its name in faults.
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

    /// Adds a sheet as a source text. `name` is the name of the file, `sheet` the name of the sheet in a
    /// workbook, and `text` shows the cells. `cells` has the position of each cell's first byte in that text,
    /// with the row (counted from 1) and the column (counted from 0).
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

    /// Returns the cell at a source location, or `None` if the source text is not a sheet.
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

    /// Returns whether a source text is an option on the command line, such as `--set` or `--round-cap`.
    pub fn is_flag(&self, source: SourceId) -> bool {
        self.name(source).starts_with("--")
    }

    /// Returns whether a source text is the tables of a rulebook, and not a part of the scenario.
    pub fn is_book(&self, source: SourceId) -> bool {
        self.0[usize::from(source.0)].of_book
    }

    /// Returns the name of a source text: a path, `the brp tables`, or an option such as `--set`.
    pub fn name(&self, source: SourceId) -> &str {
        &self.0[usize::from(source.0)].name
    }

    /// Returns the content of a source text.
    pub fn text(&self, source: SourceId) -> &str {
        &self.0[usize::from(source.0)].text
    }

    /// Returns the text at a source location.
    pub fn slice(&self, span: Span) -> &str {
        &self.text(span.source)[span.start..span.end]
    }

    /// Returns the number of the line where a source location begins, counted from 1.
    pub fn line(&self, span: Span) -> usize {
        let feeds = &self.0[usize::from(span.source.0)].feeds;
        1 + feeds.partition_point(|&feed| feed < span.start)
    }

    /// Returns the source location of a piece of a text value. `inside` is the range of bytes in the content
    /// of the value.
    ///
    /// If the value is written with escapes, the result is the location of the whole value.
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
        // A quote inside a quoted cell of a sheet is written twice.
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

/// Returns the letters of the column with this index, which is counted from 0.
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

/// Returns the numbers of bytes before and after the content of the value `raw`. These bytes are its quotes.
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
