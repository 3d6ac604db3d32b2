//! The command line: what was typed, done and shown.
//!
//! Everything that prints is here. Data goes to standard output, so that it can be piped; notes, progress and
//! complaints go to standard error.

mod args;
mod baselines;
mod book;
mod check;
mod columns;
mod compare;
mod count;
mod explain;
mod fields;
mod interrupt;
mod load;
mod new;
mod output;
mod progress;
mod run;
mod schema;
mod sheet;
mod solve;
mod tune;
mod variants;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::rules::{BookInfo, RulesetId};
use crate::suggest::help_for;
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
        Command::Compare(args) => compare::compare(args),
        Command::Tune(args) => tune::tune(args),
        Command::Solve(args) => solve::solve(args),
        Command::Explain(args) => explain::explain(args),
        Command::Check(args) => check::check(args),
        Command::Rules(args) => book::rules(args),
        Command::Schema(args) => schema::schema(args),
        Command::Columns(args) => columns::columns(args),
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
fn book_named(name: &str) -> Result<&'static BookInfo, Failure> {
    let books = RulesetId::ALL.iter().map(|id| id.book().name);
    let found = RulesetId::named(name).map(RulesetId::book);
    found.ok_or_else(|| unknown("book", name, books))
}

/// What comes of a name of the command line that is not to be found.
fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    let help = help_for(name, known).map_or(String::new(), |help| format!("; {help}"));
    Failure::Usage(format!("no {kind} called `{name}`{help}"))
}
