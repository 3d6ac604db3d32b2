//! What rules and decisions ask of a situation: who reaches whom, with what, for how much, with how many dice.
//!
//! Nothing here changes anything, and nothing is rolled.

pub(crate) mod arms;
pub(crate) mod attacks;
pub(crate) mod costs;
pub(crate) mod cover;
pub(crate) mod defences;
pub(crate) mod grips;
pub(crate) mod parts;
pub(crate) mod penalties;
pub(crate) mod ranks;
pub(crate) mod reach;
pub(crate) mod routes;
pub(crate) mod shots;
pub(crate) mod tohit;
