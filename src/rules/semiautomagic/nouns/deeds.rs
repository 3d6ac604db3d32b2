//! What a decision comes to: the actions of a turn.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-3-1, SAM-3-4, SAM-10-1, SAM-14-1.

use super::strike::{Landing, Strike};
use crate::fight::FighterId;
use crate::grid::{Directions, Way};
use crate::rules::semiautomagic::reading::tables::MOST_ATTACKS;

/// The attacks of a combo.
pub(crate) type Strikes = [Option<Strike>; MOST_ATTACKS];

/// An action of somebody's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Strike(Strike),
    Combo {
        combo: u8,
        strikes: Strikes,
    },
    Area {
        weapon: u8,
        target: FighterId,
        landing: Landing,
    },
    Daunt {
        weapon: u8,
        target: FighterId,
    },
    Aim {
        target: FighterId,
    },
    /// With what somebody carries, by its place.
    Handle(Handling, u8),
    Reload {
        /// Whose weapon, and which of its.
        owner: FighterId,
        slot: u8,
    },
    Move(Going),
    Run(Run),
    /// One own square.
    Crawl(Going),
    Posture(Change),
    /// By its mount, in the mount's own seconds.
    Ride(Going),
    RideRun(Run),
    MountStrike(Strike),
    Stabilise {
        ally: FighterId,
    },
    Possess {
        target: FighterId,
        /// It is willing: without a check.
        joins: bool,
    },
    Leave,
    Delay,
    Wait,
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

/// A change of posture [SAM-3-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Change {
    Crouch,
    Lie,
    Stand,
}

/// A second of moving [SAM-3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    /// Along a way, as far as a second goes.
    Along(Way),
    /// In one of these directions, drawn by lot where there are several.
    Away { headings: Directions },
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
