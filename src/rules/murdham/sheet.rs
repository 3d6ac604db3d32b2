//! A stat block as written, checked: names resolved, ranges held, everything it says understood.
//!
//! Clauses: MUR-0-1, MUR-0-3, MUR-0-4, MUR-0-19..21, MUR-0-24, MUR-2-2, MUR-2-3, MUR-2-10, MUR-4-5, MUR-4-13, MUR-11-1,
//! MUR-12-5, MUR-15-3, MUR-16-12, MUR-17-1, MUR-17-4. Speed is half-zones.

use super::fighter::{MOST_CARRIED, Size};
use super::tables::{Tables, wrong_table};
use crate::fight::MOST_FIGHTERS;
use crate::scenario::{Fault, Faults, Fields, Node, Value};

/// A checked stat block.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the stat block, named as in the scenario"
)]
pub(super) struct Sheet {
    pub strength: u8,
    pub agility: u8,
    pub wit: u8,
    pub health: i16,
    pub start_health: i16,
    pub armour: u8,
    pub shield: u8,
    pub shield_damaged: bool,
    pub armour_damaged: bool,
    pub speed: u8,
    pub sprint_allowed: bool,
    pub size: Size,
    pub carries: Vec<String>,
    pub remedies: Vec<(String, u8)>,
    pub free_hand: Option<bool>,
    pub extra_reactions: u8,
    pub willing: bool,
    pub sees_in_dark: bool,
    pub concealed: bool,
    pub fearless: bool,
    pub appendages: u8,
    /// How many can ride it or sit in it [MUR-17-1].
    pub seats: u8,
    pub vehicle: bool,
    pub policy: String,
}

/// Most health.
const MOST_HEALTH: i64 = 10_000;
/// What only those need who do something.
const IDLE: [&str; 7] = [
    "carries",
    "remedies",
    "extra_reactions",
    "willing",
    "concealed",
    "fearless",
    "policy",
];
/// Most kinds of remedy that one combatant carries.
const MOST_REMEDIES: usize = 2;

/// Reads one combatant, and every fault in it.
pub(super) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let Value::Table(table) = &node.value else {
        faults.push(wrong_table(name, node));
        return None;
    };
    let mut fields = Fields::new(table, node.span, format!("combatant `{name}`"), faults);
    let f = &mut fields;
    let [strength, agility, wit] =
        ["str", "agi", "wit"].map(|key| f.whole(key, 1..=20).map_or(10, byte));
    let health = f.need_whole("health", 1..=MOST_HEALTH);
    let start_health = f.whole("start_health", 1..=health.unwrap_or(MOST_HEALTH));
    let health = health.map(|points| i16::try_from(points).expect("the range was checked"));
    let start_health = start_health
        .map(|points| i16::try_from(points).expect("the range was checked"))
        .or(health);
    let armour = f.whole("armour", 0..=3).map_or(0, byte);
    let shield = f.whole("shield", 0..=1).map_or(0, byte);
    let [shield_damaged, armour_damaged] = damaged(f, armour, shield, faults);
    let mut flag = |key, default| f.truth(key).unwrap_or(default);
    let sprint_allowed = flag("sprint_allowed", true);
    let [sees_in_dark, concealed, fearless] =
        ["sees_in_dark", "concealed", "fearless"].map(|key| flag(key, false));
    let willing = flag("willing", true);
    let (seats, vehicle) = carriage(f, faults);
    let sheet = Sheet {
        strength,
        agility,
        wit,
        health: health.unwrap_or(1),
        start_health: start_health.unwrap_or(1),
        armour,
        shield,
        shield_damaged,
        armour_damaged,
        speed: f.scaled("speed", 2, "zones", 0..=40).map_or(4, byte),
        sprint_allowed,
        size: f
            .word("size", &Size::WORDS)
            .map_or(Size::Medium, |at| Size::ALL[at]),
        carries: carries(f, tables, faults),
        remedies: remedies(f, tables, faults),
        free_hand: f.truth("free_hand"),
        extra_reactions: f.whole("extra_reactions", 0..=20).map_or(0, byte),
        willing,
        sees_in_dark,
        concealed,
        fearless,
        appendages: f.whole("appendages", 0..=20).map_or(2, byte),
        seats,
        vehicle,
        policy: f
            .text("policy")
            .map_or("default", |(name, _)| name)
            .to_owned(),
    };
    fields.finish();
    health.is_some().then_some(sheet)
}

fn byte(number: i64) -> u8 {
    u8::try_from(number).expect("the range was checked")
}

/// How many it carries, and whether it is a vehicle, which does nothing of itself [MUR-17-4].
fn carriage(f: &mut Fields<'_>, faults: &Faults) -> (u8, bool) {
    let most = i64::try_from(MOST_FIGHTERS).expect("the limit is small");
    let seats = f.whole("seats", 0..=most).map_or(0, byte);
    let vehicle = f.truth("vehicle").unwrap_or(false);
    if !vehicle {
        return (seats, false);
    }
    if seats == 0
        && let Some(node) = f.node("vehicle")
    {
        let fault = Fault::at(
            "murdham::no-seats",
            node.span,
            "a vehicle has seats",
            "nobody fits in",
        );
        faults.push(fault.help("add `seats = 4`, or as many as there are"));
    }
    for key in IDLE {
        if let Some(node) = f.node(key) {
            let fault = Fault::at(
                "murdham::no-use",
                node.span,
                format!("`{key}` is of no use to a vehicle"),
                "a vehicle does nothing of itself",
            );
            faults.push(fault.help("leave it out"));
        }
    }
    (seats, true)
}

/// What of shield and armour is damaged already [MUR-15-3].
fn damaged(f: &mut Fields<'_>, armour: u8, shield: u8, faults: &Faults) -> [bool; 2] {
    let mut found = [false; 2];
    for (name, span) in f.texts("damaged").unwrap_or_default() {
        let pieces = [("shield", shield), ("armour", armour)];
        let Some(at) = pieces.iter().position(|(piece, _)| *piece == name) else {
            let pieces = pieces.into_iter().map(|(piece, _)| piece);
            let (code, kind) = ("murdham::unknown-gear", "gear");
            faults.unknown(code, kind, name, span, pieces, "`shield` or `armour`");
            continue;
        };
        if pieces[at].1 == 0 {
            faults.push(Fault::at(
                "murdham::no-use",
                span,
                format!("no {name} to be damaged"),
                "it is not there",
            ));
        }
        found[at] = true;
    }
    found
}

fn carries(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Vec<String> {
    let names = f.texts("carries").unwrap_or_default();
    if let Some((_, span)) = names.get(MOST_CARRIED) {
        faults.push(Fault::at(
            "murdham::carries-too-much",
            *span,
            format!("more than {MOST_CARRIED} weapons carried"),
            "one too many",
        ));
    }
    let mut carried = Vec::new();
    for (name, span) in names {
        if tables.weapons.contains_key(name) {
            carried.push(name.to_owned());
        } else {
            let known = tables.weapons.keys().map(String::as_str);
            let code = "murdham::unknown-weapon";
            faults.unknown(code, "weapon", name, span, known, "in the weapon table");
        }
    }
    carried
}

fn remedies(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Vec<(String, u8)> {
    let Some((table, span)) = f.table("remedies") else {
        return Vec::new();
    };
    if table.len() > MOST_REMEDIES {
        faults.push(Fault::at(
            "murdham::carries-too-much",
            span,
            format!("more than {MOST_REMEDIES} kinds of remedy carried"),
            "too many",
        ));
    }
    let mut carried = Vec::new();
    for (name, entry) in table.iter() {
        if !tables.remedies.contains_key(name) {
            let known = tables.remedies.keys().map(String::as_str);
            let (code, place) = ("murdham::unknown-remedy", "in the table of remedies");
            faults.unknown(code, "remedy", name, entry.key, known, place);
            continue;
        }
        let what = format!("`{name}`");
        let uses = crate::scenario::scaled_node(&entry.node, 1, "uses", 0..=100, &what, faults);
        carried.push((name.to_owned(), uses.map_or(0, byte)));
    }
    carried
}
