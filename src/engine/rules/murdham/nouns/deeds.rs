//! The choices of characters: when to act, how to move, what to do, and how to reply to attacks.
//!
//! Clauses: MUR-1-8, MUR-2-1, MUR-2-2, MUR-2-12, MUR-3-11, MUR-8-2, MUR-12-6, MUR-17-1, MUR-17-3. Distances
//! of movement are in half-zones.

use super::attack::{Attack, AttackMeans, Delivery, Manner};
use super::fighter::Fighter;
use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::reading::Place;

/// The answers of a fighter when its side has an opportunity to take a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Ready {
    #[default]
    Acts,
    /// The fighter takes its turn only if no other member of the side does.
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

/// A movement that a policy chooses.
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
    /// Up to this place.
    To(Place),
    /// As far away from this place as possible.
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
    /// To disarm, shove or grab a character.
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
    /// Returns whether this action forbids any step in the same turn [MUR-3-11].
    pub(crate) const fn stands(self) -> bool {
        matches!(self, Self::Attack(pick) if pick.ranged && !pick.moving)
    }

    /// Returns the target, if the action has one.
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

/// An attack that a policy chooses. The weapon is picked when the attack is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttackChoice {
    pub target: FighterId,
    /// Weapons of the matchup that may be used, as bits.
    pub wish: u64,
    pub manner: Manner,
    /// Whether only a shot from a distance is meant.
    pub ranged: bool,
    /// Whether the attack counts as made while moving, even if the fighter has not moved yet.
    pub moving: bool,
}

/// The weapon for a blast, by its index on the fighter's list, and the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aim {
    pub item: u8,
    pub target: FighterId,
    /// Whether the blast has no particular target. In the fighter's own place it then hits the zone with more
    /// enemies [MUR-8-2].
    pub anybody: bool,
}

/// A complete main action: everything that it left open has been chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chosen {
    Attack(Attack),
    /// A blast at a zone, with the weapon at this index of the list.
    Blast(u8, Place, Delivery),
    /// An attack whose dice are shared out among these targets.
    Split(FighterSet),
    /// The action that was chosen. It leaves nothing open.
    AsSaid,
}

/// A weapon on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lying {
    pub owner: FighterId,
    /// The weapon's index on the list of the fighter that lost it.
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

/// A movement that a policy chooses, for a fighter or for a mount or vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ride {
    pub go: Go,
    /// Whether a mount may use its full speed, so that its riders cannot act [MUR-17-3].
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

/// The state of a turn while it is played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub who: FighterId,
    /// Half-zones that the fighter can move if it does not act, and half-zones if it acts.
    pub full: u8,
    pub half: u8,
    pub sneaks: bool,
    pub walked: u8,
    /// Whether an action was taken, so that the fighter can move at most half its speed.
    pub acted: bool,
    /// Whether a shot was taken while standing still, so that the fighter cannot move any more [MUR-3-11].
    pub still: bool,
    /// Whether the bonus action is still available.
    pub bonus: bool,
    /// Whether the fighter rides or is ridden. Another member of the group decides where they go [MUR-17-1].
    pub carried: bool,
    /// Whether the turn is that of a mount or vehicle, which takes all its riders along [MUR-17-1].
    pub shared: bool,
    /// The riders whose turn it is as well, but that have not acted yet.
    pub waiting: FighterSet,
}

impl Turn {
    /// Returns a turn at walking pace before anything is done.
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

    /// Returns how many half-zones may be walked in the whole turn.
    pub(crate) fn limit(self) -> u8 {
        if self.acted { self.half } else { self.full }
    }

    /// Returns how many half-zones are left to walk.
    pub(crate) fn left(self) -> u8 {
        self.limit().saturating_sub(self.walked)
    }

    /// Returns how many half-zones are left to walk for a fighter that still wants to act.
    pub(crate) fn left_half(self) -> u8 {
        self.half.saturating_sub(self.walked)
    }
}
