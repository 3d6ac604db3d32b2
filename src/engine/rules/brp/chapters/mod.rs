//! The rules, in the order of a round: statement of intent, movement, actions, resolution.
//!
//! Three files make play faster. `plain.rs` rolls a blow together with the reply to it in one go. `groups.rs`
//! plays simultaneous plain blows one by one. `repeats.rs` repeats statements of the last round that cannot
//! have changed.

mod afflictions;
pub(crate) mod aftermath;
pub(crate) mod attack;
pub(crate) mod day;
mod groups;
mod leaving;
pub(crate) mod movement;
pub(crate) mod order;
pub(crate) mod plain;
pub(crate) mod repeats;
pub(crate) mod resolution;
pub(crate) mod round;
pub(crate) mod statement;
pub(crate) mod turns;

#[cfg(test)]
mod kept_tests;
