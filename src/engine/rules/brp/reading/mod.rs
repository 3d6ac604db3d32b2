//! Turns the text of a scenario into checked data: stat blocks, places, and the rows of the book's tables.

pub(crate) mod sheet;
pub(crate) mod tables;

pub(crate) use sheet::{MOST_ITEMS, Sheet};
pub(crate) use tables::{BonusShare, Save, Tables, WeaponRow};
