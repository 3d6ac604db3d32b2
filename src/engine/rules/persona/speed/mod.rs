//! Shortcuts that avoid evaluating the rules again.

pub(crate) mod counters;
