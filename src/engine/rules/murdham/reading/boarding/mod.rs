//! Reads the key `riding` of a side's fighters, which says what they ride at the start.
//!
//! Clauses: MUR-17-1, MUR-17-4. `riding` names a stat block. The riders are spread evenly over the mounts or
//! vehicles of that name on their side. If the side lists none, as many as necessary are added to it. A mount
//! or vehicle starts in the place of its riders.

use indexmap::IndexMap;

use super::field::{Field, Place};
use super::ground;
use super::sheet::Sheet;
use crate::fight::{FighterId, MOST_FIGHTERS};
use crate::scenario::{Fault, Faults, Group, Side, Span, Value};

/// The sides with all their mounts and vehicles, and the starting places of all fighters.
#[derive(Debug)]
pub(crate) struct Boarding {
    pub sides: Vec<Side>,
    /// The mount or vehicle of each fighter, in listing order. `places` has their starting places.
    pub mounts: Vec<Option<FighterId>>,
    pub places: Vec<Place>,
}

/// The stat blocks by name. A faulty one is `None`.
type Sheets<'t> = IndexMap<&'t str, Option<Sheet>>;

/// Reads mounts and starting places and reports every fault. `None` if anything about riding is faulty.
pub(crate) fn read(
    given: &[Side],
    sheets: &Sheets<'_>,
    field: &Field,
    faults: &Faults,
) -> Option<Boarding> {
    let before = faults.met();
    let mut sides = given.to_vec();
    let mut mounts = Vec::new();
    for side in &mut sides {
        let of_side = saddle(side, sheets, mounts.len(), faults);
        mounts.extend(of_side);
        let is_vehicle = |group: &Group| {
            let sheet = sheets.get(&*group.combatant).and_then(Option::as_ref);
            sheet.is_some_and(|sheet| sheet.vehicle)
        };
        if side.groups.iter().all(is_vehicle) {
            let message = format!("side `{}` has only vehicles", side.name);
            let label = "no fighter";
            let fault = Fault::at("murdham::only-vehicles", side.span, message, label);
            faults.push(fault.help("add a fighter, who can ride in it"));
        }
    }
    if mounts.len() > MOST_FIGHTERS {
        let (code, count) = ("scenario::too-many", mounts.len());
        let most = format!("a fight has at most {MOST_FIGHTERS} fighters");
        let message = format!("{most}, not {count} with what they ride");
        faults.note(code, sides[0].span, message, "too many fighters");
    }
    let is_sound = faults.met() == before;
    let lined_up = if is_sound { &sides } else { given };
    let mut places = ground::places(field, lined_up, faults);
    if !is_sound {
        return None;
    }
    gather(&sides, &mounts, &mut places, faults);
    arrive_together(&sides, &mounts, faults);
    Some(Boarding {
        sides,
        mounts,
        places,
    })
}

/// Returns the name that a group's key `riding` gives, and its position in the text. Returns `None` for a
/// group on foot.
fn ridden(group: &Group) -> Option<(&str, Span)> {
    let node = group.riding.as_ref()?;
    Some((node.as_text()?, node.span))
}

/// Returns the mount of each fighter of one side. If the side lists none of the mounts, adds them to the
/// side. `first` is the number of the side's first fighter. Fighters with a faulty key `riding` are on foot.
fn saddle(
    side: &mut Side,
    sheets: &Sheets<'_>,
    first: usize,
    faults: &Faults,
) -> Vec<Option<FighterId>> {
    let sound = |group: &&Group| is_sound(group, sheets, faults);
    let mut names: IndexMap<String, Span> = IndexMap::new();
    for (name, span) in side.groups.iter().filter(sound).filter_map(ridden) {
        names.entry(name.to_owned()).or_insert(span);
    }
    for (name, span) in &names {
        let wants = |group: &&Group| ridden(group).is_some_and(|(riding, _)| riding == name);
        let count: u32 = side.groups.iter().filter(wants).map(|g| g.count).sum();
        let sheet = sheets[name.as_str()].as_ref();
        let seats = sheet.map_or(1, |sheet| u32::from(sheet.seats));
        let listed = side.groups.iter().filter(|group| group.combatant == *name);
        let listed: u32 = listed.map(|group| group.count).sum();
        if listed == 0 {
            side.groups.push(Group {
                combatant: name.clone(),
                combatant_span: *span,
                count: count.div_ceil(seats),
                counted: true,
                at: None,
                arrives: side
                    .groups
                    .iter()
                    .find(wants)
                    .and_then(|group| group.arrives),
                riding: None,
                span: *span,
            });
        } else if count > listed * seats {
            let all = listed * seats;
            let message = format!("{count} would ride `{name}`, which has room for {all}");
            let label = "too many riders";
            let fault = Fault::at("murdham::too-many-riders", *span, message, label);
            let help = "list more of them in this side, or none: then as many come as are needed";
            faults.push(fault.help(help));
        }
    }
    let of = each_group(std::slice::from_ref(side));
    let mut load = vec![0; of.len()];
    let mount = |group: &&Group| {
        let (name, _) = ridden(group)?;
        let all = (0..of.len()).filter(|&mount| of[mount].combatant == name);
        let mount = all.min_by_key(|&mount| load[mount])?;
        load[mount] += 1;
        // Another check reports a matchup with too many fighters.
        let number = first + mount;
        (number < MOST_FIGHTERS).then(|| FighterId::at(number))
    };
    of.iter().map(mount).collect()
}

/// Returns the group of each fighter, in listing order.
pub(crate) fn each_group(sides: &[Side]) -> Vec<&Group> {
    let groups = sides.iter().flat_map(|side| &side.groups);
    groups
        .flat_map(|group| std::iter::repeat_n(group, group.count as usize))
        .collect()
}

/// Returns whether the key `riding` of a group is sound. If it names a stat block that the group cannot ride,
/// reports a fault.
fn is_sound(group: &Group, sheets: &Sheets<'_>, faults: &Faults) -> bool {
    let Some(node) = &group.riding else {
        return true;
    };
    let name = match &node.value {
        Value::Truth(false) => return true,
        Value::Text(name) => name,
        other => {
            let kind = other.kind();
            let message =
                format!("`riding` must be the name of a mount or vehicle, or `false`, not {kind}");
            faults.note("scenario::type", node.span, message, "not a mount");
            return false;
        }
    };
    let seats = |sheet: &Option<Sheet>| sheet.as_ref().is_none_or(|sheet| sheet.seats > 0);
    let Some(sheet) = sheets.get(name.as_str()) else {
        let known = sheets.iter().filter(|(_, sheet)| seats(sheet));
        let known = known.map(|(name, _)| *name);
        let place = "among the combatants with `seats`";
        let code = "murdham::unknown-mount";
        faults.unknown(code, "mount", name, node.span, known, place);
        return false;
    };
    if !seats(sheet) {
        let message = format!("`{name}` has no seats");
        let label = "cannot be ridden";
        let fault = Fault::at("murdham::no-mount", node.span, message, label);
        faults.push(fault.help(format!("add `seats = 1` to `[combatants.{name}]`")));
        return false;
    }
    let own = sheets.get(&*group.combatant).and_then(Option::as_ref);
    if own.is_some_and(|own| own.seats > 0) {
        let name = &group.combatant;
        let message = format!("`{name}` cannot ride: it can be ridden itself");
        let label = "a mount cannot ride";
        let fault = Fault::at("murdham::mount-rides", node.span, message, label);
        let help = format!("remove `riding` here, or `seats` from `[combatants.{name}]`");
        faults.push(fault.help(help));
        return false;
    }
    true
}

/// Puts riders and their mounts in one place. This is the place that the scenario gives for the mount, or
/// else the first that it gives for one of the riders. Reports riders with another place.
fn gather(sides: &[Side], mounts: &[Option<FighterId>], places: &mut [Place], faults: &Faults) {
    let of = each_group(sides);
    let mut settled: Vec<bool> = of.iter().map(|group| group.at.is_some()).collect();
    for (who, mount) in mounts.iter().enumerate() {
        let Some(mount) = mount.map(FighterId::index) else {
            continue;
        };
        match (settled[who], settled[mount]) {
            (true, false) => places[mount] = places[who],
            (true, true) if places[who] != places[mount] => {
                let span = of[who].at.as_ref().map_or(of[who].span, |node| node.span);
                let [rider, mount] = [who, mount].map(|who| &of[who].combatant);
                let message = format!("`{rider}` and its `{mount}` start at different places");
                let label = "riders must start where their mounts start";
                faults.note("murdham::places", span, message, label);
            }
            _ => {}
        }
        settled[mount] |= settled[who];
    }
    for (who, mount) in mounts.iter().enumerate() {
        if let Some(mount) = mount.filter(|_| !settled[who]) {
            places[who] = places[mount.index()];
        }
    }
}

/// Reports riders that do not arrive in the same round as their mount or vehicle.
fn arrive_together(sides: &[Side], mounts: &[Option<FighterId>], faults: &Faults) {
    let of = each_group(sides);
    let round = |group: &Group| group.arrives.map_or(1, |(round, _)| round);
    for (who, mount) in mounts.iter().enumerate() {
        let Some(mount) = mount.map(|mount| of[mount.index()]) else {
            continue;
        };
        let rider = of[who];
        if round(rider) != round(mount) {
            let given = rider.arrives.or(mount.arrives);
            let span = given.map_or(rider.span, |(_, span)| span);
            let [rider, mount] = [rider, mount].map(|group| &group.combatant);
            let message = format!("`{rider}` and its `{mount}` arrive in different rounds");
            let label = "riders must arrive with their mounts";
            let fault = Fault::at("murdham::arrives", span, message, label);
            faults.push(fault.help("list a mount with the same `arrives` for these riders"));
        }
    }
}

#[cfg(test)]
mod tests;
