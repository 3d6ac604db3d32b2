//! The rules; each file is a chapter or a part of one.
//!
//! A [`round`] consists of [`turn`]s by countdown, paid from a hand of dice ([`pay`]). A turn is an action: an
//! [`attack`] and the defence against it ([`defence`], [`block`]), [`special`] results, [`movement`] and its
//! interruptions ([`reactions`]), [`remedies`], other [`manners`] of attack, holds. The effects of an attack are [`damage`]: Ranks
//! ([`losses`]), States ([`marks`]), [`injury`], panic ([`mental`]).

mod afflictions;
mod attack;
mod block;
mod characteristics;
mod contact;
pub(super) mod damage;
pub(super) mod day;
mod defence;
mod fear;
mod hold;
mod injury;
mod losses;
mod manners;
mod marks;
mod mental;
mod movement;
mod pay;
mod phrases;
mod reactions;
mod remedies;
mod round;
mod special;
mod turn;
mod weapons;
