//! The engine of [skirmish](https://docs.rs/skirmish). It reads scenarios, and plays, counts, compares and
//! solves fights.
//!
//! The crate `skirmish` re-exports all of its modules and describes them.

pub mod dice;
pub mod fight;
pub mod policy;

pub mod grid;

pub mod tally;

pub mod exact;

mod chain;

pub mod bout;

pub mod scenario;

pub mod frame;

pub mod rules;

pub mod batch;

pub mod compare;

pub mod memory;

pub mod suggest;
pub mod visible;
