//! Scripted combatants: priority lists of `<action> [with <weapon>] [at <target>] [if <condition>]`.
//!
//! A ruleset declares a [`Vocabulary`]: which decisions there are, which actions, targets and facts. Scripts are
//! type-checked against it when the scenario is read, compiled to flat code, evaluated without allocation, and
//! cannot fail in a fight.

mod code;
mod decide;
mod script;
mod usage;
mod vocabulary;

pub use code::Code;
pub use decide::{ItemRef, Line, Policy, Situation, Slot, TargetRef};
pub use script::{Flaw, Names, Script, Text};
pub use usage::considered;
pub use vocabulary::{
    ActionSpec, FactSpec, Kind, ListSpec, ScaleSpec, SelectorSpec, SlotSpec, Takes, TargetSpec,
    Vocabulary, WordSpec,
};

/// Checks a policy against its ruleset's words and compiles it.
///
/// # Errors
/// All flaws of all its texts.
pub fn compile(
    script: &Script,
    vocabulary: &'static Vocabulary,
    names: &Names,
) -> Result<Policy, Vec<Flaw>> {
    unimplemented!("{script:?} {vocabulary:?} {names:?}")
}
