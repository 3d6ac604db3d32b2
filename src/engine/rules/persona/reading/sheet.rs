//! Reads a stat block and checks it: names are resolved, numbers are in range, every key is known.
//!
//! Clauses: PER-1-3, PER-2-1, PER-2-2, PER-3-4, PER-4-5, PER-4-17..20, PER-7-1, PER-7-7, PER-8-1, PER-11-4,
//! PER-12.5-1, PER-12.6-2, PER-12.13-1, PER-12.25-1, PER-13.1-4, PER-13.2-10, PER-13.3-1, PER-13.4-1..3,
//! PER-13.5-3, PER-13.5-5, PER-13.5-8.

use super::remedies::CODES;
use super::tables::Tables;
use crate::frame::remedies;
use crate::rules::persona::fields::COMBATANT;
use crate::scenario::tables::{check_count, known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, fit};

/// A talent, by its index in [`TALENTS`](crate::rules::persona::fields::TALENTS) [PER-13.5-8].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Talent {
    SwiftAttack,
    LightningAttack,
    CounterAttack,
    Disarm,
    AdvancedDisarm,
    Takedown,
    TwoWeaponsMelee,
    TwoWeaponsRanged,
    Ambidextrous,
    BladeDancer,
    Gunslinger,
}

/// The height of a fighter above the ground [PER-7-1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Band {
    Ground,
    Low,
    High,
}

impl Band {
    pub(crate) const ALL: [Self; 3] = [Self::Ground, Self::Low, Self::High];
}

/// A checked stat block. Characteristics and skills are percentages.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the stat block, named as in the scenario"
)]
pub(crate) struct Sheet {
    pub ws: i32,
    pub bs: i32,
    pub s: i32,
    pub t: i32,
    pub ag: i32,
    pub wp: i32,
    pub sb: i32,
    pub tb: i32,
    pub ab: i32,
    /// The bonus of WS: by default a tenth of WS, rounded down.
    pub wsb: i32,
    pub wounds: i16,
    /// Wounds that the fighter has at the start.
    pub start_wounds: i16,
    pub fate: bool,
    pub lethal_buffer: i16,
    pub ap: i32,
    /// Armour points of head, body and limbs, in this order.
    pub parts: [i32; 3],
    pub dodge: i32,
    pub parry: i32,
    pub deflect: Option<i32>,
    pub acrobatics: i32,
    pub endurance: i32,
    pub magic_resistance: i32,
    pub half_move: i32,
    pub reactions: u8,
    pub attack_mod: i32,
    pub braced: bool,
    pub immobile: bool,
    pub free_hand: Option<bool>,
    pub surprised: bool,
    pub prone: bool,
    pub cover: bool,
    pub flies: bool,
    pub altitude: Band,
    pub flight_ends: Option<u16>,
    pub extended_task: u16,
    /// The damage types that the fighter is weak to, as bits. The bits are indices of [`Tables::types`].
    pub weak_to: u64,
    /// The fighter's talents, as bits.
    pub talents: u16,
    pub carries: Vec<String>,
    pub stowed: Vec<String>,
    pub remedies: Vec<String>,
    pub policy: String,
}

/// Maximum number of weapons that one combatant carries.
pub(crate) const MOST_CARRIED: usize = 4;

/// Reads one combatant, and reports every fault in it.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let f = &mut fields;
    let [ws, bs, s, t, ag, wp] = ["ws", "bs", "s", "t", "ag", "wp"].map(|key| f.number::<i32>(key));
    let rules = &tables.rules;
    let bonus = rules.tests.bonus;
    let ab = or(f, "ab", ag / bonus);
    let ap = f.number("ap");
    let carries = carries(f, tables, faults);
    let wounds: i16 = f.number("wounds");
    let start_wounds = f.whole_within("start_wounds", 1..=wounds.into());
    let sheet = Sheet {
        ws,
        bs,
        s,
        t,
        ag,
        wp,
        sb: or(f, "sb", s / bonus),
        tb: or(f, "tb", t / bonus),
        ab,
        wsb: ws / bonus,
        wounds,
        start_wounds: start_wounds.map_or(wounds, fit),
        fate: f.number::<i32>("fate") > 0,
        lethal_buffer: f.number("lethal_buffer"),
        ap,
        parts: ["ap_head", "ap_body", "ap_limbs"].map(|key| or(f, key, ap)),
        dodge: or(f, "dodge", ag),
        parry: or(f, "parry", ws),
        deflect: f.whole_as("deflect"),
        acrobatics: or(f, "acrobatics", ag),
        endurance: or(f, "endurance", t),
        magic_resistance: or(f, "magic_resistance", wp),
        half_move: or(
            f,
            "half_move",
            (rules.moves.half * ab).max(rules.moves.least),
        ),
        reactions: f.whole_as("reactions").unwrap_or(rules.turns.reactions),
        attack_mod: f.number("attack_mod"),
        braced: f.flag("braced"),
        immobile: f.flag("immobile"),
        free_hand: f.truth("free_hand"),
        surprised: f.flag("surprised"),
        prone: f.flag("prone"),
        cover: f.flag("cover"),
        flies: f.flag("flies"),
        altitude: f.choice("altitude", Band::ALL),
        flight_ends: f.whole_as("flight_ends"),
        extended_task: f.number("extended_task"),
        weak_to: weak_to(f, tables, faults),
        talents: f
            .words("talents")
            .unwrap_or_default()
            .into_iter()
            .fold(0, |bits, at| bits | 1 << at),
        stowed: stowed(f, &carries, faults),
        carries,
        remedies: remedies::named(f, &tables.remedies, CODES),
        policy: f
            .text("policy")
            .map_or("default", |(name, _)| name)
            .to_owned(),
    };
    check_flight(f, &sheet, name, faults);
    fields.finish();
    Some(sheet)
}

fn or(f: &mut Fields<'_>, key: &'static str, unsaid: i32) -> i32 {
    f.whole_as(key).unwrap_or(unsaid)
}

fn carries(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Vec<String> {
    let names = f.texts("carries").unwrap_or_default();
    let code = "persona::carries-too-much";
    check_count(&names, MOST_CARRIED, (code, "weapons carried"), faults);
    let known = || tables.weapons.keys().map(String::as_str);
    let fault = ("persona::unknown-weapon", "weapon", "in the weapon table");
    let mut carried = known_names(names, known, fault, faults);
    carried.truncate(MOST_CARRIED);
    carried
}

fn stowed(f: &mut Fields<'_>, carries: &[String], faults: &Faults) -> Vec<String> {
    let names = f.texts_once("stowed").unwrap_or_default();
    let known = || carries.iter().map(String::as_str);
    let fault = (
        "persona::unknown-weapon",
        "weapon",
        "among those it `carries`",
    );
    known_names(names, known, fault, faults)
}

/// Reads the weaknesses as a bit set of damage types. A damage type that no weapon does is reported as a
/// fault, so that misspelt names are found.
fn weak_to(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> u64 {
    let names = f.texts_once("weak_to").unwrap_or_default();
    let known = || tables.types.iter().map(String::as_str);
    let fault = (
        "persona::unknown-type",
        "type of damage",
        "that any weapon does",
    );
    let found = known_names(names, known, fault, faults);
    let bit = |name: &String| tables.types.iter().position(|known| known == name);
    found
        .iter()
        .filter_map(bit)
        .fold(0, |bits, at| bits | 1 << (at % 64))
}

/// Checks that a fighter that starts above Ground can fly [PER-7-1].
fn check_flight(f: &mut Fields<'_>, sheet: &Sheet, name: &str, faults: &Faults) {
    if sheet.flies {
        return;
    }
    for (key, grounded) in [
        ("altitude", sheet.altitude == Band::Ground),
        ("flight_ends", sheet.flight_ends.is_none()),
    ] {
        if let (false, Some(node)) = (grounded, f.node(key)) {
            let message = format!("`{name}` does not fly");
            faults.push(Fault::at(
                "persona::no-flight",
                node.span,
                message,
                "only with `flies = true`",
            ));
        }
    }
}
