//! skirmish plays millions of fights between scripted combatants under the combat rules of a tabletop
//! rulebook, and counts wins, lengths of fights and the effects of blows.
//!
//! The table lists the modules in reading order. For each module, the column "from" has its input and the
//! column "to" has its result:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`scenario`] | the text of a file | a checked scenario and its matchups |
//! | [`frame`] | a matchup as text, and the keys of a rulebook | a matchup with checked values |
//! | [`rules`] | a matchup, in names | a compiled fight, in numbers |
//! | [`batch`] | a compiled fight | many fights, counted |
//! | [`parts`] | the counts of a run | a file that can be merged with others, or resumed |
//! | [`compare`] | variants of a compiled fight | the differences between them in fights with the same dice |
//! | [`expect`] | the counts of fights, and the designer's intentions | verdicts on the intentions |
//! | [`tune`] | variants and target win rates | the value, or the changes, that reach the targets |
//! | [`best`] | many variants | the variant with the highest win rate |
//! | [`exact`] | a compiled fight | the exact odds |
//! | `chain` | a compiled fight | the odds of its most frequent steps, so that whole steps can be drawn |
//! | [`tally`] | the events of fights | counts, and figures such as win rates |
//! | [`report`] | the counts of fights | tables on the terminal and in files |
//! | [`gate`] | the counts of a baseline and the present ones | the figures that have moved |
//! | `session` | a scenario file | its results, and fights told blow by blow |
//!
//! These modules use [`dice`], [`fight`], [`policy`] and [`grid`], which depend neither on files nor on
//! rulebooks. [`bout`] is the interface that hides the types of a rulebook. [`cli`] is the command line and
//! uses all other modules. [`memory`] lets a program end with a message when no memory is left.
//!
//! The modules `parts`, `expect`, `tune`, `best`, `report`, `gate`, `session` and `cli` belong to the crate
//! `skirmish` (`src/program`). All other modules belong to the crate `skirmish_engine` (`src/engine`).

#[doc(inline)]
pub use skirmish_engine::{
    batch, bout, compare, dice, exact, fight, frame, grid, memory, policy, rules, scenario,
    suggest, tally, visible,
};

pub mod best;
pub mod expect;
pub mod parts;
pub mod report;
pub mod tune;

pub mod gate;

mod session;

mod serve;

pub mod cli;
