//! A stat block as written, checked: names resolved, ranges held, everything it says understood.
//!
//! Clauses: BRP-5.9-1, BRP-5.10-2, BRP-X-1, BRP-X-2, BRP-X-3, BRP-X-10. Ratings are percent, without armour.

mod by_weapon;

use std::collections::HashMap;

use by_weapon::{ammo, halvings, parry_skill, skills};

use super::tables::{ArmourRow, Tables, armour};
use crate::dice::Throw;
use crate::rules::brp::fields::{ARMOUR, COMBATANT};
use crate::scenario::tables::{known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, Span, Value, fit};

/// A checked stat block.
#[derive(Debug)]
pub(crate) struct Sheet {
    pub dex: i32,
    pub hit_points: i32,
    pub db: Throw,
    /// Body armour and helmet.
    pub armour: Vec<ArmourRow>,
    pub natural_ap: i32,
    pub fixed_cover_ap: i32,
    pub dodge: i32,
    pub brawl: Option<i32>,
    pub throw: i32,
    pub first_aid: i32,
    pub shield_skill: Option<i32>,
    pub carries: Vec<String>,
    /// Ratings by weapon or specialty.
    pub skills: HashMap<String, i32>,
    /// How often the chance with a thing is halved: not at all, or once [BRP-5.5-3].
    pub halvings: HashMap<String, u32>,
    /// Missile weapons that can parry, with their chance [BRP-5.6-1].
    pub parry_skill: HashMap<String, i32>,
    pub ammo: HashMap<String, u16>,
    pub unaware_of: Vec<(String, Span)>,
    pub policy: (String, Option<Span>),
}

/// [BRP-X-2] Damage bonus by STR + SIZ: up to this total, this throw.
const DAMAGE_BONUS: [(i64, Throw); 6] = [
    (
        12,
        Throw {
            count: 1,
            sides: 6,
            negative: true,
            plus: 0,
        },
    ),
    (
        16,
        Throw {
            count: 1,
            sides: 4,
            negative: true,
            plus: 0,
        },
    ),
    (24, Throw::new(0, 0, 0)),
    (32, Throw::new(1, 4, 0)),
    (40, Throw::new(1, 6, 0)),
    (56, Throw::new(2, 6, 0)),
];

/// Most things that one combatant carries, bare hands included.
pub(crate) const MOST_ITEMS: usize = 8;

/// Most things that a combatant lists; bare hands come on top.
const MOST_CARRIED: usize = MOST_ITEMS - 1;

/// Reads one combatant, and every fault in it.
pub(crate) fn read(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
    let mut fields = row(name, node, format!("combatant `{name}`"), COMBATANT, faults)?;
    let f = &mut fields;
    let dex: Option<i32> = f.whole_as("dex");
    let [strength, constitution, size] = ["str", "con", "siz"].map(|key| f.whole(key));
    let hit_points = hit_points(f, (constitution, size), (name, node), faults);
    let db = damage_bonus(f, (strength, size), name, faults);
    let dodge = f.whole_as("dodge");
    let carries = carries(f, tables, faults);
    let sheet = Sheet {
        dex: dex.unwrap_or(0),
        hit_points: hit_points.map_or(1, fit),
        db: db.unwrap_or_default(),
        armour: worn(f, tables, faults),
        natural_ap: f.number("natural_ap"),
        fixed_cover_ap: f.number("fixed_cover_ap"),
        dodge: dodge.or(dex.map(|dex| 2 * dex)).unwrap_or(0),
        brawl: f.whole_as("brawl"),
        throw: f.number("throw"),
        first_aid: f.number("first_aid"),
        shield_skill: f.whole_as("shield_skill"),
        skills: skills(f, tables, faults),
        halvings: halvings(f, tables, faults),
        parry_skill: parry_skill(f, tables, faults),
        ammo: ammo(f, &carries, tables, faults),
        carries,
        unaware_of: f
            .texts_once("unaware_of")
            .unwrap_or_default()
            .into_iter()
            .map(|(t, s)| (t.to_owned(), s))
            .collect(),
        policy: f
            .text("policy")
            .map_or(("default".to_owned(), None), |(name, span)| {
                (name.to_owned(), Some(span))
            }),
    };
    if sheet.brawl.is_some() && sheet.skills.contains_key("brawl") {
        let span = fields.node("brawl").map(|node| node.span);
        faults.push(both("skills.brawl", "brawl", span));
    }
    fields.finish();
    (dex.is_some() && hit_points.is_some()).then_some(sheet)
}

/// Hit points as given, or the average of CON and SIZ rounded up [BRP-X-1].
fn hit_points(
    f: &mut Fields<'_>,
    (con, siz): (Option<i64>, Option<i64>),
    (name, node): (&str, &Node),
    faults: &Faults,
) -> Option<i64> {
    if f.node("hit_points").is_some() {
        if con.is_some() {
            faults.push(both("hit_points", "con", f.node("con").map(|n| n.span)));
        }
        return f.whole("hit_points");
    }
    if let (Some(con), Some(siz)) = (con, siz) {
        return Some((con + siz + 1) / 2);
    }
    if ["hit_points", "con", "siz"]
        .iter()
        .any(|key| f.is_misspelt(key))
    {
        return None;
    }
    faults.push(Fault {
        code: "scenario::missing-key",
        message: format!("combatant `{name}` has no hit points"),
        span: Some(node.span),
        label: "`hit_points` is missing".to_owned(),
        help: Some("give `hit_points`, or `con` and `siz`".to_owned()),
    });
    None
}

/// Damage bonus as given, or by STR + SIZ [BRP-X-2]; none without either.
fn damage_bonus(
    f: &mut Fields<'_>,
    (str, siz): (Option<i64>, Option<i64>),
    name: &str,
    faults: &Faults,
) -> Option<Throw> {
    if let Some(given) = f.node("db") {
        if str.is_some() {
            faults.push(both("db", "str", f.node("str").map(|n| n.span)));
        }
        if matches!(&given.value, Value::Text(text) if text == "none") {
            return Some(Throw::default());
        }
        return f.throw("db");
    }
    match (str, siz) {
        (Some(str), Some(siz)) => {
            let found = DAMAGE_BONUS
                .iter()
                .find(|(most, _)| str + siz <= *most)
                .map(|(_, throw)| *throw);
            if found.is_none() {
                faults.push(Fault {
                    code: "brp::damage-bonus",
                    message: format!(
                        "STR and SIZ of {} together are beyond the damage bonus table",
                        str + siz
                    ),
                    span: f.node("str").map(|n| n.span),
                    label: "the table ends at 56".to_owned(),
                    help: Some("write the dice yourself, as in `db = \"3d6\"`".to_owned()),
                });
            }
            found
        }
        (Some(_), None) => {
            faults.push(Fault {
                code: "scenario::missing-key",
                message: format!("combatant `{name}` has `str` without `siz`"),
                span: f.node("str").map(|n| n.span),
                label: "the damage bonus goes by STR + SIZ".to_owned(),
                help: Some("give `siz` as well, or `db`".to_owned()),
            });
            None
        }
        _ => Some(Throw::default()),
    }
}

fn both(one: &str, other: &str, span: Option<Span>) -> Fault {
    Fault {
        code: "brp::given-twice",
        message: format!("`{one}` and `{other}` say the same thing twice"),
        span,
        label: format!("`{one}` is given as well"),
        help: Some("keep one of them".to_owned()),
    }
}

/// One body armour and one helmet at most, by name or written out [BRP-5.10-2].
fn worn(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Vec<ArmourRow> {
    let Some(node) = f.node("armour") else {
        return Vec::new();
    };
    let names: Vec<(&str, Span)> = match &node.value {
        Value::Text(name) if name == "none" => Vec::new(),
        Value::Text(name) => vec![(name.as_str(), node.span)],
        Value::List(_) => f.texts("armour").unwrap_or_default(),
        Value::Table(table) => {
            let mut fields = Fields::new(table, node.span, "armour", ARMOUR, faults);
            let row = armour(&mut fields);
            fields.finish();
            return vec![row];
        }
        other => {
            faults.push(Fault::at(
                "scenario::type",
                node.span,
                format!(
                    "`armour` is a name, a list of names or a table, not {}",
                    other.kind()
                ),
                "not armour",
            ));
            Vec::new()
        }
    };
    let mut worn: Vec<ArmourRow> = Vec::new();
    for (name, span) in names {
        let Some(row) = tables.armour.get(name) else {
            let known = tables.armour.keys().map(String::as_str);
            faults.unknown(
                "brp::unknown-armour",
                "armour",
                name,
                span,
                known,
                "in the armour table",
            );
            continue;
        };
        if worn.iter().any(|other| other.helmet == row.helmet) {
            faults.push(Fault {
                code: "brp::armour-twice",
                message: format!(
                    "`{name}` on top of another {}",
                    if row.helmet { "helmet" } else { "body armour" }
                ),
                span: Some(span),
                label: "one body armour and one helmet at most".to_owned(),
                help: Some("keep one of them".to_owned()),
            });
        }
        worn.push(row.clone());
    }
    worn
}

fn carries(f: &mut Fields<'_>, tables: &Tables, faults: &Faults) -> Vec<String> {
    let names = f.texts("carries").unwrap_or_default();
    if let Some((_, span)) = names
        .iter()
        .filter(|(name, _)| *name != "brawl")
        .nth(MOST_CARRIED)
    {
        faults.push(Fault {
            code: "brp::carries-too-much",
            message: format!("more than {MOST_CARRIED} things carried"),
            span: Some(*span),
            label: "one too many".to_owned(),
            help: None,
        });
    }
    let place = "in the weapon and shield tables";
    let fault = ("brp::unknown-weapon", "weapon", place);
    known_names(names, || tables.carriable(), fault, faults)
}

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod tests;
