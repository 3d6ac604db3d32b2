//! What a fight consists of, and what travels between rules: the data, and what can be said of it alone.
//!
//! The [`arena`] is what does not change in a fight, the [`state`] what does. The book's dice are in [`luck`], apart from
//! what they do.

pub(crate) mod arena;
pub(crate) mod attack;
pub(crate) mod choices;
pub(crate) mod deeds;
pub(crate) mod defence;
pub(crate) mod fighter;
pub(crate) mod injuries;
pub(crate) mod luck;
pub(crate) mod scene;
pub(crate) mod selectors;
pub(crate) mod state;
