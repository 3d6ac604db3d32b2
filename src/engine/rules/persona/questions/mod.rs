//! Questions about a situation that rules and decisions ask, without changing it.

pub(super) mod arms;
pub(super) mod evasion;
pub(super) mod legal;
pub(super) mod numbers;
pub(super) mod remedies;
pub(super) mod space;
