//! Turns text into checked data: weapons, stat blocks, the field.

pub(super) mod ground;
pub(super) mod sheet;
pub(super) mod tables;
