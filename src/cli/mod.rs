//! The command line: what was typed, done and shown.
//!
//! Everything that prints is here. Data goes to standard output, so that it can be piped; notes, progress and
//! complaints go to standard error.

mod args;
mod book;
mod count;
mod explain;
mod interrupt;
mod load;
mod new;
mod output;
mod progress;
mod run;
mod sheet;

use std::process::ExitCode;

use clap::Parser;

use crate::rules::{Book, RulesetId};
use crate::suggest::nearest;
use args::{Cli, Command};
use output::Failure;

/// The whole program: reads the command line, does what it says, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help that nobody reads to its end is no failure.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let result = match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Explain(args) => explain::explain(args),
        Command::Rules(args) => book::rules(args),
        Command::New(args) => new::new(args),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.show();
            ExitCode::from(failure.code())
        }
    }
}

/// The book of this name.
fn book_named(name: &str) -> Result<&'static Book, Failure> {
    let names = || RulesetId::ALL.iter().map(|id| id.book().name);
    RulesetId::named(name).map(RulesetId::book).ok_or_else(|| {
        let books = names().collect::<Vec<_>>().join(", ");
        Failure::Usage(match nearest(name, names()) {
            Some(near) => format!("no book called `{name}`; did you mean `{near}`?"),
            None => format!("no book called `{name}`; there is {books}"),
        })
    })
}
