//! Reads the cells of workbooks, which are `.xlsx` and `.ods` files.
//!
//! A workbook is not text. Faults show a text that is made for each sheet, with one line for each row and the
//! cells side by side.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Ods, Reader, Xlsx};

use super::grid::RawCell;

/// A sheet of a workbook that has been read.
#[derive(Debug)]
pub(super) struct Sheet {
    /// The name of the sheet.
    pub(super) name: String,
    /// The text that shows the sheet in faults.
    pub(super) text: String,
    pub(super) found: Vec<RawCell>,
}

/// The separator between two cells in the text of a sheet.
const BETWEEN: &str = " | ";

/// The last row that is read, far more than any table of rules needs.
const MOST_ROWS: u32 = 100_000;

type Cells = BTreeMap<(u32, u32), (String, Option<(&'static str, &'static str)>)>;

/// Reads all sheets of a workbook, in their order.
///
/// # Errors
/// If the bytes are not a valid workbook.
pub(super) fn sheets(bytes: Vec<u8>, is_ods: bool) -> Result<Vec<Sheet>, String> {
    let bytes = Cursor::new(bytes);
    if is_ods {
        let mut book = Ods::new(bytes).map_err(|error| error.to_string())?;
        let names = book.sheet_names();
        let sheet = |name: String| {
            let range = book
                .worksheet_range(&name)
                .map_err(|error| error.to_string())?;
            let (row, column) = range.start().unwrap_or_default();
            let cells = range.used_cells().filter_map(|(down, right, data)| {
                let at = (
                    row + u32::try_from(down).ok()?,
                    column + u32::try_from(right).ok()?,
                );
                Some((at, content(data)))
            });
            let cells = cells.filter(|(at, _)| at.0 < MOST_ROWS).collect();
            Ok(shown(name, cells))
        };
        return names.into_iter().map(sheet).collect();
    }
    let mut book = Xlsx::new(bytes).map_err(|error| error.to_string())?;
    let names = book.sheet_names();
    let sheet = |name: String| {
        // Cells are read one by one. With a cell far away from the others, a complete grid would need too
        // much memory.
        let mut reader = book
            .worksheet_cells_reader(&name)
            .map_err(|error| error.to_string())?;
        let mut cells = Cells::new();
        while let Some(cell) = reader.next_cell().map_err(|error| error.to_string())? {
            if cell.get_position().0 < MOST_ROWS {
                let data = Data::from(cell.get_value().clone());
                cells.insert(cell.get_position(), content(&data));
            }
        }
        Ok(shown(name, cells))
    };
    names.into_iter().map(sheet).collect()
}

/// Returns the content of a cell as text. If the content cannot be used, also returns the reason and advice
/// for the author.
fn content(data: &Data) -> (String, Option<(&'static str, &'static str)>) {
    let text = match data {
        Data::Empty => String::new(),
        Data::String(text) => text.clone(),
        Data::Int(number) => number.to_string(),
        Data::Float(number) => number.to_string(),
        Data::Bool(truth) => truth.to_string(),
        Data::Error(error) => {
            let flaw = (
                "the formula in this cell has an error",
                "correct the formula in the spreadsheet",
            );
            return (error.to_string(), Some(flaw));
        }
        Data::DateTime(_) | Data::DateTimeIso(_) | Data::DurationIso(_) => {
            let flaw = (
                "the spreadsheet has converted this cell into a date",
                "format the column as `Text`, and type the value again",
            );
            return (data.to_string(), Some(flaw));
        }
    };
    (text, None)
}

/// Returns the sheet together with the text that shows its cells, which has one line for each row.
fn shown(name: String, cells: Cells) -> Sheet {
    let mut text = String::new();
    let mut found = Vec::with_capacity(cells.len());
    let mut last = 0;
    for ((row, column), (content, flaw)) in cells {
        if row == last {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push_str(BETWEEN);
            }
        } else {
            (last..row).for_each(|_| text.push('\n'));
            last = row;
        }
        let start = text.len();
        text.extend(
            content
                .trim()
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c }),
        );
        found.push(RawCell {
            place: start..text.len(),
            text: content,
            row: row + 1,
            column: u16::try_from(column).unwrap_or(u16::MAX),
            flaw,
        });
    }
    Sheet { name, text, found }
}
