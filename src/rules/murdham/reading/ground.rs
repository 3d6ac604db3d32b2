//! The `[field]` of a scenario: zones and joins, what is special about a place, who stands where.
//!
//! Clauses: MUR-0-16, MUR-0-19, MUR-1-7, MUR-7-1, MUR-7-3, MUR-10-7, MUR-12-7. A place is written as the name or number
//! of a zone, or as two neighbours: `"2|3"`.

use super::field::{Feature, Field, Hazard, MOST_BORDERS, Place};
use crate::dice::Throw;
use crate::fight::SideId;
use crate::rules::draft::places_of;
use crate::rules::murdham::fields::{FEATURE, MOST_ZONES};
use crate::scenario::tables::row;
use crate::scenario::{Fault, Faults, Fields, Node, Side, Value, side_named};

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
    let zones = zones(&mut fields, faults);
    let mut map = Map {
        zones,
        borders: Vec::new(),
    };
    map.borders = joins(&mut fields, &map, faults);
    let count = map.zones.len() + map.borders.len();
    let mut features = vec![Feature::default(); count];
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
    let names = (0..count).map(|place| map.name(place)).collect();
    Ground {
        field: Field::new(names, map.borders, features, &blind),
        initiative,
        exits,
    }
}

/// A number of zones in a line, or their names.
fn zones(fields: &mut Fields<'_>, faults: &Faults) -> Vec<String> {
    let line = |count: i64| (0..count).map(|zone| zone.to_string()).collect();
    match fields.node("zones").map(|node| &node.value) {
        None => line(1),
        Some(Value::List(list)) => {
            let mut zones: Vec<String> = Vec::new();
            for (name, span) in fields.texts("zones").unwrap_or_default() {
                let wrong = if name.is_empty() || name.contains('|') {
                    Some("a zone's name has a letter and no `|`")
                } else if name.parse::<usize>().is_ok_and(|at| at != zones.len()) {
                    Some("it is the number of another zone")
                } else if zones.iter().any(|zone| zone == name) {
                    Some("another zone is called so")
                } else {
                    None
                };
                match wrong {
                    Some(why) => faults.push(Fault::at(
                        "murdham::zone-name",
                        span,
                        format!("no zone can be called `{name}`"),
                        why,
                    )),
                    None => zones.push(name.to_owned()),
                }
            }
            if list.is_empty() || list.len() > MOST_ZONES {
                let span = fields.node("zones").expect("it has just been read").span;
                faults.push(Fault::at(
                    "scenario::range",
                    span,
                    format!("a field has 1 to {MOST_ZONES} zones, not {}", list.len()),
                    "in `field`",
                ));
                zones.truncate(MOST_ZONES);
            }
            if zones.is_empty() { line(1) } else { zones }
        }
        Some(_) => line(fields.number("zones")),
    }
}

/// The borders: between neighbours on a line, or as the joins say.
fn joins(fields: &mut Fields<'_>, map: &Map, faults: &Faults) -> Vec<(u8, u8)> {
    let small = |zone: usize| u8::try_from(zone).expect("few zones");
    let Some(node) = fields.node("joins") else {
        return (1..map.zones.len())
            .map(|zone| (small(zone - 1), small(zone)))
            .collect();
    };
    let mut borders: Vec<(u8, u8)> = Vec::new();
    let spans = node.as_list().unwrap_or_default();
    for (pair, node) in pairs_with(fields, "joins", map, faults)
        .into_iter()
        .zip(spans)
    {
        let Some((a, b)) = pair else { continue };
        let wrong = if a == b {
            Some("a zone is not its own neighbour")
        } else if borders.contains(&(a, b)) || borders.contains(&(b, a)) {
            Some("these are joined already")
        } else {
            None
        };
        match wrong {
            Some(why) => faults.push(Fault::at(
                "murdham::join",
                node.span,
                format!(
                    "no join from `{}` to `{}`",
                    map.zones[usize::from(a)],
                    map.zones[usize::from(b)]
                ),
                why,
            )),
            None => borders.push((a, b)),
        }
    }
    if borders.len() > MOST_BORDERS {
        faults.push(Fault::at(
            "scenario::too-many",
            node.span,
            format!("a field has at most {MOST_BORDERS} joins"),
            "too many",
        ));
        borders.truncate(MOST_BORDERS);
    }
    borders
}

/// Pairs of places between which nothing can be seen. A place and itself, or a pair twice, is a fault.
fn blocked(fields: &mut Fields<'_>, map: &Map, faults: &Faults) -> Vec<(Place, Place)> {
    let pairs = pairs_with(fields, "blocked", map, faults);
    let list = fields.node("blocked").and_then(Node::as_list);
    for (at, (pair, node)) in pairs.iter().zip(list.unwrap_or_default()).enumerate() {
        let Some((a, b)) = *pair else { continue };
        let [one, other] = [a, b].map(|place| map.name(place.into()));
        if a == b {
            let message = format!("`{one}` is blocked from itself");
            let label = "the same place twice";
            faults.push(Fault::at("murdham::no-use", node.span, message, label));
        }
        let mut before = pairs[..at].iter().flatten();
        if before.any(|pair| *pair == (a, b) || *pair == (b, a)) {
            let message = format!("`{one}` and `{other}` are blocked twice");
            let fault = Fault::at("scenario::duplicate", node.span, message, "there already");
            faults.push(fault);
        }
    }
    pairs.into_iter().flatten().collect()
}

fn pairs_with(
    fields: &mut Fields<'_>,
    key: &'static str,
    map: &Map,
    faults: &Faults,
) -> Vec<Option<(Place, Place)>> {
    if fields.node(key).is_none() {
        return Vec::new();
    }
    let Some((list, _)) = fields.list(key) else {
        return Vec::new();
    };
    let pair = |node: &Node| {
        let Some([a, b]) = node.as_list() else {
            faults.push(Fault::at(
                "scenario::type",
                node.span,
                format!("an entry of `{key}` is a list of two places"),
                "not that",
            ));
            return None;
        };
        let ends = (map.place(a, faults), map.place(b, faults));
        Some((ends.0?, ends.1?))
    };
    list.iter().map(pair).collect()
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
        faults.push(
            Fault::at(
                "scenario::range",
                node.span,
                format!("a hazard does 0 to 1000 damage, not `{dice}`"),
                "in this place",
            )
            .help("write dice, or `out` for one that nobody comes back from"),
        );
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
            faults.push(Fault::at(
                "murdham::exit",
                entry.node.span,
                format!("nobody leaves by the border `{}`", map.name(place.into())),
                "an exit is a zone",
            ));
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

/// What faults call a side that is not there.
const UNKNOWN_SIDE: &str = "murdham::unknown-side";

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
                    let (x, y) = (usize::from(x), usize::from(y));
                    (x, y) == (a, b) || (y, x) == (a, b)
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
                faults.push(
                    Fault::at(
                        "scenario::type",
                        node.span,
                        format!("a place is a zone or a border, not {}", other.kind()),
                        "not a place",
                    )
                    .help("write `2`, `\"gate\"` or `\"2|3\"`"),
                );
                return None;
            }
        };
        let place = self.named(&name);
        if let (None, Value::Whole(number)) = (place, &node.value)
            && let Some(zone) = usize::try_from(*number)
                .ok()
                .and_then(|at| self.zones.get(at))
        {
            let message = format!("no place called `{number}`");
            let label = "this field's zones have names";
            let fault = Fault::at("murdham::unknown-place", node.span, message, label);
            faults.push(fault.help(format!(
                "write `\"{zone}\"` for the zone {number}, counted from 0"
            )));
        } else if place.is_none() {
            self.unknown(&name, node.span, faults);
        }
        place
    }

    fn unknown(&self, name: &str, span: crate::scenario::Span, faults: &Faults) {
        let names: Vec<String> = (0..self.zones.len() + self.borders.len())
            .map(|place| self.name(place))
            .collect();
        let known = names.iter().map(String::as_str);
        let code = "murdham::unknown-place";
        faults.unknown(code, "place", name, span, known, "on this field");
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
            faults.push(Fault::at(
                "murdham::in-a-wall",
                node.span,
                format!("`{}` is a wall", field.names[usize::from(place)]),
                "nobody can stand there",
            ));
        }
        place
    };
    places_of(sides, 0, place, "murdham::places", faults)
}
