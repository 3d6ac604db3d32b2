//! Implements `skirmish tune`, which searches for values that balance a scenario.

mod args;
mod expect;
mod one;
mod several;
mod sides;

pub(super) use args::TuneArgs;

use std::path::PathBuf;

use super::findings::{Files, deliver};
use super::interrupt;
use super::load::Loaded;
use super::output::{Failure, Notes};
use super::output_folder::OutputFolder;
use super::run::{self, info, writable};
use crate::report::Tuning;
use crate::scenario::Overrides;
use crate::tune::Ended;
use args::TargetArg;

/// Searches for values that balance a scenario, and shows the result.
pub(super) fn tune(args: &TuneArgs) -> Result<(), Failure> {
    args.dialect.needs(args.out.as_deref())?;
    if args.overrides.precision.is_some() {
        return usage("tune plays a fixed number of fights: give --fights instead of --precision");
    }
    let (paths, set) = args.split();
    if paths.is_empty() {
        return usage("name the number to change: --set PATH, without a value");
    }
    let overrides = Overrides {
        set,
        ..args.overrides.overrides()
    };
    let is_even = |target: &TargetArg| matches!(target, TargetArg::Even(_));
    let even = args.target.iter().any(is_even);
    if args.target.contains(&TargetArg::Expect) {
        return match args.target.len() {
            1 => expect::tune(args, &paths, overrides),
            _ => usage("`expect` must be the only target"),
        };
    }
    match (even, args.target.len()) {
        (true, 1) => several::tune(args, &paths, &overrides),
        (true, _) => usage("`even` is a target for all contenders and must be the only one"),
        (false, _) if paths.len() > 1 || paths[0].contains('*') => {
            sides::tune(args, &paths, &overrides)
        }
        (false, _) => one::tune(args, &paths, overrides),
    }
}

/// Returns the failure for a wrong command line, with this message.
fn usage<T>(text: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Usage(text.into()))
}

/// Maximum number of states of a matchup whose exact odds are computed.
const STATES: usize = 2_000_000;

/// Memory for states, shared by all threads, in bytes.
const BYTES: usize = 1 << 30;

/// Converts the reason why a search ended early into the failure of the command.
fn failure(ended: Ended) -> Failure {
    match ended {
        Ended::Stopped => Failure::Interrupted("interrupted before anything was found".to_owned()),
        Ended::TooLarge(matchup) => Failure::Inconclusive(format!(
            "the matchup `{matchup}` is too large for exact odds: play fights instead, without --exact"
        )),
    }
}

/// Rejects a scenario with a precision, because a search plays a fixed number of fights.
fn no_precision(loaded: &Loaded) -> Result<(), Failure> {
    if loaded.scenario.run.precision.is_some() {
        return usage(format!(
            "`{}` has a precision, but tune plays a fixed number of fights: set it with --fights",
            loaded.scenario.name
        ));
    }
    Ok(())
}

/// Returns the command without the flags that do not affect the result, such as `--threads`.
fn command(args: &TuneArgs) -> Vec<String> {
    let file = PathBuf::from(&args.file);
    let mut words = run::command("tune", &[file], &args.overrides);
    words.extend(args.typed());
    words
}

/// Returns the files that were read, each with its digest.
fn files(loaded: &Loaded) -> Vec<(String, String)> {
    info(Vec::new(), std::slice::from_ref(loaded), false).files
}

/// Checks that results can be written into the folder of `--out`, and locks it. Without `--out`, does
/// nothing.
fn folders(args: &TuneArgs) -> Result<OutputFolder, Failure> {
    let made = args.out.as_deref().map(writable).transpose()?;
    Ok(made.unwrap_or_default())
}

/// Prints the text and writes the files.
fn show(
    args: &TuneArgs,
    notes: Notes,
    made: &[PathBuf],
    (text, tuning): (&str, &Tuning),
) -> Result<(), Failure> {
    let files = Files {
        out: args.out.as_deref(),
        dialect: args.dialect.dialect(),
        made,
        offer: "every win rate",
    };
    deliver(text, tuning, &files, notes)
}
