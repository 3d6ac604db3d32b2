//! Turns text into checked data: stat blocks, tables, the field and its contents.
//!
//! Data is read into the types that the fight uses if that costs nothing: a [`hand`] of dice, the [`zones`] of a field.

pub(crate) mod figures;
pub(crate) mod gear;
pub(crate) mod ground;
pub(crate) mod hand;
pub(crate) mod injuries;
pub(crate) mod remedies;
pub(crate) mod sheet;
pub(crate) mod tables;
pub(crate) mod zones;
