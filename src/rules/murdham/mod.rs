//! The combat chapter of a grim role-playing game about zones, saves and reactions that cost the turn.
//!
//! Every numbered rule is in [`clauses`] with how it is dealt with. The road of a fight: [`sheet`], [`tables`] and
//! [`ground`] read what the scenario says, [`compile`] turns it into an [`arena`], [`round`] plays it: opportunities,
//! [`turn`]s with [`movement`], alone or of [`mounts`] and riders together, [`attack`]s, [`counter`]s and [`blast`]s, [`morale`]; a small duel by its [`chart`]. The luck of a blow is in
//! [`damage`], apart from what it does ([`wounds`]). What may be chosen is in [`words`], how a policy chooses in
//! [`tactics`].

mod access;
mod arena;
mod attack;
mod blast;
mod blows;
mod boarding;
mod chart;
mod clauses;
mod compile;
mod counter;
mod damage;
mod facts;
#[cfg(test)]
mod faulty;
mod field;
mod fields;
mod fighter;
mod ground;
mod hold;
mod house_rules;
mod morale;
mod mounts;
mod movement;
mod muster;
mod nonlethal;
mod options;
mod plans;
mod questions;
mod round;
mod sheet;
mod state;
mod strike;
mod tabled;
mod tables;
mod tactics;
mod tell;
#[cfg(test)]
mod trial;
mod turn;
mod words;
mod wounds;

pub(super) use compile::compile;

use super::Book;

/// What the program can say about this book.
pub(super) static BOOK: Book = Book {
    name: "murdham",
    about: "sides take turns one character at a time, blows hit by themselves, and a reaction costs the turn",
    clauses: clauses::CLAUSES,
    options: house_rules::OPTIONS,
    vocabulary: &words::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    fields: fields::FIELDS,
    fighters: fields::FIGHTERS,
    rides: true,
    starter: include_str!("starter.toml"),
};
