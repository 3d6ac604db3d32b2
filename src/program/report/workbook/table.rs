//! Writes a CSV table as a sheet.
//!
//! Columns that are in the data dictionary have the type that is given there. Any other column is an axis.
//! The values of an axis are numbers if all of them look like numbers.

use rust_xlsxwriter::{ColNum, Format, RowNum, Workbook, XlsxError};

use super::super::columns::{self, Column, ColumnKind, TableSpec};
use super::super::dialect::{Dialect, is_number};
use super::limits::{COLUMNS, Cuts, DIGITS};
use super::page::{self, Page};
use crate::tally::Method;

/// The name of the sheet that explains the columns of all others.
const MEANINGS: &str = "columns";

/// The number of rows that are checked to find the width of a column.
const LOOKED_AT: usize = 1000;

/// A CSV table that has been read.
pub(super) struct Table {
    /// The name of the table's file without `.csv`.
    pub(super) name: String,
    /// The entry of the table in the data dictionary, if it has one.
    pub(super) spec: Option<&'static TableSpec>,
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The type of the cells in a column. Numbers have a number format.
enum Cells {
    Texts,
    Numbers(&'static str),
}

impl Table {
    /// Parses the table called `name`, which is written in this dialect.
    pub(super) fn of_csv(name: &str, bytes: &[u8], dialect: Dialect) -> Self {
        let mark = "\u{feff}".as_bytes();
        let bytes = bytes.strip_prefix(mark).unwrap_or(bytes);
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .delimiter(dialect.separator())
            .from_reader(bytes);
        let records = reader
            .records()
            .map(|row| row.expect("the tables of a report are CSV"));
        let read = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
        let mut records = records.map(read);
        let heads: Vec<String> = records.next().unwrap_or_default();
        let heads: Vec<String> = heads.iter().map(|head| Dialect::read(head)).collect();
        let mut rows: Vec<Vec<String>> = records.collect();
        let spec =
            (columns::ALL.iter()).find(|table| table.name.strip_suffix(".csv") == Some(name));
        dialect.restore(spec, &heads, &mut rows);
        Self {
            name: name.to_owned(),
            spec,
            heads,
            rows,
        }
    }

    /// Returns the number of rows without the header.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns the column called `head`, if the data dictionary has it.
    fn known(&self, head: &str) -> Option<Column> {
        let columns = self.spec?.every_column();
        columns.into_iter().find(|column| column.name == head)
    }

    /// Returns whether the table has exact odds, so that counts are decimal numbers.
    fn is_exact(&self) -> bool {
        let place = self.heads.iter().position(|head| head == "method");
        let method = place.and_then(|place| self.rows.first()?.get(place));
        method.is_some_and(|method| method == Method::Exact.name())
    }

    fn cells(&self, place: usize) -> Cells {
        let column = self.known(&self.heads[place]);
        match column {
            Some(column) if column.kind == ColumnKind::Text => Cells::Texts,
            Some(column) if column.kind == ColumnKind::Whole && self.is_exact() => {
                Cells::Numbers("General")
            }
            Some(column) => Cells::Numbers(format_of(&column)),
            None => {
                let cells = self.rows.iter().filter_map(|row| row.get(place));
                let mut cells = cells.filter(|cell| !cell.is_empty()).peekable();
                if cells.peek().is_some() && cells.all(|cell| is_number(cell) && is_kept(cell)) {
                    Cells::Numbers("General")
                } else {
                    Cells::Texts
                }
            }
        }
    }

    /// Adds a sheet with the table to the workbook.
    pub(super) fn add(&self, book: &mut Workbook, cuts: &mut Cuts) -> Result<(), XlsxError> {
        let name = cuts.sheet(&self.name);
        let sheet = book.add_worksheet().set_name(&name)?;
        let kept = self.rows.len().min(cuts.rows - 1);
        if kept < self.rows.len() {
            cuts.note(cut_rows(&self.name, kept, self.rows.len()));
        }
        let width = self.heads.len().min(COLUMNS);
        if width < self.heads.len() {
            let all = self.heads.len();
            cuts.note(format!("`{name}` has the first {width} of {all} columns"));
        }
        let mut page = Page { sheet, cuts };
        let head = page::head();
        for (place, title) in self.heads.iter().take(width).enumerate() {
            let column = at_column(place);
            let cells = self.cells(place);
            page.text(0, column, title, &head)?;
            // The arrow of the filter also takes some of the width.
            let mut widest = page::width(title) + 3;
            let (format, of_numbers) = match cells {
                Cells::Texts => (Format::new(), None),
                Cells::Numbers(format) => (page::number(format), Some(format)),
            };
            for (line, row) in self.rows.iter().take(kept).enumerate() {
                let cell = row.get(place).map_or("", String::as_str);
                if line < LOOKED_AT {
                    widest = widest.max(shown_width(cell, of_numbers));
                }
                if cell.is_empty() {
                    continue;
                }
                let row = at_row(line + 1);
                let number = of_numbers.filter(|_| is_kept(cell));
                match number.and_then(|_| cell.parse::<f64>().ok()) {
                    Some(number) => page.number(row, column, number, &format)?,
                    None => page.text(row, column, cell, &Format::new())?,
                }
            }
            page.width(column, widest)?;
        }
        sheet_frame(&mut page, kept, width)
    }
}

/// Keeps the header visible, adds filters to it, and sets up printing.
fn sheet_frame(page: &mut Page<'_>, rows: usize, columns: usize) -> Result<(), XlsxError> {
    page.sheet.set_freeze_panes(1, 0)?.set_repeat_rows(0, 0)?;
    page.printed();
    if columns > 0 {
        page.sheet
            .autofilter(0, 0, at_row(rows), at_column(columns - 1))?;
    }
    Ok(())
}

/// Returns a sentence that says how many rows of a table do not fit into its sheet.
pub(super) fn cut_rows(name: &str, kept: usize, all: usize) -> String {
    format!(
        "`{name}` has the first {kept} of {all} rows, all that a sheet holds: the whole table is in {name}.csv"
    )
}

/// Returns whether a spreadsheet keeps all digits of a number. A longer whole number is written as a text.
fn is_kept(cell: &str) -> bool {
    let digits = cell.bytes().filter(u8::is_ascii_digit).count();
    digits <= DIGITS || cell.contains(['.', 'e'])
}

/// Returns the number format for this column.
fn format_of(column: &Column) -> &'static str {
    match (column.kind, column.unit) {
        (ColumnKind::Whole, _) => "#,##0",
        (_, unit) if unit.starts_with("share of") && !unit.contains(',') => "0.00%",
        (_, unit) if unit.starts_with("difference of shares") => "+0.00%;-0.00%;0.00%",
        // A column with such a unit may have small shares, large sums or very small numbers, so it has no
        // fixed number of decimals.
        (_, unit) if unit.contains("share") || unit.starts_with("part of") => "General",
        _ => "0.000",
    }
}

/// Returns the width of a cell when it is shown in this format.
fn shown_width(cell: &str, format: Option<&str>) -> usize {
    match format {
        Some("#,##0") => cell.len() + cell.len().saturating_sub(1) / 3,
        Some("General") => cell.len().min(12),
        Some(_) => 9,
        None => page::width(cell),
    }
}

/// Converts the index of a row, which has to fit into a sheet.
pub(super) fn at_row(row: usize) -> RowNum {
    RowNum::try_from(row).expect("rows are cut before")
}

/// Converts the index of a column, which has to fit into a sheet.
pub(super) fn at_column(column: usize) -> ColNum {
    ColNum::try_from(column).expect("columns are cut before")
}

/// Adds the sheet that explains the columns of all tables.
pub(super) fn add_meanings(
    tables: &[Table],
    book: &mut Workbook,
    cuts: &mut Cuts,
) -> Result<(), XlsxError> {
    let heads = ["sheet", "column", "type", "unit", "range", "meaning"];
    let name = cuts.sheet(MEANINGS);
    let sheet = book.add_worksheet().set_name(&name)?;
    let mut page = Page { sheet, cuts };
    for (place, head) in heads.iter().enumerate() {
        page.text(0, at_column(place), head, &page::head())?;
    }
    let mut widest = heads.map(|head| page::width(head) + 3);
    let mut row = 0;
    for table in tables {
        for head in &table.heads {
            let column = table.known(head);
            let [kind, unit, range, meaning] = column.map_or(
                ["", "", "", "an axis: the value on it, or its label"],
                |column| {
                    [
                        column.kind.name(),
                        column.unit,
                        column.range,
                        column.meaning,
                    ]
                },
            );
            row += 1;
            for (place, text) in [&*table.name, head, kind, unit, range, meaning]
                .into_iter()
                .enumerate()
            {
                let text = text.replace('`', "");
                widest[place] = widest[place].max(page::width(&text));
                page.text(at_row(row), at_column(place), &text, &Format::new())?;
            }
        }
    }
    for (place, widest) in widest.into_iter().enumerate() {
        page.width(at_column(place), widest)?;
    }
    sheet_frame(&mut page, row, heads.len())
}
