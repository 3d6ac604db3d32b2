//! The combat chapter of a grim role-playing game about zones, saves and reactions that cost the turn.
//!
//! Every numbered rule is in [`clauses`] with how it is dealt with. The rooms, lowest first; each knows itself and
//! those before it: the book's words ([`fields`], [`options`], [`words`]); [`reading`], from text to checked data;
//! [`nouns`], what a fight consists of; [`questions`] about a situation; [`telling`], what its words have in common;
//! [`decisions`], what conditions ask and how a policy chooses; [`chapters`], the rules; [`charts`], what makes fights
//! fast. On top, [`compile`] makes an arena of what has been read, [`fight`] plays it, and [`vocabulary`] is all that a
//! policy can say.

mod chapters;
mod charts;
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
mod telling;
#[cfg(test)]
mod testing;
mod vocabulary;
mod words;

#[cfg(test)]
pub(super) use options::Options;

use super::book::{Book, StatBlock};
use super::lineup::Lineup;
use super::{BookInfo, draft};
use crate::rules::murdham::nouns::arena::Arena;
use crate::rules::murdham::reading::{ground, sheet, tables};
use crate::scenario::{Faults, Fields, Node, RunSettings, Side, Table};

/// What the program can say about this book.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "murdham",
    about: "sides take turns one character at a time, blows hit by themselves, and a reaction costs the turn",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &vocabulary::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    fields: fields::FIELDS,
    fighters: fields::FIGHTERS,
    rides: true,
    starter: include_str!("starter.toml"),
    compile: Murdham::compile,
};

/// The book, for the frame that all books share.
#[derive(Debug)]
struct Murdham;

type Draft<'m> = draft::Draft<'m, Murdham>;

impl Book for Murdham {
    const INFO: &'static BookInfo = &BOOK;

    type Options = options::Options;
    type Tables = tables::Tables;
    type Ground = ground::Ground;
    type Sheet = sheet::Sheet;
    type Places = compile::Start;
    type Fight<const N: usize> = Arena<N>;

    fn tables(tree: &Table, faults: &Faults) -> tables::Tables {
        tables::Tables::read(tree, faults)
    }

    fn ground(
        fields: Fields<'_>,
        _: &tables::Tables,
        sides: &[Side],
        faults: &Faults,
    ) -> ground::Ground {
        ground::read(fields, sides, faults)
    }

    fn zones(ground: &ground::Ground) -> Option<usize> {
        Some(ground.field.zones)
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
        tables.weapons.keys().map(String::as_str)
    }

    fn places(draft: &Draft<'_>, faults: &Faults) -> Option<compile::Start> {
        compile::places(draft, faults)
    }

    fn sides<'a>(_: &'a Draft<'_>, start: &'a compile::Start) -> &'a [Side] {
        &start.boarding.sides
    }

    fn check(draft: &Draft<'_>, start: &compile::Start, faults: &Faults) {
        compile::check(draft, start, faults);
    }

    fn content(draft: &Draft<'_>, sides: &[Side]) -> Vec<(&'static str, String)> {
        let weapons = draft.armoury(sides).into_iter();
        let mut content: Vec<_> = weapons.map(|name| ("weapons", name)).collect();
        for group in sides.iter().flat_map(|side| &side.groups) {
            let remedies = &draft.sheet(&group.combatant).remedies;
            content.extend(remedies.iter().map(|(name, _)| ("remedies", name.clone())));
        }
        content
    }

    fn fight<const N: usize>(
        draft: &Draft<'_>,
        start: &compile::Start,
        lineup: Lineup,
        run: &RunSettings,
    ) -> Arena<N> {
        compile::fight(draft, start, lineup, run)
    }
}

impl StatBlock for sheet::Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }

    fn carries(&self) -> &[String] {
        &self.carries
    }

    fn is_thing(&self) -> bool {
        self.vehicle
    }
}
