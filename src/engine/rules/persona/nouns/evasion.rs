//! An attack that its target may evade, and the means of evasion.
//!
//! Clauses: PER-4-8, PER-4-9, PER-12.10-1, PER-12.13-1, PER-12.23-1.

use crate::fight::FighterId;

/// A means of evasion. If target numbers are equal, the one listed first is preferred [PER-4-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum EvasionMeans {
    Deflect,
    Dodge,
    Parry,
}

impl EvasionMeans {
    pub(crate) const ALL: [Self; 3] = [Self::Deflect, Self::Dodge, Self::Parry];

    /// Returns the word for this means in a transcript.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Deflect => "deflects",
            Self::Dodge => "dodges",
            Self::Parry => "parries",
        }
    }
}

/// An attack that has hit, with the values that its target needs for choosing an evasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub who: FighterId,
    pub melee: bool,
    /// Whether the attack is a Grapple, which cannot be parried [PER-12.13-1].
    pub grapple: bool,
    /// Whether the attack can be neither dodged nor parried [PER-12.10-1, PER-12.23-1].
    pub certain: bool,
    pub hits: u8,
}
