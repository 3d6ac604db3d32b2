//! The matchups of a scenario: one for each combination of the values of its axes.

use super::day::{self, Day};
use super::path::TreePath;
use super::{
    Axis, AxisValue, Entry, Faults, Group, Node, Scenario, Side, Span, Table, allies, axes, like,
    sides,
};
use crate::fight::MOST_FIGHTERS;

/// A matchup of a scenario: one value of each axis, and the sides and settings that follow from these values.
#[derive(Debug, Clone)]
pub struct Matchup {
    /// The name: the values of the axes, or the names of the sides if there are no axes.
    pub name: String,
    /// The name of each axis, and the text of this matchup's value on it.
    pub axes: Vec<(String, String)>,
    /// All settings of this matchup: those of the rulebook, the includes, the file, the command line and the
    /// axes.
    pub tree: Table,
    /// The sides, in the order of their seats; at least two.
    pub sides: Vec<Side>,
    /// The fights and rests of the day, if the scenario has a `[[day]]`.
    pub day: Option<Day>,
}

impl Scenario {
    /// Returns the number of matchups.
    pub fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// Always returns false, because a scenario has at least one matchup.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the keys at the top of the scenario that the rulebook reads: all except `sides`, `run`,
    /// `policies`, `ruleset` and `title`.
    pub fn own_entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        let common = ["sides", "run", "policies", "ruleset", "title"];
        self.tree
            .iter()
            .filter(move |(name, _)| !common.contains(name))
    }

    /// Returns whether a source location is in a file of the scenario, and not in the rulebook's tables.
    pub fn is_own(&self, place: Span) -> bool {
        !self.sources.is_book(place.source)
    }

    /// Returns all matchups: one for each combination of the axes' values. The value of the first axis
    /// changes last. Faults of single values are reported, and matchups without valid sides are left out.
    pub fn matchups(&self, faults: &Faults) -> Vec<Matchup> {
        self.each_matchup(faults).collect()
    }

    /// Returns an iterator over the same matchups, which builds each one when it is needed.
    pub fn each_matchup(&self, faults: &Faults) -> impl Iterator<Item = Matchup> {
        (0..self.len()).filter_map(|n| self.matchup(n, faults))
    }

    /// Checks the values of the file that an axis or the command line replaces. No matchup uses these values,
    /// so `compile` checks one more matchup with nothing replaced. Faults of other values in that matchup are
    /// ignored, because they are reported for the real matchups.
    pub fn check_replaced(&self, faults: &Faults, compile: impl Fn(&Matchup, &Faults)) {
        if let Some((unset, places)) = &self.unset {
            unset.check_places(places, faults, &compile);
        }
        let mut places = Vec::new();
        for path in self.axes.iter().flat_map(|axis| &axis.paths) {
            if let Some(node) = path.find(&self.tree) {
                node.places(&mut places);
            }
        }
        self.check_places(&places, faults, compile);
    }

    /// Builds a matchup without the values of axes, and checks it with `compile`. Reports only those of its
    /// faults that are at the source locations `places`.
    fn check_places(&self, places: &[Span], faults: &Faults, compile: impl Fn(&Matchup, &Faults)) {
        if places.is_empty() {
            return;
        }
        let found = Faults::new(faults.sources().clone());
        let matchup = self.with(&[], &[], &found);
        if let Some(matchup) = matchup.or_else(|| self.stand_in_with(&[])) {
            compile(&matchup, &found);
        }
        let is_replaced = |span: Span| places.iter().any(|place| place.holds(span));
        for fault in found.sorted() {
            if fault.span.is_some_and(is_replaced) {
                faults.push(fault);
            }
        }
    }

    /// Returns a replacement for the first matchup, for the case that its sides are faulty. A ruleset can
    /// check everything else with it, but it must not be played. Each side has one fighter, with the first
    /// stat block. Returns `None` if there are no combatants.
    pub fn stand_in(&self) -> Option<Matchup> {
        self.stand_in_with(&self.chosen(0))
    }

    fn stand_in_with(&self, chosen: &[(&Axis, &AxisValue)]) -> Option<Matchup> {
        let unheard = Faults::default();
        let mut tree = self.tree.clone();
        axes::set(&mut tree, chosen, &unheard);
        like::resolve(&mut tree, &unheard);
        let combatants = tree.get("combatants")?.as_table()?;
        let (combatant, span) = combatants
            .iter()
            .find(|(_, entry)| entry.node.as_table().is_some())
            .map(|(name, entry)| (name.to_owned(), entry.key))?;
        let listed = tree.get("sides").and_then(Node::as_list);
        let mut names: Vec<String> = listed
            .into_iter()
            .flatten()
            .filter_map(sides::name)
            .map(|(name, _)| name.to_owned())
            .collect();
        names.truncate(MOST_FIGHTERS);
        names.resize(names.len().max(2), "nobody".to_owned());
        let side = |(alliance, name)| Side {
            name,
            span,
            alliance,
            groups: vec![Group {
                arrives: None,
                combatant: combatant.clone(),
                combatant_span: span,
                count: 1,
                counted: true,
                at: None,
                riding: None,
                span,
            }],
            wins: Vec::new(),
        };
        let sides = names.into_iter().enumerate().map(side).collect();
        Some(Matchup {
            name: "a stand-in".to_owned(),
            axes: Vec::new(),
            tree,
            sides,
            day: None,
        })
    }

    /// Returns the `n`th matchup, counted from 0. Reports the faults of its sides and returns `None` if they
    /// are not valid.
    pub fn matchup(&self, n: usize, faults: &Faults) -> Option<Matchup> {
        self.changed(n, &[], faults)
    }

    /// Returns the `n`th matchup with `changes` applied after the values of its axes. A change that makes the
    /// matchup invalid is a fault.
    pub fn changed(
        &self,
        n: usize,
        changes: &[(TreePath, Node)],
        faults: &Faults,
    ) -> Option<Matchup> {
        self.with(&self.chosen(n), changes, faults)
    }

    /// Returns the matchup with the values `chosen` on the axes, and with `changes` applied after them.
    fn with(
        &self,
        chosen: &[(&Axis, &AxisValue)],
        changes: &[(TreePath, Node)],
        faults: &Faults,
    ) -> Option<Matchup> {
        let mut tree = self.tree.clone();
        axes::set(&mut tree, chosen, faults);
        for (path, node) in changes {
            path.set(&mut tree, node, faults);
        }
        like::resolve(&mut tree, faults);
        let sides = sides::read(&tree, self.start, faults)?;
        let day = day::read(&tree, self.start, &sides, faults);
        if day.is_some() {
            allies::check_day(&tree, &sides, faults);
        }
        let name = if chosen.is_empty() {
            let names: Vec<&str> = sides.iter().map(|side| side.name.as_str()).collect();
            names.join(" v ")
        } else {
            axes::joined(chosen)
        };
        let axes = chosen
            .iter()
            .map(|(axis, value)| (axis.name.clone(), value.text.clone()))
            .collect();
        Some(Matchup {
            name,
            axes,
            tree,
            sides,
            day,
        })
    }

    /// Returns the value of the `n`th matchup on each axis.
    pub(super) fn chosen(&self, n: usize) -> Vec<(&Axis, &AxisValue)> {
        axes::chosen(&self.axes, n)
    }
}

impl Matchup {
    /// Returns the same matchup with its sides in reverse order, so that they change seats.
    #[must_use]
    pub fn swapped(&self) -> Self {
        let mut swapped = self.clone();
        swapped.sides.reverse();
        allies::renumber(&mut swapped.sides);
        swapped
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{duel, faults, told, vary};
    use super::super::{Overrides, Value};
    use super::*;

    fn names(matchups: &[Matchup]) -> Vec<&str> {
        matchups.iter().map(|matchup| &*matchup.name).collect()
    }

    fn matchups(flags: &[&str]) -> (Vec<Matchup>, Faults) {
        let (scenario, faults) = duel("", &vary(flags));
        let matchups = scenario.expect("a scenario").matchups(&faults);
        (matchups, faults)
    }

    #[test]
    fn without_axes_there_is_one_matchup_named_by_its_sides() {
        let (matchups, faults) = matchups(&[]);
        assert!(faults.is_empty());
        assert_eq!(names(&matchups), ["left v right"]);
        assert!(matchups[0].axes.is_empty());
    }

    #[test]
    fn the_first_axis_is_slowest_and_each_matchup_has_its_own_values() {
        let (matchups, faults) = matchups(&[
            "combatants.guard.hp=10,20",
            "sides[1].fighters[0].count=1,2,3",
        ]);
        assert!(faults.is_empty());
        assert_eq!(
            names(&matchups),
            ["10 / 1", "10 / 2", "10 / 3", "20 / 1", "20 / 2", "20 / 3"]
        );
        let last = &matchups[5];
        assert_eq!(last.sides[1].groups[0].count, 3);
        let guard = last.tree.get("combatants").and_then(Node::as_table);
        let guard = guard.and_then(|table| table.get("guard")?.as_table());
        let hp = guard
            .and_then(|guard| guard.get("hp"))
            .map(|node| &node.value);
        assert_eq!(hp, Some(&Value::Whole(20)));
        let axis = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        assert_eq!(
            last.axes,
            [axis("guard hp", "20"), axis("fighters[0] count", "3")]
        );
    }

    #[test]
    fn a_value_that_breaks_a_matchup_is_a_fault_at_the_value() {
        let (matchups, found) = matchups(&[
            "sides[0].fighters[0].combatant=guard,gaurd",
            "combatants.goblin=5",
            "combatants.goblin.hp=1,2",
        ]);
        assert_eq!(
            told(&found),
            faults([
                ("scenario::unknown-combatant", "gaurd"),
                ("scenario::type", "5"),
                ("scenario::no-such-path", "hp"),
            ])
        );
        assert!(matchups.is_empty(), "a fighter without a stat block");
    }

    #[test]
    fn swapping_turns_the_sides_round_and_back() {
        let (matchups, _) = matchups(&[]);
        let swapped = matchups[0].swapped();
        let sides: Vec<&str> = swapped.sides.iter().map(|side| &*side.name).collect();
        assert_eq!(sides, ["right", "left"]);
        assert_eq!(swapped.swapped().sides, matchups[0].sides);
    }

    #[test]
    fn ten_thousand_matchups_are_the_limit() {
        let axis = |to: u32| format!("{{ from = 1, to = {to} }}");
        let hp = |to| format!("combatants.guard.hp={}", axis(to));
        let mp = format!("combatants.guard.mp={}", axis(100));
        let (scenario, faults) = duel("", &vary(&[&hp(100), &mp]));
        let scenario = scenario.expect("a scenario");
        assert_eq!((scenario.len(), faults.len()), (10_000, 0));
        assert_eq!(scenario.matchups(&faults).len(), 10_000);
        let (scenario, faults) = duel("", &vary(&[&hp(101), &mp]));
        assert_eq!(told(&faults)[0].0, "scenario::too-many");
        assert_eq!(scenario.expect("the rest, to look into").len(), 1);
        assert_eq!(duel("", &Overrides::default()).0.expect("one").len(), 1);
    }
}
