//! Questions about a situation that rules and decisions ask: reach, weapons, costs and dice.
//!
//! Nothing here changes anything, and nothing is rolled.

pub(crate) mod arms;
mod costs;
mod defences;
pub(crate) mod parts;
pub(crate) mod reach;
mod remedies;
pub(crate) mod tohit;
