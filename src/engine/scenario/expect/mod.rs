//! The intentions of a scenario's designer: `[[expect]]`, read and checked.
//!
//! An expectation is a band for a figure, an order of contenders, or a trend along an axis. What names it is checked against
//! the file's own axes; where the command line has put other values on an axis, an expectation that names one of the old
//! values is kept with the reason why it cannot be judged ([`Expectation::unjudged`]).
//!
//! Left out: judging, which takes the counts of fights.

mod fielded;
mod kinds;
mod read;
#[cfg(test)]
mod tests;
mod values;
mod words;

use super::{Axis, Seats, Span};

pub use fielded::Fielded;
pub(super) use read::{Place, own_seats, read};
pub use words::{listed_values, percent};

/// One intention.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// Where it stands.
    pub span: Span,
    /// The path of its file.
    pub file: String,
    /// The line of its header there, from 1.
    pub line: usize,
    /// The reason, in the designer's words.
    pub why: String,
    /// The figure to judge.
    pub figure: Figure,
    /// Whose figure it is, where that is said.
    pub of: Option<String>,
    /// Where that is said; else the header.
    pub of_span: Span,
    /// The values of axes that pick the matchups; all values of an axis that is not here.
    pub only: Vec<Chosen>,
    /// The kind of expectation, with its values.
    pub shape: Shape,
    /// Why it cannot be judged with what the command line says; `None` where it can.
    pub unjudged: Option<String>,
}

/// Some values of an axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
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
    /// The share of fights that a side wins, and half of those that nobody wins.
    Score,
    /// The share of fights after which nobody stands.
    Draws,
    /// The share of fights that are cut off.
    Undecided,
    /// The mean number of rounds.
    Rounds,
    /// A quantile of the rounds, in per cent.
    RoundsQuantile(u8),
    /// The damage that a side or a combatant does in a fight.
    Damage,
    /// How many of a side stand at the end.
    Survivors,
    /// The share of fights where this combatant is the first of its side to go down or leave.
    FirstDown,
    /// How much more often a side wins when listed first than when listed last.
    SeatEffect,
    /// The share of a combatant's attacks that it makes with each thing that it carries to attack with.
    WeaponUse,
    /// The share of the decisions by a list of a policy that each of its lines makes.
    LineUse,
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
        /// By how much at least.
        by: f64,
    },
    /// One contender scores more than one half against another.
    Beats {
        /// The axis of the contenders and that of their opponents.
        along: [String; 2],
        /// The two.
        contenders: [String; 2],
        /// By how much more at least.
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
    /// The figure goes up, down, or stays along an axis of numbers.
    Trend {
        /// The axis.
        along: String,
        /// Its values as tables show them, from the smallest number to the largest.
        values: Vec<String>,
        /// How it goes.
        direction: Trend,
        /// Axes that are averaged over.
        mean_over: Vec<String>,
        /// From one value to the next by how much at least; of a flat trend how far apart any two figures may be.
        by: f64,
    },
}

/// The bounds of a band.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Band {
    /// The least that the figure may be.
    pub at_least: Option<f64>,
    /// The most.
    pub at_most: Option<f64>,
    /// Axes that are averaged over.
    pub mean_over: Vec<String>,
    /// Judge the ratio of the figure to that of the matchups that have these values instead; nothing: the figure itself.
    pub ratio_to: Vec<Chosen>,
}

/// How a figure goes along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// Up from each value to the next.
    Rising,
    /// Down.
    Falling,
    /// Neither.
    Flat,
}

impl Figure {
    /// Whether it is a share, shown in per cent.
    pub fn is_share(self) -> bool {
        !matches!(
            self,
            Self::Rounds | Self::RoundsQuantile(_) | Self::Damage | Self::Survivors
        )
    }

    /// Whose figure it can be.
    pub fn owner(self) -> Owner {
        match self {
            Self::WinRate | Self::Score | Self::Survivors | Self::SeatEffect => Owner::Side,
            Self::Damage => Owner::SideOrCombatant,
            Self::FirstDown => Owner::Combatant,
            Self::WeaponUse | Self::LineUse => Owner::PerhapsCombatant,
            Self::Draws | Self::Undecided | Self::Rounds | Self::RoundsQuantile(_) => Owner::None,
        }
    }
}

/// Whose figure a figure can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Nobody's: it is the matchup's.
    None,
    /// A side's.
    Side,
    /// A side's or a combatant's.
    SideOrCombatant,
    /// A combatant's.
    Combatant,
    /// A combatant's, or that of each combatant where none is named.
    PerhapsCombatant,
}

impl Expectation {
    /// The axes along which figures are compared: the contenders' first.
    pub fn along(&self) -> Vec<&str> {
        match &self.shape {
            Shape::Band(_) => Vec::new(),
            Shape::Order { along, .. } | Shape::Trend { along, .. } => vec![along],
            Shape::Beats { along, .. }
            | Shape::NoneDominated { along }
            | Shape::InMix { along, .. } => along.iter().map(String::as_str).collect(),
        }
    }

    /// Whether a matchup with these values on its axes is one of those that it picks.
    pub fn picks(&self, axes: &[(String, String)]) -> bool {
        self.only.iter().all(|chosen| chosen.has(axes))
    }
}

impl Chosen {
    /// Whether these values on axes have one of its own.
    pub fn has(&self, axes: &[(String, String)]) -> bool {
        let mut on_axis = axes.iter().filter(|(axis, _)| *axis == self.axis);
        on_axis.any(|(_, value)| self.values.contains(value))
    }
}
