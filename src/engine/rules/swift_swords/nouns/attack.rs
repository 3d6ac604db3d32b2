//! Attacks (attacker, target, means and purpose) and the hits that they lead to.
//!
//! Clauses: SST-10-1, SST-10-11, SST-13-11, SST-16-3, SST-16-5, SST-19-2.

use crate::fight::FighterId;
use crate::rules::swift_swords::reading::sheet::Track;
use crate::rules::swift_swords::rules::TENTHS;

/// An attack that has been announced, before any dice are rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub attacker: FighterId,
    pub target: FighterId,
    pub means: AttackMeans,
    pub purpose: Purpose,
    /// Dice that are added or subtracted because of the kind of attack: a charge, an off hand, an aimed shot.
    pub bonus: i32,
}

impl Attack {
    /// Creates an attack whose purpose is harm, with no bonus dice.
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

    /// Creates an attack with a melee weapon.
    #[inline]
    pub(crate) const fn blow(attacker: FighterId, target: FighterId, weapon: u8) -> Self {
        Self::new(attacker, target, AttackMeans::Melee(weapon))
    }

    /// Returns the attack with `bonus` as its bonus dice.
    #[inline]
    pub(crate) const fn with(self, bonus: i32) -> Self {
        Self { bonus, ..self }
    }

    /// Returns the attack with another purpose.
    #[inline]
    pub(crate) const fn to(self, purpose: Purpose) -> Self {
        Self { purpose, ..self }
    }
}

/// The weapon or other means of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttackMeans {
    /// A weapon of the matchup, by index.
    Melee(u8),
    Missile(u8),
    Mind,
    Spell,
    /// A weapon, and the number of attack dice. These are only the exposure dice that a Parry has caused
    /// [SST-13-11].
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
    /// Wears down a defence pool [SST-8-4].
    Break,
    /// Enters close combat or takes a hold. Any final success is enough, and armour does not help [SST-12-1,
    /// SST-12-4].
    Touch,
    /// Throws the target down. Any final success may be enough [SST-34-1].
    Slam,
}

/// An attack, with the numbers that its target knows before it chooses a defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Incoming {
    pub attack: Attack,
    /// Number of attack dice before any defence.
    pub dice: u8,
    pub sl: i8,
}

/// The result of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Result {
    /// Number of successes left after all reductions.
    pub last: u8,
    /// Whether the attack did any damage.
    pub hurt: bool,
}

/// Damage that armour did not stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Hit<'a> {
    pub target: FighterId,
    /// The attack that caused the damage, if any.
    pub by: Option<&'a Attack>,
    pub track: Track,
    pub damage: u8,
    /// Whether the weapon is one whose every hit is Massive [SST-16-3].
    pub massive: bool,
}

impl Hit<'_> {
    /// Creates a hit that no attack has caused.
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

/// The severity of a hit: a plain hit, a Trauma, a Killing Blow or Massive damage [SST-16-5].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Band {
    Plain,
    Trauma,
    Killing,
    Massive,
}

/// Returns the severity of `damage` to a creature with this total rank. `trauma`, `killing` and `massive` are
/// multiples of the rank, in tenths. Damage above them is a Trauma, a Killing Blow or Massive.
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
