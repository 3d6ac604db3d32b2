//! The `[field]` of a scenario: zones and joins, who runs which side, who stands where, who is surprised, and what strikes
//! at whole sides from outside the fight.
//!
//! Clauses: SST-0-5, SST-1-1, SST-1-2, SST-3-4, SST-3-11, SST-3-12, SST-4-2, SST-19-7, SST-29-1, SST-31-1..3.

use indexmap::IndexMap;

use super::zones::{Cover, Light, MOST_CHOKES, Wall, Ways};
use crate::fight::SideId;
use crate::rules::draft::places_of;
use crate::rules::swift_swords::fields::{EVENT, MOST_ZONES, SPOT, WALL};
use crate::scenario::tables::{known_names, row};
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, side_named};

/// What faults call a side that is not there.
const UNKNOWN_SIDE: &str = "swift-swords::unknown-side";

/// What `[field]` says.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// The zones, by their names.
    pub names: Vec<String>,
    pub ways: Ways,
    /// Zones that cannot be seen from each, as bits.
    hidden: Vec<u32>,
    pub walls: Vec<Wall>,
    pub light: Light,
    /// Most who may strike at one target in a round; 0: any number [SST-3-11].
    pub max_attackers: u8,
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

/// Something that strikes at the mind of a whole side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    pub round: u32,
    pub side: SideId,
    /// Mental Ranks that it costs; negative: that it gives back.
    pub ranks: i8,
    /// Whether a SPIRIT roll averts it.
    pub test: bool,
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
    let line = (1..names.len()).map(|at| (small(at - 1), small(at)));
    let joins = joins(&mut fields, &names, faults).unwrap_or_else(|| line.collect());
    let hidden = blocked(&mut fields, &names, faults);
    let ground = Ground {
        ways: Ways::new(bits(names.len(), &joins)),
        hidden: bits(names.len(), &hidden),
        walls: walls(&mut fields, &names, (covers, &joins), faults),
        light: fields.choice("light", [Light::Bright, Light::Poor, Light::Dark]),
        max_attackers: fields.number("max_attackers"),
        names,
        players: players(&mut fields, sides, faults),
        clusters: clusters(&mut fields, sides, faults),
        surprised: surprised(&mut fields, sides, faults),
        events: events(&mut fields, sides, faults),
        contact: fields.choice("start", [true, false]),
    };
    fields.finish();
    ground
}

impl Ground {
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// Whether one can see from one zone to another.
    pub(crate) fn sees(&self, a: u8, b: u8) -> bool {
        self.hidden[usize::from(a)] >> b & 1 == 0
    }

    /// Which of the boundaries with a choke value the one between two zones is, and its value [SST-31-3].
    pub(crate) fn choke(&self, a: u8, b: u8) -> Option<(usize, u8)> {
        let mut chokes = self.walls.iter().filter(|wall| wall.choke > 0).enumerate();
        let (at, wall) = chokes.find(|(_, wall)| wall.is_between(a, b))?;
        Some((at, wall.choke))
    }

    /// What stands on the boundary of two zones.
    pub(crate) fn wall(&self, a: u8, b: u8) -> Option<&Wall> {
        self.walls.iter().find(|wall| wall.is_between(a, b))
    }
}

/// What is paired with each of so many zones, as bits.
fn bits(count: usize, pairs: &[(u8, u8)]) -> Vec<u32> {
    let mut bits = vec![0; count];
    for &(a, b) in pairs {
        bits[usize::from(a)] |= 1 << b;
        bits[usize::from(b)] |= 1 << a;
    }
    bits
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
                let wrong = if zones.iter().any(|known| known == name) {
                    "is there already"
                } else if name.parse::<usize>().is_ok_and(|at| at != zones.len()) {
                    "is the number of another zone"
                } else if name.is_empty() || name.contains('|') {
                    "is no name of a zone"
                } else {
                    zones.push(name.to_owned());
                    continue;
                };
                let message = format!("`{name}` {wrong}");
                let code = "swift-swords::zone-name";
                faults.push(Fault::at(code, at, message, "this name"));
            }
            let count = list.len();
            if count == 0 || count > MOST_ZONES {
                let message = format!("a battlefield has 1 to {MOST_ZONES} zones, not {count}");
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
    let (code, span) = ("swift-swords::unknown-zone", node.span);
    let text = match &node.value {
        Value::Text(text) => text.clone(),
        Value::Whole(number) => number.to_string(),
        other => {
            let message = format!("a zone is a name or a number, not {}", other.kind());
            faults.push(Fault::at("scenario::type", span, message, "no zone"));
            return None;
        }
    };
    let at = names.iter().position(|name| *name == text);
    if let (None, Value::Whole(number)) = (at, &node.value)
        && let Some(name) = usize::try_from(*number).ok().and_then(|at| names.get(at))
    {
        let message = format!("no zone called `{number}`");
        let label = "this battlefield's zones have names";
        let help = format!("write `\"{name}\"` for the zone {number}, counted from 0");
        faults.push(Fault::at(code, span, message, label).help(help));
    } else if at.is_none() {
        let known = names.iter().map(String::as_str);
        faults.unknown(code, "zone", &text, span, known, "on the battlefield");
    }
    at.map(small)
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
        let Some([a, b]) = node.as_list() else {
            let message = format!("`{key}` is pairs of zones");
            let fault = Fault::at("scenario::type", node.span, message, "no pair");
            faults.push(fault.help("write `[[0, 1], [1, 2]]`"));
            continue;
        };
        if let (Some(a), Some(b)) = (zone(a, names, faults), zone(b, names, faults)) {
            pairs.push(((a, b), node.span));
        }
    }
    Some(pairs)
}

/// Whether a pair is among these, this way or the other.
fn has(pairs: &[(u8, u8)], a: u8, b: u8) -> bool {
    pairs.contains(&(a, b)) || pairs.contains(&(b, a))
}

/// The joins. One of a zone with itself, or a second one of the same zones, is a fault.
fn joins(fields: &mut Fields<'_>, names: &[String], faults: &Faults) -> Option<Vec<(u8, u8)>> {
    let pairs = pairs(fields, "joins", names, faults)?;
    let mut joins: Vec<(u8, u8)> = Vec::new();
    for ((a, b), span) in pairs {
        let wrong = if a == b {
            "a zone is not next to itself"
        } else if has(&joins, a, b) {
            "these are joined already"
        } else {
            joins.push((a, b));
            continue;
        };
        let [a, b] = [a, b].map(|zone| &names[usize::from(zone)]);
        let message = format!("no join from `{a}` to `{b}`");
        faults.push(Fault::at("swift-swords::join", span, message, wrong));
    }
    Some(joins)
}

/// Pairs of zones between which nothing is seen. A zone and itself, or a pair twice, is a fault.
fn blocked(fields: &mut Fields<'_>, names: &[String], faults: &Faults) -> Vec<(u8, u8)> {
    let mut blocked = Vec::new();
    for ((a, b), span) in pairs(fields, "blocked", names, faults).unwrap_or_default() {
        let [one, other] = [a, b].map(|zone| &names[usize::from(zone)]);
        if a == b {
            let (code, label) = ("swift-swords::no-use", "the same zone twice");
            let message = format!("`{one}` is blocked from itself");
            faults.push(Fault::at(code, span, message, label));
        }
        if has(&blocked, a, b) {
            let (code, label) = ("scenario::duplicate", "there already");
            let message = format!("`{one}` and `{other}` are blocked twice");
            faults.push(Fault::at(code, span, message, label));
        }
        blocked.push((a, b));
    }
    blocked
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
        let cover = super::gear::row(row.text("cover"), "cover", covers, faults);
        let choke = row.number("choke");
        row.finish();
        let found = |text: &str| names.iter().position(|name| name == text).map(small);
        let ends = name.split_once('|');
        match ends.map(|(a, b)| (found(a.trim()), found(b.trim()))) {
            Some((Some(a), Some(b))) if has(joins, a, b) => walls.push(Wall {
                between: (a, b),
                cover: cover.map(|at| covers[usize::from(at)]),
                choke,
            }),
            _ => {
                let code = "swift-swords::unknown-zone";
                let label = "not two zones that are joined";
                let message = format!("`{name}` is no boundary");
                let fault = Fault::at(code, entry.key, message, label);
                faults.push(fault.help("write the two zones as `\"0|1\"`"));
            }
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
            _ => {
                let message = format!("the controller of `{name}` is `player` or `gm`");
                let (code, span) = ("scenario::word", entry.node.span);
                let fault = Fault::at(code, span, message, "in `controllers`");
                faults.push(fault.help("write `player` or `gm`"));
            }
        }
    }
    players
}

/// Sides whose members stand together [SST-3-4].
fn clusters(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> u64 {
    let names = fields.texts_once("clusters").unwrap_or_default();
    let bit = |(name, span)| side(name, span, sides, faults);
    names.into_iter().map(bit).fold(0, |all, bit| all | bit)
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

/// `events = [{ round = 2, side = "orcs", ranks = 1, test = true }]`.
fn events(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> Vec<Event> {
    let Some((list, _)) = fields.list("events") else {
        return Vec::new();
    };
    list.iter()
        .filter_map(|node| {
            let mut row = row("events", node, "event".to_owned(), EVENT, faults)?;
            let round = row.whole_as("round");
            let side = row.text("side");
            let side = side.and_then(|side| side_named(sides, side, UNKNOWN_SIDE, faults));
            let ranks = row.whole_as("ranks");
            let code = "swift-swords::no-use";
            row.check_use("ranks", ranks != Some(0), code, "it costs nothing");
            let test = row.flag("test");
            row.finish();
            Some(Event {
                round: round?,
                side: SideId::at(side?),
                ranks: ranks?,
                test,
            })
        })
        .collect()
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
    let place = |node: Option<&Node>| {
        let place = node.and_then(|node| zone(node, &ground.names, faults));
        place.unwrap_or(0)
    };
    let read = |node: &Node| {
        let Value::Table(table) = &node.value else {
            let zone = place(Some(node));
            return Spot { zone, ..here };
        };
        let mut fields = Fields::new(table, node.span, "`at`", SPOT, faults);
        let spot = Spot {
            zone: place(fields.node("zone")),
            alone: fields.truth("alone").unwrap_or(here.alone),
            cover: super::gear::row(fields.text("cover"), "cover", covers, faults),
        };
        fields.finish();
        spot
    };
    places_of(sides, here, read, "swift-swords::places", faults)
}

#[cfg(test)]
mod tests {
    use super::super::zones::NO_WAY;
    use super::*;

    #[test] // SST-1-1, SST-3-12
    fn ways_and_sight_lead_from_zone_to_zone() {
        let names = ["gate", "yard", "hall", "cellar"].map(str::to_owned);
        let ground = Ground {
            names: names.into(),
            ways: Ways::new(bits(4, &[(0, 1), (1, 2)])),
            hidden: bits(4, &[(0, 2)]),
            walls: Vec::new(),
            light: Light::Bright,
            max_attackers: 0,
            players: 0,
            clusters: 0,
            surprised: Vec::new(),
            contact: true,
            events: Vec::new(),
        };
        let ways = &ground.ways;
        assert_eq!((ways.distance(0, 0), ways.distance(2, 0)), (0, 2));
        assert_eq!(ways.distance(0, 3), NO_WAY);
        assert_eq!(ways.next[1], 0b101);
        assert!(ground.sees(0, 1) && !ground.sees(2, 0));
    }
}
