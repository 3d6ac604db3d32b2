//! Implements `skirmish completions`, which writes completion scripts for shells.

use clap::builder::PossibleValuesParser;
use clap::{Args, Command, CommandFactory, ValueEnum};
use clap_complete::Shell;

use super::args::Cli;
use super::output::{self, Failure};
use crate::rules::RulesetId;

/// Write completions for a shell
#[derive(Debug, Args)]
#[command(
    long_about = "Writes a completion script for a shell to standard output. The shell then \
        completes the commands and flags of skirmish. Some shells also complete the values of \
        flags and the names of the books.",
    after_long_help = "Examples:\n  \
        skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish\n  \
        skirmish completions zsh > ~/.zfunc/_skirmish          with fpath+=(~/.zfunc) before compinit in ~/.zshrc\n  \
        skirmish completions fish > ~/.config/fish/completions/skirmish.fish\n  \
        skirmish completions elvish > ~/.config/elvish/lib/skirmish.elv      with `use skirmish` in rc.elv\n  \
        skirmish completions powershell >> $PROFILE"
)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: ShellArg,
}

/// The shells that have a completion script.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShellArg {
    Bash,
    Zsh,
    Fish,
    Elvish,
    #[value(name = "powershell")]
    PowerShell,
}

/// Prints the completion script of a shell.
pub(super) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    let shell = match args.shell {
        ShellArg::Bash => Shell::Bash,
        ShellArg::Zsh => Shell::Zsh,
        ShellArg::Fish => Shell::Fish,
        ShellArg::Elvish => Shell::Elvish,
        ShellArg::PowerShell => Shell::PowerShell,
    };
    let mut script = Vec::new();
    clap_complete::generate(
        shell,
        &mut with_books(Cli::command()),
        "skirmish",
        &mut script,
    );
    output::raw(&script)
}

/// Returns the command with the names of the books as possible values, so that shells complete them. The real
/// parser accepts any name, because an unknown book gets a message of skirmish's own.
fn with_books(command: Command) -> Command {
    command.mut_subcommands(|command| {
        command.mut_args(|arg| {
            let names = RulesetId::ALL.iter().map(|id| id.book().name);
            match arg.get_id().as_str() {
                "book" => arg.value_parser(PossibleValuesParser::new(names)),
                _ => arg,
            }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn books_are_completed() {
        let command = with_books(Cli::command());
        for name in ["rules", "schema", "new"] {
            let found = command.find_subcommand(name).expect("it is there");
            let mut args = found.get_arguments();
            let book = args
                .find(|arg| arg.get_id() == "book")
                .expect("it takes one");
            assert_eq!(book.get_possible_values().len(), RulesetId::ALL.len());
        }
    }
}
