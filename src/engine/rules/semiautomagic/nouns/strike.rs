//! An attack after it has been decided on and before it is rolled.
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
    /// The modifiers that a combo component adds: to the attack roll, to the number that a defence must
    /// reach, and to the damage.
    pub attack_mod: i8,
    pub dc_mod: i8,
    pub damage: i8,
    /// The attack does no damage.
    pub harmless: bool,
    /// The ailment that the combo component causes, as an index from 1 into `Arena::ailments`. 0 means that
    /// the attack causes the ailment of its weapon.
    pub ails: u8,
}

/// The body part or item that an attack is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Aimed {
    Body,
    Part(BodyPart),
    /// The item at this index among the items that the target carries.
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
    /// Returns the index of the body part in the table of locations, and its name in transcripts.
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

    /// Returns the row of the body part in the table of locations.
    pub(crate) const fn of(self, locations: &[Location; LOCATIONS.len()]) -> &Location {
        &locations[self.row().0]
    }

    /// Returns the name of the body part in transcripts.
    pub(crate) const fn term(self) -> &'static str {
        self.row().1
    }
}

/// The numbers of an attack: the bonus of the attack roll, the Target score that it must reach, and the
/// number that a defence must reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Figures {
    pub bonus: i32,
    pub target: i32,
    pub dc: i32,
}

/// A means of defence. If several means have the best bonus, the first of them in this order is chosen
/// [SAM-5-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DefenceMeans {
    Block,
    Parry,
    Dodge,
}

impl DefenceMeans {
    pub(crate) const ALL: [Self; 3] = [Self::Block, Self::Parry, Self::Dodge];

    /// Returns the verb for this defence in transcripts.
    pub(crate) fn word(self) -> &'static str {
        ["blocks", "parries", "dodges"][self as usize]
    }
}

/// Where an area attack lands: the cell of its centre, or the cell where it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Landing {
    pub cell: Cell,
    /// The direction of a line or a cone. `None` for an area around a cell.
    pub heading: Option<Direction>,
}

impl Landing {
    /// Returns the position of an area that is centred on `cell`.
    pub(crate) const fn around(cell: Cell) -> Self {
        Self {
            cell,
            heading: None,
        }
    }
}

impl Strike {
    /// Returns an attack without modifiers, with the weapon of index `weapon`.
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
