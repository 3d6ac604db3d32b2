//! The rules, in the order and the words of the book.

mod ailments;
mod attack;
mod conditions;
mod damage;
mod evasion;
mod grapple;
mod initiative;
mod movement;
mod overwatch;
mod suppression;
mod tricks;
pub(super) mod turn;
mod weapons;
