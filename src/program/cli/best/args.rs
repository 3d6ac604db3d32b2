//! The arguments of `skirmish best`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::super::args::{DialectArg, OverrideArgs, scenario_file, threads};

/// Find the best of many loadouts of a side
#[derive(Debug, Args)]
#[command(
    long_about = "Finds the loadout with which a side wins most often, if there are too many \
        loadouts to play all of them many times.\n\n\
        A loadout is a combination of values on the axes of the scenario that change the side. \
        Other axes, such as those of the opponents, are circumstances: a loadout has its mean win \
        rate over all of them.\n\n\
        The search is a sequential halving: all loadouts play a few fights under the same luck, \
        the worse half is dropped, the others play more fights, and so on until eight finalists \
        are left. Fresh fights then judge the finalists. With 160 loadouts or more, this takes a \
        tenth of the fights of an equal split, in which every loadout plays --fights. The output \
        shows the finalists, which of them cannot be told apart from the best, and how much better \
        a dropped loadout may be at most.",
    after_long_help = "Examples:\n  \
        skirmish best duel.toml --side red\n  \
        skirmish best duel.toml --side red --set combatants.red.armour=chain\n  \
        skirmish best gate.toml --vary combatants.guard.dex=8..18 --vary combatants.guard.hit_points=9..15\n  \
        skirmish best duel.toml --side red --fights 100k --out results",
    mut_arg("set", |set| set.help(
        "Set a value of the scenario or of the book's tables, or fix an axis to one value; can be \
         repeated"
    )),
    mut_arg("fights", |fights| fights.help(
        "Fights per loadout, matchup and seat in an equal split; each finalist plays at least this \
         many: 250000, 200k, 2M, 1e6"
    )),
    mut_arg("precision", |precision| precision.hide(true))
)]
pub(in crate::cli) struct BestArgs {
    /// Scenario file
    #[arg(value_name = "FILE", value_parser = scenario_file())]
    pub(in crate::cli) file: PathBuf,

    /// The side whose loadouts are searched; default: the only side that the axes change
    #[arg(long, value_name = "NAME")]
    pub(super) side: Option<String>,

    /// Write best.csv and best.json into this directory, which is created if missing
    #[arg(long, short, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,

    /// Format of the CSV table
    #[arg(long, value_name = "DIALECT", default_value = "standard")]
    pub(super) dialect: DialectArg,

    /// Threads to play on; default: one for each processor. The number does not affect the result
    #[arg(long, value_name = "N", value_parser = threads, allow_negative_numbers = true)]
    pub(super) threads: Option<NonZeroUsize>,

    /// Show neither progress nor notes
    #[arg(long, short)]
    pub(super) quiet: bool,

    #[command(flatten)]
    pub(super) overrides: OverrideArgs,
}
