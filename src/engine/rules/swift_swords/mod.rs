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

use crate::frame::book::{Book, StatBlock};
use crate::frame::{BookInfo, draft};
use reading::sheet::Sheet;

/// What the program can say about this book.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "swift-swords",
    about: "whoever has the most action dice acts next, pools of six-sided dice hit, and ranks are lost before lives",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::lists::WORDS,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    policies: include_str!("policies.toml"),
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

impl StatBlock for Sheet {
    fn policy(&self) -> &str {
        &self.policy
    }

    fn carries(&self) -> &[String] {
        &self.carries
    }
}
