//! Reads scenario files, checks them, and builds the matchups to play.
//!
//! A scenario is a TOML file. Each of its values keeps its source location, so that all faults can be shown
//! together, each with its file, line and caret.
//!
//! This module handles what all rulebooks share: includes, options, sides, axes, and changes from the command
//! line. The rulesets read stat blocks and weapons through [`Fields`] and report to the same [`Faults`]. The
//! tables of a rulebook are one more source text, and every file takes precedence over it.

mod allies;
mod amount;
mod axes;
pub mod day;
mod day_files;
mod excerpt;
pub mod expect;
mod faults;
mod fields;
mod files;
mod frame;
mod heirs;
mod labels;
mod like;
mod load;
mod matchups;
mod merge;
mod node;
pub mod objectives;
mod overrides;
mod parse;
mod path;
mod percent;
mod range;
mod run;
mod scaled;
mod sheet;
mod sides;
mod snapshot;
mod source;
pub mod spec;
mod spread;
pub mod tables;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod texts;
mod top;
mod tuning;

pub use amount::{Amount, AmountError, Direction};
pub use axes::{Axis, AxisValue, RESERVED, same_column};
pub use faults::{Fault, Faults};
pub(crate) use fields::keyed;
pub use fields::{Fields, Keyed, fit, number};
pub use files::{Reader, from_disk};
pub use frame::{AXIS, DAY, EXPECT, FIGHTER, INCLUDE, OBJECTIVE, RANGE, RUN, SIDE, TOP};
pub use heirs::and_heirs;
pub use labels::counted;
pub use load::{Library, Shelf};
pub use matchups::Matchup;
pub use node::{Entry, Node, Table, Value};
pub use overrides::{PathStep, asked, set_root};
pub use path::{PathEntry, Step, TreePath};
pub use percent::{Percent, PercentError};
pub use run::PRECISIONS;
pub use scaled::scaled_node;
pub(crate) use scaled::written;
pub use sheet::{Exported, ExportedCell, exportable, exported};
pub use sides::{Group, Side, side_named};
pub use snapshot::{Recorder, Snapshot};
pub use source::{CellPlace, SourceId, Sources, Span};
pub use texts::{Text, Texts};
pub use top::{check_kind, scenario_only};
pub use tuning::listed;

/// Changes to a scenario from the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The `--set` options: `path=value`, in their order on the command line.
    pub set: Vec<String>,
    /// The `--vary` options, which are axes: `path=a,b,c` or `path=40..90:10`.
    pub vary: Vec<String>,
    /// The values that the command `tune` tries, as one more axis.
    pub tries: Option<Tries>,
    /// The number of fights per matchup and seat. A seat is an order of the sides.
    pub fights: Option<u64>,
    /// The precision of win rates that is required; fights are played until it is reached.
    pub precision: Option<Percent>,
    /// The seed for the dice of the run.
    pub seed: Option<u64>,
    /// The round after which a fight is cut off without a winner.
    pub round_cap: Option<u32>,
    /// Whether matchups are played in the listed order of sides only, or also swapped.
    pub seats: Option<Seats>,
    /// Whether the results of whole exchanges are drawn from probability tables, if the rulebook has such
    /// tables.
    pub tables: Option<bool>,
}

/// A setting, and the values that the command `tune` tries for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tries {
    /// The path of the setting, as for `--set`.
    pub path: String,
    /// The values, as for `--vary`.
    pub values: String,
    /// The command-line flags that give the values, for use in messages.
    pub flags: &'static str,
}

/// The orders of sides that each matchup is played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seats {
    /// The sides are played in the listed order only.
    #[default]
    One,
    /// The sides are played in the listed order, and then swapped.
    Both,
}

/// How many fights are played, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSettings {
    /// The number of fights per matchup and seat, from 1 to 10^12. If a precision is required, this is the
    /// largest number.
    pub fights: u64,
    /// The required half-width of the confidence interval of a win rate. If it is given, it determines the
    /// number of fights.
    pub precision: Option<Percent>,
    /// The seed for the dice, from 0 to 2^63 - 1.
    pub seed: u64,
    /// The round after which a fight is cut off, from 1 to 10,000.
    pub round_cap: u32,
    /// Whether matchups are played in the listed order of sides only, or also swapped.
    pub seats: Seats,
    /// Whether the results of whole exchanges are drawn from probability tables, if the rulebook has them.
    /// Otherwise every die is rolled.
    pub tables: bool,
}

/// A scenario that has been read and checked.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The name of the file, without its folder and extension.
    pub name: String,
    /// The question that the scenario answers, from the key `title`.
    pub title: Option<String>,
    /// The name of the rulebook.
    pub ruleset: String,
    /// How many fights are played, and how.
    pub run: RunSettings,
    /// The axes. In the list of matchups, the value of the first axis changes last.
    pub axes: Vec<Axis>,
    /// The designer's expectations, in the order of the file.
    pub expectations: Vec<expect::Expectation>,
    /// The path of each file that was read and its SHA-256 in hexadecimal, with the scenario first.
    pub digests: Vec<(String, String)>,
    /// The start of the file, which is the source location of faults that have no other one.
    start: Span,
    /// The source texts into which all source locations point.
    sources: Sources,
    tree: Table,
    /// The paths that `--set` options set.
    set: Vec<TreePath>,
    /// This scenario without the `--set` options, and the source locations of the values that these options
    /// replace.
    unset: Option<(Box<Scenario>, Vec<Span>)>,
}
