//! skirmish replays millions of fights between scripted combatants under the combat rules of a tabletop rulebook,
//! and adds up who wins, how long it takes and what the blows do.
//!
//! The modules are the road a fight travels, in reading order:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`scenario`] | the text of a file | a checked scenario and its matchups |
//! | [`frame`] | what all rulebooks are built with | a matchup read against one of them |
//! | [`rules`] | a matchup, in names | a compiled fight, in numbers |
//! | [`batch`] | a compiled fight | many fights, counted |
//! | [`parts`] | what was counted of a run | a file that can be added to others, or gone on from |
//! | [`compare`] | variants of a compiled fight | the difference between them, under the same luck |
//! | [`expect`] | tallies, and what is intended | whether fights are as meant |
//! | [`tune`] | variants and how often who should win | the value, or the changes, that balance it |
//! | [`exact`] | a compiled fight | the exact odds |
//! | `chain` | a compiled fight | the odds of its commonest steps, to be drawn from |
//! | [`tally`] | what happened | what fights add up to |
//! | [`report`] | tallies | tables, files, terminal |
//! | [`gate`] | counts, then and now | what has moved |
//!
//! Under them lie [`dice`], [`fight`], [`policy`] and [`grid`], which know neither files nor rulebooks; [`bout`] is the seam
//! at which a ruleset's types are forgotten; over them all is [`cli`].
//! [`memory`] is what a program has to know that wants to end with a sentence where there is none left.
//!
//! All but `parts`, `expect`, `tune`, `report`, `gate` and `cli` is the crate `skirmish_engine` (`src/engine`); they are the crate `skirmish` (`src/program`).

#[doc(inline)]
pub use skirmish_engine::{
    batch, bout, compare, dice, exact, fight, frame, grid, memory, policy, rules, scenario,
    suggest, tally, visible,
};

pub mod expect;
pub mod parts;
pub mod report;
pub mod tune;

pub mod gate;

pub mod cli;
