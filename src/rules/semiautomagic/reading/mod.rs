//! From text to checked data: weapons, combos, poisons, stat blocks, the field, who starts where and rides what.

pub(super) mod ground;
pub(super) mod riders;
pub(super) mod sheet;
pub(super) mod starts;
pub(super) mod tables;
