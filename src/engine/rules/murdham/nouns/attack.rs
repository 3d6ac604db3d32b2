//! Attacks: how they are made, how their target sees them, and what they are made with.
//!
//! Clauses: MUR-3-6, MUR-3-7, MUR-3-9, MUR-3-11, MUR-7-4, MUR-10-1, MUR-10-5, MUR-10-6, MUR-16-6.

use super::pool::Pool;
use crate::fight::{FighterId, FighterSet};

/// The weapon of an attack, or the purpose of an attack without damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AttackMeans {
    /// A blow or a shot with the weapon at this index of the attacker's list.
    Item(u8),
    Unarmed,
    /// Makes the target drop one of these weapons, as bits [MUR-10-5].
    Disarm {
        of: u64,
    },
    /// Moves the target, towards the zone `to` if there is one [MUR-10-6].
    Shove {
        to: Option<u8>,
    },
    Grapple,
}

impl AttackMeans {
    /// Returns whether attacks of this kind do no damage [MUR-10-1].
    pub(crate) const fn is_nonlethal(self) -> bool {
        matches!(
            self,
            Self::Disarm { .. } | Self::Shove { .. } | Self::Grapple
        )
    }
}

/// The circumstances of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stance {
    Plain,
    /// The attacker moves in the same turn [MUR-3-11].
    Moving,
    /// Only nearby targets are within reach, even if the attacker is massive [MUR-16-6].
    Close,
    /// The attack is a counter, so the target's barrier does not block it [MUR-7-4].
    Exposed,
}

impl Stance {
    /// Returns the stance of a fighter. `moving` says whether it moves in the same turn.
    pub(crate) const fn moving(moving: bool) -> Self {
        if moving { Self::Moving } else { Self::Plain }
    }
}

/// The way an attack reaches its target. The default is an attack from nearby that needs no save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Delivery {
    pub ranged: bool,
    /// Whether the attacker has to pass a WIT save to hit [MUR-3-9].
    pub save: bool,
}

/// The intention of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    Plain,
    /// The attacker impairs its own attack on purpose [MUR-3-6].
    HeldBack,
    /// The attacker kills a nearby incapacitated target [MUR-3-7].
    DeathBlow,
}

/// An attack that is about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Attack {
    pub attacker: FighterId,
    pub target: FighterId,
    pub means: AttackMeans,
    pub manner: Manner,
    pub way: Delivery,
}

impl Attack {
    /// Returns an attack without a special intention.
    pub(crate) const fn plain(
        attacker: FighterId,
        target: FighterId,
        means: AttackMeans,
        way: Delivery,
    ) -> Self {
        Self {
            attacker,
            target,
            means,
            manner: Manner::Plain,
            way,
        }
    }
}

/// An attack as the fighters see it that may reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Incoming {
    pub attack: Attack,
    /// The attack has several targets. Nobody can guard or hide, and only one of the targets can counter.
    pub several: bool,
    /// Somebody has already countered the attack.
    pub countered: bool,
    /// The characters that have already hidden from the attack.
    pub hidden: FighterSet,
    /// The dice of the attack against this target, if the attacker shares its dice out among several targets.
    pub shared: Option<Pool>,
}

impl Incoming {
    /// Returns an attack on a single target that nobody has replied to yet.
    pub(crate) const fn of(attack: Attack) -> Self {
        Self {
            attack,
            several: false,
            countered: false,
            hidden: FighterSet::NONE,
            shared: None,
        }
    }
}
