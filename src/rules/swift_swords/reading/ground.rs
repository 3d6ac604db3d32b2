//! The `[field]` of a scenario: zones and joins, who runs which side, who stands where, who is surprised.
//!
//! Clauses: SST-0-5, SST-1-1, SST-1-2, SST-3-4, SST-3-11, SST-3-12, SST-4-2, SST-29-1, SST-31-1..3.

use indexmap::IndexMap;

use super::events::{Event, UNKNOWN_SIDE};
use super::zones::{Cover, Field, Light, MOST_CHOKES, Wall};
use crate::rules::draft::places_of;
use crate::rules::swift_swords::fields::{MOST_ZONES, SPOT, WALL};
use crate::scenario::tables::{known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, side_named};

/// What `[field]` says.
#[derive(Debug)]
pub(crate) struct Ground {
    pub field: Field,
    /// Which sides are run by players, as bits [SST-0-5].
    pub players: u64,
    /// Which sides' members stand together, as bits [SST-3-4].
    pub clusters: u64,
    /// Sides and combatants that are surprised, by name [SST-4-2].
    pub surprised: Vec<String>,
    /// Whether all who stand in a zone are in contact, unless their place says otherwise [SST-1-2].
    pub contact: bool,
    /// What strikes at whole sides, in the order of the scenario [SST-19-7].
    pub events: Vec<Event>,
}

/// Where somebody starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub zone: u8,
    pub alone: bool,
    /// A place in the table of covers.
    pub cover: Option<u8>,
}

/// Reads `[field]`, and every fault in it.
pub(crate) fn read(
    mut fields: Fields<'_>,
    covers: &IndexMap<String, Cover>,
    sides: &[Side],
    faults: &Faults,
) -> Ground {
    let names = zones(&mut fields, faults);
    let line: Vec<(u8, u8)> = (1..names.len())
        .map(|at| (small(at - 1), small(at)))
        .collect();
    let joins = joins(&mut fields, &names, faults).unwrap_or(line);
    let hidden = blocked(&mut fields, &names, faults);
    let walls = walls(&mut fields, &names, (covers, &joins), faults);
    let light = fields.choice("light", [Light::Bright, Light::Poor, Light::Dark]);
    let max_attackers = fields.number("max_attackers");
    let ground = Ground {
        field: Field::new(names, &joins, &hidden, walls, (light, max_attackers)),
        players: players(&mut fields, sides, faults),
        clusters: clusters(&mut fields, sides, faults),
        surprised: surprised(&mut fields, sides, faults),
        events: super::events::read(&mut fields, sides, faults),
        contact: fields.choice("start", [true, false]),
    };
    fields.finish();
    ground
}

fn small(at: usize) -> u8 {
    u8::try_from(at).expect("few zones")
}

/// A number of zones in a line, or their names.
fn zones(fields: &mut Fields<'_>, faults: &Faults) -> Vec<String> {
    let line = |count: i64| (0..count).map(|zone| zone.to_string()).collect();
    match fields.node("zones").map(|node| (&node.value, node.span)) {
        None => line(1),
        Some((Value::List(list), span)) => {
            let mut zones: Vec<String> = Vec::new();
            for (name, at) in fields.texts("zones").unwrap_or_default() {
                let taken = zones.iter().any(|known| known == name);
                let other = name.parse::<usize>().is_ok_and(|at| at != zones.len());
                if taken || other || name.is_empty() || name.contains('|') {
                    let what = if taken {
                        "is there already"
                    } else if other {
                        "is the number of another zone"
                    } else {
                        "is no name of a zone"
                    };
                    let message = format!("`{name}` {what}");
                    faults.push(Fault::at(
                        "swift-swords::zone-name",
                        at,
                        message,
                        "this name",
                    ));
                } else {
                    zones.push(name.to_owned());
                }
            }
            if list.is_empty() || list.len() > MOST_ZONES {
                let message = format!(
                    "a battlefield has 1 to {MOST_ZONES} zones, not {}",
                    list.len()
                );
                faults.push(Fault::at("scenario::range", span, message, "so many zones"));
            }
            zones.truncate(MOST_ZONES);
            if zones.is_empty() { line(1) } else { zones }
        }
        Some(_) => line(fields.number("zones")),
    }
}

/// A zone by its name or number.
fn zone(node: &Node, names: &[String], faults: &Faults) -> Option<u8> {
    let (text, span) = match &node.value {
        Value::Text(text) => (text.clone(), node.span),
        Value::Whole(number) => (number.to_string(), node.span),
        other => {
            let message = format!("a zone is a name or a number, not {}", other.kind());
            faults.push(Fault::at("scenario::type", node.span, message, "no zone"));
            return None;
        }
    };
    let at = names.iter().position(|name| *name == text);
    if let (None, Value::Whole(number)) = (at, &node.value)
        && let Some(name) = usize::try_from(*number).ok().and_then(|at| names.get(at))
    {
        let message = format!("no zone called `{number}`");
        let label = "this battlefield's zones have names";
        let fault = Fault::at("swift-swords::unknown-zone", span, message, label);
        faults.push(fault.help(format!(
            "write `\"{name}\"` for the zone {number}, counted from 0"
        )));
        return None;
    }
    if at.is_none() {
        unknown_zone(&text, names, span, faults);
    }
    at.map(small)
}

fn unknown_zone(text: &str, names: &[String], span: Span, faults: &Faults) {
    let known = names.iter().map(String::as_str);
    let code = "swift-swords::unknown-zone";
    faults.unknown(code, "zone", text, span, known, "on the battlefield");
}

/// Pairs of zones, each with its place: `[["hall", "yard"]]`.
fn pairs(
    fields: &mut Fields<'_>,
    key: &'static str,
    names: &[String],
    faults: &Faults,
) -> Option<Vec<((u8, u8), Span)>> {
    let (list, _) = fields.list(key)?;
    let mut pairs = Vec::new();
    for node in list {
        match node.as_list() {
            Some([a, b]) => {
                if let (Some(a), Some(b)) = (zone(a, names, faults), zone(b, names, faults)) {
                    pairs.push(((a, b), node.span));
                }
            }
            _ => faults.push(
                Fault::at(
                    "scenario::type",
                    node.span,
                    format!("`{key}` is pairs of zones"),
                    "no pair",
                )
                .help("write `[[0, 1], [1, 2]]`"),
            ),
        }
    }
    Some(pairs)
}

/// The joins. One of a zone with itself, or a second one of the same zones, is a fault.
fn joins(fields: &mut Fields<'_>, names: &[String], faults: &Faults) -> Option<Vec<(u8, u8)>> {
    let pairs = pairs(fields, "joins", names, faults)?;
    let mut joins: Vec<(u8, u8)> = Vec::new();
    for ((a, b), span) in pairs {
        let wrong = if a == b {
            Some("a zone is not next to itself")
        } else if joins.contains(&(a, b)) || joins.contains(&(b, a)) {
            Some("these are joined already")
        } else {
            None
        };
        match wrong {
            Some(why) => {
                let [a, b] = [a, b].map(|zone| &names[usize::from(zone)]);
                let message = format!("no join from `{a}` to `{b}`");
                faults.push(Fault::at("swift-swords::join", span, message, why));
            }
            None => joins.push((a, b)),
        }
    }
    Some(joins)
}

/// Pairs of zones between which nothing is seen. A zone and itself, or a pair twice, is a fault.
fn blocked(fields: &mut Fields<'_>, names: &[String], faults: &Faults) -> Vec<(u8, u8)> {
    let pairs = pairs(fields, "blocked", names, faults).unwrap_or_default();
    for (at, ((a, b), span)) in pairs.iter().enumerate() {
        let [one, other] = [a, b].map(|zone| &names[usize::from(*zone)]);
        if a == b {
            let message = format!("`{one}` is blocked from itself");
            let label = "the same zone twice";
            faults.push(Fault::at("swift-swords::no-use", *span, message, label));
        }
        let mut before = pairs[..at].iter().map(|(pair, _)| pair);
        if before.any(|pair| *pair == (*a, *b) || *pair == (*b, *a)) {
            let message = format!("`{one}` and `{other}` are blocked twice");
            faults.push(Fault::at(
                "scenario::duplicate",
                *span,
                message,
                "there already",
            ));
        }
    }
    pairs.into_iter().map(|(pair, _)| pair).collect()
}

/// What stands between zones: `[field.walls."0|1"]`.
fn walls(
    fields: &mut Fields<'_>,
    names: &[String],
    (covers, joins): (&IndexMap<String, Cover>, &[(u8, u8)]),
    faults: &Faults,
) -> Vec<Wall> {
    let mut walls = Vec::new();
    let Some((table, span)) = fields.table("walls") else {
        return walls;
    };
    for (name, entry) in table.iter() {
        let what = format!("wall `{name}`");
        let Some(mut row) = row(name, &entry.node, what, WALL, faults) else {
            continue;
        };
        let cover = super::gear::row(&mut row, ("cover", "cover"), covers, faults);
        let choke = row.number("choke");
        row.finish();
        let found = |text: &str| names.iter().position(|name| name == text).map(small);
        let ends = name
            .split_once('|')
            .map(|(a, b)| (found(a.trim()), found(b.trim())));
        match ends {
            Some((Some(a), Some(b))) if joins.contains(&(a, b)) || joins.contains(&(b, a)) => {
                walls.push(Wall {
                    between: (a, b),
                    cover: cover.map(|at| covers[usize::from(at)]),
                    choke,
                });
            }
            _ => faults.push(
                Fault::at(
                    "swift-swords::unknown-zone",
                    entry.key,
                    format!("`{name}` is no boundary"),
                    "not two zones that are joined",
                )
                .help("write the two zones as `\"0|1\"`"),
            ),
        }
    }
    let chokes = walls.iter().filter(|wall| wall.choke > 0).count();
    if chokes > MOST_CHOKES {
        let message = format!("at most {MOST_CHOKES} boundaries have a choke, not {chokes}");
        faults.push(Fault::at("scenario::too-many", span, message, "too many"));
    }
    walls
}

/// The side of a name, as a bit.
fn side(name: &str, span: Span, sides: &[Side], faults: &Faults) -> u64 {
    let at = side_named(sides, (name, span), UNKNOWN_SIDE, faults);
    at.map_or(0, |at| 1 << at)
}

/// Who runs each side: the first listed is the players', unless said otherwise [SST-0-5].
fn players(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> u64 {
    let mut players = 1;
    for (name, entry) in fields.entries("controllers") {
        let bit = side(name, entry.key, sides, faults);
        match entry.node.as_text() {
            Some("player") => players |= bit,
            Some("gm") => players &= !bit,
            _ => faults.push(
                Fault::at(
                    "scenario::word",
                    entry.node.span,
                    format!("the controller of `{name}` is `player` or `gm`"),
                    "in `controllers`",
                )
                .help("write `player` or `gm`"),
            ),
        }
    }
    players
}

/// Sides whose members stand together [SST-3-4].
fn clusters(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> u64 {
    let names = fields.texts_once("clusters").unwrap_or_default();
    let bits = names
        .into_iter()
        .map(|(name, span)| side(name, span, sides, faults));
    bits.fold(0, |all, bit| all | bit)
}

/// Names of sides and combatants that are surprised [SST-4-2].
fn surprised(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> Vec<String> {
    let names = fields.texts_once("surprised").unwrap_or_default();
    let known = || {
        let groups = sides.iter().flat_map(|side| &side.groups);
        let sides = sides.iter().map(|side| side.name.as_str());
        sides.chain(groups.map(|group| group.combatant.as_str()))
    };
    let (kind, place) = ("side or combatant", "among the sides and their combatants");
    known_names(names, known, (UNKNOWN_SIDE, kind, place), faults)
}

/// Where everybody starts, in listing order: `at` is one place for all of a group, or a list of one each. A place is a
/// zone, or `{ zone = …, alone = true, cover = "…" }`.
pub(crate) fn spots(
    ground: &Ground,
    covers: &IndexMap<String, Cover>,
    sides: &[Side],
    faults: &Faults,
) -> Vec<Spot> {
    let here = Spot {
        zone: 0,
        alone: !ground.contact,
        cover: None,
    };
    let read = |node: &Node| spot(node, here, &ground.field.names, covers, faults);
    places_of(sides, here, read, "swift-swords::places", faults)
}

fn spot(
    node: &Node,
    here: Spot,
    names: &[String],
    covers: &IndexMap<String, Cover>,
    faults: &Faults,
) -> Spot {
    let Value::Table(table) = &node.value else {
        return Spot {
            zone: zone(node, names, faults).unwrap_or(0),
            ..here
        };
    };
    let mut fields = Fields::new(table, node.span, "`at`", SPOT, faults);
    let zone = fields
        .node("zone")
        .and_then(|node| zone(node, names, faults));
    let spot = Spot {
        zone: zone.unwrap_or(0),
        alone: fields.truth("alone").unwrap_or(here.alone),
        cover: super::gear::row(&mut fields, ("cover", "cover"), covers, faults),
    };
    fields.finish();
    spot
}
