//! What a fight can do without asking its rules anew: plain blows at once, statements that stand, and what tells situations
//! apart.

pub(crate) mod counters;
mod groups;
pub(crate) mod plain;
pub(crate) mod statements;

#[cfg(test)]
mod tests;
