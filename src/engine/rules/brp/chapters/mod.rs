//! The rules, in the order of a round: statement of intent, movement, actions, resolution.

pub(crate) mod aftermath;
pub(crate) mod attack;
pub(crate) mod movement;
pub(crate) mod order;
pub(crate) mod resolution;
pub(crate) mod round;
pub(crate) mod statement;
pub(crate) mod turns;
