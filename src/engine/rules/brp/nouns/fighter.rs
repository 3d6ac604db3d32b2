//! A checked stat block in numbers: the data that the kernel reads of a combatant.
//!
//! Clauses: BRP-5.4-2, BRP-5.9-1, BRP-5.9-4, BRP-5.10-2, BRP-5.10-4, BRP-5.11-4.

use super::chance::{Limits, Skill};
use super::damage::Damage;
use super::selectors::SELECTORS;
use crate::fight::{FighterSet, WeaponId};
use crate::frame::afflictions::{Bits, MOST};
use crate::frame::meanings::Meanings;
use crate::policy::{Columns, ItemRef, Line, Policy};
use crate::rules::brp::options::Options;
use crate::rules::brp::reading::MOST_ITEMS;
use crate::rules::brp::words::Class;

/// An index into the list of items carried, in the form that the state stores.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "a list holds MOST_ITEMS things at most"
)]
pub(crate) const fn small(place: usize) -> u8 {
    place as u8
}

/// The items that satisfy `holds`, as bits.
pub(crate) fn bits(items: &[Item], holds: impl Fn(&Item) -> bool) -> u8 {
    let held = items.iter().enumerate().filter(|(_, item)| holds(item));
    held.fold(0, |bits, (at, _)| bits | 1 << at)
}

/// The indices of items given as bits, in order.
#[inline]
pub(crate) fn places(bits: u8) -> impl Iterator<Item = usize> {
    (0..MOST_ITEMS).filter(move |at| bits >> at & 1 == 1)
}

/// Everything about a combatant that does not change during a fight.
#[derive(Debug, Clone)]
pub(crate) struct Fighter {
    pub dex: i32,
    pub hit_points: i32,
    /// Hit points at the start, and untreated injuries.
    pub start_hit_points: i32,
    pub start_injuries: Vec<i32>,
    /// Armour points by [`Threat`].
    pub armour: [i32; 3],
    /// Armour added against missiles while the fighter has not left its place [BRP-5.11-6].
    pub cover: i32,
    /// Dodge rating after armour [BRP-5.10-4].
    pub dodge: i32,
    pub first_aid: Limits,
    /// For each affliction of the matchup, the save against it, and the weapon that its harm is counted for if it comes
    /// from this fighter.
    pub afflictions: [(Option<Limits>, WeaponId); MOST],
    /// The items carried, in order of preference; bare hands come last unless listed.
    pub items: Vec<Item>,
    /// The items carried that the words of policies match.
    pub meanings: Meanings<{ SELECTORS.len() }, u8>,
    /// Enemies whose attacks it cannot defend against [BRP-5.6-3].
    pub unaware_of: FighterSet,
    pub policy: Policy,
    /// The items that its policy may ever strike or shoot with.
    pub arms: UsableArms,
    /// Whether its reactions have no conditions, so that they are tried in turn.
    pub has_reflexes: bool,
    /// Whether its reactions are the same for every armed blow until something changes.
    pub settled: bool,
    /// Shields among the things carried, as bits.
    pub shields: u8,
    /// The columns that its statements read.
    pub reads: Columns,
    /// Whether the statements depend on a line's target only through its being able to act.
    pub aims_alone: bool,
}

/// Items as bits, by their use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct UsableArms {
    pub strikes: u8,
    pub shoots: u8,
}

/// The kind of attack that armour and defences meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Threat {
    Melee,
    SlowMissile,
    FastMissile,
}

/// One item carried.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub name: String,
    pub kind: ItemKind,
    pub hands: u8,
    /// Parrying points; `None` if it has none to lose.
    pub points: Option<i16>,
    /// Shots, charges or pieces at the start; `None`: unlimited.
    pub ammo: Option<u16>,
    /// Full rounds of reloading after each shot [BRP-5.9-8].
    pub reload: u8,
    /// Its use in melee.
    pub strike: Option<Attack>,
    /// The classes it can be used in in melee, that of `strike` first [BRP-5.4-3].
    pub lengths: Vec<Class>,
    /// Its use at a distance.
    pub shoot: Option<Shot>,
    /// Its use for parrying.
    pub parry: Option<Skill>,
}

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum ItemKind {
    #[default]
    Melee,
    Missile,
    /// A shield, with its flat chances against slow missiles [BRP-5.11-2].
    Shield {
        missile: i32,
        kneeling: Option<i32>,
    },
    Brawl,
}

/// One way to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub weapon: WeaponId,
    pub class: Class,
    /// The rating before any modifier, which decides the order of actions [BRP-5.2-3].
    pub rating: i32,
    pub skill: Skill,
    pub damage: Damage,
    /// The afflictions that its hits bring.
    pub brings: Bits,
}

impl Attack {
    /// The maximum damage of a hit before armour; 0 if no roll can hit.
    pub(crate) fn most(&self, options: &Options) -> i32 {
        let Limits { special, success } = self.skill.limits;
        match success {
            0 => 0,
            _ => self.damage.most(special > 0, options),
        }
    }
}

/// One way to attack at a distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shot {
    pub attack: Attack,
    /// The table row of this use, as a policy names it.
    pub row: ItemRef,
    /// Hands needed: a two-handed melee weapon may need only one to be thrown.
    pub hands: u8,
    /// Range in centimetres.
    pub range: i32,
    pub threat: Threat,
    pub thrown: bool,
}

impl Fighter {
    /// The items that a policy's item name matches, as bits.
    pub(crate) fn meant(&self, item: ItemRef) -> u8 {
        self.meanings.of(item)
    }

    /// The items that a line names, as bits; `None` if it names none, so that all are allowed.
    pub(crate) fn meant_by(&self, line: &Line) -> Option<u8> {
        line.item().map(|item| self.meant(item))
    }
}

impl Item {
    /// Returns whether the item is bare hands.
    #[inline]
    pub(crate) fn is_bare(&self) -> bool {
        self.kind == ItemKind::Brawl
    }

    /// Returns whether the item is worn on the arm.
    #[inline]
    pub(crate) fn is_shield(&self) -> bool {
        matches!(self.kind, ItemKind::Shield { .. })
    }

    /// Its uses for attacks: in melee, and at a distance.
    pub(crate) fn attacks(&self) -> impl Iterator<Item = Attack> {
        let shot = self.shoot.map(|shot| shot.attack);
        self.strike.into_iter().chain(shot)
    }

    /// Returns whether it leaves the hand when thrown.
    pub(crate) fn is_thrown(&self) -> bool {
        self.shoot.is_some_and(|shot| shot.thrown)
    }
}
