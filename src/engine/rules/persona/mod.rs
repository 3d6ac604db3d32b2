//! The combat chapter of a percentile game of heroes and their other selves. A turn is a Full Action or two
//! Half Actions. Degrees of success add hits, and Reactions evade hits.
//!
//! [`clauses`] lists every numbered rule with the way it is simulated. The book has these modules. Each uses
//! only itself and the modules before it:
//!
//! 1. the words, beside this file: [`clauses`], [`options`], [`rules`], [`fields`], [`columns`], [`words`];
//! 2. [`reading`]: from text to checked data;
//! 3. [`nouns`]: the parts of a fight, and the values passed between rules;
//! 4. [`questions`]: queries on a situation that rules and decisions use, and that never change it;
//! 5. [`telling`]: phrases that sentences share;
//! 6. [`decisions`]: how a policy makes a choice;
//! 7. [`chapters`]: the rules;
//! 8. on top, beside this file: [`compile`] turns the checked data into a fight, `fight` plays it, and
//!    [`vocabulary`] lists every word of the policy language.

mod chapters;
mod clauses;
mod columns;
mod compile;
mod decisions;
#[cfg(test)]
mod error_tests;
mod events;
mod fields;
mod fight;
mod nouns;
mod options;
mod questions;
mod reading;
mod rules;
mod telling;
#[cfg(test)]
mod testing;
mod vocabulary;
mod words;

pub(super) use options::Options;

use crate::fight::Spot;
use crate::frame::book::{Book, StatBlock};
use crate::frame::lineup::Lineup;
use crate::frame::{BookInfo, draft};
use crate::rules::persona::nouns::arena::Arena;
use crate::rules::persona::reading::{ground, sheet, tables};
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table, fit, number};

/// The description of this book that the program uses.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "persona",
    about: "Full and Half Actions, degrees of success, Reactions, bursts, Fury and Critical Hits, grapples",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &vocabulary::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: &[],
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: &[],
    rests: chapters::day::RESTS,
    fighters: fields::FIGHTERS,
    objectives: fields::OBJECTIVES,
    rides: false,
    starter: include_str!("starter.toml"),
    compile: Persona::compile,
};

/// The type that implements the traits of the framework for this book.
#[derive(Debug)]
struct Persona;

type Draft<'m> = draft::Draft<'m, Persona>;

impl Book for Persona {
    const INFO: &'static BookInfo = &BOOK;

    const ROUNDS: &'static [&'static [&'static str]] = &[&["combatants", "flight_ends"]];

    const LATER_LINES: &'static [(&'static str, &'static str)] = &[(
        "default",
        "heal if target.hurt or target.ails or (foes.adjacent == 0 and foes.in_range == 0)",
    )];

    type Options = options::Options;
    type Tables = tables::Tables;
    type Ground = ground::Ground;
    type Sheet = sheet::Sheet;
    /// Places on the line, in units.
    type Places = Vec<i32>;
    type Fight = Arena;

    fn tables(tree: &Table, faults: &Faults) -> tables::Tables {
        tables::Tables::read(tree, faults)
    }

    fn combine(options: &mut Options, tables: &tables::Tables) {
        options.rules = tables.rules;
    }

    fn ground(
        fields: Fields<'_>,
        tables: &tables::Tables,
        _: &[Side],
        faults: &Faults,
    ) -> ground::Ground {
        ground::read(fields, tables.rules.ranges, faults)
    }

    fn sheet(
        name: &str,
        node: &Node,
        tables: &tables::Tables,
        faults: &Faults,
    ) -> Option<sheet::Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &tables::Tables) -> impl Iterator<Item = &str> {
        let names = tables.weapons.keys().chain(tables.remedies.keys());
        names.map(String::as_str)
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Vec<i32>> {
        Some(ground::starts(draft.matchup, faults))
    }

    fn spot(_: &Draft<'_>, node: &Node, faults: &Faults) -> Option<Spot> {
        number(fields::PLACE, node, "a place of an objective", faults)
            .map(|place| Spot::at(fit(place)))
    }

    fn starts_at(places: &Vec<i32>, who: usize, spot: Spot) -> bool {
        Spot::at(places[who]) == spot
    }

    fn check(draft: &Draft<'_>, _: &Vec<i32>, faults: &Faults) {
        compile::check(draft, faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let weapons = draft.armoury(sides).into_iter();
        let blocks = draft.blocks(sides).into_iter();
        let remedies = blocks.flat_map(|name| draft.sheet(&name).remedies.clone());
        let remedies = remedies.map(|name| ("remedies", name));
        weapons
            .map(|name| ("weapons", name))
            .chain(remedies)
            .collect()
    }

    fn fight(draft: &Draft<'_>, places: &Vec<i32>, lineup: Lineup, run: &RunSettings) -> Arena {
        compile::fight(draft, places, lineup, run)
    }
}

impl StatBlock for sheet::Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }

    fn carries(&self) -> &[String] {
        &self.carries
    }
}
