//! The rules, in the order and the words of the book.

mod acts;
mod areas;
mod attack;
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
mod rising;
mod turn;
mod upkeep;
