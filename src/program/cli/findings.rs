//! Prints the answer to a question about a scenario and writes its files. This is the last step of `compare`,
//! `worth`, `tune` and `best`.

use std::path::{Path, PathBuf};

use super::output::{self, Failure, Notes};
use super::run::clear;
use crate::report::{Dialect, Findings};

/// The place and the form of the files of an answer.
pub(super) struct Files<'a> {
    /// The folder that `--out` names, or `None` without `--out`.
    pub(super) out: Option<&'a Path>,
    pub(super) dialect: Dialect,
    /// Folders that were created for `out`. They are removed if no file can be written.
    pub(super) made: &'a [PathBuf],
    /// Names of the files that `--out` would write. A note mentions them if `--out` is missing.
    pub(super) offer: &'a str,
}

/// Writes `text` to standard output, and writes the files if `--out` is given.
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
