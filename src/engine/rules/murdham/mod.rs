//! The combat chapter of a grim role-playing game about zones, saves and reactions that cost the turn.
//!
//! [`clauses`] lists every numbered rule and how it is simulated. Each of the other modules uses only itself
//! and modules that come before it in this list:
//!
//! - [`fields`], [`options`] and [`rules`]: the keys, house rules and numbers of the book
//! - [`reading`]: from the text of a scenario to checked data
//! - [`nouns`]: the types that the rules work with, such as the state of a fight
//! - [`questions`]: answers about a state
//! - [`telling`]: phrases that sentences of the transcript share
//! - [`decisions`]: the words of a policy, and how a policy chooses
//! - [`chapters`]: the rules
//! - [`compile`] and [`fight`]: the compilation of checked data into an arena, and its play

#![expect(
    clippy::struct_excessive_bools,
    reason = "flags of stat blocks, weapons, places, bodies and turns, each on its own and named as in the book"
)]

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
mod rules;
mod telling;
#[cfg(test)]
mod testing;

#[cfg(test)]
pub(super) use options::Options;

use crate::frame::book::{Book, StatBlock};
use crate::frame::{BookInfo, draft};
use reading::Sheet;

/// The description of this book for the program.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "murdham",
    about: "sides take turns one character at a time, blows hit by themselves, and a reaction costs the turn",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: &[
        "weapons.musket.range",
        "weapons.improvised-hand.damage",
        "weapons.improvised-great.damage",
    ],
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: &[],
    rests: chapters::day::RESTS,
    fighters: fields::FIGHTERS,
    objectives: fields::OBJECTIVES,
    rides: true,
    starter: include_str!("starter.toml"),
    compile: Murdham::compile,
};

/// The type through which the code that all books share calls this book.
#[derive(Debug)]
struct Murdham;

type Draft<'m> = draft::Draft<'m, Murdham>;

impl StatBlock for Sheet {
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
