//! Attacks: their means and manner, the attack as made and as seen by its target, and the values that its damage
//! depends on.
//!
//! Clauses: MUR-3-6, MUR-3-7, MUR-3-9, MUR-3-11, MUR-7-4, MUR-10-1, MUR-10-5, MUR-10-6, MUR-16-6.

use super::pool::Pool;
use crate::fight::{FighterId, FighterSet};

/// The means of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum AttackMeans {
    /// A weapon, by its index on the attacker's list.
    Item(u8),
    Unarmed,
    /// Making the target drop one of these weapons, as bits [MUR-10-5].
    Disarm {
        of: u64,
    },
    /// Moving the target, towards a zone if one is named [MUR-10-6].
    Shove {
        to: Option<u8>,
    },
    Grapple,
}

impl AttackMeans {
    /// Returns whether it does no damage [MUR-10-1].
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
    /// Only nearby targets are in reach, even for a larger attacker [MUR-16-6].
    Close,
    /// The target has just attacked from behind its barrier [MUR-7-4].
    Exposed,
}

impl Stance {
    /// The stance of a fighter that may move in the same turn.
    pub(crate) const fn moving(moving: bool) -> Self {
        if moving { Self::Moving } else { Self::Plain }
    }
}

/// The way an attack reaches its target; by default, from nearby and without a save.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Delivery {
    pub ranged: bool,
    /// It takes a WIT save to hit [MUR-3-9].
    pub save: bool,
}

/// The intention of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Manner {
    Plain,
    /// Deliberately impaired [MUR-3-6].
    HeldBack,
    /// Kills a nearby incapacitated target [MUR-3-7].
    DeathBlow,
}

/// An attack about to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Attack {
    pub attacker: FighterId,
    pub target: FighterId,
    pub means: AttackMeans,
    pub manner: Manner,
    pub way: Delivery,
}

impl Attack {
    /// An attack without a special intention.
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

/// An attack as seen by those that may reply to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Incoming {
    pub attack: Attack,
    /// It has several targets: no guarding, no hiding, and at most one counter.
    pub several: bool,
    /// It has already been countered.
    pub countered: bool,
    /// The characters that have already hidden from it.
    pub hidden: FighterSet,
    /// Its dice against the target, if it shares them out among several.
    pub shared: Option<Pool>,
}

impl Incoming {
    /// An attack on a single target that nobody has replied to yet.
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
