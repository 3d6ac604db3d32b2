//! From text to checked data: stat blocks, the field, the tables, and who starts on what.

pub(crate) mod boarding;
pub(crate) mod field;
pub(crate) mod ground;
pub(crate) mod sheet;
pub(crate) mod tables;
