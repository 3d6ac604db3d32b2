//! Questions about a situation that rules and decisions both ask. Nothing here rolls or changes anything.

pub(crate) mod attack;
pub(crate) mod defence;
pub(crate) mod hands;
pub(crate) mod moves;
pub(crate) mod stalemate;
