//! The `[[expect]]` entries of a scenario: the results that its designer expects.
//!
//! An expectation requires that a figure lies within a band, that contenders are in some order, or that a
//! figure follows a trend along an axis. Names of axes and values are checked against the axes of the file.
//! If the command line has replaced a value that an expectation names, the expectation is kept together with
//! the reason why it cannot be judged ([`Expectation::unjudged`]).
//!
//! This module reads and checks expectations. Judging them needs the results of fights and is done elsewhere.

mod fielded;
mod kinds;
mod read;
#[cfg(test)]
mod tests;
mod values;
mod words;

use super::{Axis, Seats, Span};

pub use fielded::Fielded;
pub(super) use read::{Context, own_seats, read};
pub use words::{listed_values, percent};

/// One `[[expect]]` entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The source location of the entry.
    pub span: Span,
    /// The path of the file that contains the entry.
    pub file: String,
    /// The line of the entry's header in that file, counted from 1.
    pub line: usize,
    /// The designer's reason for this expectation, in words.
    pub why: String,
    /// The figure that is judged.
    pub figure: Figure,
    /// The side or combatant whose figure is judged. `None` if the entry names none.
    pub of: Option<String>,
    /// The source location of that name, or of the entry's header if there is no name.
    pub of_span: Span,
    /// Selects the matchups that are judged: on each axis listed here, a matchup needs one of the values. Any
    /// value is allowed on the other axes.
    pub only: Vec<ChosenValues>,
    /// The kind of expectation, with its limits.
    pub shape: Shape,
    /// The reason why the command line's values make this expectation impossible to judge. `None` if it can
    /// be judged.
    pub unjudged: Option<String>,
}

/// An axis and some of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenValues {
    /// The name of the axis.
    pub axis: String,
    /// The texts of the values in tables; at least one.
    pub values: Vec<String>,
}

/// A figure of a matchup that an expectation can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// The share of fights that a side wins.
    WinRate,
    /// The share of fights that a side wins, plus half the share of fights that nobody wins.
    Score,
    /// The share of fights after which no fighter is left standing.
    Draws,
    /// The share of fights that are cut off at the last round that is allowed.
    Undecided,
    /// The mean number of rounds.
    Rounds,
    /// A quantile of the number of rounds; the number is the quantile in per cent.
    RoundsQuantile(u8),
    /// The damage that a side or a combatant does in a fight.
    Damage,
    /// The number of fighters of a side that stand at the end.
    Survivors,
    /// The share of fights where a combatant is the first of its side to go down or to leave the fight.
    FirstDown,
    /// The difference between a side's win rates when listed first and when listed last.
    SeatEffect,
    /// The share of each item, such as a weapon, among the attacks of a combatant.
    WeaponUse,
    /// The share of each line of a decision list among the decisions that are made with this list.
    LineUse,
    /// The share of fights that a side wins by one of its objectives. The number is the position of the
    /// objective in the side's key `wins`, counted from 1. The number 0 stands for wins as the last side
    /// standing.
    WonBy(u8),
}

/// A condition that a figure is expected to meet.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// The figure, or its mean over the values of some axes, lies within bounds.
    Band(Band),
    /// The contenders are ordered by their mean figure: each has a higher one than the next.
    Order {
        /// The name of the axis whose values are the contenders.
        along: String,
        /// The contenders, from the highest figure to the lowest; at least two.
        contenders: Vec<String>,
        /// The smallest allowed difference between a contender and the next one.
        by: f64,
    },
    /// One contender has a score of more than one half against another.
    Beats {
        /// The name of the contenders' axis, and the name of their opponents' axis.
        along: [String; 2],
        /// The expected winner and its opponent.
        contenders: [String; 2],
        /// The smallest allowed difference between the score and one half.
        by: f64,
    },
    /// No contender is dominated: for any two contenders, each scores more than the other against at least
    /// one opponent.
    NoneDominated {
        /// The name of the contenders' axis, and the name of their opponents' axis.
        along: [String; 2],
    },
    /// Each contender has a share in the best mixed strategy, which no opponent can exploit.
    InMix {
        /// The name of the contenders' axis, and the name of their opponents' axis. Both axes have the same
        /// values.
        along: [String; 2],
        /// The smallest allowed share of each contender.
        at_least: f64,
    },
    /// The figure rises, falls, or stays level along an axis of numbers.
    Trend {
        /// The name of the axis.
        along: String,
        /// The texts of the axis' values in tables, from the smallest number to the largest.
        values: Vec<String>,
        /// Whether the figure rises, falls or stays level.
        direction: Trend,
        /// The names of the axes over whose values the figure is averaged.
        mean_over: Vec<String>,
        /// The smallest allowed difference between neighbouring values. For a flat trend, the largest allowed
        /// difference between any two values.
        by: f64,
    },
}

/// The bounds of a figure, of its mean over several matchups, or of the ratio of two figures.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Band {
    /// The lower bound, if there is one.
    pub at_least: Option<f64>,
    /// The upper bound, if there is one.
    pub at_most: Option<f64>,
    /// The names of the axes over whose values the figure is averaged.
    pub mean_over: Vec<String>,
    /// If this is not empty, the bounds apply to a ratio: the figure divided by that of the matchups with
    /// these values.
    pub ratio_to: Vec<ChosenValues>,
}

/// Whether a figure is expected to rise, to fall or to stay level along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// Each value has a higher figure than the one before it.
    Rising,
    /// Each value has a lower figure than the one before it.
    Falling,
    /// All values have nearly the same figure.
    Flat,
}

impl Figure {
    /// Returns whether this figure is a share, which is shown in per cent.
    pub fn is_share(self) -> bool {
        !matches!(
            self,
            Self::Rounds | Self::RoundsQuantile(_) | Self::Damage | Self::Survivors
        )
    }

    /// Returns what this figure can belong to: the matchup, a side or a combatant.
    pub fn owner(self) -> Owner {
        match self {
            Self::WinRate | Self::Score | Self::Survivors | Self::SeatEffect | Self::WonBy(_) => {
                Owner::Side
            }
            Self::Damage => Owner::SideOrCombatant,
            Self::FirstDown => Owner::Combatant,
            Self::WeaponUse | Self::LineUse => Owner::PerhapsCombatant,
            Self::Draws | Self::Undecided | Self::Rounds | Self::RoundsQuantile(_) => Owner::None,
        }
    }
}

/// The kind of thing that a figure belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// The figure belongs to the matchup as a whole.
    None,
    /// The figure belongs to a side.
    Side,
    /// The figure belongs to a side or to a combatant.
    SideOrCombatant,
    /// The figure belongs to a combatant.
    Combatant,
    /// The figure belongs to a combatant. If the key `of` is missing, the figure of each combatant is judged.
    PerhapsCombatant,
}

impl Expectation {
    /// Returns the names of the axes along which figures are compared. The contenders' axis is the first.
    pub fn along(&self) -> Vec<&str> {
        match &self.shape {
            Shape::Band(_) => Vec::new(),
            Shape::Order { along, .. } | Shape::Trend { along, .. } => vec![along],
            Shape::Beats { along, .. }
            | Shape::NoneDominated { along }
            | Shape::InMix { along, .. } => along.iter().map(String::as_str).collect(),
        }
    }

    /// Returns whether the key `where` selects a matchup. `axes` has the name of each axis and the matchup's
    /// value on it.
    pub fn picks(&self, axes: &[(String, String)]) -> bool {
        self.only.iter().all(|chosen| chosen.has(axes))
    }
}

impl ChosenValues {
    /// Returns whether the matchup with these `axes` has one of the chosen values on the chosen axis.
    pub fn has(&self, axes: &[(String, String)]) -> bool {
        let mut on_axis = axes.iter().filter(|(axis, _)| *axis == self.axis);
        on_axis.any(|(_, value)| self.values.contains(value))
    }
}
