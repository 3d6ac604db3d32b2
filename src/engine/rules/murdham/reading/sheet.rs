//! Reads a stat block and checks its keys, the names in it, and the ranges of its numbers.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-19..21, MUR-0-24, MUR-2-2, MUR-2-3, MUR-2-10, MUR-4-5, MUR-4-13,
//! MUR-11-1, MUR-12-5, MUR-15-3, MUR-16-12, MUR-17-1, MUR-17-4. Speed is in half-zones.

use super::tables::Tables;
use crate::rules::murdham::fields::{COMBATANT, MOST_HEALTH, Size};
use crate::scenario::tables::{check_count, known_name, known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, fit, keyed, number};

/// Maximum number of weapons that a stat block lists. A fighter can pick up more.
pub(crate) const MOST_CARRIED: usize = 5;

keyed! {
    /// A checked stat block.
    #[derive(Debug, Clone)]
    pub(crate) struct Sheet {
        /// The abilities `str`, `agi` and `wit`, which saves are rolled against [MUR-0-1].
        pub str: u8,
        pub agi: u8,
        pub wit: u8,
        /// The number of shields: 0 or 1.
        pub shield: u8,
        pub sprint_allowed: bool,
        pub extra_reactions: u8,
        pub willing: bool,
        pub sees_in_dark: bool,
        pub concealed: bool,
        pub fearless: bool,
        pub appendages: u8,
        /// The number of riders or passengers that it can carry [MUR-17-1].
        pub seats: u8,
        pub vehicle: bool,
    }
    beside {
        pub health: i16,
        pub start_health: i16,
        pub armour: u8,
        /// Half-zones in a turn without actions [MUR-2-2].
        pub speed: u8,
        /// Whether the shield is damaged at the start, so that a heavy blow destroys it. `armour_damaged`
        /// says the same of the armour [MUR-15-3].
        pub shield_damaged: bool,
        pub armour_damaged: bool,
        pub size: Size,
        pub carries: Vec<String>,
        /// The remedies carried, each as an index into the table of remedies and a number of uses.
        pub remedies: Vec<(u8, u8)>,
        pub free_hand: Option<bool>,
        pub policy: String,
    }
}

/// Keys for characters that act, which a vehicle must not have.
#[rustfmt::skip]
const IDLE: [&str; 7] = ["carries", "remedies", "extra_reactions", "willing", "concealed", "fearless", "policy"];
/// Maximum number of kinds of remedy that one combatant carries.
const MOST_REMEDIES: usize = 2;
/// The fault code for carrying too many weapons or kinds of remedy.
const TOO_MUCH: &str = "murdham::carries-too-much";

/// Reads the stat block of one combatant and reports every fault. `None` if the health is missing or faulty.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let f = &mut fields;
    let keys = Sheet::keys(f);
    let health = f.whole("health");
    let start_health = f.whole_within("start_health", 1..=health.unwrap_or(MOST_HEALTH));
    let most_armour = tables.rules.armour.most.into();
    let armour = f.whole_within("armour", 0..=most_armour).map_or(0, fit);
    let [shield_damaged, armour_damaged] = damaged(f, [keys.shield, armour]);
    let sheet = Sheet {
        health: health.map_or(1, fit),
        start_health: start_health.or(health).map_or(1, fit),
        armour,
        speed: f.whole_as("speed").unwrap_or(tables.rules.movement.speed),
        shield_damaged,
        armour_damaged,
        size: f.choice("size", Size::ALL),
        carries: carries(f, tables),
        remedies: remedies(f, tables),
        free_hand: f.truth("free_hand"),
        policy: f.text("policy").map_or("default", |text| text.0).to_owned(),
        ..keys
    };
    if sheet.vehicle {
        check_vehicle(f, sheet.seats);
    }
    fields.finish();
    health.is_some().then_some(sheet)
}

/// Checks a vehicle, which carries passengers and does nothing by itself [MUR-17-4].
fn check_vehicle(f: &mut Fields<'_>, seats: u8) {
    let faults = f.faults();
    if seats == 0
        && let Some(node) = f.node("vehicle")
    {
        let (code, label) = ("murdham::no-seats", "no seats");
        let fault = Fault::at(code, node.span, "a vehicle needs seats", label);
        faults.push(fault.help("add `seats = 4`, or another number"));
    }
    for key in IDLE {
        if let Some(node) = f.node(key) {
            let message = format!("`{key}` has no effect on a vehicle");
            let label = "a vehicle does not act";
            let fault = Fault::at("murdham::no-use", node.span, message, label);
            faults.push(fault.help("remove it"));
        }
    }
}

/// Reads the key `damaged`. Returns whether the shield, and whether the armour, is damaged at the start
/// [MUR-15-3].
fn damaged(f: &mut Fields<'_>, [shield, armour]: [u8; 2]) -> [bool; 2] {
    let faults = f.faults();
    let mut found = [false; 2];
    let pieces = [("shield", shield), ("armour", armour)];
    let known = || pieces.iter().map(|(piece, _)| *piece);
    let fault = ("murdham::unknown-gear", "gear", "`shield` or `armour`");
    for (name, span) in f.texts_once("damaged").unwrap_or_default() {
        let Some(at) = known_name((name, span), known, fault, faults) else {
            continue;
        };
        if pieces[at].1 == 0 {
            let message = format!("there is no {name} that can be damaged");
            faults.note("murdham::no-use", span, message, "not carried");
        }
        found[at] = true;
    }
    found
}

fn carries(f: &mut Fields<'_>, tables: &Tables) -> Vec<String> {
    let names = f.texts("carries").unwrap_or_default();
    check_count(
        &names,
        MOST_CARRIED,
        (TOO_MUCH, "weapons carried"),
        f.faults(),
    );
    let known = || tables.weapons.keys().map(String::as_str);
    let fault = ("murdham::unknown-weapon", "weapon", "in the weapon table");
    known_names(names, known, fault, f.faults())
}

fn remedies(f: &mut Fields<'_>, tables: &Tables) -> Vec<(u8, u8)> {
    let faults = f.faults();
    let kind = f.kind_within("remedies");
    let Some((table, span)) = f.table("remedies") else {
        return Vec::new();
    };
    if table.len() > MOST_REMEDIES {
        let message = format!("more than {MOST_REMEDIES} kinds of remedies are carried");
        faults.note(TOO_MUCH, span, message, "too many");
    }
    let known = || tables.remedies.keys().map(String::as_str);
    let fault = (
        "murdham::unknown-remedy",
        "remedy",
        "in the table of remedies",
    );
    let mut carried = Vec::new();
    for (name, entry) in table.iter() {
        if let Some(at) = known_name((name, entry.key), known, fault, faults) {
            let uses = number(kind, &entry.node, &format!("`{name}`"), faults);
            let at = u8::try_from(at).expect("few remedies");
            carried.push((at, uses.map_or(0, fit)));
        }
    }
    carried
}
