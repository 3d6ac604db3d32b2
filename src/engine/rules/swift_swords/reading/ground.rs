//! Reads `[field]`: zones and their connections, the sides that players run, starting places, surprise, and
//! events that affect whole sides.
//!
//! Clauses: SST-0-5, SST-1-1, SST-1-2, SST-3-4, SST-3-11, SST-3-12, SST-4-2, SST-19-7, SST-29-1, SST-31-1..3.

use super::gear;
use super::zones::{Cover, Covers, MOST_CHOKES, Wall, Ways};
use crate::fight::SideId;
use crate::frame::draft::places_of;
use crate::rules::swift_swords::fields::{EVENT, MOST_ZONES, SPOT, WALL, modifier};
use crate::scenario::tables::{inner, known_name, known_names};
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, side_named};
use crate::suggest::help_for;

/// Fault codes for a side or a zone that does not exist.
const UNKNOWN_SIDE: &str = "swift-swords::unknown-side";
const UNKNOWN_ZONE: &str = "swift-swords::unknown-zone";

/// The contents of `[field]`.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// The names of the zones, by zone number.
    pub names: Vec<String>,
    pub ways: Ways,
    /// For each zone, the zones that are not visible from it, as bits.
    hidden: Vec<u32>,
    pub walls: Vec<Wall>,
    /// The modifier for the light, by index in the table of modifiers. `None` in bright light [SST-11-1].
    pub light: Option<usize>,
    /// Maximum number of attackers of one target in a round. 0 for any number [SST-3-11].
    pub max_attackers: u8,
    /// The sides that players run, as bits [SST-0-5].
    pub players: u64,
    /// The sides whose members start together in one group, as bits [SST-3-4].
    pub clusters: u64,
    /// The names of sides and combatants that are surprised [SST-4-2].
    pub surprised: Vec<String>,
    /// Whether all creatures in a zone start in contact, unless their starting place says otherwise
    /// [SST-1-2].
    pub contact: bool,
    /// Events that affect whole sides, in the order of the scenario [SST-19-7].
    pub events: Vec<Event>,
}

/// An event that affects the morale of a whole side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    pub round: u32,
    pub side: SideId,
    /// The number of Mental Ranks that the event costs. A negative number restores Ranks.
    pub ranks: i8,
    /// Whether a SPIRIT roll prevents the loss.
    pub test: bool,
}

/// A starting place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub zone: u8,
    pub alone: bool,
    pub cover: Option<Cover>,
}

/// Reads the keys of the field. Its other members are the names that values of these keys may use.
struct Reader<'n, 'r> {
    fields: Fields<'n>,
    names: Vec<String>,
    covers: &'r Covers,
    sides: &'r [Side],
    faults: &'n Faults,
}

/// Reads `[field]`, and reports every fault in it.
pub(crate) fn read(mut fields: Fields<'_>, covers: &Covers, sides: &[Side]) -> Ground {
    let mut of = Reader {
        names: zones(&mut fields),
        faults: fields.faults(),
        fields,
        covers,
        sides,
    };
    let count = of.names.len();
    let line = (1..count).map(|at| (small(at - 1), small(at)));
    let light = [
        None,
        Some(modifier("poor_light")),
        Some(modifier("darkness")),
    ];
    let joins = of.joins().unwrap_or_else(|| line.collect());
    let ground = Ground {
        hidden: bits(count, &of.blocked()),
        walls: of.walls(&joins),
        light: of.fields.choice("light", light),
        max_attackers: of.fields.number("max_attackers"),
        players: of.players(),
        clusters: of.clusters(),
        surprised: of.surprised(),
        events: of.events(),
        contact: of.fields.choice("start", [true, false]),
        ways: Ways::new(bits(count, &joins)),
        names: of.names,
    };
    of.fields.finish();
    ground
}

impl Ground {
    pub(crate) fn count(&self) -> usize {
        self.names.len()
    }

    /// Returns whether zone `b` is visible from zone `a`.
    pub(crate) fn sees(&self, a: u8, b: u8) -> bool {
        self.hidden[usize::from(a)] >> b & 1 == 0
    }

    /// Returns the choke value of the boundary between two zones, with the index of this boundary among those
    /// that have a choke value [SST-31-3].
    pub(crate) fn choke(&self, a: u8, b: u8) -> Option<(usize, u8)> {
        let mut chokes = self.walls.iter().filter(|wall| wall.choke > 0).enumerate();
        let (at, wall) = chokes.find(|(_, wall)| wall.is_between(a, b))?;
        Some((at, wall.choke))
    }

    /// Returns the obstacle on the boundary between two zones.
    pub(crate) fn wall(&self, a: u8, b: u8) -> Option<&Wall> {
        self.walls.iter().find(|wall| wall.is_between(a, b))
    }
}

/// Returns, for each of `count` zones, the zones that it is paired with, as bits.
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

/// Returns whether `pairs` contains a pair, in either order.
fn has(pairs: &[(u8, u8)], (a, b): (u8, u8)) -> bool {
    pairs.contains(&(a, b)) || pairs.contains(&(b, a))
}

/// Reads the zones of a field, given by their number or by their names.
fn zones(fields: &mut Fields<'_>) -> Vec<String> {
    let faults = fields.faults();
    let line = |count: i64| (0..count).map(|zone| zone.to_string()).collect();
    let node = fields.node("zones");
    let Some((list, node)) = node.and_then(|node| Some((node.as_list()?, node))) else {
        return line(fields.number("zones"));
    };
    let mut zones: Vec<String> = Vec::new();
    for (name, at) in fields.texts("zones").unwrap_or_default() {
        let wrong = if zones.iter().any(|known| known == name) {
            "is used twice"
        } else if name.parse::<usize>().is_ok_and(|at| at != zones.len()) {
            "is the number of another zone"
        } else if name.is_empty() || name.contains('|') {
            "cannot be the name of a zone"
        } else {
            zones.push(name.to_owned());
            continue;
        };
        let message = format!("`{name}` {wrong}");
        faults.note("swift-swords::zone-name", at, message, "this name");
    }
    let count = list.len();
    if count == 0 || count > MOST_ZONES {
        let message = format!("a battlefield must have 1 to {MOST_ZONES} zones, not {count}");
        faults.note("scenario::range", node.span, message, "too few or too many");
    }
    zones.truncate(MOST_ZONES);
    if zones.is_empty() { line(1) } else { zones }
}

/// Reads a zone, given by its name or number.
pub(crate) fn zone(node: &Node, names: &[String], faults: &Faults) -> Option<u8> {
    let span = node.span;
    let text = match &node.value {
        Value::Text(text) => text.clone(),
        Value::Whole(number) => number.to_string(),
        other => {
            let message = format!("a zone must be a name or a number, not {}", other.kind());
            faults.note("scenario::type", span, message, "not a zone");
            return None;
        }
    };
    if let Value::Whole(number) = node.value
        && !names.contains(&text)
        && let Some(name) = usize::try_from(number).ok().and_then(|at| names.get(at))
    {
        let message = format!("there is no zone named `{number}`");
        let label = "the zones of this battlefield have names";
        let help = format!("write `\"{name}\"` for the zone {number}, counted from 0");
        faults.push(Fault::at(UNKNOWN_ZONE, span, message, label).help(help));
        return None;
    }
    let known = || names.iter().map(String::as_str);
    let unknown = (UNKNOWN_ZONE, "zone", "on the battlefield");
    known_name((&text, span), known, unknown, faults).map(small)
}

impl Reader<'_, '_> {
    /// Reads pairs of zones, such as `[["hall", "yard"]]`. `check` decides whether a pair is valid. Its
    /// arguments are the zones, their names, and whether the pair is already in the list.
    fn pairs(
        &mut self,
        key: &'static str,
        check: impl Fn(&Faults, Span, [&String; 2], bool) -> bool,
    ) -> Option<Vec<(u8, u8)>> {
        let (list, _) = self.fields.list(key)?;
        let mut pairs = Vec::new();
        for node in list {
            let Some([a, b]) = node.as_list() else {
                let message = format!("`{key}` must be a list of pairs of zones");
                let fault = Fault::at("scenario::type", node.span, message, "not a pair");
                self.faults.push(fault.help("write `[[0, 1], [1, 2]]`"));
                continue;
            };
            let ends = [a, b].map(|node| zone(node, &self.names, self.faults));
            if let [Some(a), Some(b)] = ends {
                let names = [a, b].map(|zone| &self.names[usize::from(zone)]);
                if check(self.faults, node.span, names, has(&pairs, (a, b))) {
                    pairs.push((a, b));
                }
            }
        }
        Some(pairs)
    }

    /// Reads the connections of zones. A zone connected to itself, or a pair given twice, is reported as a
    /// fault.
    fn joins(&mut self) -> Option<Vec<(u8, u8)>> {
        self.pairs("joins", |faults, span, [a, b], again| {
            let wrong = match again {
                _ if a == b => "a zone is not next to itself",
                true => "these are joined already",
                false => return true,
            };
            let message = format!("`{a}` and `{b}` are not joined");
            faults.note("swift-swords::join", span, message, wrong);
            false
        })
    }

    /// Reads the pairs of zones without a line of sight. A zone paired with itself, or a pair given twice, is
    /// reported as a fault.
    fn blocked(&mut self) -> Vec<(u8, u8)> {
        let blocked = self.pairs("blocked", |faults, span, [a, b], again| {
            if a == b {
                let message = format!("`{a}` is blocked from itself");
                faults.note("swift-swords::no-use", span, message, "the same zone twice");
            }
            if again {
                let message = format!("`{a}` and `{b}` are blocked twice");
                faults.note("scenario::duplicate", span, message, "repeated");
            }
            true
        });
        blocked.unwrap_or_default()
    }

    /// Reads the obstacles between zones, such as `[field.walls."0|1"]`.
    fn walls(&mut self, joins: &[(u8, u8)]) -> Vec<Wall> {
        let mut walls = Vec::new();
        for (name, entry) in self.fields.entries("walls") {
            let what = format!("wall `{name}`");
            let Some(mut row) = inner(name, &entry.node, what, WALL, self.faults) else {
                continue;
            };
            let cover = gear::row(&mut row, "cover", "cover", self.covers);
            let choke = row.number("choke");
            row.finish();
            let found = |text: &str| self.names.iter().position(|name| name == text.trim());
            let ends = name.split_once('|');
            let between = ends.and_then(|(a, b)| Some((small(found(a)?), small(found(b)?))));
            if let Some(between) = between.filter(|&between| has(joins, between)) {
                walls.push(Wall {
                    between,
                    cover,
                    choke,
                });
            } else {
                let message = format!("`{name}` is not a boundary");
                let (code, label) = (UNKNOWN_ZONE, "not two joined zones");
                let fault = Fault::at(code, entry.key, message, label);
                let zones = |&(a, b): &(u8, u8)| [a, b].map(|zone| &*self.names[usize::from(zone)]);
                let known: Vec<String> = joins.iter().map(|join| zones(join).join("|")).collect();
                let known = known.iter().map(String::as_str);
                self.faults.push(fault.help_if(help_for(name, known)));
            }
        }
        let chokes = walls.iter().filter(|wall| wall.choke > 0).count();
        if chokes > MOST_CHOKES
            && let Some(node) = self.fields.node("walls")
        {
            let message =
                format!("at most {MOST_CHOKES} boundaries can have a choke, not {chokes}");
            let code = "scenario::too-many";
            self.faults.note(code, node.span, message, "too many");
        }
        walls
    }

    /// Returns the bit of the side with this name.
    fn side(&self, name: (&str, Span)) -> u64 {
        let at = side_named(self.sides, name, UNKNOWN_SIDE, self.faults);
        at.map_or(0, |at| 1 << at)
    }

    /// Reads the sides that players run. By default this is the side listed first [SST-0-5].
    fn players(&mut self) -> u64 {
        let mut players = 1;
        for (name, entry) in self.fields.entries("controllers") {
            let bit = self.side((name, entry.key));
            match entry.node.as_text() {
                Some("player") => players |= bit,
                Some("gm") => players &= !bit,
                _ => {
                    let message = format!("the controller of `{name}` must be `player` or `gm`");
                    let (code, label) = ("scenario::word", "in `controllers`");
                    let fault = Fault::at(code, entry.node.span, message, label);
                    self.faults.push(fault.help("write `player` or `gm`"));
                }
            }
        }
        players
    }

    /// Reads the sides whose members start together in one group [SST-3-4].
    fn clusters(&mut self) -> u64 {
        let names = self.fields.texts_once("clusters").unwrap_or_default();
        names.into_iter().fold(0, |all, name| all | self.side(name))
    }

    /// Reads the names of sides and combatants that are surprised [SST-4-2].
    fn surprised(&mut self) -> Vec<String> {
        let names = self.fields.texts_once("surprised").unwrap_or_default();
        let known = || {
            let groups = self.sides.iter().flat_map(|side| &side.groups);
            let sides = self.sides.iter().map(|side| side.name.as_str());
            sides.chain(groups.map(|group| group.combatant.as_str()))
        };
        let (kind, place) = ("side or combatant", "among the sides and their combatants");
        known_names(names, known, (UNKNOWN_SIDE, kind, place), self.faults)
    }

    /// Reads events, such as `events = [{ round = 2, side = "orcs", ranks = 1, test = true }]`.
    fn events(&mut self) -> Vec<Event> {
        let list = self.fields.list("events").map_or(&[][..], |(list, _)| list);
        let event = |node| {
            let mut row = inner("events", node, "event".to_owned(), EVENT, self.faults)?;
            let side = row.text("side");
            let side =
                side.and_then(|side| side_named(self.sides, side, UNKNOWN_SIDE, self.faults));
            let event = Event {
                side: SideId::at(side.unwrap_or(0)),
                round: row.number("round"),
                ranks: row.number("ranks"),
                test: row.flag("test"),
            };
            let (code, why) = ("swift-swords::no-use", "it costs nothing");
            row.check_use("ranks", event.ranks != 0, code, why);
            row.finish();
            Some(event)
        };
        list.iter().filter_map(event).collect()
    }
}

/// Returns the starting places, in listing order. `at` is one place for a whole group, or a list with one
/// place for each fighter. A place is a zone, or `{ zone = …, alone = true, cover = "…" }`.
pub(crate) fn spots(
    ground: &Ground,
    covers: &Covers,
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
            cover: gear::row(&mut fields, "cover", "cover", covers),
        };
        fields.finish();
        spot
    };
    places_of(sides, here, read, "swift-swords::places", faults)
}
