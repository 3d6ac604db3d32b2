//! The dialects of CSV tables, so that programs read the right types and spreadsheets execute nothing.
//!
//! There are two dialects. The standard one is RFC 4180 with decimal points, which pandas, `DuckDB` and every English
//! spreadsheet read unchanged. A spreadsheet set to a language with decimal commas takes its `0.5` for a text or a
//! date, so there is a second one for it: semicolons, decimal commas, and a byte order mark, which tells Excel that
//! the file is UTF-8.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula, and a
//! scenario by somebody else may have such names. An apostrophe is put before such texts; a number stays a number.
//! Such names are not rejected, as only spreadsheets have a problem with them. To undo it, remove one apostrophe from
//! each text that begins with one or more of them before such a character.

use std::borrow::Cow;
use std::io::{self, Write};

use super::columns::Kind;

/// The dialect of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// Commas and decimal points (RFC 4180).
    #[default]
    Standard,
    /// Semicolons, decimal commas and a byte order mark.
    ExcelEu,
}

/// Possible first characters of a spreadsheet formula. The last four are wide variants of the first four.
const FORMULA: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// The byte order mark that tells Excel the file is UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();

impl Dialect {
    /// A text as a cell.
    pub fn text(self, cell: &str) -> Cow<'_, str> {
        if cell.starts_with(|first: char| first.is_ascii_alphabetic()) {
            Cow::Borrowed(cell)
        } else if is_number(cell) {
            self.number(cell)
        } else if cell.trim_start_matches('\'').starts_with(FORMULA) {
            Cow::Owned(format!("'{cell}"))
        } else {
            Cow::Borrowed(cell)
        }
    }

    /// A number as a cell.
    pub fn number(self, cell: &str) -> Cow<'_, str> {
        match self {
            Self::ExcelEu if cell.contains('.') => Cow::Owned(cell.replace('.', ",")),
            _ => Cow::Borrowed(cell),
        }
    }

    /// A cell in quotes, if it needs them. Semicolons and tabs are quoted too, because spreadsheets without further
    /// instructions take them for separators.
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

    /// A cell of a column of this kind.
    fn cell(self, kind: Kind, cell: &str) -> Cow<'_, str> {
        match kind {
            Kind::Text => self.quoted(self.text(cell)),
            _ => self.number(cell),
        }
    }

    /// The dialect of a table, and the table without its byte order mark.
    pub fn of(table: &str) -> (Self, &str) {
        let table = table.strip_prefix('\u{feff}').unwrap_or(table);
        let header = table.lines().next().unwrap_or_default();
        if header.contains(';') && !header.contains(',') {
            (Self::ExcelEu, table)
        } else {
            (Self::Standard, table)
        }
    }

    /// The text of a cell, without the changes that were made when it was written.
    pub fn read(self, cell: &str) -> String {
        if let Some(rest) = cell.strip_prefix('\'')
            && rest.trim_start_matches('\'').starts_with(FORMULA)
        {
            return rest.to_owned();
        }
        let point = cell.replace(',', ".");
        if self == Self::ExcelEu && is_number(&point) {
            return point;
        }
        cell.to_owned()
    }

    /// Separator of cells.
    pub const fn separator(self) -> u8 {
        match self {
            Self::Standard => b',',
            Self::ExcelEu => b';',
        }
    }
}

/// Converts an error of the CSV writer.
fn not_written(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => panic!("all rows have the header's length: {other:?}"),
    }
}

/// Returns whether this is a number in the form that skirmish writes: `-3`, `0.25`, `1.2e-9`.
pub(super) fn is_number(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (mantissa, exponent) = cell.split_once('e').unwrap_or((cell, "0"));
    let mantissa = mantissa.strip_prefix('-').unwrap_or(mantissa);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    digits(whole) && digits(fraction) && digits(exponent.strip_prefix('-').unwrap_or(exponent))
}

/// A table that is being written, by default to memory.
#[derive(Debug)]
pub struct Csv<W: Write = Vec<u8>> {
    dialect: Dialect,
    kinds: Vec<Kind>,
    writer: csv::Writer<W>,
    /// The error of an earlier write; after that, nothing more is written.
    failed: io::Result<()>,
}

impl Csv {
    /// A table with these columns and without rows.
    pub fn new(dialect: Dialect, columns: impl IntoIterator<Item = (String, Kind)>) -> Self {
        Self::onto(Vec::new(), dialect, columns)
    }

    /// The file.
    ///
    /// # Panics
    /// Never: writing CSV into memory does not fail.
    pub fn finish(self) -> Vec<u8> {
        self.end().expect("writing to memory does not fail")
    }
}

impl<W: Write> Csv<W> {
    /// A table written onto another writer.
    pub fn onto(
        mut out: W,
        dialect: Dialect,
        columns: impl IntoIterator<Item = (String, Kind)>,
    ) -> Self {
        let failed = match dialect {
            Dialect::Standard => Ok(()),
            Dialect::ExcelEu => out.write_all(MARK),
        };
        let (heads, kinds): (Vec<String>, Vec<Kind>) = columns.into_iter().unzip();
        let writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .delimiter(dialect.separator())
            .quote_style(csv::QuoteStyle::Never)
            .from_writer(out);
        let mut csv = Self {
            dialect,
            kinds,
            writer,
            failed,
        };
        for head in &heads {
            csv.write(&dialect.cell(Kind::Text, head));
        }
        csv.end_row();
        csv
    }

    /// Writes a cell unchanged.
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

    /// One more row, a cell for each column.
    ///
    /// # Panics
    /// If the number of cells is wrong.
    pub fn row<'c>(&mut self, cells: impl IntoIterator<Item = &'c str>) {
        self.row_after(&[], cells);
    }

    /// The first cells of several rows, prepared once.
    pub fn leading(&self, cells: &[String]) -> Vec<String> {
        let cells = cells.iter().zip(&self.kinds);
        cells
            .map(|(cell, &kind)| self.dialect.cell(kind, cell).into_owned())
            .collect()
    }

    /// One more row, which begins with cells prepared by [`Csv::leading`].
    ///
    /// # Panics
    /// If the number of cells is wrong.
    pub fn row_after<'c>(&mut self, leading: &[String], cells: impl IntoIterator<Item = &'c str>) {
        for cell in leading {
            self.write(cell);
        }
        for (at, cell) in (leading.len()..).zip(cells) {
            let kind = self.kinds.get(at).copied().unwrap_or(Kind::Text);
            self.write(&self.dialect.cell(kind, cell));
        }
        self.end_row();
    }

    /// Ends the table, and returns its writer.
    ///
    /// # Errors
    /// If it could not be written.
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
            assert_eq!(Dialect::Standard.text(cell), written);
            assert_eq!(Dialect::Standard.read(written), cell);
        }
    }

    #[test]
    fn a_table_in_each_dialect() {
        let table = |dialect| {
            let columns = [
                ("name", Kind::Text),
                ("-x", Kind::Text),
                ("rate", Kind::Real),
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
            "\u{feff}name;'-x;rate\r\n\"a;b, c\";2,5;-0,500000\r\n'=x;axe 2.5;\r\n\"a;b\";\"\"\"c\"\"\";1\r\n"
        );
    }

    #[test]
    fn rows_begin_with_cells_that_are_prepared_once() {
        let columns = [
            ("name", Kind::Text),
            ("rate", Kind::Real),
            ("to", Kind::Text),
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
    #[should_panic(expected = "all rows have the header's length")]
    fn a_row_has_a_cell_for_each_column() {
        let columns = ["a", "b"].map(|name| (name.to_owned(), Kind::Text));
        Csv::new(Dialect::Standard, columns).row(["1"]);
    }

    proptest! {
        #[test]
        fn a_text_can_be_had_back(text in "['=+@.\\-a1]{0,5}") {
            for dialect in [Dialect::Standard, Dialect::ExcelEu] {
                prop_assert_eq!(&dialect.read(&dialect.text(&text)), &text);
            }
        }
    }
}
