//! Implements `skirmish new`, which writes a scenario with explanations as a start for the user's own.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;

use super::output::{self, Failure, Notes, quoted};
use crate::report;

/// Write a commented scenario to start from
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a scenario that runs and explains each of its parts, as a start for your own. It goes to \
        standard output, or with --out to a file, which must not exist yet.",
    after_long_help = "Examples:\n  \
        skirmish new brp\n  \
        skirmish new brp --out gate.toml"
)]
pub(super) struct NewArgs {
    /// Name of the book
    #[arg(value_name = "BOOK")]
    pub(super) book: String,

    /// File to write; an existing file is not changed
    #[arg(long, short, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// Prints or writes a book's starter scenario.
pub(super) fn new(args: &NewArgs) -> Result<(), Failure> {
    let book = super::book_named(&args.book)?;
    let Some(path) = &args.out else {
        return output::data(book.starter);
    };
    write(path, book.starter)?;
    let shown = quoted(&path.display().to_string());
    Notes::new(false).note(format_args!(
        "{shown} is written; try: skirmish run {shown}"
    ));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let shown = path.display();
    report::create(path, text.as_bytes()).map_err(|error| {
        Failure::Files(if error.kind() == ErrorKind::AlreadyExists {
            format!("{shown} already exists and was not changed")
        } else {
            format!("cannot write {shown}: {error}")
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_existing_file_is_left_alone() {
        let dir = tempfile::tempdir().expect("a directory for temporary files");
        let path = dir.path().join("gate.toml");
        write(&path, "first").expect("the file is new");
        let failure = write(&path, "second").expect_err("the file is there");
        assert_eq!(failure.code(), 5);
        assert_eq!(
            std::fs::read_to_string(&path).expect("the file is there"),
            "first"
        );
    }
}
