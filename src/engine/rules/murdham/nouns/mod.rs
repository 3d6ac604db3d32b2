//! The types that the rules work with: fighters, the state of a fight, attacks and choices.

pub(crate) mod arena;
pub(crate) mod attack;
pub(crate) mod blow_tables;
pub(crate) mod deeds;
pub(crate) mod fighter;
pub(crate) mod pool;
pub(crate) mod scene;
pub(crate) mod selectors;
pub(crate) mod state;

pub(crate) use arena::{Arena, Scope, meets};
pub(crate) use attack::{Attack, AttackMeans, Delivery, Gap, Incoming, Manner, Stance};
pub(crate) use blow_tables::{BlowTable, BlowTables};
pub(crate) use deeds::{
    Aim, AttackChoice, Chosen, Deed, Go, Lying, Pace, Ready, Reply, Ride, Seat, Turn, WalkGoal,
};
pub(crate) use fighter::{Fighter, Strike};
pub(crate) use pool::{Harm, MOST_OTHERS, Pool, Pools, Rolled};
pub(crate) use scene::{Scene, View};
pub(crate) use selectors::{SELECTORS, selected};
pub(crate) use state::{Body, Gait, Item, Riding, Shared, State, Status, Whereabouts};
