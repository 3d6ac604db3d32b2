//! The combat chapter of a percentile role-playing game: rounds of twelve seconds, DEX ranks, attack and
//! defence by d100 with special successes, hit points, and weapons that break.
//!
//! [`clauses`] lists every numbered rule and how it is simulated. Each of the other modules uses only modules
//! that come before it in this list:
//!
//! - [`words`], [`fields`] and [`options`]: the words, keys and house rules of the book
//! - [`reading`]: checks of a scenario
//! - [`nouns`]: the types that the rules work with, such as the state of a fight
//! - [`questions`]: answers about a state
//! - [`telling`]: the transcript
//! - [`decisions`]: the choices of a policy
//! - [`chapters`]: the rules, from the statement of intent to the resolution
//! - [`compile`] and [`fight`]: the compilation of a checked draft into a fight, and its play

#![expect(
    clippy::struct_excessive_bools,
    reason = "each is a house rule or a thing that can happen, named as in the book"
)]

mod chapters;
mod clauses;
mod compile;
mod decisions;
mod events;
#[rustfmt::skip]
mod fields;
mod fight;
mod nouns;
mod options;
mod questions;
mod reading;
mod roster;
mod rules;
mod telling;
mod words;

#[cfg(test)]
mod error_tests;
#[cfg(test)]
mod testing;

pub(super) use options::Options;

use crate::fight::Spot;
use crate::frame::afflictions::{self, AFFLICTIONS};
use crate::frame::book::{Book, StatBlock};
use crate::frame::lineup::Lineup;
use crate::frame::{BookInfo, draft};
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table, fit, number};
use fields::PLACE;
use nouns::Arena;
use reading::{Sheet, Tables, sheet};

/// The description of this book for the program.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "brp",
    about: "percentile combat: DEX ranks, parry and dodge, special successes, weapons that break",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: &["weapons.*.length"],
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: &["damage_bonus"],
    rests: chapters::day::RESTS,
    fighters: fields::FIGHTERS,
    objectives: fields::OBJECTIVES,
    rides: false,
    starter: include_str!("starter.toml"),
    compile: Brp::compile,
};

/// The type through which the code that all books share calls this book.
#[derive(Debug)]
struct Brp;

type Draft<'m> = draft::Draft<'m, Brp>;

impl Book for Brp {
    const INFO: &'static BookInfo = &BOOK;

    type Options = options::Options;
    type Tables = Tables;
    /// The reach of melee weapons, in centimetres [BRP-X-6].
    type Ground = i32;
    type Sheet = Sheet;
    /// The starting place of each fighter on the line in centimetres, in listing order [BRP-X-6, BRP-X-10].
    type Places = Vec<i32>;
    type Fight = Arena;

    fn tables(tree: &Table, faults: &Faults) -> Tables {
        Tables::read(tree, faults)
    }

    fn combine(options: &mut Options, tables: &Tables) {
        options.rules = tables.rules;
    }

    fn ground(mut fields: Fields<'_>, _: &Tables, _: &[Side], _: &Faults) -> i32 {
        let reach = fields.number("melee_reach");
        fields.finish();
        reach
    }

    fn sheet(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &Tables) -> impl Iterator<Item = &str> {
        tables.carriable()
    }

    fn counted_as(tables: &Tables, item: &str) -> Vec<String> {
        let row = tables.weapons.get(item).into_iter();
        let names = row.flat_map(|row| {
            let thrown = row.throws_as.as_ref().map(|(thrown, _)| thrown.clone());
            [item.to_owned()].into_iter().chain(thrown)
        });
        names.collect()
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Vec<i32>> {
        compile::check_unaware(draft.matchup, faults);
        let sides = &draft.matchup.sides;
        let place = |node: &Node| fit(number(PLACE, node, "`at`", faults).unwrap_or(0));
        Some(draft::places_of(sides, 0, place, "brp::places", faults))
    }

    fn spot(_: &Draft<'_>, node: &Node, faults: &Faults) -> Option<Spot> {
        number(PLACE, node, "a place of an objective", faults).map(|place| Spot::at(fit(place)))
    }

    fn starts_at(places: &Vec<i32>, who: usize, spot: Spot) -> bool {
        Spot::at(places[who]) == spot
    }

    fn check(draft: &Draft<'_>, _: &Vec<i32>, faults: &Faults) {
        draft.check_foes(|sheet| &sheet.unaware_of, faults);
        compile::check_start(draft, faults);
        compile::check_first_aid(&draft.options, &draft.matchup.tree, faults);
        afflictions::check_count(&draft.matchup.tree, &draft.brought(), faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let mut content = vec![("weapons", "brawl".to_owned())];
        for name in draft.armoury(sides) {
            let weapon = draft.tables.weapons.get(&name);
            let thrown = weapon.and_then(|row| row.throws_as.clone());
            content.extend(thrown.map(|(thrown, _)| ("weapons", thrown)));
            content.extend(["shields", "weapons"].map(|table| (table, name.clone())));
        }
        let brought = draft.brought().into_iter();
        content.extend(brought.map(|name| (AFFLICTIONS, name.to_owned())));
        for group in sides.iter().flat_map(|side| &side.groups) {
            let worn = draft.sheet(&group.combatant).worn.iter();
            content.extend(worn.map(|name| ("armour", name.clone())));
        }
        content
    }

    fn fight(draft: &Draft<'_>, places: &Vec<i32>, lineup: Lineup, run: &RunSettings) -> Arena {
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
}
