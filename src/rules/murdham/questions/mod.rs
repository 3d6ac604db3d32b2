//! What may be asked of a situation: nothing here changes it or rolls anything.

pub(crate) mod access;
