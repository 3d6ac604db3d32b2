//! The `[field]` of a scenario: zones and joins, what is special about a place, who stands where.
//!
//! Clauses: MUR-0-16, MUR-0-19, MUR-1-7, MUR-7-1, MUR-7-3, MUR-10-7, MUR-12-7. A place is written as the name or number
//! of a zone, or as two neighbours: `"2|3"`.

use super::field::{Feature, Field, Hazard, MOST_BORDERS, Place, line_borders};
use crate::dice::Throw;
use crate::fight::SideId;
use crate::rules::draft::places_of;
use crate::rules::murdham::fields::{FEATURE, MOST_ZONES};
use crate::scenario::tables::row;
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, side_named};

/// What `[field]` says.
#[derive(Debug)]
pub(crate) struct Ground {
    pub field: Field,
    /// The side that started the fight, if that is said.
    pub initiative: Initiative,
    /// The zone by which each side leaves, where one is given.
    pub exits: Vec<Option<Place>>,
}

/// Whom the scenario gives the initiative [MUR-1-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Initiative {
    /// It says nothing: those who lie in ambush have it, or anybody [MUR-11-1].
    Unsaid,
    /// Anybody, ambush or not.
    Random,
    Side(SideId),
}

/// Names of places while the field is being read.
struct Map {
    zones: Vec<String>,
    borders: Vec<(u8, u8)>,
}

/// Reads `[field]`, and every fault in it.
pub(crate) fn read(mut fields: Fields<'_>, sides: &[Side], faults: &Faults) -> Ground {
    let mut map = Map {
        zones: zones(&mut fields, faults),
        borders: Vec::new(),
    };
    map.borders = joins(&mut fields, &map, faults);
    let mut features = vec![Feature::default(); map.zones.len() + map.borders.len()];
    for (name, entry) in fields.entries("places") {
        let Some(place) = map.named(name) else {
            map.unknown(name, entry.key, faults);
            continue;
        };
        let what = format!("place `{name}`");
        let Some(mut fields) = row(name, &entry.node, what, FEATURE, faults) else {
            continue;
        };
        features[usize::from(place)] = feature(&mut fields, faults);
        fields.finish();
    }
    if fields.flag("dark") {
        for feature in &mut features {
            feature.dark = true;
        }
    }
    let blind = blocked(&mut fields, &map, faults);
    let exits = exits(&mut fields, &map, sides, faults);
    let initiative = initiative(&mut fields, sides, faults);
    fields.finish();
    Ground {
        field: Field::new(map.names(), map.borders, features, &blind),
        initiative,
        exits,
    }
}

/// A number of zones in a line, or their names.
fn zones(fields: &mut Fields<'_>, faults: &Faults) -> Vec<String> {
    let line = |count: i64| (0..count).map(|zone| zone.to_string()).collect();
    let Some(node) = fields.node("zones") else {
        return line(1);
    };
    let Some(list) = node.as_list() else {
        return line(fields.number("zones"));
    };
    let mut zones: Vec<String> = Vec::new();
    for (name, span) in fields.texts("zones").unwrap_or_default() {
        let wrong = if name.is_empty() || name.contains('|') {
            "a zone's name has a letter and no `|`"
        } else if name.parse::<usize>().is_ok_and(|at| at != zones.len()) {
            "it is the number of another zone"
        } else if zones.iter().any(|zone| zone == name) {
            "another zone is called so"
        } else {
            zones.push(name.to_owned());
            continue;
        };
        let message = format!("no zone can be called `{name}`");
        faults.push(Fault::at("murdham::zone-name", span, message, wrong));
    }
    if list.is_empty() || list.len() > MOST_ZONES {
        let message = format!("a field has 1 to {MOST_ZONES} zones, not {}", list.len());
        let fault = Fault::at("scenario::range", node.span, message, "in `field`");
        faults.push(fault);
        zones.truncate(MOST_ZONES);
    }
    if zones.is_empty() { line(1) } else { zones }
}

/// The borders: between neighbours on a line, or as the joins say.
fn joins(fields: &mut Fields<'_>, map: &Map, faults: &Faults) -> Vec<(u8, u8)> {
    let Some(node) = fields.node("joins") else {
        return line_borders(map.zones.len());
    };
    let mut borders: Vec<(u8, u8)> = Vec::new();
    for ((a, b), span) in pairs(fields, "joins", map, faults) {
        let wrong = if a == b {
            "a zone is not its own neighbour"
        } else if borders.contains(&(a, b)) || borders.contains(&(b, a)) {
            "these are joined already"
        } else {
            borders.push((a, b));
            continue;
        };
        let [a, b] = [a, b].map(|zone| map.name(zone.into()));
        let message = format!("no join from `{a}` to `{b}`");
        faults.push(Fault::at("murdham::join", span, message, wrong));
    }
    if borders.len() > MOST_BORDERS {
        let (code, label) = ("scenario::too-many", "too many");
        let message = format!("a field has at most {MOST_BORDERS} joins");
        faults.push(Fault::at(code, node.span, message, label));
        borders.truncate(MOST_BORDERS);
    }
    borders
}

/// Pairs of places between which nothing can be seen. A place and itself, or a pair twice, is a fault.
fn blocked(fields: &mut Fields<'_>, map: &Map, faults: &Faults) -> Vec<(Place, Place)> {
    let mut blocked = Vec::new();
    for ((a, b), span) in pairs(fields, "blocked", map, faults) {
        let [one, other] = [a, b].map(|place| map.name(place.into()));
        if a == b {
            let message = format!("`{one}` is blocked from itself");
            let label = "the same place twice";
            faults.push(Fault::at("murdham::no-use", span, message, label));
        }
        if blocked.contains(&(a, b)) || blocked.contains(&(b, a)) {
            let (code, label) = ("scenario::duplicate", "there already");
            let message = format!("`{one}` and `{other}` are blocked twice");
            faults.push(Fault::at(code, span, message, label));
        }
        blocked.push((a, b));
    }
    blocked
}

/// The pairs of a list, each with its place in the text. What is no pair of places is a fault, and left out.
fn pairs(
    fields: &mut Fields<'_>,
    key: &'static str,
    map: &Map,
    faults: &Faults,
) -> Vec<((Place, Place), Span)> {
    let list = fields.list(key).map_or(&[][..], |(list, _)| list);
    let pair = |node: &Node| {
        let Some([a, b]) = node.as_list() else {
            let message = format!("an entry of `{key}` is a list of two places");
            faults.push(Fault::at("scenario::type", node.span, message, "not that"));
            return None;
        };
        let (a, b) = (map.place(a, faults), map.place(b, faults));
        Some(((a?, b?), node.span))
    };
    list.iter().filter_map(pair).collect()
}

fn feature(fields: &mut Fields<'_>, faults: &Faults) -> Feature {
    let [cover, barrier, dark, wall, direct] =
        ["cover", "barrier", "dark", "wall", "direct"].map(|key| fields.flag(key));
    let hazard = match fields.node("hazard") {
        Some(node) if node.as_text() == Some("out") => Some(Hazard::Out),
        Some(_) => {
            let dice = fields.throw("hazard");
            dice.filter(|dice| harmful(*dice, fields, faults))
                .map(|dice| Hazard::Harm { dice, direct })
        }
        None => None,
    };
    let harms = matches!(hazard, Some(Hazard::Harm { .. })) || !direct;
    let why = "there is no harm that goes past armour";
    fields.check_use("direct", harms, "murdham::no-use", why);
    Feature {
        cover,
        barrier,
        dark,
        wall,
        hazard,
    }
}

/// Whether the dice of a hazard are dice that do harm.
fn harmful(dice: Throw, fields: &mut Fields<'_>, faults: &Faults) -> bool {
    let fits = dice.min() >= 0 && dice.max() <= 1000;
    if !fits && let Some(node) = fields.node("hazard") {
        let message = format!("a hazard does 0 to 1000 damage, not `{dice}`");
        let fault = Fault::at("scenario::range", node.span, message, "in this place");
        faults.push(fault.help("write dice, or `out` for one that nobody comes back from"));
    }
    fits
}

fn exits(
    fields: &mut Fields<'_>,
    map: &Map,
    sides: &[Side],
    faults: &Faults,
) -> Vec<Option<Place>> {
    let mut exits = vec![None; sides.len()];
    for (name, entry) in fields.entries("exits") {
        let zone = map.place(&entry.node, faults);
        let is_zone = |place: Place| usize::from(place) < map.zones.len();
        if let Some(place) = zone.filter(|&place| !is_zone(place)) {
            let message = format!("nobody leaves by the border `{}`", map.name(place.into()));
            let (span, label) = (entry.node.span, "an exit is a zone");
            faults.push(Fault::at("murdham::exit", span, message, label));
        }
        if let Some(side) = side_named(sides, (name, entry.key), UNKNOWN_SIDE, faults) {
            exits[side] = zone.filter(|&place| is_zone(place));
        }
    }
    exits
}

fn initiative(fields: &mut Fields<'_>, sides: &[Side], faults: &Faults) -> Initiative {
    let Some((name, span)) = fields.text("initiative") else {
        return Initiative::Unsaid;
    };
    let is_random = name == "random" && sides.iter().all(|side| side.name != name);
    let named = || side_named(sides, (name, span), UNKNOWN_SIDE, faults);
    let side = if is_random { None } else { named() };
    side.map_or(Initiative::Random, |side| {
        Initiative::Side(SideId::at(side))
    })
}

/// What faults call a side that is not there, and a place.
const UNKNOWN_SIDE: &str = "murdham::unknown-side";
const UNKNOWN_PLACE: &str = "murdham::unknown-place";

impl Map {
    fn name(&self, place: usize) -> String {
        match place.checked_sub(self.zones.len()) {
            None => self.zones[place].clone(),
            Some(border) => {
                let (a, b) = self.borders[border];
                let [a, b] = [a, b].map(|zone| self.zones[usize::from(zone)].as_str());
                format!("{a}|{b}")
            }
        }
    }

    /// The place of this name, a border either way round.
    fn named(&self, name: &str) -> Option<Place> {
        let zone = |name: &str| self.zones.iter().position(|zone| zone == name.trim());
        let place = match name.split_once('|') {
            None => zone(name)?,
            Some((a, b)) => {
                let (a, b) = (zone(a)?, zone(b)?);
                let joins = |&(x, y): &(u8, u8)| {
                    let ends = (usize::from(x), usize::from(y));
                    ends == (a, b) || ends == (b, a)
                };
                self.zones.len() + self.borders.iter().position(joins)?
            }
        };
        Some(Place::try_from(place).expect("few places"))
    }

    /// A place as a scenario writes it.
    fn place(&self, node: &Node, faults: &Faults) -> Option<Place> {
        let name = match &node.value {
            Value::Text(name) => name.clone(),
            Value::Whole(number) => number.to_string(),
            other => {
                let message = format!("a place is a zone or a border, not {}", other.kind());
                let fault = Fault::at("scenario::type", node.span, message, "not a place");
                faults.push(fault.help("write `2`, `\"gate\"` or `\"2|3\"`"));
                return None;
            }
        };
        let place = self.named(&name);
        if let (None, Value::Whole(number)) = (place, &node.value)
            && let Some(zone) = usize::try_from(*number).ok()
            && let Some(zone) = self.zones.get(zone)
        {
            let message = format!("no place called `{number}`");
            let label = "this field's zones have names";
            let help = format!("write `\"{zone}\"` for the zone {number}, counted from 0");
            faults.push(Fault::at(UNKNOWN_PLACE, node.span, message, label).help(help));
        } else if place.is_none() {
            self.unknown(&name, node.span, faults);
        }
        place
    }

    fn unknown(&self, name: &str, span: Span, faults: &Faults) {
        let names = self.names();
        let known = names.iter().map(String::as_str);
        faults.unknown(UNKNOWN_PLACE, "place", name, span, known, "on this field");
    }

    /// Names of all places, zones first.
    fn names(&self) -> Vec<String> {
        let places = 0..self.zones.len() + self.borders.len();
        places.map(|place| self.name(place)).collect()
    }
}

/// Start places in listing order: `at` is one place for all of a group, or a list of one each.
pub(crate) fn places(field: &Field, sides: &[Side], faults: &Faults) -> Vec<Place> {
    let map = Map {
        zones: field.names[..field.zones].to_vec(),
        borders: field.borders.clone(),
    };
    let place = |node: &Node| {
        let place = map.place(node, faults).unwrap_or(0);
        if field.feature(place).wall {
            let message = format!("`{}` is a wall", map.name(place.into()));
            let (code, label) = ("murdham::in-a-wall", "nobody can stand there");
            faults.push(Fault::at(code, node.span, message, label));
        }
        place
    };
    places_of(sides, 0, place, "murdham::places", faults)
}
