//! Queries on a situation that rules and decisions use: reach, weapons, costs and dice.
//!
//! No function here changes the situation or rolls dice.

pub(crate) mod arms;
mod costs;
mod defences;
pub(crate) mod parts;
pub(crate) mod reach;
mod remedies;
pub(crate) mod tohit;
