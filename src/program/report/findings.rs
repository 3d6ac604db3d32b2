//! The answer to a question about a scenario: a table, and the record of the question, as two files.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::{Dialect, write};

/// The result and the question.
pub trait Findings {
    /// The name of the table's file, and that of the record.
    const FILES: [&'static str; 2];

    /// The question: method, subject, seed.
    type Info: Serialize;

    /// The question and the run, for the JSON file.
    fn info(&self) -> &Self::Info;

    /// The table as CSV.
    fn csv(&self, dialect: Dialect) -> Vec<u8>;

    /// The question as JSON, keys in a fixed order.
    ///
    /// # Panics
    /// Never: all keys are text, so it can be written as JSON.
    fn json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self.info()).expect("all keys are text");
        text.push('\n');
        text
    }

    /// Writes both files into a folder, which is created if missing. Other files in it stay.
    ///
    /// # Errors
    /// When a file cannot be written; the message names it. Then the folder has the files it had before.
    fn write(&self, out: &Path, dialect: Dialect) -> io::Result<()> {
        let bytes = [self.csv(dialect), self.json().into_bytes()];
        let files: Vec<_> = Self::FILES.into_iter().zip(bytes).collect();
        write::write_files(out, &files, &[])
    }
}
