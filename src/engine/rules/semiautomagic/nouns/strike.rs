//! An attack between the decision and its result.
//!
//! Clauses: SAM-5-1..5, SAM-5-9, SAM-9-1, SAM-9-12, SAM-10-4, SAM-12-1, SAM-12-5, SAM-13-1.

use crate::fight::FighterId;
use crate::grid::{Cell, Direction};
use crate::rules::semiautomagic::fields::LOCATIONS;
use crate::rules::semiautomagic::reading::Location;

/// A single attack, possibly part of a combo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Strike {
    pub target: FighterId,
    pub weapon: u8,
    pub aimed: Aimed,
    /// Modifiers of a combo's component: to the attack roll, to the number that defences need, and to damage.
    pub attack_mod: i8,
    pub dc_mod: i8,
    pub damage: i8,
    /// Whether it deals no damage.
    pub harmless: bool,
    /// The number of its component's ailment in the fight, from 1; 0 for that of the weapon.
    pub ails: u8,
}

/// The part or item that an attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Aimed {
    Body,
    Part(BodyPart),
    /// An item in the target's hand, by its index.
    Thing(u8),
    Armour,
}

/// A part of the body that a shot may be called at [SAM-12-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BodyPart {
    Leg,
    Arm,
    Hand,
    Head,
    Vitals,
    Torso,
    Wings,
    /// The arm and the hand without the main weapon.
    OffArm,
    OffHand,
}

impl BodyPart {
    /// The index of its row in the table of locations, and its term in a transcript.
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

    /// Its row in the table of locations.
    pub(crate) const fn of(self, locations: &[Location; LOCATIONS.len()]) -> &Location {
        &locations[self.row().0]
    }

    /// Its term in a transcript.
    pub(crate) const fn term(self) -> &'static str {
        self.row().1
    }
}

/// The bonus of an attack roll, its Target score, and the number that defences against it must reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figures {
    pub bonus: i32,
    pub target: i32,
    pub dc: i32,
}

/// A means of defence, in order of preference for equal bonuses [SAM-5-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DefenceMeans {
    Block,
    Parry,
    Dodge,
}

impl DefenceMeans {
    pub(crate) const ALL: [Self; 3] = [Self::Block, Self::Parry, Self::Dodge];

    /// The term for it in a transcript.
    pub(crate) fn word(self) -> &'static str {
        ["blocks", "parries", "dodges"][self as usize]
    }
}

/// The position of an area: around a cell, or starting at a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Landing {
    pub cell: Cell,
    /// The direction of a line or cone.
    pub heading: Option<Direction>,
}

impl Landing {
    /// A landing place around a cell.
    pub(crate) const fn around(cell: Cell) -> Self {
        Self {
            cell,
            heading: None,
        }
    }
}

impl Strike {
    /// An attack without modifiers.
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
