//! What characters choose to do: turns and what is left of them, ways to move, main actions, answers to attacks.
//!
//! Clauses: MUR-1-8, MUR-2-1, MUR-2-2, MUR-2-12, MUR-3-11, MUR-8-2, MUR-12-6, MUR-17-1, MUR-17-3. Movement is half-zones.

use super::attack::{Manner, Means, Way};
use super::fighter::Fighter;
use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::reading::Place;

/// What somebody does when its side has an opportunity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Ready {
    #[default]
    Acts,
    /// Only if nobody else of the side does.
    Last,
    Holds,
}

/// How somebody moves in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Pace {
    #[default]
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

/// Where somebody walks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Goal {
    /// To a place, and no further.
    To(Place),
    /// As far as may be from a place.
    From(Place),
}

/// A main action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Deed {
    #[default]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Reply {
    #[default]
    Nothing,
    Dodge,
    Counter(Means, Way),
    Hide(FighterId),
}

/// How a policy moves somebody, or a mount or vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ride {
    pub go: Go,
    /// Of a mount: up to full speed, whatever that costs the riders [MUR-17-3].
    pub racing: bool,
}

/// What somebody does about its seat when its turn begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Seat {
    #[default]
    Stays,
    Takes(FighterId),
    Leaves,
}

/// What is left of a turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub who: FighterId,
    /// Half-zones without any action, and with one.
    pub full: u8,
    pub half: u8,
    pub sneaks: bool,
    pub walked: u8,
    /// An action was taken: no more than half speed in all.
    pub acted: bool,
    /// A shot was taken standing still: no movement any more [MUR-3-11].
    pub still: bool,
    /// The bonus action is not used yet.
    pub bonus: bool,
    /// On a mount or in a vehicle, or ridden: others say where it goes [MUR-17-1].
    pub carried: bool,
    /// A mount's or vehicle's, which takes along all who ride it [MUR-17-1].
    pub shared: bool,
    /// Of these, those who have not acted yet, though they have a turn.
    pub waiting: FighterSet,
}

impl Turn {
    /// A turn at walking pace, before anything is done.
    pub(crate) fn new(who: FighterId, fighter: &Fighter) -> Self {
        Self {
            who,
            full: fighter.speed,
            half: fighter.half,
            sneaks: false,
            walked: 0,
            acted: false,
            still: false,
            bonus: true,
            carried: false,
            shared: false,
            waiting: FighterSet::NONE,
        }
    }

    /// Half-zones that may be walked in all.
    pub(crate) fn limit(self) -> u8 {
        if self.acted { self.half } else { self.full }
    }

    /// Of these, how many are left.
    pub(crate) fn left(self) -> u8 {
        self.limit().saturating_sub(self.walked)
    }

    /// Of those that leave room for an action, how many are left.
    pub(crate) fn left_half(self) -> u8 {
        self.half.saturating_sub(self.walked)
    }
}
