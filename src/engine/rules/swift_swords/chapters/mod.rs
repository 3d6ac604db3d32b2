//! The rules, each file a chapter or a part of one.
//!
//! A [`round`] is [`turn`]s by countdown, paid from a hand of dice ([`pay`]); a turn is a deed: an [`attack`] and
//! how it is met ([`defence`], [`block`]), [`special`] results, [`movement`] and who stops it ([`reactions`]), other [`manners`] of attack, holds. What an attack leaves is [`damage`]: Ranks ([`losses`]), States
//! ([`marks`]), [`injury`], panic ([`mental`]).

mod attack;
mod block;
mod characteristics;
mod contact;
pub(super) mod damage;
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
mod round;
mod special;
mod turn;
mod weapons;
