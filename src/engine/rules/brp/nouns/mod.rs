//! The types that the rules work with: fighters, the state of a fight, attacks and replies.

pub(crate) mod arena;
pub(crate) mod attack;
pub(crate) mod chance;
pub(crate) mod changes;
pub(crate) mod columns;
pub(crate) mod counters;
pub(crate) mod damage;
pub(crate) mod exchange;
pub(crate) mod fighter;
pub(crate) mod matrix;
pub(crate) mod plan;
pub(crate) mod reply;
pub(crate) mod scene;
pub(crate) mod selectors;
pub(crate) mod state;

pub(crate) use arena::{Arena, Scope};
pub(crate) use attack::{Effects, Incoming, Landed, Swing};
pub(crate) use chance::{Level, Limits, Skill};
pub(crate) use damage::{Damage, Harm, Rolled};
pub(crate) use exchange::{Exchange, Exchanges, Tabled, Terms};
pub(crate) use fighter::{
    Attack, Fighter, Item, ItemKind, Shot, Threat, UsableArms, bits, places, small,
};
pub(crate) use matrix::Hit;
pub(crate) use plan::{Plan, PrivateState};
pub(crate) use reply::{CachedReply, Reply, Tool};
pub(crate) use scene::{Scene, View};
pub(crate) use selectors::SELECTORS;
pub(crate) use state::{
    Action, Body, Condition, Go, INJURY_SIZES, Intent, ItemState, Line, PickedTarget, Shared,
    State, Treatment, rank_of, turn,
};
