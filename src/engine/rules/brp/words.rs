//! Words that stat blocks, policies and transcripts share: the classes of weapons.
//!
//! Clauses: BRP-5.4-2.

/// The class of a weapon, which decides who acts first within one DEX rank. The slowest class is listed first
/// [BRP-5.4-2].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Class {
    Short,
    Medium,
    Long,
    Missile,
}

/// The names of the classes that melee weapons can have.
pub(super) const LENGTHS: [(&str, Class); 3] = [
    ("short", Class::Short),
    ("medium", Class::Medium),
    ("long", Class::Long),
];
