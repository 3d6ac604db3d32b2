//! What rules and decisions ask of a situation, without changing it.

pub(super) mod areas;
pub(super) mod arms;
pub(super) mod defences;
pub(super) mod legal;
pub(super) mod numbers;
pub(super) mod possession;
pub(super) mod routes;
pub(super) mod sight;
pub(super) mod space;
pub(super) mod toughness;
