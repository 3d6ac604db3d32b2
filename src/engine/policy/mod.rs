//! Policies, which decide for fighters. A policy has lists of lines: `<action> [with <weapon>] [at <target>]
//! [if <condition>]`. The first line that is possible and whose condition holds is chosen.
//!
//! A ruleset declares a [`Vocabulary`]: the decisions that fighters make, and the actions, targets and facts
//! for them. When a scenario is read, [`compile`] checks its policies against the vocabulary and compiles
//! them to code. In a fight, [`Policy::choose`] evaluates this code. It allocates no memory and cannot fail.
//!
//! An action may be followed by its slots, such as `with <weapon>`, in any order. The preposition of a target
//! may be left out directly after the action: `attack nearest`. A line `do <list>` calls another list of the
//! policy. If that list makes no choice, the next line is tried.
//!
//! Conditions may have `or`, `and`, `not`, comparisons, `+ - * /`, parentheses, numbers with up to three
//! decimals, percentages (`30%` is 0.3), `true` and `false`. They may use the facts of the ruleset, facts
//! about an item (`usable(broad-sword)`), and words of a scale that a fact is compared with (`attack.level >=
//! success`). They may also use names that `let` defines, and `chance(30%)`, which draws dice only if the
//! result matters. A `-` inside of a name is part of the name, so a subtraction of two names needs blanks
//! around the sign. Names with blanks or commas are written in single quotes.
//!
//! Numbers are in thousandths, with 64 bits. Results beyond this range become its nearest end, and fractions
//! of a thousandth are truncated towards zero. A division by zero gives zero.

mod bounds;
mod calls;
mod check;
mod choice_cache;
mod code;
mod columns;
mod compile;
mod decide;
mod grammar;
mod line;
mod lookup;
mod script;
mod syntax;
mod tokens;
pub mod vocabulary;

pub use bounds::Bounds;
pub use choice_cache::{CachedChoice, ChoiceCache, Rows};
pub use code::Code;
pub use columns::Columns;
pub use compile::{compile, compile_with_mentions};
pub use decide::{Decision, ItemRef, Line, Policy, Slot, TargetRef, all_settle_at};
pub use script::{Flaw, Mention, Mentioned, Names, Script, Text};
pub use vocabulary::{
    ActionSpec, FactSpec, Kind, ListSpec, ScaleSpec, SelectorSpec, SlotSpec, Takes, TargetSpec,
    Vocabulary, WordSpec,
};

#[cfg(test)]
mod tests;
