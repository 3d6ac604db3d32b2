//! Implements `skirmish man`, which makes the manual pages from the text of `--help`.

use std::path::{Path, PathBuf};

use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;

use super::args::Cli;
use super::output::{self, Failure};
use crate::report;

/// Write the manual pages
#[derive(Debug, Args)]
#[command(
    long_about = "Writes the manual page of skirmish to standard output, in the form that `man` reads. With --out, writes \
        that page and one for each command into a directory.",
    after_long_help = "Examples:\n  \
        skirmish man | man -l -\n  \
        skirmish man --out ~/.local/share/man/man1          then: man skirmish-run"
)]
pub(super) struct ManArgs {
    /// Write a page for each command into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints the main page, or writes all pages.
pub(super) fn man(args: &ManArgs) -> Result<(), Failure> {
    match &args.out {
        None => output::raw(&page(built())),
        Some(out) => write(out),
    }
}

/// Returns the description of the whole command line, with all flags and commands.
fn built() -> Command {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    command
}

fn write(out: &Path) -> Result<(), Failure> {
    let command = built();
    let mut pages = vec![command.clone()];
    pages.extend(command.get_subcommands().cloned());
    let files: Vec<(String, Vec<u8>)> = pages
        .into_iter()
        .map(|command| (Man::new(command.clone()).get_filename(), page(command)))
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, page)| (name.as_str(), page.clone()))
        .collect();
    report::write_files(out, &files, &[]).map_err(|error| Failure::Files(error.to_string()))
}

/// Returns the manual page of a command. The examples from `--help` are at its end, with the same line
/// breaks.
fn page(command: Command) -> Vec<u8> {
    let examples = command.get_after_long_help().map(ToString::to_string);
    let command = command.after_long_help(None::<&str>);
    let man = Man::new(command).manual("skirmish");
    let mut text = Vec::new();
    man.render(&mut text)
        .expect("writing to memory does not fail");
    if let Some(examples) = examples {
        text.extend_from_slice(extra(&examples).as_bytes());
    }
    text
}

/// Converts the text below the options of `--help` into the format of manual pages. The line breaks stay.
fn extra(text: &str) -> String {
    let body = text.strip_prefix("Examples:\n");
    let title = if body.is_some() { "EXAMPLES" } else { "NOTES" };
    let mut page = format!(".SH {title}\n.nf\n");
    for line in body.unwrap_or(text).lines() {
        let line = line.replace('\\', "\\e").replace('-', "\\-");
        // At the start of a line, these two characters would begin a formatting command.
        if line.starts_with(['.', '\'']) {
            page.push_str("\\&");
        }
        page.push_str(&line);
        page.push('\n');
    }
    page.push_str(".fi\n");
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_keep_their_lines_and_none_is_a_command() {
        assert_eq!(
            extra("Examples:\n  skirmish run a\\b\n.x\n"),
            ".SH EXAMPLES\n.nf\n  skirmish run a\\eb\n\\&.x\n.fi\n"
        );
        assert!(extra("Exit codes: 0 fine").starts_with(".SH NOTES\n"));
    }

    #[test]
    fn every_command_has_a_page() {
        for command in built().get_subcommands() {
            let text = String::from_utf8(page(command.clone())).expect("UTF-8");
            assert!(text.contains(".SH EXAMPLES"), "{}", command.get_name());
            assert!(text.contains(".SH OPTIONS"), "{}", command.get_name());
        }
    }
}
