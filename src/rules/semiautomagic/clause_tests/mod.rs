//! Tests of the clauses, in the order of the book.

mod areas;
mod attack;
mod called;
mod combos;
mod conditions;
mod dying;
mod errors;
mod extras;
mod ground;
mod morale;
mod order;
mod possession;
mod sight;
mod time;
