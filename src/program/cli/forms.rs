//! Forms of output of `run` and `solve` besides CSV: a table or JSON on standard output, and a workbook.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::load::Loaded;
use super::messages::json_line;
use super::output::{self, Capabilities, Failure, Notes};
use crate::report::{Report, replace};
pub(super) use crate::session::values::values;
use crate::tally::Count;

/// Arguments for the form of the figures.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct FormArgs {
    /// Also write a workbook for spreadsheets: the tables as sheets, with charts
    #[arg(long, value_name = "FILE")]
    pub(super) xlsx: Option<PathBuf>,

    /// Format of standard output
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub(super) format: FormatArg,
}

/// Format of standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum FormatArg {
    /// A short table for people
    #[default]
    Table,
    /// One JSON object per line for each matchup and expectation; `skirmish schema --output` describes it
    Json,
}

impl FormArgs {
    /// Checks before the fights are played that the workbook can be written.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let Some(path) = &self.xlsx else {
            return Ok(());
        };
        let shown = path.display();
        let ending = path.extension().map(OsStr::to_ascii_lowercase);
        if ending.is_none_or(|ending| ending != "xlsx") {
            return Err(Failure::Usage(format!(
                "`{shown}` is not a valid name for a workbook: it must end in .xlsx"
            )));
        }
        if path.is_dir() {
            return Err(unwritable(path, &"it is a directory"));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        if !folder.is_dir() {
            let text = format!("there is no directory `{}`", folder.display());
            return Err(unwritable(path, &text));
        }
        // Something other than a file or a folder is at the path, for example a device. It must not be
        // replaced.
        if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
            return Err(unwritable(path, &"it is a pipe or a device, not a file"));
        }
        tempfile::tempfile_in(folder)
            .map(|_| ())
            .map_err(|error| unwritable(path, &error))
    }

    /// Prints the report as a table or as JSON, as `--format` says. The notes `below` are printed under a
    /// table only.
    pub(super) fn show<C: Count>(
        &self,
        report: &Report<C>,
        loaded: &[Loaded],
        below: &str,
    ) -> Result<(), Failure> {
        match self.format {
            FormatArg::Table => {
                let look = Capabilities::stdout();
                let table = report.terminal(look.columns(), look.color);
                output::data(&(table + below))
            }
            FormatArg::Json => {
                let lines = report.json_lines(&values(loaded));
                output::raw(json_line(&lines).as_bytes())
            }
        }
    }

    /// Writes the workbook if `--xlsx` is given.
    pub(super) fn write<C: Count>(&self, report: &Report<C>, notes: Notes) -> Result<(), Failure> {
        let Some(path) = &self.xlsx else {
            return Ok(());
        };
        let book = report
            .workbook()
            .map_err(|error| unwritable(path, &error))?;
        replace(path, &book.bytes).map_err(|error| unwritable(path, &error))?;
        notes.written(path);
        for cut in book.cuts {
            notes.note(format_args!("{}: {cut}", path.display()));
        }
        Ok(())
    }
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Files(format!("cannot write {}: {error}", path.display()))
}
