//! Reads the text of a scenario and checks it: stat blocks, the field, the tables, and the mounts at the
//! start.

pub(crate) mod boarding;
pub(crate) mod field;
pub(crate) mod ground;
pub(crate) mod sheet;
pub(crate) mod tables;

pub(crate) use field::{Field, NONE, Place};
pub(crate) use ground::Hazard;
pub(crate) use sheet::Sheet;
pub(crate) use tables::{Ability, MOST_WEAPONS, UNARMED, Weapon};
