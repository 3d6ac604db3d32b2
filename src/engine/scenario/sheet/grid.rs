//! The cells of a sheet, as a source text into which faults can point.

use std::ops::Range;

use crate::scenario::{Fault, Faults, SourceId, Span};

/// The cells of one sheet in the order of rows. Empty cells are left out.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct Grid {
    /// The source text that shows the sheet in faults.
    pub(in crate::scenario) source: SourceId,
    /// The cells that are not empty.
    pub(super) cells: Vec<Cell>,
    /// Whether every comma in a number is a decimal comma. Otherwise a comma may also separate thousands.
    pub(super) decimal_commas: bool,
}

/// A cell of a sheet that is not empty.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// The content as text, without blanks at its ends.
    pub(super) text: String,
    /// The source location of the content.
    pub(super) span: Span,
    /// The row, counted from 1.
    pub(super) row: u32,
    /// The column, counted from 0.
    pub(super) column: u16,
    /// If the content cannot be used: the reason, and advice for the author.
    pub(super) flaw: Option<(&'static str, &'static str)>,
}

/// A cell that has been read, before the text that shows its sheet is added to the source texts.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RawCell {
    pub(super) text: String,
    /// The byte range of the cell in the text that shows the sheet.
    pub(super) place: Range<usize>,
    pub(super) row: u32,
    pub(super) column: u16,
    pub(super) flaw: Option<(&'static str, &'static str)>,
}

/// The error values that spreadsheets show if a formula has no result, such as `#REF!`.
const ERRORS: [&str; 9] = [
    "#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
];

impl Grid {
    /// Adds a sheet to the source texts. `name` is the name of the file, and `sheet` the name of the sheet in
    /// a workbook.
    pub(super) fn add(
        (name, sheet): (&str, Option<&str>),
        text: String,
        found: Vec<RawCell>,
        decimal_commas: bool,
        faults: &mut Faults,
    ) -> Self {
        let places = found.iter().map(|cell| {
            let RawCell { row, column, .. } = *cell;
            (cell.place.start, (row, column))
        });
        let places: Vec<_> = places.collect();
        let sources = faults.sources_mut();
        let source = sources.add_sheet(name, sheet.map(str::to_owned), text, places);
        let cells = found.into_iter().filter_map(|found| {
            let text = found.text.trim().to_owned();
            let flaw = found.flaw.or_else(|| {
                let is_error = ERRORS.iter().any(|error| text.eq_ignore_ascii_case(error));
                is_error.then_some((
                    "the formula in this cell has an error",
                    "correct the formula in the spreadsheet",
                ))
            });
            let is_empty = text.is_empty() && flaw.is_none();
            let span = Span {
                source,
                start: found.place.start,
                end: found.place.end,
            };
            (!is_empty).then_some(Cell {
                text,
                span,
                row: found.row,
                column: found.column,
                flaw,
            })
        });
        Self {
            source,
            cells: cells.collect(),
            decimal_commas,
        }
    }

    /// Returns the cells of the first row that has any: the header.
    pub(super) fn header(&self) -> &[Cell] {
        let row = self.cells.first().map(|cell| cell.row);
        let end = self.cells.iter().take_while(|cell| Some(cell.row) == row);
        &self.cells[..end.count()]
    }

    /// Returns the rows below the header, without empty rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells[self.header().len()..].chunk_by(|one, next| one.row == next.row)
    }

    /// Returns whether all cells of the sheet are empty.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl Cell {
    /// Returns a fault at the source location of this cell.
    pub(super) fn fault(&self, code: &'static str, message: String, label: &str) -> Fault {
        Fault::at(code, self.span, message, label)
    }
}
