//! Implements `skirmish sheet`, which writes the rows of a table as a CSV file or workbook that a scenario
//! can include.

use std::path::{Path, PathBuf};

use clap::Args;
use rust_xlsxwriter::{Format, Workbook, XlsxError};

use super::args::DialectArg;
use super::load::load;
use super::output::{self, Failure, Notes, quoted};
use crate::frame::BookInfo;
use crate::report::columns::ColumnKind;
use crate::report::{self, Csv, Dialect};
use crate::rules::RulesetId;
use crate::scenario::{Exported, ExportedCell, Overrides, Scenario, exportable, exported};

/// Write a table of a scenario or a book as a sheet: CSV or a workbook
#[derive(Debug, Args)]
#[command(
    long_about = "Writes the rows of a table as a sheet: one row for each stat block, weapon or \
        armour, one column for each key. A scenario includes such a sheet with `include = \
        [\"monsters.csv\"]` and plays the same fights with it.\n\n\
        For a scenario, the sheet has the rows and values of its files, without those of the book; \
        for a book, it has all rows. Without --out, the CSV goes to standard output. A workbook \
        without --table has a sheet for each table with rows.",
    after_long_help = "Examples:\n  \
        skirmish sheet gate.toml --table combatants --out monsters.csv\n  \
        skirmish sheet gate.toml --out gate.xlsx\n  \
        skirmish sheet brp --table weapons"
)]
pub(super) struct SheetArgs {
    /// Scenario, or name of a book
    #[arg(value_name = "FILE|BOOK")]
    pub(super) of: PathBuf,

    /// Table to write; default for a workbook: all that have rows
    #[arg(long, value_name = "TABLE")]
    pub(super) table: Option<String>,

    /// File to write: .csv, .tsv or .xlsx
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,

    /// Format of the CSV
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,
}

/// The file format of a sheet.
enum Form {
    Csv,
    Tabs,
    Workbook,
}

/// Writes a table of the scenario or book as a sheet.
pub(super) fn sheet(args: &SheetArgs) -> Result<(), Failure> {
    let form = form(args.out.as_deref())?;
    if args.dialect != DialectArg::Standard && !matches!(form, Form::Csv) {
        return Err(Failure::Usage(
            "--dialect sets the format of CSV, but this command writes none: remove --dialect"
                .to_owned(),
        ));
    }
    let scenario = scenario(&args.of)?;
    let book = match &scenario {
        Some(scenario) => super::book_named(&scenario.ruleset)?,
        None => super::book_named(&args.of.to_string_lossy())?,
    };
    let of = scenario.as_ref().ok_or(book.tables);
    let bytes = if let Form::Workbook = form {
        let sheets = match &args.table {
            Some(table) => vec![(table.as_str(), one(of, table, book)?)],
            None => (exportable(&book.top()).into_iter())
                .map(|table| Ok((table, one(of, table, book)?)))
                .collect::<Result<_, Failure>>()?,
        };
        let sheets = sheets.into_iter();
        let sheets: Vec<_> = sheets.filter(|(_, sheet)| !sheet.rows.is_empty()).collect();
        if sheets.is_empty() {
            return Err(nothing(&args.of, args.table.as_deref()));
        }
        workbook(&sheets).map_err(|error| Failure::Files(error.to_string()))?
    } else {
        let Some(table) = &args.table else {
            let tables = exportable(&book.top()).join("`, `");
            return Err(Failure::Usage(format!(
                "choose a table with --table, one of `{tables}`, or write all of them into a \
                 workbook with --out FILE.xlsx"
            )));
        };
        let sheet = one(of, table, book)?;
        if sheet.rows.is_empty() {
            return Err(nothing(&args.of, Some(table)));
        }
        csv(&sheet, &form, args.dialect.dialect())
    };
    let Some(path) = &args.out else {
        return output::raw(&bytes);
    };
    let shown = quoted(&path.display().to_string());
    report::replace(path, &bytes)
        .map_err(|error| Failure::Files(format!("cannot write {shown}: {error}")))?;
    Notes::new(false).note(format_args!("{shown} is written"));
    Ok(())
}

/// Returns the file format for the extension of the output file. Without a file, returns the format for
/// standard output.
fn form(out: Option<&Path>) -> Result<Form, Failure> {
    let Some(path) = out else {
        return Ok(Form::Csv);
    };
    let ending = path.extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => Ok(Form::Csv),
        Some("tsv" | "tab") => Ok(Form::Tabs),
        Some("xlsx") => Ok(Form::Workbook),
        _ => Err(Failure::Usage(format!(
            "{} is not a valid name for a sheet: it must end in .csv, .tsv or .xlsx",
            quoted(&path.display().to_string())
        ))),
    }
}

/// Returns the scenario at a path. Returns `None` if there is no such file and the path is the name of a
/// book.
fn scenario(path: &Path) -> Result<Option<Scenario>, Failure> {
    let is_book = path.to_str().and_then(RulesetId::named).is_some();
    let is_name = path.extension().is_none() && path.components().count() == 1;
    if !path.exists() && (is_book || is_name) {
        return Ok(None);
    }
    load(path, &Overrides::default()).map(|loaded| Some(loaded.scenario))
}

fn one(of: Result<&Scenario, &str>, table: &str, book: &BookInfo) -> Result<Exported, Failure> {
    exported(of, table, &book.top()).map_err(Failure::Usage)
}

fn nothing(of: &Path, table: Option<&str>) -> Failure {
    let of = quoted(&of.display().to_string());
    Failure::Usage(match table {
        Some(table) => format!("{of} has no rows of its own in `{table}`"),
        None => format!("{of} has no rows of its own in any table"),
    })
}

/// Returns the bytes of a sheet as CSV, or as text whose columns are separated by tabs.
fn csv(sheet: &Exported, form: &Form, dialect: Dialect) -> Vec<u8> {
    let (cells, heads) = (sheet.rows.iter().flatten(), sheet.heads.iter());
    if let Form::Tabs = form {
        // Tabs within a text become blanks, because a tab separates two columns.
        let shown = |cell: &ExportedCell| match cell {
            ExportedCell::Empty => String::new(),
            ExportedCell::Number(text) => text.clone(),
            ExportedCell::Text(text) => tabbed(&Dialect::text(text)),
        };
        let rows = sheet
            .rows
            .iter()
            .map(|row| row.iter().map(shown).collect::<Vec<_>>());
        let heads = heads
            .map(|head| tabbed(&Dialect::text(head)))
            .collect::<Vec<_>>();
        let lines = std::iter::once(heads).chain(rows);
        return (lines
            .map(|line| line.join("\t") + "\r\n")
            .collect::<String>())
        .into_bytes();
    }
    debug_assert!(cells.count() == sheet.rows.len() * sheet.heads.len());
    // A column may have numbers and texts. All columns are therefore declared as text, and each cell is
    // written by its own kind.
    let mut csv = Csv::new(dialect, heads.map(|head| (head.clone(), ColumnKind::Text)));
    for row in &sheet.rows {
        csv.row_of_kinds(row.iter().map(|cell| match cell {
            ExportedCell::Empty => (ColumnKind::Text, ""),
            ExportedCell::Number(number) => (ColumnKind::Real, number.as_str()),
            ExportedCell::Text(text) => (ColumnKind::Text, text.as_str()),
        }));
    }
    csv.finish()
}

/// Encloses a cell of a tab-separated table in quotes, if it needs them.
fn tabbed(text: &str) -> String {
    if text.contains(['\t', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Returns the bytes of a workbook with these sheets, each with its name. All cells except numbers are stored
/// as text, so that a spreadsheet does not turn any of them into a date.
fn workbook(sheets: &[(&str, Exported)]) -> Result<Vec<u8>, XlsxError> {
    let mut book = Workbook::new();
    let bold = Format::new().set_bold();
    let text = Format::new().set_num_format("@");
    for (name, sheet) in sheets {
        let page = book.add_worksheet().set_name(*name)?;
        page.set_freeze_panes(1, 1)?;
        for (column, head) in (0..).zip(&sheet.heads) {
            page.write_string_with_format(0, column, head, &bold)?;
        }
        for (row, cells) in (1..).zip(&sheet.rows) {
            for (column, cell) in (0..).zip(cells) {
                match cell {
                    ExportedCell::Empty => {}
                    ExportedCell::Number(number) => match number.parse::<f64>() {
                        Ok(number) => {
                            page.write_number(row, column, number)?;
                        }
                        Err(_) => {
                            page.write_string_with_format(row, column, number, &text)?;
                        }
                    },
                    ExportedCell::Text(content) => {
                        page.write_string_with_format(row, column, content, &text)?;
                    }
                }
            }
        }
        page.autofit();
    }
    book.save_to_buffer()
}
