//! What characters choose to do: turns, ways to move, main actions, answers to attacks.
//!
//! Clauses: MUR-1-8, MUR-2-12, MUR-3-11, MUR-8-2, MUR-12-6, MUR-17-3.

use super::attack::{Manner, Means, Way};
use crate::fight::FighterId;
use crate::rules::murdham::reading::field::Place;

/// What somebody does when its side has an opportunity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ready {
    Acts,
    /// Only if nobody else of the side does.
    Last,
    Holds,
}

/// How somebody moves in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    Walk,
    Sprint,
    Sneak,
}

/// Where a policy moves somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Go {
    Stay,
    Towards(FighterId),
    From(FighterId),
    To(Place),
}

/// A main action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Nothing,
    Attack(Pick),
    /// Disarming, shoving or grabbing somebody.
    Nonlethal(FighterId, Means),
    Blast(Aim),
    Split {
        item: u8,
        first: FighterId,
        among: u32,
    },
    Free(FighterId),
    PickUp(Lying),
    Use {
        remedy: usize,
        patient: FighterId,
    },
    Surrender,
}

impl Deed {
    /// Whether it is done without a step in the same turn [MUR-3-11].
    pub(crate) const fn stands(self) -> bool {
        matches!(self, Self::Attack(pick) if pick.ranged && !pick.moving)
    }

    /// Whom it is aimed at.
    pub(crate) const fn target(self) -> Option<FighterId> {
        match self {
            Self::Attack(pick) => Some(pick.target),
            Self::Nonlethal(target, _)
            | Self::Blast(Aim { target, .. })
            | Self::Split { first: target, .. }
            | Self::Free(target)
            | Self::Use {
                patient: target, ..
            } => Some(target),
            Self::Nothing | Self::PickUp(_) | Self::Surrender => None,
        }
    }
}

/// Whom to attack, with which of the matchup's weapons, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pick {
    pub target: FighterId,
    /// Weapons that may be used, as bits.
    pub wish: u64,
    pub manner: Manner,
    /// Only from a distance.
    pub ranged: bool,
    /// Counts as moving, whether or not the turn moves before.
    pub moving: bool,
}

/// With which weapon of the own list to make a blast, and at whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aim {
    pub item: u8,
    pub target: FighterId,
    /// Nobody in particular is meant: in the own place, the zone with more enemies [MUR-8-2].
    pub anybody: bool,
}

/// A weapon on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lying {
    pub owner: FighterId,
    /// Its place on the list of who lost it.
    pub item: usize,
}

/// An answer to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    Nothing,
    Dodge,
    Counter(Means, Way),
    Hide(FighterId),
}

/// How a policy moves a mount or vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ride {
    pub go: Go,
    /// Up to full speed, whatever that costs the riders [MUR-17-3].
    pub racing: bool,
}

/// What somebody does about its seat when its turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    Stays,
    Takes(FighterId),
    Leaves,
}
