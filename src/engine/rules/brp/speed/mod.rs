//! Shortcuts that avoid evaluating the rules again: plain blows settled at once, statements that stand, and the numbers
//! that distinguish states.

pub(crate) mod counters;
mod groups;
pub(crate) mod plain;
pub(crate) mod statements;

#[cfg(test)]
mod tests;
