//! The rules: rounds, turns, movement, attacks and replies, damage, morale, mounts.

mod afflictions;
pub(crate) mod attack;
pub(crate) mod blast;
pub(crate) mod counter;
pub(crate) mod damage;
pub(crate) mod day;
pub(crate) mod hold;
pub(crate) mod morale;
pub(crate) mod mounts;
pub(crate) mod movement;
pub(crate) mod nonlethal;
pub(crate) mod round;
pub(crate) mod turn;
pub(crate) mod wounds;
