//! The parts of a fight, and the values that rules pass to each other: the data, and functions that need
//! nothing else.
//!
//! The [`arena`] does not change during a fight, the [`state`] does. [`luck`] has the odds of the book's
//! dice. The modules in `chapters` have the effects of rolls.

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

// Types of the checked scenario data that a fight also uses.
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
