//! The parts of a fight, and the values passed between rules: the data, and functions of the data alone.
//!
//! The [`arena`] is the part that does not change in a fight, the [`state`] the part that does. The book's dice are in
//! [`luck`], separate from their effects.

mod arena;
mod attack;
mod choices;
mod deeds;
mod defence;
mod fighter;
pub(crate) mod injuries;
mod luck;
mod scene;
mod selectors;
mod state;

pub(crate) use arena::*;
pub(crate) use attack::*;
pub(crate) use choices::*;
pub(crate) use deeds::*;
pub(crate) use defence::*;
pub(crate) use fighter::*;
pub(crate) use luck::*;
pub(crate) use scene::*;
pub(crate) use selectors::*;
pub(crate) use state::*;

// Data that is read in the same types as the fight uses.
pub(crate) use super::reading::{
    figures::{Dread, Fear, Special, Tactic, Ward},
    gear::Spell,
    hand::{Hand, Payment},
    injuries::{BodyPart, Toll, Wound},
    remedies::{Cure, Remedy},
    sheet::{TRAITS, Track, Trait},
    tables::{Code, HAMSTRING, LIGHT, Weapon},
    zones::{Cover, NO_WAY},
};
