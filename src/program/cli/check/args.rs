//! The arguments of `skirmish check`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::args::{DialectArg, OverrideArgs, scenario_file, threads};
use super::super::count;

/// Fail if the balance has moved since the baseline, or an expectation is not met
#[derive(Debug, Args)]
#[command(
    long_about = "Plays the scenarios again and compares the counts with a baseline: a CSV file \
        beside each scenario, or the file given by --baseline. A matchup that has not changed \
        since the baseline was written is not played if the baseline is of this version of \
        skirmish, because its counts would be the same; the output says so. --play plays such \
        matchups too. For all other matchups, every figure is tested: each side's win rate, draws, \
        undecided fights, rounds, and each side's damage. A figure that has certainly moved by \
        more than the margin fails the check; the probability of a false alarm is at most 5 % for \
        all figures together.\n\n\
        A table of the figures that moved goes to standard output, the worst first. In GitHub \
        Actions it also becomes annotations and the summary of the step. A scenario or matchup \
        that cannot be judged is listed there too; all others are judged anyway.\n\n\
        The expectations of a scenario, its [[expect]], are judged too, by as many fights as their \
        verdicts need, at most --fights or those of the scenario. An expectation that is certainly \
        not met fails the check. A scenario that has expectations and no baseline is judged by the \
        expectations alone.\n\n\
        With --base no baseline is used: the scenarios are compared with their versions in a git \
        revision, another folder or another file, matchup by matchup under the same luck. This \
        version of the program plays both, with as many pairs of fights as the verdicts need, at \
        most --fights or 200,000. Matchups that cannot be paired are listed and do not fail the \
        check.\n\n\
        The seed and the number of fights are those of the baseline. Exit codes: 0 nothing moved, \
        1 a figure moved or an expectation is not met, 3 faults in a scenario, 4 too few fights \
        for a verdict, 5 a baseline that is missing or does not fit its scenario. If several \
        apply, the first of 3, 5, 1, 4.",
    after_long_help = "Examples:\n  \
        skirmish check gate.toml --update                 write gate.baseline.csv, to be checked in\n  \
        skirmish check gate.toml\n  \
        skirmish check scenarios/brp/*.toml --junit balance.xml\n  \
        skirmish check gate.toml --html balance.html --summary=balance.md\n  \
        skirmish check gate.toml --play                   play unchanged matchups too\n  \
        skirmish check gate.toml --baseline old.csv --margin 0.5%\n  \
        skirmish check scenarios/brp/*.toml --base origin/main   no baseline needed\n  \
        skirmish check gate.toml --set combatants.guard.armour=chain",
    mut_arg("precision", |precision| precision.hide(true))
)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(in crate::cli) struct CheckArgs {
    /// Scenario files; files of the same name are distinguished by their folders
    #[arg(required = true, value_name = "FILE", value_parser = scenario_file())]
    pub(in crate::cli) files: Vec<PathBuf>,

    /// File of the baseline; default: NAME.baseline.csv beside the scenario
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) baseline: Option<PathBuf>,

    /// Compare with the scenarios of a git revision, a folder or another file, under the same luck
    #[arg(long, value_name = "REV|DIR|FILE", conflicts_with_all = ["baseline", "update", "play", "any_version"])]
    pub(in crate::cli) base: Option<String>,

    /// Write the baselines instead, with their previous seed and number of fights, or 200,000 for each matchup
    #[arg(long, conflicts_with = "junit")]
    pub(in crate::cli) update: bool,

    /// Play every matchup, including unchanged ones, as --update does
    #[arg(long, conflicts_with = "update")]
    pub(in crate::cli) play: bool,

    /// How far a share of the fights may move, in percentage points
    #[arg(long, value_name = "PERCENT", default_value = "1%", value_parser = count::percent, allow_hyphen_values = true)]
    pub(in crate::cli) margin: f64,

    /// How far a mean may move: rounds as a fraction of the baseline's rounds, damage as a fraction of all sides'
    /// damage
    #[arg(long, value_name = "PERCENT", default_value = "2%", value_parser = count::percent, allow_hyphen_values = true)]
    pub(in crate::cli) mean_margin: f64,

    #[arg(
        long,
        value_name = "FILE",
        help = "Also write the findings as JUnit XML"
    )]
    pub(in crate::cli) junit: Option<PathBuf>,

    /// Also write the findings as one HTML page, which needs no network and runs no script
    #[arg(long, value_name = "FILE", conflicts_with = "update")]
    pub(in crate::cli) html: Option<PathBuf>,

    /// Write the findings as Markdown that fits a comment on a pull request: into a file, or in place of the table
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = summary, conflicts_with = "update")]
    pub(in crate::cli) summary: Option<Summary>,

    /// Compare with a baseline that another version of skirmish wrote
    #[arg(long)]
    pub(in crate::cli) any_version: bool,

    /// Format of the baseline that --update writes; both formats can be read
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(in crate::cli) dialect: DialectArg,

    /// Threads to play on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(in crate::cli) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(in crate::cli) quiet: bool,

    #[command(flatten)]
    pub(in crate::cli) overrides: OverrideArgs,
}

impl CheckArgs {
    /// Returns the file that `--summary` names. Returns `None` without the flag, or if it names no file.
    pub(in crate::cli) fn summary_file(&self) -> Option<&Path> {
        match self.summary.as_ref()? {
            Summary::Shown => None,
            Summary::File(path) => Some(path),
        }
    }
}

/// Destination of the Markdown that `--summary` writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) enum Summary {
    /// Standard output, in place of the table of figures.
    Shown,
    /// The file with this path.
    File(PathBuf),
}

#[expect(clippy::unnecessary_wraps, reason = "clap asks for a result")]
fn summary(text: &str) -> Result<Summary, String> {
    Ok(if text.is_empty() {
        Summary::Shown
    } else {
        Summary::File(PathBuf::from(text))
    })
}
