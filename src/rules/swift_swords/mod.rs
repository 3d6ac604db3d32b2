//! The combat chapter of a heroic game in which action dice are time, and defeat comes before death.
//!
//! Every numbered rule is in [`clauses`] with how it is dealt with. The road of a fight: [`sheet`], [`tables`] and
//! [`ground`] read what the scenario says, [`compile`] turns it into an [`arena`], [`round`] plays it: [`turn`]s by
//! countdown, paid from a [`hand`] of dice, with [`attack`]s, [`defence`]s and [`damage`]. The book's dice are in
//! [`luck`], apart from what they do. What may be chosen is in [`words`], how a policy chooses in [`tactics`].

mod arena;
mod arms;
mod attack;
mod block;
mod chariots;
mod clauses;
mod compile;
mod contact;
mod contest;
mod cover;
mod damage;
mod defence;
mod dual;
mod events;
mod facts;
#[cfg(test)]
mod faulty;
mod fear;
mod fields;
mod fighter;
mod figures;
mod flight;
mod gear;
mod ground;
mod hand;
mod hold;
mod house_rules;
mod injury;
mod interrupt;
mod luck;
mod marks;
mod mental;
mod missiles;
mod mob;
mod movement;
mod muster;
mod options;
mod passing;
mod pay;
mod perils;
mod questions;
mod ranks;
mod round;
mod sheet;
mod slam;
mod special;
mod state;
mod tables;
mod tactics;
mod tell;
mod tohit;
#[cfg(test)]
mod trial;
mod turn;
mod words;
mod zones;

pub(super) use compile::compile;

use super::Book;

/// What the program can say about this book.
pub(super) static BOOK: Book = Book {
    name: "swift-swords",
    about: "whoever has the most action dice acts next, pools of six-sided dice hit, and ranks are lost before lives",
    clauses: clauses::CLAUSES,
    options: house_rules::OPTIONS,
    vocabulary: &words::VOCABULARY,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    fields: fields::FIELDS,
    fighters: fields::FIGHTERS,
    rides: false,
    starter: include_str!("starter.toml"),
};
