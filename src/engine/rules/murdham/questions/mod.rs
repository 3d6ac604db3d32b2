//! Questions about the state of a fight. Functions here roll no dice and change nothing.

mod attack;
mod blast;
mod choice;
mod ending;
mod mounts;
