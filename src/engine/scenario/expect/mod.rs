//! The intentions of a scenario's designer: `[[expect]]`, read and checked.
//!
//! An expectation is a band for a figure, an order of contenders, or a trend along an axis. Its names are checked
//! against the file's own axes; if the command line has put other values on an axis, an expectation that names one of
//! the old values is kept with the reason why it cannot be judged ([`Expectation::unjudged`]).
//!
//! Left out: judging, which needs the counts of fights.

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

/// One intention.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Its place.
    pub span: Span,
    /// The path of its file.
    pub file: String,
    /// The line of its header there, from 1.
    pub line: usize,
    /// The reason, in the designer's words.
    pub why: String,
    /// The figure to judge.
    pub figure: Figure,
    /// The owner of the figure, if it is named.
    pub of: Option<String>,
    /// The place of that name; otherwise the header.
    pub of_span: Span,
    /// The values of axes that select the matchups; an axis that is missing here is not restricted.
    pub only: Vec<ChosenValues>,
    /// The kind of expectation, with its values.
    pub shape: Shape,
    /// The reason why it cannot be judged under the command line's values; `None` where it can.
    pub unjudged: Option<String>,
}

/// Some values of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChosenValues {
    /// The axis.
    pub axis: String,
    /// Its values as tables show them; at least one.
    pub values: Vec<String>,
}

/// A figure of a matchup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// The share of fights that a side wins.
    WinRate,
    /// The share of fights that a side wins, plus half the share of those that nobody wins.
    Score,
    /// The share of fights after which no fighter stands.
    Draws,
    /// The share of fights that are cut off.
    Undecided,
    /// The mean number of rounds.
    Rounds,
    /// A quantile of the rounds, in per cent.
    RoundsQuantile(u8),
    /// The damage done by a side or a combatant in a fight.
    Damage,
    /// The number of fighters of a side that stand at the end.
    Survivors,
    /// The share of fights where this combatant is the first of its side to go down or leave.
    FirstDown,
    /// The difference between a side's win rates when listed first and when listed last.
    SeatEffect,
    /// The share of a combatant's attacks that it makes with each of its items.
    WeaponUse,
    /// The share of the decisions by a list of a policy that each of its lines makes.
    LineUse,
    /// The share of fights that a side wins by one of its objectives, which is given by its position in the list, from 1;
    /// 0 stands for the last side standing.
    WonBy(u8),
}

/// A kind of expectation.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// The figure, or its mean over some axes, lies within bounds.
    Band(Band),
    /// The mean figure of each contender is higher than that of the next.
    Order {
        /// The axis of the contenders.
        along: String,
        /// The contenders, the highest first; two or more.
        contenders: Vec<String>,
        /// The least difference.
        by: f64,
    },
    /// One contender scores more than one half against another.
    Beats {
        /// The axis of the contenders and that of their opponents.
        along: [String; 2],
        /// The two contenders.
        contenders: [String; 2],
        /// The least amount above one half.
        by: f64,
    },
    /// No contender scores at most as much as another against every opponent.
    NoneDominated {
        /// The axis of the contenders and that of their opponents.
        along: [String; 2],
    },
    /// Each contender has a share of the best mix, the one that nobody can exploit.
    InMix {
        /// The axis of the contenders and that of their opponents, which are the same.
        along: [String; 2],
        /// The least share.
        at_least: f64,
    },
    /// The figure rises, falls, or stays level along an axis of numbers.
    Trend {
        /// The axis.
        along: String,
        /// Its values as tables show them, from the smallest number to the largest.
        values: Vec<String>,
        /// The direction of the trend.
        direction: Trend,
        /// Axes that are averaged over.
        mean_over: Vec<String>,
        /// The least difference from one value to the next; for a flat trend, the greatest difference between any two
        /// figures.
        by: f64,
    },
}

/// The bounds of a band.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Band {
    /// The lower bound.
    pub at_least: Option<f64>,
    /// The upper bound.
    pub at_most: Option<f64>,
    /// Axes that are averaged over.
    pub mean_over: Vec<String>,
    /// If not empty, the band applies to the ratio of the figure to that of the matchups with these values.
    pub ratio_to: Vec<ChosenValues>,
}

/// The direction of a figure along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// Up from each value to the next.
    Rising,
    /// Down from each value to the next.
    Falling,
    /// Neither up nor down.
    Flat,
}

impl Figure {
    /// Returns whether it is a share, shown in per cent.
    pub fn is_share(self) -> bool {
        !matches!(
            self,
            Self::Rounds | Self::RoundsQuantile(_) | Self::Damage | Self::Survivors
        )
    }

    /// The possible owners of the figure.
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

/// The possible owners of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// No owner: it belongs to the matchup.
    None,
    /// A side.
    Side,
    /// A side or a combatant.
    SideOrCombatant,
    /// A combatant.
    Combatant,
    /// A combatant, or each combatant if none is named.
    PerhapsCombatant,
}

impl Expectation {
    /// The axes along which figures are compared: first that of the contenders.
    pub fn along(&self) -> Vec<&str> {
        match &self.shape {
            Shape::Band(_) => Vec::new(),
            Shape::Order { along, .. } | Shape::Trend { along, .. } => vec![along],
            Shape::Beats { along, .. }
            | Shape::NoneDominated { along }
            | Shape::InMix { along, .. } => along.iter().map(String::as_str).collect(),
        }
    }

    /// Returns whether the expectation applies to a matchup with these values on its axes.
    pub fn picks(&self, axes: &[(String, String)]) -> bool {
        self.only.iter().all(|chosen| chosen.has(axes))
    }
}

impl ChosenValues {
    /// Returns whether these values on axes include one of its own.
    pub fn has(&self, axes: &[(String, String)]) -> bool {
        let mut on_axis = axes.iter().filter(|(axis, _)| *axis == self.axis);
        on_axis.any(|(_, value)| self.values.contains(value))
    }
}
