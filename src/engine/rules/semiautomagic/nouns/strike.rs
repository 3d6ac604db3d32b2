//! An attack as it has been decided on, before its result is known.
//!
//! Clauses: SAM-5-1..5, SAM-5-9, SAM-9-1, SAM-9-12, SAM-10-4, SAM-12-1, SAM-12-5, SAM-13-1.

use crate::fight::FighterId;
use crate::grid::{Cell, Direction};
use crate::rules::semiautomagic::fields::LOCATIONS;
use crate::rules::semiautomagic::reading::Location;

/// A single attack, which may be part of a combo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    pub target: FighterId,
    pub weapon: u8,
    pub aimed: Aimed,
    /// The modifiers of a combo component: to the attack roll, to the number that a defence must reach, and
    /// to damage.
    pub attack_mod: i8,
    pub dc_mod: i8,
    pub damage: i8,
    /// The attack does no damage.
    pub harmless: bool,
    /// The ailment of its combo component, as an index from 1 into the ailments of the fight. 0 stands for
    /// the ailment of the weapon.
    pub ails: u8,
}

/// The body part or item that an attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Aimed {
    Body,
    Part(BodyPart),
    /// The item at this index in the target's hand.
    Thing(u8),
    Armour,
}

/// A body part that a shot may be called at [SAM-12-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BodyPart {
    Leg,
    Arm,
    Hand,
    Head,
    Vitals,
    Torso,
    Wings,
    /// The arm and the hand that do not hold the main weapon.
    OffArm,
    OffHand,
}

impl BodyPart {
    /// Returns the index of the part's row in the table of locations, and its name in transcripts.
    const fn row(self) -> (usize, &'static str) {
        match self {
            Self::Leg => (0, "a leg"),
            Self::Arm => (1, "an arm"),
            Self::Hand => (2, "the hand"),
            Self::Head => (3, "the head"),
            Self::Vitals => (4, "a critical region"),
            Self::Torso => (5, "the torso"),
            Self::Wings => (6, "the wings"),
            Self::OffArm => (1, "the off arm"),
            Self::OffHand => (2, "the off hand"),
        }
    }

    /// Returns the part's row in the table of locations.
    pub(crate) const fn of(self, locations: &[Location; LOCATIONS.len()]) -> &Location {
        &locations[self.row().0]
    }

    /// Returns the part's name in transcripts.
    pub(crate) const fn term(self) -> &'static str {
        self.row().1
    }
}

/// The numbers of an attack: the bonus of its roll, its Target score, and the number that a defence must
/// reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figures {
    pub bonus: i32,
    pub target: i32,
    pub dc: i32,
}

/// A means of defence. If bonuses are equal, the first in this order is preferred [SAM-5-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DefenceMeans {
    Block,
    Parry,
    Dodge,
}

impl DefenceMeans {
    pub(crate) const ALL: [Self; 3] = [Self::Block, Self::Parry, Self::Dodge];

    /// Returns the verb for transcripts.
    pub(crate) fn word(self) -> &'static str {
        ["blocks", "parries", "dodges"][self as usize]
    }
}

/// The position of an area, either centred on a cell or starting at a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Landing {
    pub cell: Cell,
    /// The direction of a line or a cone.
    pub heading: Option<Direction>,
}

impl Landing {
    /// Returns the position of an area centred on a cell.
    pub(crate) const fn around(cell: Cell) -> Self {
        Self {
            cell,
            heading: None,
        }
    }
}

impl Strike {
    /// Returns an attack without modifiers.
    pub(crate) fn new(weapon: u8, target: FighterId) -> Self {
        Self {
            target,
            weapon,
            aimed: Aimed::Body,
            attack_mod: 0,
            dc_mod: 0,
            damage: 0,
            harmless: false,
            ails: 0,
        }
    }
}
