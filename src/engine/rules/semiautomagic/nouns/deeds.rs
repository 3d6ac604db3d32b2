//! The actions of a turn, as decisions choose them.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-3-1, SAM-3-4, SAM-10-1, SAM-14-1.

use super::state::Effect;
use super::strike::Strike;
use crate::fight::FighterId;
use crate::grid::{Directions, GridPath};
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture};

/// The attacks of a combo. An entry is `None` if that attack is lost or not used.
pub(crate) type Strikes = [Option<Strike>; MOST_ATTACKS];

/// An action in a fighter's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// An action with a weapon. Its effect comes at once, or later if the weapon has a delay.
    Effect(Effect),
    Combo {
        combo: u8,
        strikes: Strikes,
    },
    Aim(FighterId),
    /// Drawing, dropping or otherwise handling the carried item at this index.
    Handle(Handling, u8),
    Reload {
        /// The owner of the weapon, and the index of the weapon in the owner's list.
        owner: FighterId,
        slot: u8,
    },
    Move(Going),
    /// Movement of the fighter's mount, which takes the mount's own seconds.
    Ride(Going),
    /// Crawling by one square of the fighter's own size.
    Crawl(Going),
    /// Changing to this posture [SAM-3-7].
    Posture(Posture),
    MountStrike(Strike),
    Stabilise(FighterId),
    /// The use of the remedy at index `slot` of the mind's list.
    Heal {
        slot: u8,
        patient: FighterId,
    },
    /// Trying to break free of a hold.
    BreakFree,
    Possess {
        target: FighterId,
        /// The other fighter is willing, so that no check is needed.
        joins: bool,
    },
    Leave,
    Delay,
    Wait,
}

impl Deed {
    /// Returns the movement of `who` itself, or of its mount if that is `mover`.
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

/// A movement: a move, which takes a second by default, or a run [SAM-3-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Going {
    /// A move along a path, as far as a move leads.
    Along(GridPath),
    /// A move in one of these directions, which a die picks. If the set is empty, the movement is kept for a
    /// step that needs more than one move [SAM-3-1].
    Away(Directions),
    Run(Run),
}

impl Going {
    /// Returns the seconds that the movement takes. `moving` is the number of seconds of a move.
    pub(crate) const fn seconds(self, moving: u8) -> u8 {
        match self {
            Self::Run(run) => run.seconds,
            Self::Along(_) | Self::Away(_) => moving,
        }
    }
}

/// A run of a number of cells in a straight line, within a number of seconds. Of several directions a die
/// picks one [SAM-3-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub headings: Directions,
    pub cells: u8,
    pub seconds: u8,
    /// The run leads away from an enemy, so it does not end in an enemy's cell.
    pub away: bool,
}
