//! What rules and decisions ask of a situation: who reaches whom, with what, for how much, with how many dice.
//!
//! Nothing here changes anything, and nothing is rolled.

pub(crate) mod arms;
mod costs;
mod cover;
mod defences;
mod grips;
pub(crate) mod parts;
mod ranks;
pub(crate) mod reach;
mod routes;
pub(crate) mod tohit;
