//! Computations about a situation that rules and decisions need, such as distances, bonuses and legal
//! actions. None of them changes the situation.

pub(super) mod aims;
pub(super) mod areas;
pub(super) mod arms;
pub(super) mod defences;
pub(super) mod legal;
pub(super) mod numbers;
pub(super) mod possession;
pub(super) mod remedies;
pub(super) mod routes;
pub(super) mod sight;
pub(super) mod space;
pub(super) mod toughness;

pub(super) use areas::cells_of;
pub(super) use defences::Attack;
pub(super) use numbers::{doublings, squares};
pub(super) use routes::{Mover, Reach, crawled};
pub(super) use sight::Visibility;
pub(super) use toughness::{DamageResult, verdict};
