//! What rules and decisions ask of a situation; nothing here changes it or rolls.

pub(crate) mod arms;
pub(crate) mod cover;
pub(crate) mod tohit;
