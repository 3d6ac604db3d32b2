//! What may be asked of a situation: nothing here changes it or rolls anything.

pub(crate) mod access;
pub(crate) mod attack;
pub(crate) mod blast;
pub(crate) mod ending;
pub(crate) mod mounts;
