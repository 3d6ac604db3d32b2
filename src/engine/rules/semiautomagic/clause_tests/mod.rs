//! Tests of the rules of the combat chapter. Each test names the clauses that it checks.

mod ailments;
mod areas;
mod attack;
mod called;
mod combos;
mod conditions;
mod day;
mod dying;
mod errors;
mod falls;
mod goals;
mod ground;
mod kept;
mod levels;
mod morale;
mod mounts;
mod numbers;
mod order;
mod poison;
mod possession;
mod radiation;
mod remedies;
mod rising;
mod sight;
mod time;
