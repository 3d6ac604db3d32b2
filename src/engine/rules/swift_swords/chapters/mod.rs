//! The rules. Each file is a chapter of the book or a part of one.
//!
//! In a [`round`], creatures take [`turn`]s by countdown and pay for them from a hand of dice ([`pay`]). A
//! turn is an action: an [`attack`] and the defence against it ([`defence`], [`block`]), [`special`] results,
//! [`movement`] and its interruptions ([`reactions`]), [`remedies`], other [`manners`] of attack, or holds.
//! An attack does [`damage`]: it costs Ranks ([`losses`]), or leads to States ([`marks`]), to an [`injury`],
//! or to panic ([`mental`]).

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
