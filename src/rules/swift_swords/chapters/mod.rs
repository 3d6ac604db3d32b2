//! The rules, each file a chapter or a part of one.
//!
//! A [`round`] is [`turn`]s by countdown, paid from a hand of dice ([`pay`]); a turn is a deed: an [`attack`] and
//! how it is met ([`defence`], [`block`]), [`special`] results, [`movement`] and who stops it ([`opportunity`],
//! [`interrupt`]), shots, two weapons, holds. What an attack leaves is [`damage`]: Ranks ([`losses`]), [`states`],
//! [`injury`], panic ([`soaking`], [`mental`]).

pub(crate) mod attack;
pub(crate) mod block;
pub(crate) mod characteristics;
pub(crate) mod contact;
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
mod phrases;
pub(crate) mod round;
pub(crate) mod soaking;
pub(crate) mod special;
pub(crate) mod states;
pub(crate) mod turn;
pub(crate) mod weapons;
