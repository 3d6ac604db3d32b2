//! From the text of a file to a checked scenario and its matchups.
//!
//! A scenario is TOML, read with places, so that every fault is shown with file, line and caret, all in one pass.
//! This module knows what every book shares: includes, options, sides, axes, overrides. What stands in a stat block
//! or a weapon is the ruleset's to read, through [`Fields`] and into the same [`Faults`]; a book's own tables come
//! in as one more text, under the files.

mod faults;
mod fields;
mod node;
mod scaled;
mod source;
mod suggest;

pub use faults::{Fault, Faults};
pub use fields::Fields;
pub use node::{Entry, Node, Table, Value};
pub use scaled::scaled_node;
pub use source::{SourceId, Sources, Span};

use std::path::Path;

/// What the command line changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Overrides {
    /// `path=value`, in order.
    pub set: Vec<String>,
    /// `path=a,b,c`: axes.
    pub vary: Vec<String>,
    /// Fights per matchup.
    pub fights: Option<u64>,
    /// The run's seed.
    pub seed: Option<u64>,
    /// The round after which a fight is cut off.
    pub round_cap: Option<u32>,
    /// Which seats are played.
    pub seats: Option<Seats>,
}

/// Whether matchups are also played with their sides swapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Seats {
    /// As listed only.
    #[default]
    One,
    /// As listed and swapped.
    Both,
}

/// How much is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunSettings {
    /// Fights per matchup, from 1 to 10^12.
    pub fights: u64,
    /// The seed, from 0 to 2^63 - 1.
    pub seed: u64,
    /// The round after which a fight is cut off, from 1 to 10,000.
    pub round_cap: u32,
    /// Which seats are played.
    pub seats: Seats,
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
    /// Where the rulebook is named.
    pub ruleset_span: Span,
    /// How much is played.
    pub run: RunSettings,
    /// What varies between matchups, slowest first.
    pub axes: Vec<Axis>,
    /// Each file that was read and its SHA-256 in hex, the scenario first.
    pub digests: Vec<(String, String)>,
    tree: Table,
}

/// Something that varies between matchups.
#[derive(Debug, Clone)]
pub struct Axis {
    /// The column's name.
    pub name: String,
    /// What it sets, each a path.
    pub paths: Vec<String>,
    /// What it sets them to, in turn.
    pub values: Vec<AxisValue>,
}

/// One value of an axis.
#[derive(Debug, Clone)]
pub struct AxisValue {
    /// As shown in tables.
    pub text: String,
    /// The value itself.
    pub node: Node,
}

/// One pairing under one set of values.
#[derive(Debug, Clone)]
pub struct Matchup {
    /// Its name: the values of its axes, or its sides.
    pub name: String,
    /// The axes and this matchup's values.
    pub axes: Vec<(String, String)>,
    /// The whole tree: the book's tables, includes, file, overrides, and this matchup's values.
    pub tree: Table,
    /// Who fights, in seat order.
    pub sides: Vec<Side>,
    /// Whether the sides are swapped.
    pub seat: Seat,
}

/// The order in which a matchup's sides sit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Seat {
    /// As the scenario lists them.
    Listed,
    /// The other way round.
    Swapped,
}

/// One side of a matchup.
#[derive(Debug, Clone)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Where it is named.
    pub span: Span,
    /// Who fights on it; at least one.
    pub groups: Vec<Group>,
}

/// Fighters of one stat block.
#[derive(Debug, Clone)]
pub struct Group {
    /// The stat block's name; it is in `combatants`.
    pub combatant: String,
    /// Where it is named.
    pub combatant_span: Span,
    /// How many, from 1.
    pub count: u32,
    /// Where they start, as the ruleset reads it.
    pub at: Option<Node>,
    /// The group's place.
    pub span: Span,
}

impl Scenario {
    /// Reads a scenario file, everything it includes, and what the command line changes.
    ///
    /// # Errors
    /// All faults.
    pub fn load(
        _path: &Path,
        _overrides: &Overrides,
        _library: &dyn Fn(&str) -> Option<&'static str>,
        _rulesets: &[&str],
    ) -> Result<(Self, Faults), Faults> {
        unimplemented!("follows")
    }

    /// All matchups: the product of the axes, the first axis slowest.
    pub fn matchups(&self, _faults: &Faults) -> Vec<Matchup> {
        unimplemented!("follows")
    }
}

impl Matchup {
    /// The same with its sides in reverse order.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut swapped = self.clone();
        swapped.sides.reverse();
        swapped.seat = match self.seat {
            Seat::Listed => Seat::Swapped,
            Seat::Swapped => Seat::Listed,
        };
        swapped
    }
}
