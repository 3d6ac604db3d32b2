//! The arguments of `skirmish worth`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::args::{DialectArg, OverrideArgs, margin, scenario_file, threads};
use crate::scenario::{Amount, Percent};

/// Measure what +1 is worth, for each number of a stat block or another row
#[derive(Debug, Args)]
#[command(
    long_about = "Measures what a step of a number is worth to a side: its effect on the win rate, \
        the length of fights and the damage.\n\n\
        Each number named by --of is raised and lowered, by 1 by default; a step that the rules of \
        the book do not allow is left out. --of can also name a stat block, a weapon or another \
        row: then each of its numbers is changed, one at a time, including numbers with their \
        default. For dice, the flat bonus is changed. --of options sets each house rule to each of \
        its other values.\n\n\
        All variants are fought under the same luck, so that small effects show; small duels are \
        solved exactly. The intervals and verdicts of all steps hold together at 95 %. Numbers are \
        sorted by their effect on the win rate.\n\n\
        A note first says how many fights this takes, and about how long. Without --fights, all \
        variants together play 150,000 fights, and each variant plays no more than the scenario \
        says: this takes a few seconds.",
    after_long_help = "Examples:\n  \
        skirmish worth gate.toml --of combatants.guard\n  \
        skirmish worth gate.toml --of combatants.guard.dex:+1 --of weapons.broad-sword.damage:+1\n  \
        skirmish worth gate.toml --of combatants.guard.skills --step 5 --matchup 55\n  \
        skirmish worth gate.toml --of options\n  \
        skirmish worth gate.toml --of armour.chain.ap --side goblins --fights 200k --out results\n\n\
        If the scenario has axes, the figures are means over all of its matchups; --matchup picks \
        one matchup. The side is the first one whose fighters have the changed number, or the one \
        given by --side."
)]
pub(in crate::cli) struct WorthArgs {
    /// Scenario file
    #[arg(value_name = "FILE", value_parser = scenario_file())]
    pub(in crate::cli) file: PathBuf,

    /// A number, or a stat block, a weapon or another row for all of its numbers, each raised and lowered by STEP; or
    /// `options` for all house rules, or one of them; can be repeated
    #[arg(long, value_name = "PATH[:STEP]", required = true)]
    pub(super) of: Vec<String>,

    /// Size of a step without STEP in --of: 5, 0.5
    #[arg(long, value_name = "N", default_value = "1", value_parser = amount, allow_hyphen_values = true)]
    pub(super) step: Amount,

    /// The side whose win rate counts; default: the first side that fights with the changed row
    #[arg(long, value_name = "NAME")]
    pub(super) side: Option<String>,

    /// Measure only one matchup, given by its name or by its number, which starts at 1
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true)]
    pub(super) matchup: Option<String>,

    /// Compute the exact odds at any size; exit with 4 if the matchup is too large
    #[arg(long, conflicts_with = "sampled")]
    pub(super) exact: bool,

    /// Play fights even if the exact odds could be computed
    #[arg(long)]
    pub(super) sampled: bool,

    /// Largest difference that counts as no difference: for win rates in percentage points, for means relative to
    /// their value
    #[arg(long, value_name = "PERCENT", default_value = "0.1%", value_parser = margin, allow_hyphen_values = true)]
    pub(super) margin: Percent,

    /// Write worth.csv and worth.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Format of the CSV table
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to work on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}

fn amount(text: &str) -> Result<Amount, String> {
    text.parse()
        .map_err(|error: crate::scenario::AmountError| error.to_string())
}
