//! The parts of a fight, and the values that rules pass to each other.

pub(super) mod arena;
pub(crate) mod counters;
pub(super) mod deeds;
pub(super) mod evasion;
pub(super) mod fighter;
pub(super) mod luck;
pub(super) mod memo;
pub(super) mod scene;
pub(super) mod selectors;
pub(super) mod state;
pub(super) mod swing;
pub(super) mod volley;
