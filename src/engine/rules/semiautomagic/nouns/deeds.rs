//! The choices of decisions: the actions of a turn.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-3-1, SAM-3-4, SAM-10-1, SAM-14-1.

use super::state::Effect;
use super::strike::Strike;
use crate::fight::FighterId;
use crate::grid::{Directions, GridPath};
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture};

/// The attacks of a combo.
pub(crate) type Strikes = [Option<Strike>; MOST_ATTACKS];

/// An action in a fighter's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// An action with a weapon: at once, or later if the weapon has a delay.
    Effect(Effect),
    Combo {
        combo: u8,
        strikes: Strikes,
    },
    Aim(FighterId),
    /// An action with an item carried, by its index.
    Handle(Handling, u8),
    Reload {
        /// The owner of the weapon, and its index on the owner's list.
        owner: FighterId,
        slot: u8,
    },
    Move(Going),
    /// Movement of its mount, in the mount's own seconds.
    Ride(Going),
    /// Crawling one of its own squares.
    Crawl(Going),
    /// Changing to this posture [SAM-3-7].
    Posture(Posture),
    MountStrike(Strike),
    Stabilise(FighterId),
    /// The use of a remedy, by its index among those of the mind.
    Heal {
        slot: u8,
        patient: FighterId,
    },
    /// Out of a hold.
    BreakFree,
    Possess {
        target: FighterId,
        /// The other is willing: no check is needed.
        joins: bool,
    },
    Leave,
    Delay,
    Wait,
}

impl Deed {
    /// Movement of a fighter, or of its mount.
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

/// A way of handling an item [SAM-2-6].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handling {
    Draw,
    Sheathe,
    Drop,
    PickUp,
    TakeOut,
    Clear,
}

/// A movement: a move, of a second by default, or a run [SAM-3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    /// Along a way, as far as a move leads.
    Along(GridPath),
    /// In one of these directions, at random if there are several. Without any, the move is kept for a step that
    /// takes longer than a move [SAM-3-1].
    Away(Directions),
    Run(Run),
}

impl Going {
    /// Seconds of the movement; `moving` are those of a move.
    pub(crate) const fn seconds(self, moving: u8) -> u8 {
        match self {
            Self::Run(run) => run.seconds,
            Self::Along(_) | Self::Away(_) => moving,
        }
    }
}

/// A run: a number of cells in a straight line, in a number of seconds; of several directions one is drawn [SAM-3-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub headings: Directions,
    pub cells: u8,
    pub seconds: u8,
    /// Whether it leads away from an enemy: then it does not end in an enemy's cell.
    pub away: bool,
}
