//! Questions about a situation: nothing here changes it or rolls dice.

mod attack;
mod blast;
mod choice;
mod ending;
mod mounts;
