//! The command line: parses the arguments, executes commands and prints their output.
//!
//! All printing of the program is here. Data goes to standard output, so that it can be piped. Notes,
//! progress and error messages go to standard error.

mod apart;
mod args;
mod best;
mod book;
mod check;
mod columns;
mod compare;
mod completions;
mod count;
mod explain;
mod export;
mod fields;
mod findings;
mod forms;
mod html;
mod interrupt;
mod load;
mod man;
mod matrix;
mod memory;
mod merge;
mod messages;
mod new;
mod output;
mod output_folder;
mod progress;
mod report;
mod run;
mod schema;
mod serve;
mod shard;
mod sheet;
mod solve;
mod tune;
mod variants;
mod watch;
mod worth;

use std::process::ExitCode;

use clap::Parser;

use crate::frame::BookInfo;
use crate::rules::RulesetId;
use crate::suggest::help_for;
use crate::visible::visible_page;
use args::{Cli, Command};
pub use memory::out_of_memory;
use messages::MessageFormat;
use output::Failure;

/// Runs the whole program: reads the command line, executes it, and returns the exit code.
#[must_use]
pub fn main() -> ExitCode {
    interrupt::outlive_full_files();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return unparsed(&error),
    };
    cli.message_format.choose();
    let result = apart::check(&cli.command).and_then(|()| obeyed(&cli.command));
    ended(result)
}

/// Executes a command. The error says why it failed.
fn obeyed(command: &Command) -> Result<(), Failure> {
    match command {
        Command::Run(args) => run::run(args),
        Command::Merge(args) => merge::merge(args),
        Command::Compare(args) => compare::compare(args),
        Command::Worth(args) => worth::worth(args),
        Command::Tune(args) => tune::tune(args),
        Command::Best(args) => best::best(args),
        Command::Solve(args) => solve::solve(args),
        Command::Explain(args) => explain::explain(args),
        Command::Check(args) => check::check(args),
        Command::Report(args) => report::report(args),
        Command::Rules(args) => book::rules(args),
        Command::Serve(args) => serve::serve(args),
        Command::Schema(args) => schema::schema(args),
        Command::Columns(args) => columns::columns(args),
        Command::New(args) => new::new(args),
        Command::Sheet(args) => export::sheet(args),
        Command::Completions(args) => completions::completions(args),
        Command::Man(args) => man::man(args),
    }
}

fn ended(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            failure.show();
            ExitCode::from(failure.code())
        }
    }
}

/// Prints the help to standard output, if the user asked for it. Otherwise prints the mistake on the command
/// line to standard error. Returns the exit code.
fn unparsed(error: &clap::Error) -> ExitCode {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    MessageFormat::typed(words).choose();
    let text = error.render();
    if !error.use_stderr() {
        let styled = output::Capabilities::stdout().color;
        let text = if styled {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        return ended(output::data(&text));
    }
    if messages::are_json() {
        output::message(&messages::of_usage(error));
    } else {
        let styled = output::Capabilities::stderr().color;
        let text = if styled {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        output::message(&visible_page(&text, styled));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
}

/// Returns the book named `name`. Fails if there is no such book.
fn book_named(name: &str) -> Result<&'static BookInfo, Failure> {
    let books = RulesetId::ALL.iter().map(|id| id.book().name);
    let found = RulesetId::named(name).map(RulesetId::book);
    found.ok_or_else(|| unknown("book", name, books))
}

/// Returns the failure for an unknown name on the command line. `kind` says what is named, such as `side`.
/// The message suggests a similar name among `known`.
fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Failure {
    let help = help_for(name, known).map_or(String::new(), |help| format!("; {help}"));
    Failure::Usage(format!("there is no {kind} named `{name}`{help}"))
}
