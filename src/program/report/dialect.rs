//! Writes and reads CSV tables in two dialects, so that programs read the right types and spreadsheets run no
//! formulas.
//!
//! The standard dialect is RFC 4180 with decimal points. Programs such as pandas and `DuckDB` and all English
//! spreadsheets read it without settings. A spreadsheet for a language with decimal commas would take `0.5`
//! for a text or a date. The second dialect is for such spreadsheets. It has semicolons, decimal commas, and
//! a byte order mark, which tells Excel that the file is UTF-8. Decimal commas are used only in columns of
//! numbers. A text such as the name `1.10` is the same in both dialects.
//!
//! A spreadsheet takes a cell for a formula if it begins with `=`, `+`, `-`, `@` (also in full width), a tab
//! or a line break. The scenario of a stranger may have names that begin like this. Such a text is therefore
//! written with an apostrophe before it, while numbers are not changed. A text that already has apostrophes
//! before such a character also gets one more. To get the original text back, remove one apostrophe from each
//! text that begins with apostrophes followed by such a character.

use std::borrow::Cow;
use std::io::{self, Write};

use super::columns::{ColumnKind, TableSpec};

/// The dialect of CSV tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Commas between cells, and decimal points (RFC 4180).
    #[default]
    Standard,
    /// Semicolons between cells, decimal commas, and a byte order mark.
    ExcelEu,
}

/// The characters that a formula can begin with. The last four are full-width variants of the first four.
const FORMULA: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// The byte order mark, which tells Excel that the file is UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl Dialect {
    /// Returns a text as a cell. An apostrophe is added if a spreadsheet would take the text for a formula.
    pub fn text(cell: &str) -> Cow<'_, str> {
        if cell.starts_with(|first: char| first.is_ascii_alphabetic()) || is_number(cell) {
            Cow::Borrowed(cell)
        } else if cell.trim_start_matches('\'').starts_with(FORMULA) {
            Cow::Owned(format!("'{cell}"))
        } else {
            Cow::Borrowed(cell)
        }
    }

    /// Returns a number as a cell, with a decimal comma if the dialect has one.
    pub fn number(self, cell: &str) -> Cow<'_, str> {
        match self {
            Self::ExcelEu if cell.contains('.') => Cow::Owned(cell.replace('.', ",")),
            _ => Cow::Borrowed(cell),
        }
    }

    /// Puts a cell in quotes if that is necessary. Semicolons and tabs are always quoted, because
    /// spreadsheets may take them for separators.
    fn quoted(self, cell: Cow<'_, str>) -> Cow<'_, str> {
        for &byte in cell.as_bytes() {
            match byte {
                b',' if self == Self::ExcelEu => {}
                b',' | b';' | b'\t' | b'"' | b'\r' | b'\n' => {
                    return Cow::Owned(format!("\"{}\"", cell.replace('"', "\"\"")));
                }
                _ => {}
            }
        }
        cell
    }

    /// Returns the written form of a cell in a column of this kind.
    fn cell(self, kind: ColumnKind, cell: &str) -> Cow<'_, str> {
        match kind {
            ColumnKind::Text => self.quoted(Self::text(cell)),
            _ => self.number(cell),
        }
    }

    /// Returns the dialect of a table, and the table without its byte order mark. The first separator outside
    /// of quotes decides which dialect it is.
    pub fn of(table: &str) -> (Self, &str) {
        let table = table.strip_prefix('\u{feff}').unwrap_or(table);
        let mut quoted = false;
        for byte in table.bytes() {
            match byte {
                b'"' => quoted = !quoted,
                b';' if !quoted => return (Self::ExcelEu, table),
                b',' | b'\n' if !quoted => break,
                _ => {}
            }
        }
        (Self::Standard, table)
    }

    /// Returns the text that [`Dialect::text`] wrote as this cell.
    pub fn read(cell: &str) -> String {
        match cell.strip_prefix('\'') {
            Some(rest) if rest.trim_start_matches('\'').starts_with(FORMULA) => rest.to_owned(),
            _ => cell.to_owned(),
        }
    }

    /// Returns the number that [`Dialect::number`] wrote as this cell. Reads any other cell as a text.
    pub fn read_number(self, cell: &str) -> String {
        if self == Self::ExcelEu && cell.contains(',') {
            let point = cell.replace(',', ".");
            if is_number(&point) {
                return point;
            }
        }
        Self::read(cell)
    }

    /// Restores the original contents of all cells in a table of this dialect. `spec` is the table's entry in
    /// the data dictionary, and `heads` is its header.
    ///
    /// A column that is not in the dictionary is an axis. There, a cell such as `1,5` may be a label or a
    /// number with a decimal comma. It is a label if one part of the matchup's name is equal to it. Parts are
    /// separated by ` / `.
    pub(super) fn restore(
        self,
        spec: Option<&TableSpec>,
        heads: &[String],
        rows: &mut [Vec<String>],
    ) {
        let known = spec.map(TableSpec::every_column).unwrap_or_default();
        let kinds: Vec<Option<ColumnKind>> = heads
            .iter()
            .map(|head| known.iter().find(|column| column.name == head))
            .map(|column| column.map(|column| column.kind))
            .collect();
        let matchup = heads.iter().position(|head| head == "matchup");
        for row in rows {
            let matchup = matchup.and_then(|at| row.get(at)).cloned();
            for (at, cell) in row.iter_mut().enumerate() {
                let is_text = match kinds.get(at).copied().flatten() {
                    Some(kind) => kind == ColumnKind::Text,
                    None => matchup
                        .as_ref()
                        .is_some_and(|name| name.split(" / ").any(|part| part == *cell)),
                };
                *cell = if is_text {
                    Self::read(cell)
                } else {
                    self.read_number(cell)
                };
            }
        }
    }

    /// Returns the character between two cells.
    pub const fn separator(self) -> u8 {
        match self {
            Self::Standard => b',',
            Self::ExcelEu => b';',
        }
    }
}

/// Converts an error of the CSV writer to an I/O error.
fn not_written(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => panic!("all rows have the header's length: {other:?}"),
    }
}

/// Returns whether a cell is a number in the form that skirmish writes, such as `-3`, `0.25` or `1.2e-9`.
pub(super) fn is_number(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = cell.split_once('e').unwrap_or((cell, "0"));
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    digits(whole) && digits(fraction) && digits(exponent.strip_prefix('-').unwrap_or(exponent))
}

/// A table that is being written, to memory or to another writer.
#[derive(Debug)]
pub struct Csv<W: Write = Vec<u8>> {
    dialect: Dialect,
    kinds: Vec<ColumnKind>,
    /// Whether every text is put in quotes.
    quotes: bool,
    writer: csv::Writer<W>,
    /// The error of an earlier write, if any. After an error, nothing more is written.
    failed: io::Result<()>,
}

impl Csv {
    /// Starts a table in memory. It has these columns and no rows yet.
    pub fn new(dialect: Dialect, columns: impl IntoIterator<Item = (String, ColumnKind)>) -> Self {
        Self::onto(Vec::new(), dialect, columns)
    }

    /// Ends the table and returns its bytes.
    ///
    /// # Panics
    /// Never, because writing to memory cannot fail.
    pub fn finish(self) -> Vec<u8> {
        self.end().expect("writing to memory does not fail")
    }
}

impl<W: Write> Csv<W> {
    /// Starts a table that is written to `out`. It has these columns and no rows yet.
    pub fn onto(
        mut out: W,
        dialect: Dialect,
        columns: impl IntoIterator<Item = (String, ColumnKind)>,
    ) -> Self {
        let failed = match dialect {
            Dialect::Standard => Ok(()),
            Dialect::ExcelEu => out.write_all(MARK),
        };
        let (heads, kinds): (Vec<String>, Vec<ColumnKind>) = columns.into_iter().unzip();
        let writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .delimiter(dialect.separator())
            .quote_style(csv::QuoteStyle::Never)
            .from_writer(out);
        let mut csv = Self {
            dialect,
            kinds,
            quotes: false,
            writer,
            failed,
        };
        for head in &heads {
            csv.write(&dialect.cell(ColumnKind::Text, head));
        }
        csv.end_row();
        csv
    }

    /// Puts the texts of all rows in quotes, so that programs such as polars do not take a text for a number.
    #[must_use]
    pub fn quoting_texts(mut self) -> Self {
        self.quotes = true;
        self
    }

    /// Returns the written form of a cell in a column of this kind.
    fn cell<'c>(&self, kind: ColumnKind, cell: &'c str) -> Cow<'c, str> {
        if self.quotes && kind == ColumnKind::Text {
            Cow::Owned(format!("\"{}\"", Dialect::text(cell).replace('"', "\"\"")))
        } else {
            self.dialect.cell(kind, cell)
        }
    }

    /// Writes a cell without changing its content.
    fn write(&mut self, cell: &str) {
        if self.failed.is_ok() {
            self.failed = self.writer.write_field(cell).map_err(not_written);
        }
    }

    fn end_row(&mut self) {
        if self.failed.is_ok() {
            let ended = self.writer.write_record(None::<&[u8]>);
            self.failed = ended.map_err(not_written);
        }
    }

    /// Adds a row that has one cell for each column.
    ///
    /// # Panics
    /// If there are too many or too few cells.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) {
        self.row_after(&[], cells);
    }

    /// Returns cells in their written form. [`Csv::row_after`] puts them at the start of several rows.
    pub fn leading(&self, cells: &[String]) -> Vec<String> {
        let cells = cells.iter().zip(&self.kinds);
        cells
            .map(|(cell, &kind)| self.cell(kind, cell).into_owned())
            .collect()
    }

    /// Adds a row that begins with cells from [`Csv::leading`].
    ///
    /// # Panics
    /// If there are too many or too few cells.
    pub fn row_after<'c>(&mut self, leading: &[String], cells: impl IntoIterator<Item = &'c str>) {
        for cell in leading {
            self.write(cell);
        }
        for (at, cell) in (leading.len()..).zip(cells) {
            let kind = self.kinds.get(at).copied().unwrap_or(ColumnKind::Text);
            let cell = self.cell(kind, cell);
            self.write(&cell);
        }
        self.end_row();
    }

    /// Adds a row whose cells each come with a kind of values. This kind is used in place of the column's own
    /// kind.
    ///
    /// # Panics
    /// If there are too many or too few cells.
    pub fn row_of_kinds<'c>(&mut self, cells: impl IntoIterator<Item = (ColumnKind, &'c str)>) {
        for (kind, cell) in cells {
            let cell = self.cell(kind, cell);
            self.write(&cell);
        }
        self.end_row();
    }

    /// Ends the table and returns the writer.
    ///
    /// # Errors
    /// If a part of the table could not be written.
    pub fn end(self) -> io::Result<W> {
        self.failed?;
        self.writer
            .into_inner()
            .map_err(csv::IntoInnerError::into_error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_do_not_become_formulas_and_numbers_stay_numbers() {
        for (cell, written) in [
            ("=1+1", "'=1+1"),
            ("+3", "'+3"),
            ("-axe", "'-axe"),
            ("@home", "'@home"),
            ("\tx", "'\tx"),
            ("\r", "'\r"),
            ("'=1", "''=1"),
            ("\u{ff1d}1", "'\u{ff1d}1"),
            ("-5", "-5"),
            ("-0.25", "-0.25"),
            ("1e-9", "1e-9"),
            ("-1.5.2", "'-1.5.2"),
            ("--5", "'--5"),
            ("-", "'-"),
            ("'t Hof", "'t Hof"),
            ("axe = best", "axe = best"),
            ("", ""),
        ] {
            assert_eq!(Dialect::text(cell), written);
            assert_eq!(Dialect::read(written), cell);
        }
    }

    #[test]
    fn a_table_in_each_dialect() {
        let table = |dialect| {
            let columns = [
                ("name", ColumnKind::Text),
                ("-x", ColumnKind::Text),
                ("rate", ColumnKind::Real),
            ];
            let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
            let mut csv = Csv::new(dialect, columns);
            csv.row(["a;b, c", "2.5", "-0.500000"]);
            csv.row(["=x", "axe 2.5", ""]);
            csv.row(["a;b", "\"c\"", "1"]);
            String::from_utf8(csv.finish()).expect("UTF-8")
        };
        assert_eq!(
            table(Dialect::Standard),
            "name,'-x,rate\r\n\"a;b, c\",2.5,-0.500000\r\n'=x,axe 2.5,\r\n\"a;b\",\"\"\"c\"\"\",1\r\n"
        );
        assert_eq!(
            table(Dialect::ExcelEu),
            "\u{feff}name;'-x;rate\r\n\"a;b, c\";2.5;-0,500000\r\n'=x;axe 2.5;\r\n\"a;b\";\"\"\"c\"\"\";1\r\n"
        );
    }

    #[test]
    fn rows_begin_with_cells_that_are_prepared_once() {
        let columns = [
            ("name", ColumnKind::Text),
            ("rate", ColumnKind::Real),
            ("to", ColumnKind::Text),
        ];
        let columns = columns.map(|(name, kind)| (name.to_owned(), kind));
        let mut csv = Csv::new(Dialect::ExcelEu, columns);
        let leading = csv.leading(&["=a;b".to_owned(), "0.5".to_owned()]);
        for to in ["c", "d;"] {
            csv.row_after(&leading, [to]);
        }
        assert_eq!(
            String::from_utf8(csv.finish()).expect("UTF-8"),
            "\u{feff}name;rate;to\r\n\"'=a;b\";0,5;c\r\n\"'=a;b\";0,5;\"d;\"\r\n"
        );
    }

    #[test]
    fn the_first_separator_outside_quotes_tells_the_dialect() {
        for (table, dialect) in [
            ("a,b;c\r\n", Dialect::Standard),
            ("\u{feff}a;b,c\r\n", Dialect::ExcelEu),
            ("\"a,b\nc\";d\r\n", Dialect::ExcelEu),
            ("\"a\"\";b\",d;e\r\n", Dialect::Standard),
            ("a\r\nb;c\r\n", Dialect::Standard),
            ("", Dialect::Standard),
        ] {
            assert_eq!(Dialect::of(table).0, dialect, "{table}");
        }
    }

    #[test]
    fn a_label_with_a_comma_is_no_number_on_an_axis() {
        let heads = ["matchup", "x", "fights"].map(str::to_owned);
        let read = |dialect: Dialect, row: [&str; 3]| {
            let mut rows = [row.map(str::to_owned).to_vec()];
            dialect.restore(Some(&super::super::columns::SUMMARY), &heads, &mut rows);
            rows[0].join(" | ")
        };
        let eu = Dialect::ExcelEu;
        assert_eq!(read(eu, ["1.5 / a", "1,5", "2,5"]), "1.5 / a | 1.5 | 2.5");
        assert_eq!(read(eu, ["1,5 / a", "1,5", "2"]), "1,5 / a | 1,5 | 2");
        assert_eq!(read(eu, ["'=1", "'=1", "2"]), "=1 | =1 | 2");
    }

    #[test]
    #[should_panic(expected = "all rows have the header's length")]
    fn a_row_has_a_cell_for_each_column() {
        let columns = ["a", "b"].map(|name| (name.to_owned(), ColumnKind::Text));
        Csv::new(Dialect::Standard, columns).row(["1"]);
    }

    proptest! {
        #[test]
        fn a_text_can_be_had_back(text in "['=+@.\\-a1]{0,5}") {
            prop_assert_eq!(&Dialect::read(&Dialect::text(&text)), &text);
        }
    }
}
