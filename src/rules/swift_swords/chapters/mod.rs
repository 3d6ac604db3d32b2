//! The rules, chapter by chapter.

pub(crate) mod attack;
pub(crate) mod block;
pub(crate) mod contact;
pub(crate) mod contest;
pub(crate) mod damage;
pub(crate) mod defence;
pub(crate) mod dual;
pub(crate) mod events;
pub(crate) mod fear;
pub(crate) mod flight;
pub(crate) mod hold;
pub(crate) mod injury;
pub(crate) mod interrupt;
pub(crate) mod losses;
pub(crate) mod marks;
pub(crate) mod mental;
pub(crate) mod missiles;
pub(crate) mod mob;
pub(crate) mod movement;
pub(crate) mod opportunity;
pub(crate) mod pay;
pub(crate) mod round;
pub(crate) mod slam;
pub(crate) mod special;
pub(crate) mod turn;
pub(crate) mod weapons;
