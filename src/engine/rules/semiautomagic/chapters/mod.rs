//! The rules of the combat chapter, with one module for each topic. The modules are named in the terms of the
//! rulebook.

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
