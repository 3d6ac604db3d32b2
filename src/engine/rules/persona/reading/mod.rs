//! Turns the text of a scenario into checked data: weapons, stat blocks, the field.

pub(super) mod ground;
pub(super) mod remedies;
pub(super) mod sheet;
pub(super) mod tables;
