//! What plays, counts, compares and solves fights: all of [skirmish](https://docs.rs/skirmish) below search, reports and
//! commands. It is a crate of its own because its speed counts: what is above it need not be optimised as much.
//!
//! `skirmish` has all of its modules, and the map of them.

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
