//! Reads the parts of the body that can be wounded, and the wounds, from their tables.
//!
//! Clauses: SST-22-3, SST-22-4, SST-22-7.

use std::fmt;

use indexmap::IndexMap;

use super::figures::{check_key, named};
use crate::rules::swift_swords::fields::{LOCATION, WOUND};
use crate::rules::swift_swords::words::{WOUNDS, WoundKind};
use crate::scenario::spec::words;
use crate::scenario::tables::{entries, known_name, known_names, of, read};
use crate::scenario::{Fault, Faults, Fields, Node, Table};

/// A part of the body that can be wounded. Other code refers to a location by its index in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location {
    /// The kind of part, which some effects of wounds depend on.
    pub part: BodyPart,
    /// The face that most location dice must show for this part. 0: wounds land here only by shifting.
    pub number: u8,
    /// The wounds for 1 to 6 on a d6, and for 7 or more.
    pub wounds: [Wound; 7],
    /// The names of the adjacent locations.
    pub next: Vec<String>,
}

/// A kind of body part that effects of wounds depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum BodyPart {
    Leg,
    LeftArm,
    RightArm,
    Chest,
    Head,
    /// The neck, the groin, and parts that a scenario adds.
    Other,
}

impl BodyPart {
    /// Returns the kind of the location with this name.
    fn of(name: &str) -> Self {
        match name {
            "right-leg" | "left-leg" => Self::Leg,
            "left-arm" => Self::LeftArm,
            "right-arm" => Self::RightArm,
            "chest" => Self::Chest,
            "head" => Self::Head,
            _ => Self::Other,
        }
    }
}

/// Maximum number of locations.
const MOST_LOCATIONS: usize = 16;

/// A lasting wound [SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Wound {
    pub kind: WoundKind,
    /// Whether the roll against the wound has fewer dice.
    pub worse: bool,
}

impl fmt::Display for Wound {
    /// Writes the wound in words, such as `bleeder, worse than usual`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = WOUNDS[self.kind as usize].0.replace('-', " ");
        let worse = if self.worse { ", worse than usual" } else { "" };
        write!(f, "{name}{worse}")
    }
}

/// Reads the parts of the body. Their wounds are the rows of the table `injuries`.
pub(crate) fn locations(tree: &Table, faults: &Faults) -> IndexMap<String, Location> {
    let injuries = injuries(tree, faults);
    let location = |name: &str, _: &Node, fields: &mut Fields<'_>| {
        let names = fields.texts("next").unwrap_or_default();
        let known = || of(tree, "locations").keys();
        let (code, place) = ("swift-swords::unknown-location", "one of the locations");
        let next = known_names(names, known, (code, "location", place), faults);
        let known = || injuries.keys().map(String::as_str);
        let (code, place) = ("swift-swords::unknown-injury", "among the injuries");
        let unknown = (code, "row of injuries", place);
        let row = fields.text("effects");
        let row = row.and_then(|row| known_name(row, known, unknown, faults));
        Location {
            part: BodyPart::of(name),
            number: fields.number("number"),
            wounds: row.map_or_else(Default::default, |at| injuries[at]),
            next,
        }
    };
    let locations = read(tree, "locations", "location", LOCATION, faults, location);
    check_numbers(tree, &locations, faults);
    locations
}

/// Checks that every face of a die is the number of exactly one part, and that there are not too many parts.
fn check_numbers(tree: &Table, locations: &IndexMap<String, Location>, faults: &Faults) {
    let Some(node) = tree.get("locations") else {
        return;
    };
    let (span, count) = (node.span, locations.len());
    if count > MOST_LOCATIONS {
        let message = format!("a body can have at most {MOST_LOCATIONS} parts, not {count}");
        faults.note("scenario::too-many", span, message, "too many");
    }
    for number in 1..=6 {
        let parts = locations.values();
        let count = parts.filter(|part| part.number == number).count();
        if count != 1 {
            let message = format!("{count} parts of the body have the number {number}");
            let label = "each number from 1 to 6 must belong to one part";
            faults.note("swift-swords::part-number", span, message, label);
        }
    }
}

fn injuries(tree: &Table, faults: &Faults) -> IndexMap<String, [Wound; 7]> {
    let mut injuries = IndexMap::new();
    for (name, node) in entries(tree, "injuries") {
        let mut wounds = [Wound::default(); 7];
        let list = node.as_list().filter(|list| list.len() == wounds.len());
        if list.is_none() {
            let (code, span) = ("swift-swords::injury-row", node.span);
            let message = format!("`injuries.{name}` must be a list of seven wounds");
            let fault = Fault::at(code, span, message, "not seven");
            faults
                .push(fault.help("write one for each number from 1 to 6, and one for 7 and more"));
        }
        for (place, node) in wounds.iter_mut().zip(list.unwrap_or_default()) {
            *place = wound(node, faults).unwrap_or_default();
        }
        injuries.insert(name.to_owned(), wounds);
    }
    injuries
}

fn wound(node: &Node, faults: &Faults) -> Option<Wound> {
    let text = node.as_text().unwrap_or_default();
    let worse = text.strip_suffix("-2d");
    let (word, worse) = (worse.unwrap_or(text), worse.is_some());
    let found = WOUNDS.iter().find(|(known, _)| *known == word);
    if found.is_none() {
        let known = WOUNDS.iter().map(|&(word, _)| word);
        let (code, place) = ("swift-swords::unknown-wound", "among the wounds");
        faults.unknown(code, "wound", text, node.span, known, place);
    }
    found.map(|&(_, kind)| Wound { kind, worse })
}

/// The effects of a wound, from its table row [SST-22-7]. Penalties are numbers of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Toll {
    /// Dice that the wound turns into ones, at once and in every deal [SST-22-5].
    pub burn: u8,
    /// Physical and Mental Ranks that the wound costs.
    pub ranks: [u8; 2],
    /// Penalty on all rolls.
    pub all: u8,
    /// Penalty on attack and defence rolls because of bad sight.
    pub sight: u8,
    pub casting: u8,
    /// Penalty on rolls with the wounded part.
    pub part: u8,
    /// Penalty on the roll against falling at each move.
    pub stumble: u8,
    /// Modifier, in dice, of the roll against the wound.
    pub roll: i8,
}

/// The wounds that may make a creature stumble. The next constant has the wounds that need a roll.
const UNSTEADY: [&str; 3] = ["balance", "broken", "foot"];
const ROLLED: [&str; 5] = ["unconscious", "paralysed", "kill", "foot", "bleeder"];

/// Returns the effects of all wounds, in the order of [`WOUNDS`].
pub(crate) fn tolls(tree: &Table, faults: &Faults) -> [Toll; WOUNDS.len()] {
    let known = ("wounds", "wound", const { words(&WOUNDS) });
    named(tree, known, WOUND, faults, |name, fields| {
        check_key(fields, "stumble", UNSTEADY.contains(&name));
        check_key(fields, "roll", ROLLED.contains(&name));
        let mut fewer = |key| fields.whole_as(key).map_or(0, i8::unsigned_abs);
        let [all, sight, casting] = ["all", "sight", "casting"].map(&mut fewer);
        let [part, stumble] = ["part", "stumble"].map(&mut fewer);
        let mut count = |key| fields.whole_as(key).unwrap_or(0);
        Toll {
            burn: count("burn"),
            ranks: [count("physical"), count("mental")],
            all,
            sight,
            casting,
            part,
            stumble,
            roll: fields.whole_as("roll").unwrap_or(0),
        }
    })
}
