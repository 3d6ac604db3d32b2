//! The types of choices that characters make: when to act, how to move, what to do, and how to reply to
//! attacks.
//!
//! Clauses: MUR-1-8, MUR-2-1, MUR-2-2, MUR-2-12, MUR-3-11, MUR-8-2, MUR-12-6, MUR-17-1, MUR-17-3. Distances
//! of movement are in half-zones.

use super::attack::{Attack, AttackMeans, Delivery, Manner};
use super::fighter::Fighter;
use crate::fight::{FighterId, FighterSet};
use crate::rules::murdham::reading::Place;

/// Whether a fighter takes its turn when its side has an opportunity.
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
    /// No main action. The character only moves, towards this place.
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

/// An attack that a policy chooses. The weapon is chosen only when the attack is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AttackChoice {
    pub target: FighterId,
    /// The weapons that may be used, as bits of their numbers in the matchup.
    pub wish: u64,
    pub manner: Manner,
    /// Whether the attack must be a shot from a distance.
    pub ranged: bool,
    /// Whether the attack counts as made while moving, even if the fighter has not moved in this turn.
    pub moving: bool,
}

impl AttackChoice {
    /// Returns a plain attack with any weapon or with bare hands.
    #[inline]
    pub(crate) const fn plain(target: FighterId) -> Self {
        Self {
            target,
            wish: u64::MAX,
            manner: Manner::Plain,
            ranged: false,
            moving: false,
        }
    }
}

/// A blast that a policy chooses: the index of the weapon on the fighter's list, and the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Aim {
    pub item: u8,
    pub target: FighterId,
    /// Whether the policy line has no target rule. If `target` is nearby, a blast with a melee weapon is then
    /// made around the fighter's own place. On a border, it hits the zone with more enemies [MUR-8-2].
    pub anybody: bool,
}

/// A main action whose details have all been chosen, such as the weapon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Chosen {
    Attack(Attack),
    /// A blast at a zone, with the weapon at this index of the fighter's list.
    Blast(u8, Place, Delivery),
    /// An attack that divides its dice among these targets.
    Split(FighterSet),
    /// The [`Deed`] itself, which has no details to choose.
    AsSaid,
}

/// A weapon on the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Lying {
    pub owner: FighterId,
    /// The weapon's index on the list of the fighter that dropped it.
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

/// A movement that a policy chooses. For a mount or vehicle, this includes the pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ride {
    pub go: Go,
    /// Whether a mount may use its full speed, after which its riders cannot act [MUR-17-3].
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
    /// Maximum movement in half-zones, `full` if the fighter does not act in the turn, and `half` if it does.
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
    /// Whether the fighter rides or is ridden, so that it cannot walk by itself in this turn [MUR-17-1].
    pub carried: bool,
    /// Whether the turn is that of a mount or vehicle, which takes all its riders along [MUR-17-1].
    pub shared: bool,
    /// The members of a shared turn that have not acted in it yet.
    pub waiting: FighterSet,
}

impl Turn {
    /// Returns a turn at walking pace before the fighter has done anything.
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

    /// Returns the maximum movement of the whole turn in half-zones. It is `half` if the fighter has already
    /// acted.
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
