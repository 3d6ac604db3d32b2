//! Writes into the cells of a sheet.

use rust_xlsxwriter::{
    ColNum, Color, Format, FormatAlign, FormatBorder, RowNum, Worksheet, XlsxError,
};
use unicode_width::UnicodeWidthStr;

use super::limits::Cuts;
use crate::visible::visible_lines;

/// The largest width of a column, in characters.
const WIDEST: usize = 48;

/// A sheet that is being filled, and the list of what was left out.
pub(super) struct Page<'b> {
    pub(super) sheet: &'b mut Worksheet,
    pub(super) cuts: &'b mut Cuts,
}

/// Returns the format of header cells.
pub(super) fn head() -> Format {
    Format::new()
        .set_bold()
        .set_background_color(Color::RGB(0x00DD_E6F0))
        .set_border_bottom(FormatBorder::Thin)
        .set_align(FormatAlign::Top)
}

/// Returns a cell format with this number format.
pub(super) fn number(format: &str) -> Format {
    Format::new().set_num_format(format)
}

impl Page<'_> {
    /// Writes a text into a cell. The text never becomes a formula or a link, and its invisible characters
    /// are made visible.
    pub(super) fn text(
        &mut self,
        row: RowNum,
        column: ColNum,
        text: &str,
        format: &Format,
    ) -> Result<(), XlsxError> {
        let shown = visible_lines(text);
        let cell = self.cuts.cell(&shown);
        self.sheet
            .write_string_with_format(row, column, &*cell, format)?;
        Ok(())
    }

    /// Writes a number into a cell.
    pub(super) fn number(
        &mut self,
        row: RowNum,
        column: ColNum,
        number: f64,
        format: &Format,
    ) -> Result<(), XlsxError> {
        self.sheet
            .write_number_with_format(row, column, number, format)?;
        Ok(())
    }

    /// Sets the sheet to be printed in landscape, with all columns on one page.
    pub(super) fn printed(&mut self) {
        self.sheet.set_landscape().set_print_fit_to_pages(1, 0);
    }

    /// Sets the width of a column from the width of its widest text.
    pub(super) fn width(&mut self, column: ColNum, widest: usize) -> Result<(), XlsxError> {
        let characters = u32::try_from(widest.clamp(4, WIDEST) + 2).unwrap_or(u32::MAX);
        self.sheet.set_column_width(column, f64::from(characters))?;
        Ok(())
    }
}

/// Returns the width of a text, in columns of text. If the text has several lines, this is the width of the
/// widest line.
pub(super) fn width(text: &str) -> usize {
    text.lines().map(UnicodeWidthStr::width).max().unwrap_or(0)
}
