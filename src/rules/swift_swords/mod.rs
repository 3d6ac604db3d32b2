//! The combat chapter of a heroic game in which action dice are time, and defeat comes before death.
//!
//! Every numbered rule is in [`clauses`] with how it is dealt with. The rooms of the book, of which each uses only itself
//! and those before it:
//!
//! 1. the words, beside this file: [`clauses`], [`options`], [`fields`], [`words`];
//! 2. [`reading`]: from text to checked data;
//! 3. [`nouns`]: what a fight consists of, and what travels between rules;
//! 4. [`questions`]: what rules and decisions ask of a situation, without changing it;
//! 5. [`decisions`]: how a policy chooses;
//! 6. [`chapters`]: the rules, and the fight in words;
//! 7. the roof, beside this file: [`compile`] turns what was read into a fight, `fight` plays it.

mod chapters;
mod clauses;
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
#[cfg(test)]
mod testing;
mod words;

#[cfg(test)]
pub(super) use options::Options;

use super::book::{Book, StatBlock};
use super::lineup::Lineup;
use super::{BookInfo, draft};
use crate::rules::swift_swords::decisions::lists::WORDS;
use crate::rules::swift_swords::nouns::Arena;
use crate::rules::swift_swords::reading::ground::{self, Ground, Spot};
use crate::rules::swift_swords::reading::sheet::{self, Sheet};
use crate::rules::swift_swords::reading::tables::Tables;
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table};

/// What the program can say about this book.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "swift-swords",
    about: "whoever has the most action dice acts next, pools of six-sided dice hit, and ranks are lost before lives",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &WORDS,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    fields: fields::FIELDS,
    fighters: fields::FIGHTERS,
    rides: false,
    starter: include_str!("starter.toml"),
    compile: SwiftSwords::compile,
};

/// The book, for the frame that all books share.
#[derive(Debug)]
struct SwiftSwords;

type Draft<'m> = draft::Draft<'m, SwiftSwords>;

/// The tables of the book of which a fight depends on single rows only, and those that are no tables of the book.
const BY_ROW: [&str; 4] = ["combatants", "field", "weapons", "sizes"];

impl Book for SwiftSwords {
    const INFO: &'static BookInfo = &BOOK;

    const ROUNDS: &'static [&'static [&'static str]] = &[&["field", "events", "round"]];

    type Options = options::Options;
    type Tables = Tables;
    type Ground = Ground;
    type Sheet = Sheet;
    type Places = Vec<Spot>;
    type Fight<const N: usize> = Arena<N>;

    fn tables(tree: &Table, faults: &Faults) -> Tables {
        Tables::read(tree, faults)
    }

    fn ground(fields: Fields<'_>, tables: &Tables, sides: &[Side], _: &Faults) -> Ground {
        ground::read(fields, &tables.covers, sides)
    }

    fn zones(ground: &Ground) -> Option<usize> {
        Some(ground.count())
    }

    fn sheet(name: &str, node: &Node, tables: &Tables, faults: &Faults) -> Option<Sheet> {
        sheet::read(name, node, tables, faults)
    }

    fn items(tables: &Tables) -> impl Iterator<Item = &str> {
        tables.weapons.keys().map(String::as_str)
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<Vec<Spot>> {
        let (covers, sides) = (&draft.tables.covers, &draft.matchup.sides);
        Some(ground::spots(&draft.ground, covers, sides, faults))
    }

    fn check(draft: &Draft<'_>, spots: &Vec<Spot>, faults: &Faults) {
        compile::check(draft, spots, faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let weapons = draft.armoury(sides).into_iter();
        let mut content: Vec<_> = weapons.map(|name| ("weapons", name)).collect();
        for group in sides.iter().flat_map(|side| &side.groups) {
            let size = draft.sheet(&group.combatant).size;
            content.push(("sizes", size.to_string()));
        }
        let tables = fields::FIELDS.iter().map(|row| row.key);
        for table in tables.filter(|table| !BY_ROW.contains(table)) {
            let rows = draft.matchup.tree.get(table).and_then(Node::as_table);
            let rows = rows.into_iter().flat_map(Table::keys);
            content.extend(rows.map(|row| (table, row.to_owned())));
        }
        content
    }

    fn fight<const N: usize>(
        draft: &Draft<'_>,
        spots: &Vec<Spot>,
        lineup: Lineup,
        run: &RunSettings,
    ) -> Arena<N> {
        compile::fight(draft, spots, lineup, run)
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
