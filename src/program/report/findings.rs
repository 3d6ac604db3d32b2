//! The results of commands other than `run`, such as `compare`: a CSV table, and a JSON file with the
//! settings and the answer.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::{Dialect, write};

/// The result of a command, which is written as a CSV file and a JSON file.
pub trait Findings {
    /// The names of the CSV file and of the JSON file.
    const FILES: [&'static str; 2];

    /// The content of the JSON file: the settings of the command, such as the method and the seed, and the
    /// answer.
    type Info: Serialize;

    /// Returns the content of the JSON file.
    fn info(&self) -> &Self::Info;

    /// Returns the content of the CSV file.
    fn csv(&self, dialect: Dialect) -> Vec<u8>;

    /// Returns the JSON text. Its keys are in a fixed order.
    ///
    /// # Panics
    /// Never, because all keys are texts.
    fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self.info()).expect("all keys are text");
        text.push('\n');
        text
    }

    /// Writes both files into the folder `out`, which is created if it is missing. Other files in it are not
    /// changed.
    ///
    /// # Errors
    /// If a file cannot be written. The message names it, and the folder has its earlier files again.
    fn write(&self, out: &Path, dialect: Dialect) -> io::Result<()> {
        let bytes = [self.csv(dialect), self.json().into_bytes()];
        let files: Vec<_> = Self::FILES.into_iter().zip(bytes).collect();
        write::write_files(out, &files, &[])
    }
}
