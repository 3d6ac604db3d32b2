//! The parts of the body that can be wounded, and what comes of it, as rows of tables.
//!
//! Clauses: SST-22-3, SST-22-4, SST-22-7.

use std::fmt;

use indexmap::IndexMap;

use crate::rules::swift_swords::fields::LOCATION;
use crate::rules::swift_swords::words::{Toll, WOUNDS, WoundKind};
use crate::scenario::tables::{entries, known_names, of, read};
use crate::scenario::{Fault, Faults, Node, Table, Value};

/// A part of the body that can be wounded. Locations are known by their place in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Location {
    /// By the number rolled most often; 0: by shifting only.
    pub number: u8,
    /// A row of `injuries`.
    pub effects: String,
    /// Names of the locations next to it.
    pub next: Vec<String>,
}

/// Most parts of a body.
const MOST_LOCATIONS: usize = 16;

/// A lasting wound [SST-22-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Wound {
    pub kind: WoundKind,
    /// Two dice fewer for the roll that it calls for.
    pub worse: bool,
}

impl fmt::Display for Wound {
    /// `bleeder, worse than usual`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = WOUNDS[self.kind as usize].0.replace('-', " ");
        let worse = if self.worse { ", worse than usual" } else { "" };
        write!(f, "{name}{worse}")
    }
}

pub(crate) fn locations(tree: &Table, faults: &Faults) -> IndexMap<String, Location> {
    let effects = of(tree, "injuries");
    let known = || of(tree, "locations").keys();
    let locations = read(
        tree,
        "locations",
        "location",
        LOCATION,
        faults,
        |_, _, fields| {
            let next = fields.texts("next").unwrap_or_default();
            let (code, place) = ("swift-swords::unknown-location", "among the locations");
            let next = known_names(next, known, (code, "location", place), faults);
            let row = fields.text("effects");
            if let Some((word, span)) = row
                && effects.get(word).is_none()
            {
                let (code, place) = ("swift-swords::unknown-injury", "among the injuries");
                faults.unknown(code, "row of injuries", word, span, effects.keys(), place);
            }
            Location {
                number: fields.number("number"),
                effects: row.map_or("", |(word, _)| word).to_owned(),
                next,
            }
        },
    );
    check_numbers(tree, &locations, faults);
    locations
}

/// Every number of a die is one part of the body, and there are few parts.
fn check_numbers(tree: &Table, locations: &IndexMap<String, Location>, faults: &Faults) {
    let Some(node) = tree.get("locations") else {
        return;
    };
    let (span, count) = (node.span, locations.len());
    if count > MOST_LOCATIONS {
        let message = format!("a body has at most {MOST_LOCATIONS} parts, not {count}");
        faults.push(Fault::at("scenario::too-many", span, message, "too many"));
    }
    for number in 1..=6 {
        let parts = locations.values();
        let count = parts.filter(|part| part.number == number).count();
        if count != 1 {
            let message = format!("{count} parts of the body have the number {number}");
            let code = "swift-swords::part-number";
            let label = "each number from 1 to 6 is one part's";
            faults.push(Fault::at(code, span, message, label));
        }
    }
}

pub(crate) fn injuries(tree: &Table, faults: &Faults) -> IndexMap<String, [Wound; 7]> {
    let mut injuries = IndexMap::new();
    for (name, node) in entries(tree, "injuries") {
        let mut wounds = [Wound {
            kind: WoundKind::Stun,
            worse: false,
        }; 7];
        let list = match &node.value {
            Value::List(list) if list.len() == 7 => list.as_slice(),
            _ => {
                let (code, span) = ("swift-swords::injury-row", node.span);
                let message = format!("`injuries.{name}` is a list of seven wounds");
                let fault = Fault::at(code, span, message, "not seven");
                faults.push(fault.help("one each for 1 to 6, and one for 7 and more"));
                &[]
            }
        };
        for (place, node) in wounds.iter_mut().zip(list) {
            if let Some(wound) = wound(node, faults) {
                *place = wound;
            }
        }
        injuries.insert(name.to_owned(), wounds);
    }
    injuries
}

fn wound(node: &Node, faults: &Faults) -> Option<Wound> {
    let text = node.as_text().unwrap_or_default();
    let (word, worse) = match text.strip_suffix("-2d") {
        Some(word) => (word, true),
        None => (text, false),
    };
    let found = WOUNDS.iter().find(|(known, _)| *known == word);
    if found.is_none() {
        let known = WOUNDS.iter().map(|&(word, _)| word);
        let (code, place) = ("swift-swords::unknown-wound", "among the wounds");
        faults.unknown(code, "wound", text, node.span, known, place);
    }
    found.map(|&(_, Toll { kind, .. })| Wound { kind, worse })
}
