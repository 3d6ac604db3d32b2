//! Reads `[field]`, the battlefield of a scenario: zones and joins, the features of places, and starting
//! places.
//!
//! Clauses: MUR-0-16, MUR-0-19, MUR-1-7, MUR-7-1, MUR-7-3, MUR-10-7, MUR-12-7. In a scenario, a place is the
//! name or number of a zone, or the names or numbers of two neighbouring zones for the border between them:
//! `"2|3"`.

use super::field::{Field, MOST_BORDERS, Place, line_borders};
use crate::dice::Throw;
use crate::fight::SideId;
use crate::frame::draft::places_of;
use crate::rules::murdham::fields::{FEATURE, MOST_ZONES};
use crate::rules::murdham::rules::Zones;
use crate::scenario::tables::inner;
use crate::scenario::{Fault, Faults, Fields, Node, Side, Span, Value, keyed, side_named};

/// The checked contents of `[field]`.
#[derive(Debug)]
pub(crate) struct Ground {
    pub field: Field,
    /// The side that has the initiative.
    pub initiative: Initiative,
    /// The exit zone of each side, if the scenario gives one.
    pub exits: Vec<Option<Place>>,
}

/// The initiative according to the scenario [MUR-1-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Initiative {
    /// The scenario does not mention it. A side in ambush has the initiative, or else a random side
    /// [MUR-11-1].
    Unsaid,
    /// A random side has the initiative, even if a side lies in ambush.
    Random,
    Side(SideId),
}

keyed! {
    /// The features of a place.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(crate) struct Feature {
        /// Whether the place protects characters in it against attackers who are not nearby [MUR-7-1].
        pub cover: bool,
        /// Whether attackers who are not nearby cannot attack characters in the place [MUR-7-3].
        pub barrier: bool,
        /// Whether only characters that see in the dark can see into the place [MUR-0-19].
        pub dark: bool,
        /// Whether the place is a wall, which nobody can enter.
        pub wall: bool,
    }
    beside {
        /// The danger to a character that is shoved into the place, if there is one [MUR-10-7].
        pub hazard: Option<Hazard>,
    }
}

/// The danger to a character that is shoved into a place [MUR-10-7].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hazard {
    /// The character suffers this damage. If `direct` is true, its armour does not help.
    Harm { throw: Throw, direct: bool },
    /// The character dies.
    Out,
}

/// Reads `[field]` and reports every fault.
pub(crate) fn read(
    mut fields: Fields<'_>,
    sides: &[Side],
    rules: Zones,
    faults: &Faults,
) -> Ground {
    let mut names = zones(&mut fields);
    let borders = joins(&mut fields, &names);
    let joined = |&(a, b): &(u8, u8)| [a, b].map(|zone| &*names[usize::from(zone)]).join("|");
    let joined: Vec<String> = borders.iter().map(joined).collect();
    names.extend(joined);
    let mut features = vec![Feature::default(); names.len()];
    for (name, entry) in fields.entries("places") {
        let Some(place) = named(&names, name) else {
            unknown(&names, name, entry.key, faults);
            continue;
        };
        let what = format!("place `{name}`");
        let Some(mut fields) = inner(name, &entry.node, what, FEATURE, faults) else {
            continue;
        };
        features[usize::from(place)] = feature(&mut fields);
        fields.finish();
    }
    if fields.flag("dark") {
        for feature in &mut features {
            feature.dark = true;
        }
    }
    let blind = blocked(&mut fields, &names);
    let exits = exits(&mut fields, &names, sides);
    let initiative = initiative(&mut fields, sides);
    fields.finish();
    let mut field = Field::new(names, borders, features, &blind);
    field.reach = rules.nearby;
    Ground {
        field,
        initiative,
        exits,
    }
}

/// Reads the zones, given by their number or by their names. Returns the names.
fn zones(fields: &mut Fields<'_>) -> Vec<String> {
    let faults = fields.faults();
    let line = |count: i64| (0..count).map(|zone| zone.to_string()).collect();
    let list = fields.node("zones");
    let Some((list, span)) = list.and_then(|node| Some((node.as_list()?, node.span))) else {
        return line(fields.number("zones"));
    };
    let mut zones: Vec<String> = Vec::new();
    for (name, at) in fields.texts("zones").unwrap_or_default() {
        let wrong = if name.is_empty() || name.contains('|') {
            "the name of a zone needs a letter and no `|`"
        } else if name.parse::<usize>().is_ok_and(|at| at != zones.len()) {
            "it is the number of another zone"
        } else if zones.iter().any(|zone| zone == name) {
            "another zone has this name"
        } else {
            zones.push(name.to_owned());
            continue;
        };
        let message = format!("a zone cannot be named `{name}`");
        faults.note("murdham::zone-name", at, message, wrong);
    }
    if list.is_empty() || list.len() > MOST_ZONES {
        let message = format!(
            "a field must have 1 to {MOST_ZONES} zones, not {}",
            list.len()
        );
        faults.note("scenario::range", span, message, "in `field`");
        zones.truncate(MOST_ZONES);
    }
    if zones.is_empty() { line(1) } else { zones }
}

/// Reads the borders. Without the key `joins`, the zones form a line, with a border between each two
/// neighbours.
fn joins(fields: &mut Fields<'_>, zones: &[String]) -> Vec<(u8, u8)> {
    let faults = fields.faults();
    let Some(node) = fields.node("joins") else {
        return line_borders(zones.len());
    };
    let mut borders: Vec<(u8, u8)> = Vec::new();
    for ((a, b), span) in pairs(fields, "joins", zones) {
        let wrong = if a == b {
            "a zone is not its own neighbour"
        } else if borders.contains(&(a, b)) || borders.contains(&(b, a)) {
            "these are joined already"
        } else {
            borders.push((a, b));
            continue;
        };
        let [a, b] = [a, b].map(|zone| &zones[usize::from(zone)]);
        let message = format!("`{a}` and `{b}` are not joined");
        faults.note("murdham::join", span, message, wrong);
    }
    if borders.len() > MOST_BORDERS {
        let message = format!("a field can have at most {MOST_BORDERS} joins");
        faults.note("scenario::too-many", node.span, message, "too many");
        borders.truncate(MOST_BORDERS);
    }
    borders
}

/// Reads the pairs of places without a line of sight. Reports a place paired with itself, and a pair given
/// twice.
fn blocked(fields: &mut Fields<'_>, names: &[String]) -> Vec<(Place, Place)> {
    let faults = fields.faults();
    let mut blocked = Vec::new();
    for ((a, b), span) in pairs(fields, "blocked", names) {
        let [one, other] = [a, b].map(|place| &names[usize::from(place)]);
        if a == b {
            let message = format!("`{one}` is blocked from itself");
            faults.note("murdham::no-use", span, message, "the same place twice");
        }
        if blocked.contains(&(a, b)) || blocked.contains(&(b, a)) {
            let message = format!("`{one}` and `{other}` are blocked twice");
            faults.note("scenario::duplicate", span, message, "repeated");
        }
        blocked.push((a, b));
    }
    blocked
}

/// Reads a list of pairs of places, each pair with its position in the text. Faulty entries are reported and
/// left out.
fn pairs(
    fields: &mut Fields<'_>,
    key: &'static str,
    names: &[String],
) -> Vec<((Place, Place), Span)> {
    let faults = fields.faults();
    let list = fields.list(key).map_or(&[][..], |(list, _)| list);
    let pair = |node: &Node| {
        let Some([a, b]) = node.as_list() else {
            let message = format!("an entry of `{key}` must be a list of two places");
            faults.note("scenario::type", node.span, message, "not two places");
            return None;
        };
        let (a, b) = (place(names, a, faults), place(names, b, faults));
        Some(((a?, b?), node.span))
    };
    list.iter().filter_map(pair).collect()
}

fn feature(fields: &mut Fields<'_>) -> Feature {
    let direct = fields.flag("direct");
    let out = fields.node("hazard").and_then(Node::as_text) == Some("out");
    let hazard = if out {
        Some(Hazard::Out)
    } else {
        harm(fields).map(|throw| Hazard::Harm { throw, direct })
    };
    let harms = matches!(hazard, Some(Hazard::Harm { .. })) || !direct;
    let why = "no damage goes past armour here";
    fields.check_use("direct", harms, "murdham::no-use", why);
    Feature {
        hazard,
        ..Feature::keys(fields)
    }
}

/// Reads the dice of a hazard. Returns `None` if the hazard has no dice or if they are out of range.
fn harm(fields: &mut Fields<'_>) -> Option<Throw> {
    let (dice, node) = (fields.throw("hazard")?, fields.node("hazard")?);
    if dice.min() >= 0 && dice.max() <= 1000 {
        return Some(dice);
    }
    let message = format!("a hazard must do 0 to 1000 damage, not `{dice}`");
    let fault = Fault::at("scenario::range", node.span, message, "in this place");
    let help = "write dice, or `out` if nobody can come back from it";
    fields.faults().push(fault.help(help));
    None
}

fn exits(fields: &mut Fields<'_>, names: &[String], sides: &[Side]) -> Vec<Option<Place>> {
    let faults = fields.faults();
    let mut exits = vec![None; sides.len()];
    for (name, entry) in fields.entries("exits") {
        let place = place(names, &entry.node, faults);
        let zone = place.filter(|&place| is_zone(&names[usize::from(place)]));
        if let (Some(place), None) = (place, zone) {
            let (border, span) = (&names[usize::from(place)], entry.node.span);
            let message = format!("the border `{border}` cannot be an exit");
            faults.note("murdham::exit", span, message, "not a zone");
        }
        if let Some(side) = side_named(sides, (name, entry.key), UNKNOWN_SIDE, faults) {
            exits[side] = zone;
        }
    }
    exits
}

fn initiative(fields: &mut Fields<'_>, sides: &[Side]) -> Initiative {
    let Some((name, span)) = fields.text("initiative") else {
        return Initiative::Unsaid;
    };
    let is_random = name == "random" && sides.iter().all(|side| side.name != name);
    let named = || side_named(sides, (name, span), UNKNOWN_SIDE, fields.faults());
    let side = if is_random { None } else { named() };
    side.map_or(Initiative::Random, |side| {
        Initiative::Side(SideId::at(side))
    })
}

/// The fault codes for an unknown side and an unknown place.
const UNKNOWN_SIDE: &str = "murdham::unknown-side";
const UNKNOWN_PLACE: &str = "murdham::unknown-place";

/// Returns whether the place with this name is a zone. The name of a border consists of two names with `|`
/// between them.
fn is_zone(name: &str) -> bool {
    !name.contains('|')
}

/// Returns the place with this name, or `None` if no place has it. In the name of a border, the two zones may
/// come in either order.
fn named(names: &[String], name: &str) -> Option<Place> {
    let mut zones: Vec<&str> = name.split('|').map(str::trim).collect();
    let one = zones.join("|");
    zones.reverse();
    let other = zones.join("|");
    let place = names
        .iter()
        .position(|name| *name == one || *name == other)?;
    Some(Place::try_from(place).expect("few places"))
}

/// Reads a place as a scenario writes it.
fn place(names: &[String], node: &Node, faults: &Faults) -> Option<Place> {
    let name = match &node.value {
        Value::Text(name) => name.clone(),
        Value::Whole(number) => number.to_string(),
        other => {
            let message = format!("a place must be a zone or a border, not {}", other.kind());
            let fault = Fault::at("scenario::type", node.span, message, "not a place");
            faults.push(fault.help("write `2`, `\"gate\"` or `\"2|3\"`"));
            return None;
        }
    };
    let place = named(names, &name);
    if let (None, Value::Whole(number)) = (place, &node.value)
        && let Some(zone) = usize::try_from(*number).ok()
        && let Some(zone) = names.get(zone).filter(|name| is_zone(name))
    {
        let message = format!("there is no place named `{number}`");
        let label = "the zones of this field have names";
        let help = format!("write `\"{zone}\"` for the zone {number}, counted from 0");
        faults.push(Fault::at(UNKNOWN_PLACE, node.span, message, label).help(help));
    } else if place.is_none() {
        unknown(names, &name, node.span, faults);
    }
    place
}

fn unknown(names: &[String], name: &str, span: Span, faults: &Faults) {
    let known = names.iter().map(String::as_str);
    faults.unknown(UNKNOWN_PLACE, "place", name, span, known, "on this field");
}

/// Reads a place where characters can stand. Reports a fault if the place is a wall.
pub(crate) fn standing_place(field: &Field, node: &Node, faults: &Faults) -> Option<Place> {
    let place = place(&field.names, node, faults)?;
    if field.feature(place).wall {
        let message = format!("`{}` is a wall", field.names[usize::from(place)]);
        let label = "nobody can stand there";
        faults.note("murdham::in-a-wall", node.span, message, label);
    }
    Some(place)
}

/// Returns the starting place of each fighter in listing order. A group's `at` is one place for all of its
/// members, or a list with a place for each.
pub(crate) fn places(field: &Field, sides: &[Side], faults: &Faults) -> Vec<Place> {
    let place = |node: &Node| standing_place(field, node, faults).unwrap_or(0);
    places_of(sides, 0, place, "murdham::places", faults)
}
