//! What rules and decisions ask of a situation: who reaches whom, with what, for how much, with how many dice.
//!
//! Nothing here changes anything, and nothing is rolled.

pub(crate) mod arms;
mod attacks;
mod costs;
mod cover;
mod defences;
pub(crate) mod grips;
pub(crate) mod parts;
mod penalties;
mod ranks;
mod reach;
mod routes;
pub(crate) mod shots;
pub(crate) mod tohit;
