//! Shows and writes the answer to a question about a scenario. This is the last step of `compare`, `worth`,
//! `tune` and `best`.

use std::path::{Path, PathBuf};

use super::output::{self, Failure, Notes};
use super::run::clear;
use crate::report::{Dialect, Findings};

/// Where and how the files are written.
pub(super) struct Files<'a> {
    /// The folder of `--out`.
    pub(super) out: Option<&'a Path>,
    pub(super) dialect: Dialect,
    /// Folders that were created for `out`. They are removed if nothing can be written.
    pub(super) made: &'a [PathBuf],
    /// Description of the files that `--out` would write, for a note.
    pub(super) offer: &'a str,
}

/// Writes `text` to standard output, and the files if `--out` is given.
///
/// # Errors
/// If standard output or a file cannot be written. The files are written even if standard output is closed.
pub(super) fn deliver(
    text: &str,
    found: &impl Findings,
    files: &Files,
    notes: Notes,
) -> Result<(), Failure> {
    let shown = output::data(text);
    match files.out {
        Some(out) => {
            found.write(out, files.dialect).map_err(|error| {
                clear(files.made);
                Failure::Files(error.to_string())
            })?;
            notes.written(out);
        }
        None => notes.note(format!("--out DIR writes {} as CSV", files.offer)),
    }
    shown
}
