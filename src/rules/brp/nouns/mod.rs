//! What a fight consists of, and what travels between its rules: fighters, the situation, attacks and replies.

pub(crate) mod arena;
pub(crate) mod attack;
pub(crate) mod chance;
pub(crate) mod damage;
pub(crate) mod duel;
pub(crate) mod exchange;
pub(crate) mod fighter;
pub(crate) mod matrix;
pub(crate) mod reply;
pub(crate) mod scene;
pub(crate) mod selectors;
pub(crate) mod state;
