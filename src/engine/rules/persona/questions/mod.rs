//! What rules and decisions ask of a situation, without changing it.

pub(super) mod arms;
pub(super) mod evasion;
pub(super) mod legal;
pub(super) mod numbers;
pub(super) mod space;
