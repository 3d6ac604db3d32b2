//! A combatant compiled from its stat block: the numbers that a fight needs.
//!
//! Clauses: BRP-5.4-2, BRP-5.9-1, BRP-5.9-4, BRP-5.10-2, BRP-5.10-4, BRP-5.11-4.

use super::chance::{Limits, Skill};
use super::damage::Damage;
use super::selectors::SELECTORS;
use crate::fight::{FighterSet, LineId, WeaponId};
use crate::frame::afflictions::{Bits, MOST};
use crate::frame::meanings::Meanings;
use crate::policy::{Columns, ItemRef, Line, Policy};
use crate::rules::brp::options::Options;
use crate::rules::brp::reading::MOST_ITEMS;
use crate::rules::brp::words::Class;

/// Returns an index into the list of items carried as a `u8`, the type that states store.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a list holds MOST_ITEMS things at most"
)]
pub(crate) const fn small(place: usize) -> u8 {
    place as u8
}

/// Returns the items that satisfy `holds`, as a bit set.
pub(crate) fn bits(items: &[Item], holds: impl Fn(&Item) -> bool) -> u8 {
    let held = items.iter().enumerate().filter(|(_, item)| holds(item));
    held.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// Returns the indices of the items in a bit set, in ascending order.
#[inline]
pub(crate) fn places(bits: u8) -> impl Iterator<Item = usize> {
    (0..MOST_ITEMS).filter(move |at| bits >> at & 1 == 1)
}

/// Everything about a combatant that does not change during a fight. Some fields are bit sets of items, in
/// which bit `n` is the item at index `n`.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub dex: i32,
    pub hit_points: i32,
    /// Hit points at the start. `start_injuries` has the sizes of the untreated injuries at the start.
    pub start_hit_points: i32,
    pub start_injuries: Vec<i32>,
    /// Armour points against each kind of [`Threat`].
    pub armour: [i32; 3],
    /// Armour points added against missiles while the fighter has not left its starting place [BRP-5.11-6].
    pub cover: i32,
    /// Dodge rating in percent, with the penalty of armour [BRP-5.10-4].
    pub dodge: i32,
    pub first_aid: Limits,
    /// For each affliction of the matchup, the limits of this fighter's save against it, if there is one.
    /// Also the weapon under which the tally counts the harm if this fighter inflicts the affliction.
    pub afflictions: [(Option<Limits>, WeaponId); MOST],
    /// The items carried, in order of preference. Bare hands come last unless the stat block lists them.
    pub items: Vec<Item>,
    /// The items carried that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }, u8>,
    /// Enemies whose attacks this fighter cannot defend against [BRP-5.6-3].
    pub unaware_of: FighterSet,
    pub policy: Policy,
    /// The items that lines of the policy may strike or shoot with.
    pub arms: UsableArms,
    /// Whether the policy has reactions and none of them has a condition. The fighter then always uses the
    /// first reaction that is possible.
    pub has_reflexes: bool,
    /// Whether the reactions depend only on columns that seldom change. As long as none of them changes, the
    /// reply to every blow with a weapon is the same.
    pub settled: bool,
    /// The shields among the items carried, as a bit set.
    pub shields: u8,
    /// The columns that the policy depends on when the fighter states its intent.
    pub reads: Columns,
    /// Whether the fall of another fighter changes this fighter's statement only if the fallen fighter was
    /// the target of the statement.
    pub aims_alone: bool,
    /// The line of the list `act` whose target rule compares hit points. Only set if nothing else in the
    /// fighter's statement depends on hit points. If the rule then picks the same target as before, the
    /// statement is the same, although hit points have changed.
    pub aims_by_points: Option<LineId>,
}

/// The items that can be used for striking and for shooting, each as a bit set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct UsableArms {
    pub strikes: u8,
    pub shoots: u8,
}

/// The kinds of attack that armour and defences distinguish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Threat {
    Melee,
    SlowMissile,
    FastMissile,
}

/// One item that a combatant carries.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub name: String,
    pub kind: ItemKind,
    pub hands: u8,
    /// Parrying points. `None` for an item that cannot lose any.
    pub points: Option<i16>,
    /// Shots, charges or pieces at the start. `None` if they are unlimited.
    pub ammo: Option<u16>,
    /// Full rounds of reloading that are needed after each shot [BRP-5.9-8].
    pub reload: u8,
    /// The use of the item in melee, if it has one.
    pub strike: Option<Attack>,
    /// The weapon classes that the item can have in melee, beginning with that of `strike` [BRP-5.4-3].
    pub lengths: Vec<Class>,
    /// The use of the item at a distance, if it has one.
    pub shoot: Option<Shot>,
    /// The use of the item for parrying, if it has one.
    pub parry: Option<Skill>,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum ItemKind {
    #[default]
    Melee,
    Missile,
    /// A shield. The numbers are its flat chances against slow missiles, in percent, standing and kneeling
    /// [BRP-5.11-2].
    Shield {
        missile: i32,
        kneeling: Option<i32>,
    },
    Brawl,
}

/// One way to attack with an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub weapon: WeaponId,
    pub class: Class,
    /// The rating before any modifier, which helps to decide the order of actions [BRP-5.2-3].
    pub rating: i32,
    pub skill: Skill,
    pub damage: Damage,
    /// The afflictions that hits of this attack inflict.
    pub brings: Bits,
}

impl Attack {
    /// Returns the maximum damage of a hit before armour, or 0 if no roll can hit.
    pub(crate) fn most(&self, options: &Options) -> i32 {
        let Limits { special, success } = self.skill.limits;
        match success {
            0 => 0,
            _ => self.damage.most(special > 0, options),
        }
    }
}

/// One way to attack with an item at a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shot {
    pub attack: Attack,
    /// The name of this use in the policy language, such as `thrown-dagger` for a dagger.
    pub row: ItemRef,
    /// The number of hands needed. A two-handed melee weapon may need only one hand to be thrown.
    pub hands: u8,
    /// Range in centimetres.
    pub range: i32,
    pub threat: Threat,
    pub thrown: bool,
}

impl Fighter {
    /// Returns the carried items that match an item name of the policy language, as a bit set.
    pub(crate) fn meant(&self, item: ItemRef) -> u8 {
        self.meanings.of(item)
    }

    /// Returns the carried items that a policy line names, as a bit set. Returns `None` if the line names no
    /// item, which means that any item is allowed.
    pub(crate) fn meant_by(&self, line: &Line) -> Option<u8> {
        line.item().map(|item| self.meant(item))
    }
}

impl Item {
    /// Returns whether the item stands for bare hands.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.kind == ItemKind::Brawl
    }

    /// Returns whether the item is a shield.
    #[inline]
    pub(crate) fn is_shield(&self) -> bool {
        matches!(self.kind, ItemKind::Shield { .. })
    }

    /// Returns the ways to attack with the item, first in melee and then at a distance.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = Attack> {
        let shot = self.shoot.map(|shot| shot.attack);
        self.strike.into_iter().chain(shot)
    }

    /// Returns whether an attack at a distance throws the item itself.
    pub(crate) fn is_thrown(&self) -> bool {
        self.shoot.is_some_and(|shot| shot.thrown)
    }
}
