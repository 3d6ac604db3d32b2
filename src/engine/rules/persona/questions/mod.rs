//! Queries on a situation that rules and decisions use. They never change the situation.

pub(super) mod arms;
pub(super) mod evasion;
pub(super) mod legal;
pub(super) mod numbers;
pub(super) mod remedies;
pub(super) mod space;
