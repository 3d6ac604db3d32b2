//! The combat chapter of a percentile role-playing rules document: rounds of twelve seconds, DEX ranks, attack and
//! defence by d100 with special successes, hit points, weapons that break.
//!
//! Every numbered rule is in [`clauses`] with how it is dealt with. The road of a fight: [`sheet`] and [`tables`]
//! read what the scenario says, [`compile`] turns it into an [`arena`], [`round`] plays it: [`statement`],
//! [`movement`], [`turns`] with [`attack`] and [`defence`], [`resolution`]. What may be chosen is in [`words`],
//! how a policy chooses in [`tactics`].

mod aftermath;
mod arena;
mod attack;
mod chance;
mod clauses;
mod compile;
mod damage;
mod defence;
mod duel;
mod exchange;
mod facts;
#[cfg(test)]
mod faulty;
mod fields;
mod fighter;
mod hands;
mod house_rules;
mod levels;
mod matrix;
mod movement;
mod muster;
mod options;
mod order;
mod plain;
mod questions;
mod resolution;
mod roster;
mod round;
mod sheet;
mod state;
mod statement;
mod tables;
mod tactics;
mod tell;
#[cfg(test)]
mod trial;
mod turns;
mod words;

pub(super) use compile::compile;

use super::Book;

/// What the program can say about this book.
pub(super) static BOOK: Book = Book {
    name: "brp",
    about: "percentile combat: DEX ranks, parry and dodge, special successes, weapons that break",
    clauses: clauses::CLAUSES,
    options: house_rules::OPTIONS,
    vocabulary: &words::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    fields: fields::FIELDS,
    fighters: fields::FIGHTERS,
    rides: false,
    starter: include_str!("starter.toml"),
};
