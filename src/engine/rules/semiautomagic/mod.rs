//! The combat chapter of a game on a square grid. Every check in it is a d6 plus a bonus. A turn has six
//! seconds. An attack has an attack roll, a defence roll, and damage that is compared with the Toughness and
//! the Minimum Toughness of the target.
//!
//! [`clauses`] lists every numbered rule and how it is simulated. A module may use only the modules before it
//! in this list. [`options`], [`fields`] and [`words`] have the words that a scenario may use. [`reading`]
//! turns the text of a scenario into checked data. [`nouns`] has the parts of a fight, such as weapons and
//! bodies. [`questions`] computes facts about a situation without changing it. [`decisions`] has the actions
//! and facts that policies can name. [`chapters`] has the rules. After these come [`compile`], which turns
//! checked data into a fight, `pending` and `risers`, which compute how much room a fight needs, and `fight`,
//! which plays it.

#![expect(
    clippy::struct_excessive_bools,
    reason = "each is a key, a house rule, a condition or a thing that can happen, named as in the book"
)]

mod chapters;
#[cfg(test)]
mod clause_tests;
mod clauses;
mod compile;
mod decisions;
mod events;
#[rustfmt::skip]
mod fields;
mod fight;
mod nouns;
mod options;
mod pending;
mod questions;
mod reading;
mod risers;
mod rules;
#[cfg(test)]
mod testing;
#[rustfmt::skip]
mod words;

pub(super) use options::Options;

use crate::fight::{SideId, Spot};
use crate::frame::book::{Book, StatBlock};
use crate::frame::lineup::Lineup;
use crate::frame::{BookInfo, draft};
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table};
use nouns::Arena;
use reading::{Feet, Ground, Sheet, Starts, Tables, WeaponKind, ground, sheet, starts};

/// The description of this book: its name, options, tables and fields, as the program lists and reads them.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "semiautomagic",
    about: "six seconds a turn on a square grid: combos, called shots, areas, cover, morale, mounts and possession",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::WORDS,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: &[
        "weapons.heavy-crossbow.damage",
        "weapons.heavy-crossbow.hands",
        "scales.-2",
        "components",
        "combos",
    ],
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: &[
        "techniques",
        "scales",
        "areas",
        "scatter",
        "locations",
        "items",
        "surfaces",
        "devices",
        "confusion",
        "loads",
    ],
    rests: chapters::day::RESTS,
    fighters: fields::FIGHTERS,
    objectives: fields::OBJECTIVES,
    rides: true,
    starter: include_str!("starter.toml"),
    compile: Semiautomagic::compile,
};

/// The type that implements the interface common to all books.
#[derive(Debug)]
struct Semiautomagic;

type Draft<'m> = draft::Draft<'m, Semiautomagic>;

impl Book for Semiautomagic {
    const INFO: &'static BookInfo = &BOOK;

    const ROUNDS: &'static [&'static [&'static str]] = &[
        &["field", "collisions", "round"],
        &["combatants", "falls", "round"],
        &["combatants", "arrives"],
        &["combatants", "wakes"],
    ];

    const LATER_LINES: &'static [(&'static str, &'static str)] = &[
        ("default", "break-free"),
        (
            "default",
            "heal if target.wounds > 1 or target.ails or (foes.in_reach == 0 and foes.in_range == 0)",
        ),
    ];

    type Options = options::Options;
    type Tables = Tables;
    type Ground = Ground;
    type Sheet = Sheet;
    type Places = Starts;
    type Fight = Arena;

    fn tables(tree: &Table, faults: &Faults) -> Tables {
        Tables::read(tree, faults)
    }

    fn combine(options: &mut Options, tables: &Tables) {
        options.rules = tables.rules;
    }

    fn ground(fields: Fields<'_>, tables: &Tables, sides: &[Side], faults: &Faults) -> Ground {
        ground::read(fields, &tables.rules, sides, faults)
    }

    fn sheet(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &Tables) -> impl Iterator<Item = &str> {
        let names = tables.weapons.keys().chain(tables.combos.keys());
        names.chain(tables.remedies.keys()).map(String::as_str)
    }

    fn counted_as(tables: &Tables, item: &str) -> Vec<String> {
        let attacks = tables.weapons[item].kind != WeaponKind::Shield;
        attacks.then(|| item.to_owned()).into_iter().collect()
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Starts> {
        let feet = |name: &str| {
            let sheet = draft.sheets.get(name).and_then(Option::as_ref);
            let far = sheet.map(|sheet| sheet.far(&draft.tables));
            Feet {
                width: sheet.map_or(1, Sheet::width),
                metres: sheet.map_or(1, Sheet::metres),
                far: far.flatten(),
            }
        };
        let (sides, day) = (&draft.matchup.sides, draft.matchup.day.as_ref());
        let meet = |one: usize, other: usize| {
            let [one, other] = [one, other].map(|side| &sides[side].name);
            day.is_none_or(|day| day.meet(one, other))
        };
        starts::read(sides, &draft.ground, (feet, meet), faults)
    }

    fn spot(draft: &Draft<'_>, node: &Node, faults: &Faults) -> Option<Spot> {
        ground::goal(&draft.ground, node, faults)
    }

    fn starts_at(places: &Starts, who: usize, spot: Spot) -> bool {
        let cell = places.cells[who];
        Spot([cell.x.into(), cell.y.into()]) == spot
    }

    fn later(draft: &Draft<'_>) -> Vec<(SideId, String)> {
        let all = risers::all(draft).into_iter();
        all.map(|rise| (rise.side, rise.block)).collect()
    }

    fn check(draft: &Draft<'_>, places: &Starts, faults: &Faults) {
        risers::check(draft, faults);
        compile::check(draft, places, faults);
        pending::check(draft, faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let row = |table: &'static str| move |name: &String| (table, name.clone());
        let blocks = draft.blocks(sides);
        let combos = blocks.iter().flat_map(|name| &draft.sheet(name).combos);
        let weapons = draft.armoury(sides);
        let content = weapons.iter().map(row("weapons"));
        let ready = combos
            .clone()
            .flat_map(|name| &draft.tables.combos[name].ready);
        let content = content.chain(ready.map(row("components")));
        let content = content.chain(combos.map(row("combos")));
        let remedies = blocks.iter().flat_map(|name| &draft.sheet(name).remedies);
        let content = content.chain(remedies.map(row("remedies")));
        let poisons = draft.tables.poisons.keys().map(row("poisons"));
        content.chain(poisons).collect()
    }

    fn fight(draft: &Draft<'_>, places: &Starts, lineup: Lineup, run: &RunSettings) -> Arena {
        compile::fight(draft, places, lineup, run)
    }
}

impl StatBlock for Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }

    fn carries(&self) -> &[String] {
        &self.carries
    }

    fn arrives(&self) -> u32 {
        self.arrives.into()
    }

    fn is_thing(&self) -> bool {
        self.object
    }
}
