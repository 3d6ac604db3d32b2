//! The rules, in the order of the book and with its terms.

mod acts;
mod ailments;
mod areas;
mod attack;
pub(super) mod day;
mod dying;
mod falls;
mod forced;
mod harm;
mod initiative;
mod madness;
mod morale;
mod mounts;
mod movement;
mod poison;
mod possession;
mod remedies;
mod rising;
mod turn;
mod upkeep;
