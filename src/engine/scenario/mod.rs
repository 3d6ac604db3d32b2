//! Reads the text of a file into a checked scenario and its matchups.
//!
//! A scenario is TOML, parsed with places, so that every fault is shown with file, line and caret, all in one pass.
//! This module covers what all books share: includes, options, sides, axes, overrides. The ruleset reads the contents
//! of stat blocks and weapons through [`Fields`] and reports into the same [`Faults`]; a book's own tables are added
//! as one more text below the files.

mod allies;
mod amount;
mod axes;
pub mod day;
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

/// Changes from the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `path=value`, in order.
    pub set: Vec<String>,
    /// `path=a,b,c` or `path=40..90:10`: axes.
    pub vary: Vec<String>,
    /// Values to try, as one more axis.
    pub tries: Option<Tries>,
    /// Fights per matchup.
    pub fights: Option<u64>,
    /// The required precision of win rates.
    pub precision: Option<Percent>,
    /// The run's seed.
    pub seed: Option<u64>,
    /// The round after which a fight is cut off.
    pub round_cap: Option<u32>,
    /// The seats to play.
    pub seats: Option<Seats>,
    /// Whether outcomes are drawn from probability tables where a book can make them.
    pub tables: Option<bool>,
}

/// A path, and the values that `tune` tries there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tries {
    /// The path after `--set`.
    pub path: String,
    /// The values, in the form of an axis.
    pub values: String,
    /// The flags that provide the values.
    pub flags: &'static str,
}

/// The seats where matchups are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seats {
    /// As listed only.
    #[default]
    One,
    /// As listed and swapped.
    Both,
}

/// The amount of play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSettings {
    /// Fights per matchup, from 1 to 10^12; with a precision, the maximum.
    pub fights: u64,
    /// The required half-width of the interval of a win rate; the number of fights then depends on it.
    pub precision: Option<Percent>,
    /// The seed, from 0 to 2^63 - 1.
    pub seed: u64,
    /// The round after which a fight is cut off, from 1 to 10,000.
    pub round_cap: u32,
    /// Which seats are played.
    pub seats: Seats,
    /// Whether whole exchanges are drawn from probability tables, where the book can make them; otherwise every die
    /// is rolled.
    pub tables: bool,
}

/// A checked scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The file's name without folder and ending.
    pub name: String,
    /// Its question.
    pub title: Option<String>,
    /// The rulebook's name.
    pub ruleset: String,
    /// The amount of play.
    pub run: RunSettings,
    /// The axes, slowest first.
    pub axes: Vec<Axis>,
    /// The intentions of its designer, in the order of the file.
    pub expectations: Vec<expect::Expectation>,
    /// Each file that was read and its SHA-256 in hex, the scenario first.
    pub digests: Vec<(String, String)>,
    /// The start of the file, the place of faults without a more specific one.
    start: Span,
    /// The texts that all places refer to.
    sources: Sources,
    tree: Table,
    /// Paths set by the command line.
    set: Vec<TreePath>,
    /// The scenario without the command line's settings, and the places of the values that these replace.
    unset: Option<(Box<Scenario>, Vec<Span>)>,
}
