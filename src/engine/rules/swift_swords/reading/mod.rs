//! Turns the text of a scenario into checked data: stat blocks, tables, the field.
//!
//! Some data is read directly into types that the fight uses: a [`hand`] of dice, the [`zones`] of a field.

pub(crate) mod figures;
pub(crate) mod gear;
pub(crate) mod ground;
pub(crate) mod hand;
pub(crate) mod injuries;
pub(crate) mod remedies;
pub(crate) mod sheet;
pub(crate) mod tables;
pub(crate) mod zones;
