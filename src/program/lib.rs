//! skirmish plays millions of fights between scripted combatants under the combat rules of a tabletop
//! rulebook, and counts wins, lengths of fights and the effects of blows.
//!
//! The table lists the modules in reading order. For each module, the column "from" has its input and the
//! column "to" has its result:
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | [`scenario`] | the text of a file | a checked scenario and its matchups |
//! | [`frame`] | the parts common to all rulebooks | a matchup read against one of them |
//! | [`rules`] | a matchup, in names | a compiled fight, in numbers |
//! | [`batch`] | a compiled fight | many fights, counted |
//! | [`parts`] | the counts of a run | a file that can be merged with others, or resumed |
//! | [`compare`] | variants of a compiled fight | the difference between them, under equal luck |
//! | [`expect`] | tallies, and the designer's intentions | verdicts on the intentions |
//! | [`tune`] | variants and target win rates | the value, or the changes, that reach the targets |
//! | [`best`] | many variants | the variant with the highest win rate |
//! | [`exact`] | a compiled fight | the exact odds |
//! | `chain` | a compiled fight | the probabilities of its most frequent steps, for a drawing |
//! | [`tally`] | the events of fights | counts and figures |
//! | [`report`] | tallies | tables, files, terminal |
//! | [`gate`] | counts, then and now | the changes |
//! | `session` | a scenario file | its results, and fights told blow by blow |
//!
//! [`dice`], [`fight`], [`policy`] and [`grid`] lie below these modules; they know neither files nor
//! rulebooks. [`bout`] is the interface that hides the types of a ruleset. [`cli`] is the command line and
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
