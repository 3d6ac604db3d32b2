//! Exchanges settled by one draw from their odds instead of die by die.

pub(crate) mod counters;
pub(super) mod extremes;
pub(crate) mod plain;
