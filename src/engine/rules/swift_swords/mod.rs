//! The combat chapter of a heroic game where dice are time. In each round a creature is dealt a hand of
//! Action Dice and pays for its actions with them. A refresh ends the round.
//!
//! [`clauses`] lists every numbered rule with the way it is simulated. The book has these modules. Each uses
//! only itself and the modules before it:
//!
//! 1. the words, beside this file: [`clauses`], [`rules`], [`options`], [`fields`], [`words`];
//! 2. [`reading`]: from text to checked data;
//! 3. [`nouns`]: the parts of a fight, and the values passed between rules;
//! 4. [`questions`]: queries on a situation that rules and decisions use, and that never change it;
//! 5. [`decisions`]: how a policy makes a choice;
//! 6. [`chapters`]: the rules, and the sentences of the transcript;
//! 7. on top, beside this file: [`compile`] turns the checked data into a fight, and `fight` plays it.

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
#[cfg(test)]
mod number_tests;
mod options;
mod questions;
mod reading;
mod rules;
#[cfg(test)]
mod testing;
mod words;

#[cfg(test)]
pub(super) use options::Options;

use crate::frame::book::{Book, StatBlock};
use crate::frame::{BookInfo, draft};
use reading::sheet::Sheet;

/// The description of this book that the program uses.
pub(super) static BOOK: BookInfo = BookInfo {
    name: "swift-swords",
    about: "whoever has the most action dice acts next, pools of six-sided dice hit, and ranks are lost before lives",
    clauses: clauses::CLAUSES,
    events: events::EVENTS,
    options: &options::OPTIONS,
    vocabulary: &decisions::lists::WORDS,
    tables: concat!(include_str!("tables.toml"), include_str!("policies.toml")),
    ours: OURS,
    policies: include_str!("policies.toml"),
    fields: fields::FIELDS,
    of_rules: OF_RULES,
    rests: chapters::day::RESTS,
    fighters: fields::FIGHTERS,
    objectives: fields::OBJECTIVES,
    rides: false,
    starter: include_str!("starter.toml"),
    compile: SwiftSwords::compile,
};

/// Tables of the book that have numbers of the rules, like `[rules]`.
pub(super) const OF_RULES: &[&str] = &[
    "codes",
    "armours",
    "shields",
    "action_dice",
    "situations",
    "sets",
    "costs",
    "modifiers",
    "sizes",
    "mental_ranks",
    "covers",
    "wounds",
    "fears",
    "units",
    "tactics",
    "specials",
    "nations",
];

/// The table rows whose values are not in the book.
#[rustfmt::skip]
const OURS: &[&str] = &[
    "codes.heavy.cost", "codes.large.cost", "codes.huge.cost", "codes.massive",
    "weapons.axe", "weapons.great-axe", "weapons.spear.code", "weapons.pike.code", "weapons.javelin", "weapons.sling",
    "weapons.bow", "weapons.crossbow",
    "armours",
    "shields.none", "shields.small", "shields.large",
    "situations",
    "sets.1", "sets.2", "sets.5", "sets.6",
    "costs.missile", "costs.mental", "costs.cast", "costs.move", "costs.withdraw", "costs.charge", "costs.drag",
    "costs.stand", "costs.ready", "costs.close", "costs.attack-close", "costs.hold", "costs.squeeze", "costs.improve",
    "costs.subdue", "costs.knock-down", "costs.break-hold", "costs.reverse", "costs.intercept", "costs.double-strike",
    "costs.slam",
    "modifiers",
    "sizes",
    "mental_ranks.vermin", "mental_ranks.animal", "mental_ranks.veteran", "mental_ranks.leader", "mental_ranks.elder",
    "mental_ranks.dragon", "mental_ranks.construct",
    "locations.right-leg", "locations.left-leg", "locations.left-arm", "locations.chest", "locations.head",
    "locations.neck", "locations.groin",
    "units.crowd.physical", "units.horde.physical", "units.horde.mental", "units.company.physical", "units.unit.physical",
    "tactics.all-out.cost", "tactics.double-strike.dice", "tactics.follow-on",
    "specials.more-damage.extra", "specials.drain.extra", "specials.disarm", "specials.stun", "specials.break-weapon",
    "specials.expose", "specials.strip", "specials.step-away", "specials.draw-in", "specials.knock-down",
    "specials.knock-back", "specials.hamstring", "specials.wear-down",
];

/// The type that implements the traits of the framework for this book.
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
