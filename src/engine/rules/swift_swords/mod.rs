//! The combat chapter of a heroic game where action dice are time, and defeat comes before death.
//!
//! Every numbered rule is listed in [`clauses`] with the way it is simulated. The modules of the book; each uses only
//! itself and those before it:
//!
//! 1. the words, beside this file: [`clauses`], [`options`], [`fields`], [`words`];
//! 2. [`reading`]: from text to checked data;
//! 3. [`nouns`]: the parts of a fight, and the values passed between rules;
//! 4. [`questions`]: questions about a situation that rules and decisions ask, without changing it;
//! 5. [`decisions`]: how a policy makes a choice;
//! 6. [`chapters`]: the rules, and the sentences of the transcript;
//! 7. on top, beside this file: [`compile`] turns the checked data into a fight, `fight` plays it.

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

use crate::frame::book::{Book, StatBlock};
use crate::frame::{BookInfo, draft};
use reading::sheet::Sheet;

/// The description of this book for the program.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "swift-swords",
    about: "whoever has the most action dice acts next, pools of six-sided dice hit, and ranks are lost before lives",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::lists::WORDS,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: &[
        "codes.massive",
        "weapons.*.range",
        "armours",
        "shields",
        "modifiers",
        "sizes",
    ],
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: &[],
    fighters: fields::FIGHTERS,
    rides: false,
    starter: include_str!("starter.toml"),
    compile: SwiftSwords::compile,
};

/// The book, for the framework that all books share.
#[derive(Debug)]
struct SwiftSwords;

type Draft<'m> = draft::Draft<'m, SwiftSwords>;

impl StatBlock for Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }

    fn carries(&self) -> &[String] {
        &self.carries
    }
}
