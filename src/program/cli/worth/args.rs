//! What may be typed behind `skirmish worth`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::args::{DialectArg, OverrideArgs, margin, threads};
use crate::scenario::{Amount, Percent};

/// Say what +1 is worth, for each number of a stat block or the like
#[derive(Debug, Args)]
#[command(
    long_about = "Says what a step of a number is worth to a side: by how much it moves its win rate, how long fights last \
        and the damage that is done.\n\n\
        Each number named by --of is moved both ways, by 1 unless said otherwise; a way that the rules of the book do not \
        allow is left out. --of may also name a stat block, a weapon or the like: then each number of it is moved, one at a \
        time, also those left to their default. Of dice, the flat number is moved.\n\n\
        All variants are fought under the same luck, so that small effects show, or worked out exactly where the fight is \
        small enough. The intervals and verdicts of all steps hold together at 95 %. Numbers are sorted by how much they \
        move the win rate.",
    after_long_help = "Examples:\n  \
        skirmish worth gate.toml --of combatants.guard\n  \
        skirmish worth gate.toml --of combatants.guard.dex:+1 --of weapons.broad-sword.damage:+1\n  \
        skirmish worth gate.toml --of combatants.guard.skills --step 5 --matchup 55\n  \
        skirmish worth gate.toml --of armour.chain.ap --side goblins --fights 1M --out results\n\n\
        A scenario that varies something is measured over all of its matchups, and the figures are their mean; \
        --matchup picks one. The side is the one that fields what is moved, or --side."
)]
pub(in crate::cli) struct WorthArgs {
    /// Scenario file
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,

    /// A number, or a stat block, a weapon or the like for all of its numbers, each moved by STEP both ways; may be
    /// repeated
    #[arg(long, value_name = "PATH[:STEP]", required = true)]
    pub(super) of: Vec<String>,

    /// How far numbers are moved where --of does not say: 5, 0.5
    #[arg(long, value_name = "N", default_value = "1", value_parser = amount, allow_hyphen_values = true)]
    pub(super) step: Amount,

    /// The side whose win rate counts; the one that fields what is moved when not given
    #[arg(long, value_name = "NAME")]
    pub(super) side: Option<String>,

    /// One matchup only: its number, the first being 1, or its name
    #[arg(long, value_name = "NAME|NUMBER", allow_negative_numbers = true)]
    pub(super) matchup: Option<String>,

    /// Work out the exact odds, however long it takes; exit with 4 where that is too much
    #[arg(long, conflicts_with = "sampled")]
    pub(super) exact: bool,

    /// Play fights even where the exact odds could be worked out
    #[arg(long)]
    pub(super) sampled: bool,

    /// What counts as no difference: of win rates so much either way, of means so large a part of what they are
    #[arg(long, value_name = "PERCENT", default_value = "0.1%", value_parser = margin, allow_hyphen_values = true)]
    pub(super) margin: Percent,

    /// Write worth.csv and worth.json into this directory, made if it is not there
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// How the CSV table is written
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to work on; as many as there are processors when not given. Changes no result
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
