//! Turns the text of a scenario into checked data: weapons, combos, poisons, stat blocks, the field, starting
//! places and mounts.

pub(super) mod charts;
pub(super) mod ground;
pub(super) mod remedies;
pub(super) mod sheet;
pub(super) mod starts;
pub(super) mod tables;

pub(super) use charts::{Charts, Faces, Location};
pub(super) use ground::Ground;
pub(super) use remedies::{Craft, Cure, Effect, Remedy};
pub(super) use sheet::{Condition, MOST_CARRIED, MOST_ILLS, Posture, Sheet};
pub(super) use starts::{Feet, Starts};
pub(super) use tables::{
    Ailment, Combo, Component, Dread, MOST_ATTACKS, Poison, Shape, Skill, Suffering, Symptom,
    Tables, Weapon, WeaponKind,
};
