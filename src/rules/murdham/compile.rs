//! From a matchup's names to a checked draft of its fight.
//!
//! Clauses: MUR-0-16, MUR-0-21, MUR-17-1. Every table, stat block and policy of the scenario is checked, used or not. The draft's
//! fighters are lined up in `muster.rs`.

use indexmap::IndexMap;

#[cfg(test)]
use super::arena::Arena;
use super::boarding::{self, Boarding};
use super::field::{NONE, Place};
use super::fields::FIELD;
use super::fighter::MOST_WEAPONS;
use super::ground::{self, Ground};
use super::house_rules::OPTIONS;
use super::options::Options;
use super::sheet::{self, Sheet};
use super::tables::Tables;
use super::words::VOCABULARY;
use crate::bout::{Bout, Compiled};
use crate::policy::Policy;
use crate::rules::settings::Record;
use crate::rules::{self, label};
use crate::scenario::tables;
use crate::scenario::{Fault, Faults, Matchup, RunSettings, Side};

/// Compiles one matchup; `None` when it has faults.
pub(in crate::rules) fn compile(
    matchup: &Matchup,
    run: &RunSettings,
    faults: &Faults,
) -> Option<(Box<dyn Bout>, Record)> {
    let (draft, settings) = draft(matchup, faults)?;
    let label = label::of(matchup, OPTIONS, &settings, &draft.content());
    let bout: Box<dyn Bout> = match draft.places.len() {
        0..=2 => Box::new(Compiled::new(draft.arena::<2>(run), label)),
        3..=8 => Box::new(Compiled::new(draft.arena::<8>(run), label)),
        _ => Box::new(Compiled::new(draft.arena::<64>(run), label)),
    };
    Some((bout, settings))
}

/// The arena itself, for tests that look inside.
#[cfg(test)]
pub(super) fn arena<const N: usize>(
    matchup: &Matchup,
    run: &RunSettings,
    faults: &Faults,
) -> Option<Arena<N>> {
    let (draft, _) = draft(matchup, faults)?;
    Some(draft.arena(run))
}

/// Reads and checks everything in a matchup.
fn draft<'m>(matchup: &'m Matchup, faults: &Faults) -> Option<(Draft<'m>, Record)> {
    let before = faults.met();
    let tree = &matchup.tree;
    let (options, settings) = Options::read(rules::section(matchup, "options", faults), faults);
    let ground = ground::read(rules::field(matchup, FIELD, faults), &matchup.sides, faults);
    let tables = Tables::read(tree, faults);
    let sheets: IndexMap<&str, Option<Sheet>> = tables::combatants(tree)
        .map(|(name, node)| (name, sheet::read(name, node, &tables, faults)))
        .collect();
    let items: Vec<String> = tables.weapons.keys().cloned().collect();
    let combatants: Vec<String> = sheets.keys().map(|&name| name.to_owned()).collect();
    let policies = rules::policies(tree, &VOCABULARY, &items, &combatants, faults);
    rules::check_policies(tables::combatants(tree), &policies, faults);
    let boarding = boarding::read(&matchup.sides, &sheets, faults);
    let lined_up = boarding.as_ref().map_or(&matchup.sides, |all| &all.sides);
    let mut places = ground::places(&ground.field, lined_up, faults);
    let boarding = boarding?;
    boarding.gather(&mut places, faults);
    if faults.met() > before {
        return None;
    }
    let draft = Draft {
        options,
        ground,
        tables,
        sheets,
        items,
        combatants,
        policies,
        boarding,
        places,
    };
    draft.check_ways(&draft.boarding.sides, faults);
    draft.check_weapons(&draft.boarding.sides, faults);
    (faults.met() == before).then_some((draft, settings))
}

/// A matchup with every name resolved.
pub(super) struct Draft<'t> {
    pub options: Options,
    pub ground: Ground,
    pub tables: Tables,
    pub sheets: IndexMap<&'t str, Option<Sheet>>,
    pub items: Vec<String>,
    pub combatants: Vec<String>,
    pub policies: IndexMap<String, Option<Policy>>,
    pub boarding: Boarding,
    pub places: Vec<Place>,
}

impl Draft<'_> {
    pub(super) fn sheet(&self, name: &str) -> &Sheet {
        self.sheets[name]
            .as_ref()
            .expect("sheets with faults end the compilation")
    }

    pub(super) fn policy(&self, name: &str) -> &Policy {
        self.policies[name]
            .as_ref()
            .expect("policies with faults end the compilation")
    }

    /// Names of the weapons that somebody in this matchup carries, in order of first mention.
    pub(super) fn armoury(&self, sides: &[Side]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for group in sides.iter().flat_map(|side| &side.groups) {
            for name in &self.sheet(&group.combatant).carries {
                if !names.contains(name) {
                    names.push(name.clone());
                }
            }
        }
        names
    }

    /// The parts of the tree that this matchup consists of: what its label is made from.
    fn content(&self) -> Vec<(&'static str, String)> {
        let mut content = vec![("policies", "default".to_owned())];
        let sides = &self.boarding.sides;
        for group in sides.iter().flat_map(|side| &side.groups) {
            let sheet = self.sheet(&group.combatant);
            content.push(("combatants", group.combatant.clone()));
            content.push(("policies", sheet.policy.clone()));
            for (name, _) in &sheet.remedies {
                content.push(("remedies", name.clone()));
            }
        }
        let weapons = self.armoury(sides).into_iter();
        content.extend(weapons.map(|name| ("weapons", name)));
        content
    }

    /// Two sides that can neither walk nor shoot to each other have no fight.
    fn check_ways(&self, sides: &[Side], faults: &Faults) {
        let mut at = 0;
        let spans: Vec<Vec<(Place, &str)>> = sides
            .iter()
            .map(|side| {
                let mut places = Vec::new();
                for group in &side.groups {
                    for _ in 0..group.count {
                        places.push((self.places[at], group.combatant.as_str()));
                        at += 1;
                    }
                }
                places
            })
            .collect();
        let field = &self.ground.field;
        let shoots = |name: &str, distance: u8| {
            let carried = self.sheet(name).carries.iter();
            carried
                .map(|weapon| self.tables.weapons[weapon].range)
                .any(|range| {
                    distance != NONE && range > 0 && u32::from(range) * 16 >= distance.into()
                })
        };
        for (first, here) in spans.iter().enumerate() {
            for (second, there) in spans.iter().enumerate().skip(first + 1) {
                let meets = here.iter().any(|&(a, one)| {
                    there.iter().any(|&(b, other)| {
                        let distance = field.distance(a, b);
                        field.steps(a, b) != NONE
                            || shoots(one, distance)
                            || shoots(other, distance)
                    })
                });
                if !meets {
                    let (from, to) = (&sides[first].name, &sides[second].name);
                    faults.push(
                        Fault::at(
                            "murdham::no-way",
                            sides[second].span,
                            format!("no way leads from `{from}` to `{to}`"),
                            "these can neither walk nor shoot to each other",
                        )
                        .help("join their zones in `[field]`, or let them stand elsewhere"),
                    );
                }
            }
        }
    }

    fn check_weapons(&self, sides: &[Side], faults: &Faults) {
        let count = self.armoury(sides).len();
        if count >= MOST_WEAPONS {
            let most = MOST_WEAPONS - 1;
            faults.push(Fault::at(
                "scenario::too-many",
                sides[0].span,
                format!("a matchup has at most {most} different weapons, not {count}"),
                "too many weapons",
            ));
        }
    }
}
