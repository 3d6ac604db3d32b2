//! Shows and writes the answer to a question about a scenario: the last step of `compare`, `worth`, `tune` and `best`.

use std::path::{Path, PathBuf};

use super::output::{self, Failure, Notes};
use super::run::clear;
use crate::report::{Dialect, Findings};

/// The destination of the files.
pub(super) struct Files<'a> {
    /// The requested folder.
    pub(super) out: Option<&'a Path>,
    pub(super) dialect: Dialect,
    /// Folders that were created for it; they are removed if nothing can be written.
    pub(super) made: &'a [PathBuf],
    /// Note on the files that `--out` would write.
    pub(super) offer: &'a str,
}

/// Writes the text to standard output, and the files if a folder was requested.
///
/// # Errors
/// If either cannot be written. The files are written even if standard output is closed.
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
