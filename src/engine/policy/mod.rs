//! Scripted combatants: priority lists of `<action> [with <weapon>] [at <target>] [if <condition>]`.
//!
//! A ruleset declares a [`Vocabulary`]: its decisions, and the actions, targets and facts for them. When a
//! scenario is read, [`compile`] checks its scripts against the vocabulary and compiles them to flat code. In
//! a fight, [`Policy::choose`] evaluates the code without allocation, and cannot fail.
//!
//! The action of a line may be followed by its slots, such as `with <weapon>`, in any order. A target's
//! preposition may be omitted directly after the action: `attack nearest`. `do <list>` calls another list of
//! the policy; if that list makes no choice, the next line is tried. Conditions support `or`, `and`, `not`,
//! comparisons, `+ - * /`, parentheses, numbers with up to three decimals, percentages (`30%` is 0.3),
//! `true`, `false`, the ruleset's facts, facts of an item (`usable(broad-sword)`), words of a scale compared
//! with a fact (`attack.level >= success`), names defined by `let`, and `chance(30%)`, which draws dice only
//! where its result matters. A `-` inside a name belongs to the name, so write a subtraction of two names
//! with spaces; write names with spaces or commas in single quotes.
//!
//! Numbers are thousandths in 64 bits. Results beyond that range become its nearest end, and fractions of a
//! thousandth are truncated towards zero. Division by zero gives zero.

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
