//! The choices of characters: turns and what is left of them, ways to move, main actions, replies to attacks.
//!
//! Clauses: MUR-1-8, MUR-2-1, MUR-2-2, MUR-2-12, MUR-3-11, MUR-8-2, MUR-12-6, MUR-17-1, MUR-17-3. Movement is half-zones.

use super::attack::{Attack, AttackMeans, Delivery, Manner};
use super::fighter::Fighter;
use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::reading::Place;

/// A fighter's answer when its side has an opportunity to take a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Ready {
    #[default]
    Acts,
    /// It takes the turn only if no other member of the side does.
    Last,
    Holds,
}

/// The pace of a fighter in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Pace {
    #[default]
    Walk,
    Sprint,
    Sneak,
}

/// A movement chosen by a policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Go {
    Stay,
    Towards(FighterId),
    From(FighterId),
    To(Place),
}

/// The goal of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum WalkGoal {
    /// To this place, and no further.
    To(Place),
    /// As far as possible from this place.
    From(Place),
}

/// A main action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Deed {
    #[default]
    Nothing,
    /// No main action, for the way to this place.
    Go(Place),
    Attack(AttackChoice),
    /// Disarming, shoving or grabbing a character.
    Nonlethal(FighterId, AttackMeans),
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
    /// Returns whether it excludes a step in the same turn [MUR-3-11].
    pub(crate) const fn stands(self) -> bool {
        matches!(self, Self::Attack(pick) if pick.ranged && !pick.moving)
    }

    /// The target, if it has one.
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
            Self::Nothing | Self::Go(_) | Self::PickUp(_) | Self::Surrender => None,
        }
    }
}

/// The target of an attack, the weapons of the matchup to choose from, and the manner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttackChoice {
    pub target: FighterId,
    /// Weapons that may be used, as bits.
    pub wish: u64,
    pub manner: Manner,
    /// Only from a distance.
    pub ranged: bool,
    /// It counts as moving, whether or not the fighter moves before it in the turn.
    pub moving: bool,
}

/// The weapon of the fighter's own list for a blast, and its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aim {
    pub item: u8,
    pub target: FighterId,
    /// The blast has no particular target: in the fighter's own place, it goes to the zone with more enemies [MUR-8-2].
    pub anybody: bool,
}

/// The result of settling a deed from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chosen {
    Attack(Attack),
    /// A blast of a zone, with a weapon of the list.
    Blast(u8, Place, Delivery),
    /// An attack with its dice shared out among these targets.
    Split(FighterSet),
    /// The deed leaves nothing to choose.
    AsSaid,
}

/// A weapon on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lying {
    pub owner: FighterId,
    /// Its index on the list of the fighter that lost it.
    pub item: usize,
}

/// A reply to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Reply {
    #[default]
    Nothing,
    Dodge,
    Counter(AttackMeans, Delivery),
    Hide(FighterId),
}

/// A movement chosen by a policy for a fighter, a mount or a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ride {
    pub go: Go,
    /// A mount moves up to full speed, even though its riders cannot act then [MUR-17-3].
    pub racing: bool,
}

/// The choice to mount or dismount at the beginning of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Seat {
    #[default]
    Stays,
    Takes(FighterId),
    Leaves,
}

/// The state of a turn in progress.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub who: FighterId,
    /// Maximum half-zones without any action, and with one.
    pub full: u8,
    pub half: u8,
    pub sneaks: bool,
    pub walked: u8,
    /// An action was taken: at most half speed in all.
    pub acted: bool,
    /// A shot was taken standing still: no movement any more [MUR-3-11].
    pub still: bool,
    /// The bonus action is still available.
    pub bonus: bool,
    /// The fighter rides or is ridden: another member of the group decides where it goes [MUR-17-1].
    pub carried: bool,
    /// The turn is that of a mount or vehicle, which takes along all its riders [MUR-17-1].
    pub shared: bool,
    /// The riders that have a turn but have not acted yet.
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

    /// Maximum half-zones that may be walked in all.
    pub(crate) fn limit(self) -> u8 {
        if self.acted { self.half } else { self.full }
    }

    /// Half-zones that are left.
    pub(crate) fn left(self) -> u8 {
        self.limit().saturating_sub(self.walked)
    }

    /// Half-zones that are left if the fighter is still to act.
    pub(crate) fn left_half(self) -> u8 {
        self.half.saturating_sub(self.walked)
    }
}
