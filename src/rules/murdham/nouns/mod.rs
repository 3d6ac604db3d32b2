//! What a fight consists of, and what travels between rules.

pub(crate) mod arena;
pub(crate) mod attack;
pub(crate) mod blow_tables;
pub(crate) mod chart;
pub(crate) mod deeds;
pub(crate) mod fighter;
pub(crate) mod pool;
pub(crate) mod scene;
pub(crate) mod selectors;
pub(crate) mod state;
