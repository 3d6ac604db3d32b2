//! Questions about the state of a fight that both rules and decisions have to answer. Functions here roll no
//! dice and change nothing.

pub(crate) mod attack;
pub(crate) mod defence;
pub(crate) mod hands;
pub(crate) mod moves;
pub(crate) mod stalemate;

pub(crate) use hands::Arms;
