//! The rules, in the order of the book and in its terms.

mod ailments;
mod attack;
mod conditions;
mod damage;
pub(super) mod day;
mod evasion;
mod grapple;
mod initiative;
mod leaving;
mod movement;
mod overwatch;
mod remedies;
mod suppression;
mod tricks;
pub(super) mod turn;
mod weapons;
