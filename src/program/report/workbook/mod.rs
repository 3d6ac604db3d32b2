//! Writes the results of a run as a workbook, a single file for spreadsheets.
//!
//! The sheets are, in order: `about`, which describes the run and explains the other sheets; `charts`; a heat
//! table for each scenario with two axes; every CSV table under its name; `columns`, which explains the
//! columns of these tables; and the figures of the charts. The sheets of tables are made from the CSV, so
//! that both always agree.
//!
//! Numbers have a number format, and texts are never formulas. The only date in the file is a fixed one, so
//! equal runs give equal bytes. Content that is too large for a spreadsheet is left out, and the first sheet
//! says what is missing.

mod about;
mod charts;
mod heat;
mod limits;
mod page;
mod table;

use std::io;

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use super::Report;
use crate::tally::Count;
use limits::Cuts;
use table::Table;

/// A workbook that is ready to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// A sentence about each thing that was left out because it is too large.
    pub cuts: Vec<String>,
}

impl<C: Count> Report<C> {
    /// Returns the workbook with all tables, including those that [`Report::add`] added.
    ///
    /// # Errors
    /// If the workbook cannot be created.
    pub fn workbook(&self) -> io::Result<Book> {
        self.put_together(Cuts::default()).map_err(io::Error::other)
    }

    fn put_together(&self, mut cuts: Cuts) -> Result<Book, XlsxError> {
        let mut files = self.tables();
        files.extend(self.further.iter().cloned());
        let tables: Vec<Table> = files
            .iter()
            .filter_map(|(file, bytes)| {
                let name = file.strip_suffix(".csv")?;
                Some(Table::of_csv(name, bytes, self.dialect))
            })
            .collect();

        let mut book = Workbook::new();
        book.set_properties(&properties()?);
        // The first sheet describes all others, so it is filled last.
        book.add_worksheet().set_name(about::SHEET)?;
        let drawn = charts::add(self, &mut book, &mut cuts)?;
        let heats = heat::add(self, &mut book, &mut cuts)?;
        for table in &tables {
            table.add(&mut book, &mut cuts)?;
        }
        table::add_meanings(&tables, &mut book, &mut cuts)?;
        drawn.add_figures(&mut book, &mut cuts)?;
        about::fill(self, &tables, &heats, &mut book, &mut cuts)?;
        Ok(Book {
            bytes: book.save_to_buffer()?,
            cuts: cuts.sentences(),
        })
    }
}

/// Returns the properties of the file, with a fixed date.
fn properties() -> Result<DocProperties, XlsxError> {
    let fixed = ExcelDateTime::from_ymd(2000, 1, 1)?;
    Ok(DocProperties::new()
        .set_author("skirmish")
        .set_creation_datetime(&fixed))
}

#[cfg(test)]
mod tests;
