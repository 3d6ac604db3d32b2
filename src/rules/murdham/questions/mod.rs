//! What may be asked of a situation: nothing here changes it or rolls anything.

mod attack;
mod blast;
mod ending;
mod mounts;
