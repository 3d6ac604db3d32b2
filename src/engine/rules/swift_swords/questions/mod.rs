//! What rules and decisions ask of a situation: who reaches whom, with what, for how much, with how many dice.
//!
//! Nothing here changes anything, and nothing is rolled.

pub(crate) mod arms;
mod costs;
mod defences;
pub(crate) mod parts;
pub(crate) mod reach;
pub(crate) mod tohit;
