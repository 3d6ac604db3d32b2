//! Shows and writes the result of a question about a scenario: the end of `compare`, `worth` and `tune`.

use std::path::{Path, PathBuf};

use super::output::{self, Failure, Notes};
use super::run::clear;
use crate::report::{Dialect, Findings};

/// Where the files go.
pub(super) struct Files<'a> {
    /// The folder asked for.
    pub(super) out: Option<&'a Path>,
    pub(super) dialect: Dialect,
    /// Folders that were made for it; they go again if nothing can be written.
    pub(super) made: &'a [PathBuf],
    /// Note on the files that `--out` would write.
    pub(super) offer: &'a str,
}

/// Writes the text to standard output, and the files if a folder was asked for.
///
/// # Errors
/// When either cannot be written. The files are written even if nobody reads the text.
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
