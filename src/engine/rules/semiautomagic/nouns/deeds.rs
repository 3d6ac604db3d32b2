//! The actions that a fighter can take in its turn. Decisions return them, and `chapters` carries them out.
//!
//! Clauses: SAM-0-14, SAM-2-6, SAM-2-7, SAM-3-1, SAM-3-4, SAM-10-1, SAM-14-1.

use super::state::Effect;
use super::strike::Strike;
use crate::fight::FighterId;
use crate::grid::{Directions, GridPath};
use crate::rules::semiautomagic::reading::{MOST_ATTACKS, Posture};

/// The attacks of a combo, in order. An entry is `None` if that attack cannot be made or the combo has fewer
/// attacks.
pub(crate) type Strikes = [Option<Strike>; MOST_ATTACKS];

/// An action in a fighter's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// An action with a weapon. Its effect takes place at once, or later if the weapon has a delay.
    Effect(Effect),
    Combo {
        combo: u8,
        strikes: Strikes,
    },
    Aim(FighterId),
    /// Handling an item, such as drawing or dropping it. The number is the index of the item among those
    /// carried.
    Handle(Handling, u8),
    Reload {
        /// The fighter that carries the weapon, and the index of the weapon in that fighter's list.
        owner: FighterId,
        slot: u8,
    },
    Move(Going),
    /// Movement of the fighter's mount. It uses seconds of the mount's turn.
    Ride(Going),
    /// Crawling by a distance of the fighter's own width.
    Crawl(Going),
    /// Changing to this posture [SAM-3-7].
    Posture(Posture),
    MountStrike(Strike),
    Stabilise(FighterId),
    /// Use of a remedy: the one at index `slot` of the list of the fighter whose mind directs the body.
    Heal {
        slot: u8,
        patient: FighterId,
    },
    /// An attempt to break free of a hold.
    BreakFree,
    Possess {
        target: FighterId,
        /// Whether the other fighter is willing, so that no check is needed.
        joins: bool,
    },
    Leave,
    Delay,
    Wait,
}

impl Deed {
    /// Returns a movement of the fighter `mover`, which is `who` itself or the mount of `who`.
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
    /// A move along a path, as far as the distance of one move reaches.
    Along(GridPath),
    /// A move in one of these directions, chosen by a die. If the set is empty, the fighter does not leave
    /// its cell. It saves the distance for a cell that costs more than one move [SAM-3-1].
    Away(Directions),
    Run(Run),
}

impl Going {
    /// Returns the seconds that the movement takes. `moving` is the number of seconds that a move takes.
    pub(crate) const fn seconds(self, moving: u8) -> u8 {
        match self {
            Self::Run(run) => run.seconds,
            Self::Along(_) | Self::Away(_) => moving,
        }
    }
}

/// A run of a number of cells in a straight line, and the number of seconds that it takes. If there are
/// several directions, a die chooses one [SAM-3-4].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub headings: Directions,
    pub cells: u8,
    pub seconds: u8,
    /// Whether the run leads away from an enemy. It then does not end in an enemy's cell.
    pub away: bool,
}
