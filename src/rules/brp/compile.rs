//! From a matchup's names to a checked draft of its fight.
//!
//! Clauses: BRP-X-6, BRP-X-10. Every table, stat block and policy of the scenario is checked, used or not. The
//! draft's numbers are made in `roster.rs`, its fighters lined up in `muster.rs`.

use indexmap::IndexMap;

#[cfg(test)]
use super::arena::Arena;
use super::fields::{FIELD, PLACE};
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
use crate::scenario::{
    Fault, Faults, Matchup, Node, RunSettings, Side, Span, Table, Value, fit, number,
};

/// Compiles one matchup; `None` when it has faults.
pub(in crate::rules) fn compile(
    matchup: &Matchup,
    run: &RunSettings,
    faults: &Faults,
) -> Option<(Box<dyn Bout>, Record)> {
    let (draft, settings) = draft(matchup, faults)?;
    let label = label::of(matchup, OPTIONS, &settings, &draft.content(matchup));
    let sides = &matchup.sides;
    let bout: Box<dyn Bout> = match draft.places.len() {
        0..=2 => Box::new(Compiled::new(draft.arena::<2>(sides, run), label)),
        3..=4 => Box::new(Compiled::new(draft.arena::<4>(sides, run), label)),
        5..=8 => Box::new(Compiled::new(draft.arena::<8>(sides, run), label)),
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
    let reach = reach(matchup, faults);
    let tables = Tables::read(tree, faults);
    let sheets: IndexMap<&str, Option<Sheet>> = tables::combatants(tree)
        .map(|(name, node)| (name, sheet::read(name, node, &tables, faults)))
        .collect();
    let items: Vec<String> = tables.carriable().map(str::to_owned).collect();
    let combatants: Vec<String> = sheets.keys().map(|&name| name.to_owned()).collect();
    let policies = rules::policies(tree, &VOCABULARY, &items, &combatants, faults);
    check_references(tree, &policies, &matchup.sides, faults);
    let places = places(&matchup.sides, faults);
    let draft = Draft {
        options,
        reach,
        tables,
        sheets,
        items,
        combatants,
        policies,
        places,
    };
    (faults.met() == before).then_some((draft, settings))
}

/// How far melee weapons reach, in centimetres [BRP-X-6].
fn reach(matchup: &Matchup, faults: &Faults) -> i32 {
    let mut fields = rules::field(matchup, FIELD, faults);
    let reach = fields.number("melee_reach");
    fields.finish();
    reach
}

/// Start positions in centimetres, in listing order: `at` is one place for all of a group, or a list of one each.
fn places(sides: &[Side], faults: &Faults) -> Vec<i32> {
    let place = |node: &Node| {
        let cm = number(PLACE, node, "`at`", faults);
        fit(cm.unwrap_or(0))
    };
    let groups = sides.iter().flat_map(|side| &side.groups);
    groups
        .flat_map(|group| {
            group.each(0, place, |places, span| {
                let plural = if places == 1 { "" } else { "s" };
                let message = format!("{places} place{plural} for {} fighters", group.count);
                let label = "one place each, or one for all";
                faults.push(Fault::at("brp::places", span, message, label));
            })
        })
        .collect()
}

/// Names that stat blocks use: policies, and those they are unaware of. They are checked as written, so that other
/// faults of a stat block hide none of these.
fn check_references(
    tree: &Table,
    policies: &IndexMap<String, Option<Policy>>,
    sides: &[Side],
    faults: &Faults,
) {
    let all: Vec<&str> = tables::combatants(tree)
        .map(|(name, _)| name)
        .chain(sides.iter().map(|side| side.name.as_str()))
        .collect();
    rules::check_policies(tables::combatants(tree), policies, faults);
    for (_, block) in tables::combatants(tree) {
        for (name, span) in texts(block, "unaware_of") {
            if !all.contains(&name) {
                let known = all.iter().copied();
                let (code, kind) = ("scenario::unknown-combatant", "combatant or side");
                faults.unknown(code, kind, name, span, known, "in this scenario");
            }
        }
    }
}

/// The text of a key, or those in its list; what is none has been noted where the stat block was read.
fn texts<'n>(block: &'n Node, key: &str) -> impl Iterator<Item = (&'n str, Span)> {
    let node = block.as_table().and_then(|table| table.get(key));
    let list = node.map_or(&[][..], |node| {
        node.as_list().unwrap_or(std::slice::from_ref(node))
    });
    list.iter()
        .filter_map(|node| Some((node.as_text()?, node.span)))
}

/// A matchup with every name resolved.
pub(super) struct Draft<'t> {
    pub options: Options,
    pub reach: i32,
    pub tables: Tables,
    pub sheets: IndexMap<&'t str, Option<Sheet>>,
    pub items: Vec<String>,
    pub combatants: Vec<String>,
    pub policies: IndexMap<String, Option<Policy>>,
    pub places: Vec<i32>,
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

    /// The parts of the tree that this matchup consists of: what its label is made from.
    fn content(&self, matchup: &Matchup) -> Vec<(&'static str, String)> {
        let mut content = vec![
            ("weapons", "brawl".to_owned()),
            ("policies", "default".to_owned()),
        ];
        for group in matchup.sides.iter().flat_map(|side| &side.groups) {
            let sheet = self.sheet(&group.combatant);
            content.push(("combatants", group.combatant.clone()));
            content.push(("policies", sheet.policy.0.clone()));
            for name in &sheet.carries {
                content.push(("weapons", name.clone()));
                content.push(("shields", name.clone()));
                if let Some(thrown) = self
                    .tables
                    .weapons
                    .get(name)
                    .and_then(|row| row.throws_as.clone())
                {
                    content.push(("weapons", thrown));
                }
            }
            content.extend(
                self.armour_names(matchup, &group.combatant)
                    .map(|name| ("armour", name)),
            );
        }
        content
    }

    fn armour_names<'m>(
        &'m self,
        matchup: &'m Matchup,
        combatant: &str,
    ) -> impl Iterator<Item = String> + 'm {
        let table = |node: &'m Node| node.as_table();
        let sheets = matchup.tree.get("combatants").and_then(table);
        let worn = sheets
            .and_then(|sheets| sheets.get(combatant))
            .and_then(table)
            .and_then(|sheet| sheet.get("armour"));
        let mentions = |node: &Node, name: &str| match &node.value {
            Value::Text(text) => text == name,
            Value::List(list) => list.iter().any(|node| node.as_text() == Some(name)),
            _ => false,
        };
        self.tables
            .armour
            .keys()
            .filter(move |name| worn.is_some_and(|worn| mentions(worn, name)))
            .cloned()
    }
}

#[cfg(test)]
mod tests;
