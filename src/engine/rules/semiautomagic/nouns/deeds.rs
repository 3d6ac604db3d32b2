//! What a decision comes to: the actions of a turn.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-3-1, SAM-3-4, SAM-10-1, SAM-14-1.

use super::state::Effect;
use super::strike::Strike;
use crate::fight::FighterId;
use crate::grid::{Directions, Way};
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture};

/// The attacks of a combo.
pub(crate) type Strikes = [Option<Strike>; MOST_ATTACKS];

/// An action of somebody's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// With a weapon: at once, or later where that has a delay.
    Effect(Effect),
    Combo {
        combo: u8,
        strikes: Strikes,
    },
    Aim(FighterId),
    /// With what somebody carries, by its place.
    Handle(Handling, u8),
    Reload {
        /// Whose weapon, and which of its.
        owner: FighterId,
        slot: u8,
    },
    Move(Going),
    /// By its mount, in the mount's own seconds.
    Ride(Going),
    /// One own square.
    Crawl(Going),
    /// Into this one [SAM-3-7].
    Posture(Posture),
    MountStrike(Strike),
    Stabilise(FighterId),
    Possess {
        target: FighterId,
        /// It is willing: without a check.
        joins: bool,
    },
    Leave,
    Delay,
    Wait,
}

impl Deed {
    /// Somebody's own moving, or that of its mount.
    pub(crate) fn moving(who: FighterId, mover: FighterId, going: Going) -> Self {
        let by = if mover == who { Self::Move } else { Self::Ride };
        by(going)
    }
}

impl Effect {
    pub(crate) const fn weapon(self) -> u8 {
        match self {
            Self::Strike(Strike { weapon, .. })
            | Self::Area { weapon, .. }
            | Self::Daunt { weapon, .. } => weapon,
        }
    }
}

/// What is done with a thing carried [SAM-2-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handling {
    Draw,
    Sheathe,
    Drop,
    PickUp,
    TakeOut,
    Clear,
}

/// A movement: a second of moving, or a run [SAM-3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    /// Along a way, as far as a second goes.
    Along(Way),
    /// In one of these directions, drawn by lot where there are several. Without any, the second is kept for a step that takes
    /// more than it [SAM-3-1].
    Away(Directions),
    Run(Run),
}

impl Going {
    pub(crate) const fn seconds(self) -> u8 {
        match self {
            Self::Run(run) => run.seconds,
            Self::Along(_) | Self::Away(_) => 1,
        }
    }
}

/// A run: so many cells in a straight line, in so many seconds; of several directions one is drawn [SAM-3-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub headings: Directions,
    pub cells: u8,
    pub seconds: u8,
    /// From somebody: not into the cell of an enemy.
    pub away: bool,
}
