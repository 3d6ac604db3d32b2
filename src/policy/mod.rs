//! Scripted combatants: priority lists of `<action> [with <weapon>] [at <target>] [if <condition>]`.
//!
//! A ruleset declares a [`Vocabulary`]: which decisions there are, which actions, targets and facts. Scripts are
//! type-checked against it when the scenario is read, compiled to flat code, evaluated without allocation, and
//! cannot fail in a fight.

mod vocabulary;

pub use vocabulary::{
    ActionSpec, FactSpec, Kind, ListSpec, ScaleSpec, SelectorSpec, SlotSpec, Takes, TargetSpec,
    Vocabulary, WordSpec,
};
