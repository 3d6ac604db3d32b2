//! What may be asked of a situation: nothing here changes it or rolls anything.

mod attack;
mod blast;
pub(crate) mod choice;
mod ending;
mod mounts;
