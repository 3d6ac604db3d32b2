//! Attacks: attacker, target, means and purpose; and the hit that results.
//!
//! Clauses: SST-10-1, SST-10-11, SST-13-11, SST-16-3, SST-16-5, SST-19-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::reading::sheet::Track;
use crate::rules::swift_swords::rules::TENTHS;

/// An attack that has been announced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub attacker: FighterId,
    pub target: FighterId,
    pub means: AttackMeans,
    pub purpose: Purpose,
    /// Dice more or fewer for the manner of the attack: a charge, an off hand, dice gathered by aiming.
    pub bonus: i32,
}

impl Attack {
    /// An attack that is to do harm, with no dice more or fewer.
    #[inline]
    pub(crate) const fn new(attacker: FighterId, target: FighterId, means: AttackMeans) -> Self {
        Self {
            attacker,
            target,
            means,
            purpose: Purpose::Harm,
            bonus: 0,
        }
    }

    /// A blow with a weapon.
    #[inline]
    pub(crate) const fn blow(attacker: FighterId, target: FighterId, weapon: u8) -> Self {
        Self::new(attacker, target, AttackMeans::Melee(weapon))
    }

    /// The attack with `bonus` additional dice.
    #[inline]
    pub(crate) const fn with(self, bonus: i32) -> Self {
        Self { bonus, ..self }
    }

    /// The attack for another purpose.
    #[inline]
    pub(crate) const fn to(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }
}

/// The means of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttackMeans {
    /// A weapon of the matchup.
    Melee(u8),
    Missile(u8),
    Mind,
    Spell,
    /// A weapon, with only this many exposure dice after a Parry [SST-13-11].
    Riposte(u8, u8),
}

impl AttackMeans {
    #[inline]
    pub(crate) const fn is_shot(self) -> bool {
        matches!(self, Self::Missile(_) | Self::Spell)
    }

    #[inline]
    pub(crate) const fn is_riposte(self) -> bool {
        matches!(self, Self::Riposte(..))
    }

    #[inline]
    pub(crate) const fn weapon(self) -> Option<u8> {
        match self {
            Self::Melee(weapon) | Self::Missile(weapon) | Self::Riposte(weapon, _) => Some(weapon),
            Self::Mind | Self::Spell => None,
        }
    }
}

/// The purpose of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Harm,
    /// To wear down a defence pool [SST-8-4].
    Break,
    /// To enter close combat or to hold: any final success suffices, and armour does not help [SST-12-1, SST-12-4].
    Touch,
    /// To throw down: any final success may suffice [SST-34-1].
    Slam,
}

/// An attack as its target sees it before its defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Incoming {
    pub attack: Attack,
    /// Dice before any defence.
    pub dice: u8,
    pub sl: i8,
}

/// The result of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Result {
    /// Successes left after all reductions.
    pub last: u8,
    /// Whether it did any damage.
    pub hurt: bool,
}

/// Damage that was not stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit {
    pub target: FighterId,
    /// The attack it comes from, if any.
    pub by: Option<Attack>,
    pub track: Track,
    pub damage: u8,
    /// Whether it comes from a weapon whose every hit is Massive [SST-16-3].
    pub massive: bool,
}

impl Hit {
    /// A hit that comes from no attack.
    pub(crate) const fn of_itself(target: FighterId, track: Track, damage: u8) -> Self {
        Self {
            target,
            by: None,
            track,
            damage,
            massive: false,
        }
    }
}

/// The severity of a hit [SST-16-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Band {
    Plain,
    Trauma,
    Killing,
    Massive,
}

/// The band of `damage` against this total rank. The limits are the multiples of the rank, in tenths, above which damage is a
/// Trauma, a Killing Blow and Massive.
#[inline]
pub(crate) fn band(damage: u8, rank: u8, [trauma, killing, massive]: [i32; 3]) -> Band {
    let (damage, rank) = (TENTHS * i32::from(damage), i32::from(rank));
    if damage <= trauma * rank {
        Band::Plain
    } else if damage <= killing * rank {
        Band::Trauma
    } else if damage <= massive * rank {
        Band::Killing
    } else {
        Band::Massive
    }
}
