//! Questions about a situation that both rules and decisions ask. Nothing here rolls or changes anything.

pub(crate) mod attack;
pub(crate) mod defence;
pub(crate) mod hands;
pub(crate) mod moves;
pub(crate) mod stalemate;

pub(crate) use hands::Arms;
