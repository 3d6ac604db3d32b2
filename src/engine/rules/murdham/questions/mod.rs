//! Questions about a situation: nothing here changes it or rolls dice.

mod attack;
mod blast;
pub(crate) mod choice;
mod ending;
mod mounts;
