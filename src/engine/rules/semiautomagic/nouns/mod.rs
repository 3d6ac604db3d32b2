//! The parts of a fight, such as fighters, weapons and bodies, and the values that its rules pass to each
//! other.

pub(super) mod arena;
pub(super) mod deeds;
pub(super) mod fighter;
pub(super) mod luck;
pub(super) mod memo;
pub(super) mod places;
pub(super) mod scene;
pub(super) mod selectors;
pub(super) mod state;
pub(super) mod strike;

pub(super) use arena::{Arena, Riser, Scope};
pub(super) use deeds::{Deed, Going, Handling, Run, Strikes};
pub(super) use fighter::{Fighter, MOST_WEAPONS, UNARMED};
pub(super) use luck::D6;
pub(super) use memo::{CachedAction, CachedAttack, ChosenAction, Defence, Speeds, TargetValues};
pub(super) use scene::{Scene, View};
pub(super) use selectors::SELECTORS;
pub(super) use state::{
    AttackMeans, Body, Busy, Clock, Cloud, Effect, FOREVER, Forced, Ill, Intent, Item, Life, Limbs,
    MOST_PENDING, Mad, Pending, Phase, Raving, Rising, State, Whereabouts,
};
pub(super) use strike::{Aimed, BodyPart, DefenceMeans, Figures, Landing, Strike};
