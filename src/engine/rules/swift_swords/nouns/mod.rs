//! What a fight consists of, and what travels between rules: the data, and what can be said of it alone.
//!
//! The [`arena`] is what does not change in a fight, the [`state`] what does. The book's dice are in [`luck`], apart from
//! what they do.

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

// What is read in the terms of the fight.
pub(crate) use super::reading::{
    figures::{Dread, Fear},
    gear::Spell,
    hand::{Hand, Payment},
    injuries::{Part, Wound},
    sheet::{TRAITS, Track, Trait},
    tables::{Code, LIGHT, Weapon},
    zones::{Cover, NO_WAY},
};
