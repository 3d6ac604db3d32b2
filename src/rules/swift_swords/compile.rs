//! From a matchup's names to a checked draft of its fight.
//!
//! Clauses: SST-0-6, SST-1-2. Every table, stat block and policy of the scenario is checked, used or not. The draft's
//! fighters are lined up in `muster.rs`.

use indexmap::IndexMap;

#[cfg(test)]
use super::arena::Arena;
use super::fields::FIELD;
use super::fighter::MOST_WEAPONS;
use super::ground::{self, Ground, Spot};
use super::house_rules::OPTIONS;
use super::options::Options;
use super::sheet::{self, Sheet};
use super::tables::Tables;
use super::words::VOCABULARY;
use super::zones::NONE;
use crate::bout::{Bout, Compiled};
use crate::policy::Policy;
use crate::rules::settings::Record;
use crate::rules::{self, label};
use crate::scenario::tables;
use crate::scenario::{Fault, Faults, Matchup, Node, RunSettings, Side, Table};

/// Compiles one matchup; `None` when it has faults.
pub(in crate::rules) fn compile(
    matchup: &Matchup,
    run: &RunSettings,
    faults: &Faults,
) -> Option<(Box<dyn Bout>, Record)> {
    let (draft, settings) = draft(matchup, faults)?;
    let label = label::of(matchup, OPTIONS, &settings, &draft.content(matchup));
    let sides = &matchup.sides;
    let bout: Box<dyn Bout> = match draft.spots.len() {
        0..=2 => Box::new(Compiled::new(draft.arena::<2>(sides, run), label)),
        3..=8 => Box::new(Compiled::new(draft.arena::<8>(sides, run), label)),
        _ => Box::new(Compiled::new(draft.arena::<64>(sides, run), label)),
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
    Some(draft.arena(&matchup.sides, run))
}

/// Reads and checks everything in a matchup.
fn draft<'m>(matchup: &'m Matchup, faults: &Faults) -> Option<(Draft<'m>, Record)> {
    let before = faults.met();
    let tree = &matchup.tree;
    let (options, settings) = Options::read(rules::section(matchup, "options", faults), faults);
    let tables = Tables::read(tree, faults);
    let ground = ground::read(
        rules::field(matchup, FIELD, faults),
        &tables.covers,
        &matchup.sides,
        faults,
    );
    let sheets: IndexMap<&str, Option<Sheet>> = tables::combatants(tree)
        .map(|(name, node)| (name, sheet::read(name, node, &tables, faults)))
        .collect();
    let items: Vec<String> = tables.weapons.keys().cloned().collect();
    let combatants: Vec<String> = sheets.keys().map(|&name| name.to_owned()).collect();
    let policies = rules::policies(tree, &VOCABULARY, &items, &combatants, faults);
    rules::check_policies(tables::combatants(tree), &policies, faults);
    let spots = ground::spots(&ground, &tables.covers, &matchup.sides, faults);
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
        spots,
    };
    draft.check_ways(&matchup.sides, faults);
    draft.check_weapons(&matchup.sides, faults);
    draft.check_fatigue(tree, faults);
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
    pub spots: Vec<Spot>,
}

/// The tables that a fight of any combatants hangs on, row by row.
const PLAIN_TABLES: [&str; 9] = [
    "codes",
    "sets",
    "costs",
    "modifiers",
    "covers",
    "locations",
    "injuries",
    "fears",
    "units",
];

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
    fn content(&self, matchup: &Matchup) -> Vec<(&'static str, String)> {
        let mut content = vec![("policies", "default".to_owned())];
        for group in matchup.sides.iter().flat_map(|side| &side.groups) {
            let sheet = self.sheet(&group.combatant);
            content.push(("combatants", group.combatant.clone()));
            content.push(("policies", sheet.policy.clone()));
            content.push(("sizes", sheet.size.to_string()));
        }
        let weapons = self.armoury(&matchup.sides).into_iter();
        content.extend(weapons.map(|name| ("weapons", name)));
        for table in PLAIN_TABLES.into_iter().chain(["armours", "shields"]) {
            let rows = matchup.tree.get(table).and_then(Node::as_table);
            let rows = rows.into_iter().flat_map(Table::keys);
            content.extend(rows.map(|row| (table, row.to_owned())));
        }
        content
    }

    /// Two sides without a way between their zones have no fight.
    fn check_ways(&self, sides: &[Side], faults: &Faults) {
        let mut at = 0;
        let zones: Vec<Vec<u8>> = sides
            .iter()
            .map(|side| {
                let count: usize = side.groups.iter().map(|group| group.count as usize).sum();
                at += count;
                let spots = &self.spots[at - count..at];
                spots.iter().map(|spot| spot.zone).collect()
            })
            .collect();
        let field = &self.ground.field;
        for (first, here) in zones.iter().enumerate() {
            for (second, there) in zones.iter().enumerate().skip(first + 1) {
                let mut pairs = here
                    .iter()
                    .flat_map(|&a| there.iter().map(move |&b| (a, b)));
                if pairs.all(|(a, b)| field.distance(a, b) == NONE) {
                    let (from, to) = (&sides[first].name, &sides[second].name);
                    faults.push(
                        Fault::at(
                            "swift-swords::no-way",
                            sides[second].span,
                            format!("no way leads from `{from}` to `{to}`"),
                            "these cannot come to each other",
                        )
                        .help("join their zones in `[field]`, or let them stand elsewhere"),
                    );
                }
            }
        }
    }

    /// Nobody is too tired to begin [SST-24-1].
    fn check_fatigue(&self, tree: &Table, faults: &Faults) {
        let every = self.options.crossover;
        for (name, node) in tables::combatants(tree) {
            let sheet = self.sheet(name);
            let (physical, mental) = (sheet.fatigue_physical, sheet.fatigue_mental);
            let depth = if sheet.heroic { 3 } else { 0 };
            let crossed = |lost: u8| lost.checked_div(every).unwrap_or(0);
            let gone = |rank: u8, lost: u8, other: u8| {
                lost + other > 0 && lost + crossed(other) >= rank + depth
            };
            if gone(sheet.physical, physical, mental) || gone(sheet.mental, mental, physical) {
                faults.push(Fault::at(
                    "swift-swords::worn-out",
                    node.span,
                    format!("fatigue leaves `{name}` no ranks to fight with"),
                    "out before the first round",
                ));
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
