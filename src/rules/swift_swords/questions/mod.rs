//! What rules and decisions ask of a situation; nothing here changes it or rolls.

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
