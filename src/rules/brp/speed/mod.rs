//! Exchanges settled by one draw from their odds instead of die by die.

pub(crate) mod counters;
pub(crate) mod plain;
