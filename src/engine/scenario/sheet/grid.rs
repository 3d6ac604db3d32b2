//! A sheet of cells as a source, so that faults point at cells.

use std::ops::Range;

use crate::scenario::{Fault, Faults, SourceId, Span};

/// The cells of one sheet that are not empty, row by row.
#[derive(Debug, Clone)]
pub(in crate::scenario) struct Grid {
    /// The text that shows the sheet in faults.
    pub(in crate::scenario) source: SourceId,
    /// The cells.
    pub(super) cells: Vec<Cell>,
    /// Whether a comma in a number is always a decimal comma.
    pub(super) decimal_commas: bool,
}

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cell {
    /// Content as text, without blanks at its ends.
    pub(super) text: String,
    /// Place in the source.
    pub(super) span: Span,
    /// Row, counted from 1.
    pub(super) row: u32,
    /// Column, counted from 0.
    pub(super) column: u16,
    /// Reason why the content cannot be used, with advice.
    pub(super) flaw: Option<(&'static str, &'static str)>,
}

/// A cell before the text that shows it has become a source.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RawCell {
    pub(super) text: String,
    /// Bytes of the source text.
    pub(super) place: Range<usize>,
    pub(super) row: u32,
    pub(super) column: u16,
    pub(super) flaw: Option<(&'static str, &'static str)>,
}

/// Values that spreadsheets show in place of a result, such as `#REF!`.
const ERRORS: [&str; 9] = [
    "#REF!", "#N/A", "#NAME?", "#VALUE!", "#DIV/0!", "#NULL!", "#NUM!", "#SPILL!", "#CALC!",
];

impl Grid {
    /// Adds a sheet as a source. `name` is its file, `sheet` its name in a workbook.
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
                    "a formula failed here",
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

    /// The cells of the first row that is not empty.
    pub(super) fn header(&self) -> &[Cell] {
        let row = self.cells.first().map(|cell| cell.row);
        let end = self.cells.iter().take_while(|cell| Some(cell.row) == row);
        &self.cells[..end.count()]
    }

    /// The rows below the header that are not empty.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        self.cells[self.header().len()..].chunk_by(|one, next| one.row == next.row)
    }

    /// Whether all its cells are empty.
    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

impl Cell {
    /// Reports a fault at the cell.
    pub(super) fn fault(&self, code: &'static str, message: String, label: &str) -> Fault {
        Fault::at(code, self.span, message, label)
    }
}
