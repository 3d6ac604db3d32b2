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
    /// Makes the target drop one of the weapons in `of`, as bits [MUR-10-5].
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

/// The circumstances that decide whether an attack can reach its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stance {
    Plain,
    /// The attacker moves in the same turn [MUR-3-11].
    Moving,
    /// The attack can reach only nearby targets, even if the attacker is massive [MUR-16-6].
    Close,
    /// The attack is a counter, so the target's barrier does not block it [MUR-7-4].
    Exposed,
}

impl Stance {
    /// Returns the circumstances of an attack in the fighter's own turn. `moving` says whether the fighter
    /// moves in that turn.
    pub(crate) const fn moving(moving: bool) -> Self {
        if moving { Self::Moving } else { Self::Plain }
    }
}

/// The gap between an attacker and its target. Weapons differ in whether they reach over it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gap {
    pub who: FighterId,
    pub target: FighterId,
    /// The distance in zones.
    pub distance: u8,
    pub stance: Stance,
}

/// The path of an attack to its target. By default, the attack is made from nearby and needs no save.
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
    /// The attacker deliberately impairs its own attack [MUR-3-6].
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

/// An attack, as seen by the characters that may reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Incoming {
    pub attack: Attack,
    /// Whether the attack has several targets. Nobody can hide from it, and only one of the targets can
    /// counter.
    pub several: bool,
    /// Whether the attack can no longer be countered, because somebody has countered it or the target is no
    /// enemy.
    pub countered: bool,
    /// The characters that have already hidden from this attack.
    pub hidden: FighterSet,
    /// The dice of the attack against this target. `None` unless the attack has several targets.
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
