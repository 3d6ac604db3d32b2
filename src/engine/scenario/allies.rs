//! Reads the `allies` key of each side: the names of the sides that fight together with that side.
//!
//! Two sides are allied if at least one of them names the other. Allies of allies are allies too, so the
//! sides form groups, and each group is one alliance.

use super::sides::side_named;
use super::{Fault, Faults, Node, Side, Span, Table};
use crate::fight::listed;

const CODE: &str = "scenario::allies";

/// Sets the alliance of each side from the `allies` key of its table in `list`. `place` is the source
/// location of the whole list. Reports unknown names, sides that name themselves, and fights where all sides
/// are allied.
pub(super) fn read(list: &[Node], sides: &mut [Side], (place, faults): (Span, &Faults)) {
    for (at, side) in sides.iter_mut().enumerate() {
        side.alliance = at;
    }
    let before = faults.met();
    let mut first = None;
    for (at, node) in list.iter().enumerate().take(sides.len()) {
        let names = names(node);
        first = first.or(names.first().map(|(_, span)| *span));
        for &(name, span) in &names {
            let fault = |message: String, label: &str, help: &str| {
                faults.push(Fault::at(CODE, span, message, label).help(help));
            };
            if name == sides[at].name {
                let message = format!("side `{name}` is allied with itself");
                fault(message, "the side itself", "name another side");
            } else if let Some(other) = side_named(sides, (name, span), CODE, faults) {
                join(sides, at, other);
            }
        }
    }
    for side in &*sides {
        // The name of an alliance in result tables joins the names of its sides. No side may have such a
        // name.
        let called = |first: usize| {
            let members = sides.iter().filter(|side| side.alliance == first);
            listed(members.map(|side| side.name.clone()).collect())
        };
        if (0..sides.len()).any(|first| called(first) == side.name && is_alliance(sides, first)) {
            let message = format!("side `{}` has the same name as an alliance", side.name);
            let fault = Fault::at(CODE, side.span, message, "also the name of an alliance");
            faults.push(fault.help("rename the side"));
        }
    }
    let is_one = sides.iter().all(|side| side.alliance == 0);
    if sides.len() > 1 && is_one && faults.met() == before {
        let (span, message) = (first.unwrap_or(place), "all sides are allied");
        let fault = Fault::at(CODE, span, message, "no enemies left");
        faults.push(fault.help("remove one of the allies"));
    }
}

/// Updates `Side::alliance` of every side after the order of the sides has changed. The field is the index
/// of the first side in the alliance.
pub(super) fn renumber(sides: &mut [Side]) {
    let before: Vec<usize> = sides.iter().map(|side| side.alliance).collect();
    for (side, own) in sides.iter_mut().zip(&before) {
        let first = before.iter().position(|other| other == own);
        side.alliance = first.expect("a side is in its own alliance");
    }
}

/// Returns whether the side at index `first` is the first of several allied sides.
fn is_alliance(sides: &[Side], first: usize) -> bool {
    let members = sides.iter().filter(|side| side.alliance == first);
    members.count() > 1
}

/// Reports a fault if the first side of a scenario with a `[[day]]` has allies. That side goes through the
/// fights of the day alone.
pub(super) fn check_day(tree: &Table, sides: &[Side], faults: &Faults) {
    let Some(ally) = sides[1..].iter().position(|side| side.alliance == 0) else {
        return;
    };
    let list = tree.get("sides").and_then(Node::as_list);
    let mut names = list.into_iter().flatten().flat_map(names);
    let (people, ally) = (&sides[0], &sides[ally + 1]);
    let told = names.find(|(name, _)| *name == people.name || *name == ally.name);
    let span = told.map_or(ally.span, |(_, span)| span);
    let message = format!(
        "the first side, `{}`, has a day and is allied with `{}`",
        people.name, ally.name
    );
    let fault = Fault::at(CODE, span, message, "not allowed in a day");
    faults.push(fault.help(format!(
        "move the fighters of `{}` to side `{}`",
        ally.name, people.name
    )));
}

/// Returns the names under the key `allies` of a side, each with its source location. Skips values of other
/// types, which are reported elsewhere.
fn names(side: &Node) -> Vec<(&str, Span)> {
    let Some(allies) = side.as_table().and_then(|table| table.get("allies")) else {
        return Vec::new();
    };
    let list = allies.as_list().unwrap_or(std::slice::from_ref(allies));
    list.iter()
        .filter_map(|node| Some((node.as_text()?, node.span)))
        .collect()
}

/// Merges the alliances of the sides at the indices `one` and `other` into one.
fn join(sides: &mut [Side], one: usize, other: usize) {
    let [one, other] = [one, other].map(|at| sides[at].alliance);
    for side in sides {
        if side.alliance == one.max(other) {
            side.alliance = one.min(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{faults, read, told};
    use super::super::{Overrides, Scenario};
    use super::*;

    fn with(sides: &[(&str, &str)], more: &str) -> (Option<Scenario>, Faults) {
        let mut text = "ruleset = 'brp'\n[combatants.guard]\n".to_owned();
        for (name, allies) in sides {
            let fighters = "fighters = [{ combatant = 'guard' }]";
            let side = format!("[[sides]]\nname = '{name}'\n{fighters}\n{allies}\n");
            text.push_str(&side);
        }
        read(&[("a.toml", &(text + more))], &Overrides::default())
    }

    fn alliances(sides: &[(&str, &str)]) -> Vec<usize> {
        let (scenario, faults) = with(sides, "");
        let matchups = scenario.expect("a scenario").matchups(&faults);
        assert_eq!(told(&faults), []);
        let sides = matchups[0].sides.iter();
        sides.map(|side| side.alliance).collect()
    }

    #[test]
    fn one_of_two_sides_suffices_to_make_them_allies() {
        let none = [("a", ""), ("b", ""), ("c", "")];
        assert_eq!(alliances(&none), [0, 1, 2]);
        let first = [("a", "allies = ['c']"), ("b", ""), ("c", "")];
        assert_eq!(alliances(&first), [0, 1, 0]);
        let last = [("a", ""), ("b", ""), ("c", "allies = 'a'")];
        assert_eq!(alliances(&last), [0, 1, 0]);
    }

    #[test]
    fn allies_of_allies_are_allies() {
        let sides = [
            ("a", ""),
            ("b", "allies = ['c']"),
            ("c", ""),
            ("d", "allies = ['c']"),
            ("e", "allies = ['a']"),
        ];
        assert_eq!(alliances(&sides), [0, 1, 1, 1, 0]);
    }

    #[test]
    fn an_alliance_has_its_first_side_in_each_seat() {
        let sides = [("a", ""), ("b", "allies = ['c']"), ("c", ""), ("d", "")];
        let (scenario, faults) = with(&sides, "");
        let matchup = scenario.expect("a scenario").matchups(&faults).remove(0);
        let sides = matchup.swapped().sides;
        let alliances: Vec<_> = sides
            .iter()
            .map(|side| (&*side.name, side.alliance))
            .collect();
        assert_eq!(alliances, [("d", 0), ("c", 1), ("b", 1), ("a", 3)]);
    }

    #[test]
    fn allies_are_other_sides_each_named_once() {
        for (allies, code, place) in [
            ("allies = ['d']", "scenario::allies", "'d'"),
            ("allies = ['a']", "scenario::allies", "'a'"),
            ("allies = ['b', 'b']", "scenario::duplicate", "'b'"),
            ("allies = ['b', 'c']", "scenario::allies", "'b'"),
            ("allies = 3", "scenario::type", "3"),
        ] {
            let (_, found) = with(&[("a", allies), ("b", ""), ("c", "")], "");
            assert_eq!(told(&found), faults([(code, place)]), "{allies}");
        }
    }

    #[test]
    fn no_side_wins_by_the_fall_of_an_ally() {
        let out = |name: &str| format!("allies = ['b']\nwins = [{{ out = '{name}' }}]");
        let fault = |name: &str| told(&with(&[("a", &out(name)), ("b", ""), ("c", "")], "").1);
        assert_eq!(fault("b"), faults([("scenario::objective", "'b'")]));
        // The enemy `c` has fighters with the stat block `guard` too, so the objective is not only about the
        // ally.
        assert_eq!(fault("guard"), []);
        assert_eq!(fault("c"), []);
    }

    #[test]
    fn no_side_is_called_like_an_alliance() {
        let sides = [("a", "allies = ['b']"), ("b", ""), ("a and b", "")];
        let (_, found) = with(&sides, "");
        assert_eq!(told(&found), faults([("scenario::allies", "'a and b'")]));
    }

    #[test]
    fn the_side_of_a_day_has_no_allies() {
        let day = "[[day]]\nfight = ['b', 'c']\n";
        let foes = [("a", ""), ("b", "allies = ['c']"), ("c", "")];
        assert_eq!(told(&with(&foes, day).1), []);
        let people = [("a", ""), ("b", "allies = ['a']"), ("c", "")];
        let (_, found) = with(&people, day);
        assert_eq!(told(&found), faults([("scenario::allies", "'a'")]));
    }
}
