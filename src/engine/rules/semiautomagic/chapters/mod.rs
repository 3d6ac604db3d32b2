//! The rules, as one module per topic, with the terms of the rulebook.

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
