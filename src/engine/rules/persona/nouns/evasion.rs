//! An attack that may be evaded, and the means to evade it.
//!
//! Clauses: PER-4-8, PER-4-9, PER-12.10-1, PER-12.13-1, PER-12.23-1.

use crate::fight::FighterId;

/// A means to evade, in order of preference for equal target numbers [PER-4-9].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum EvasionMeans {
    Deflect,
    Dodge,
    Parry,
}

impl EvasionMeans {
    pub(crate) const ALL: [Self; 3] = [Self::Deflect, Self::Dodge, Self::Parry];

    /// The term for it in a transcript.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Deflect => "deflects",
            Self::Dodge => "dodges",
            Self::Parry => "parries",
        }
    }
}

/// An attack that has hit, as its target sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Attack {
    pub who: FighterId,
    pub melee: bool,
    /// Whether it is a Grapple, which cannot be parried [PER-12.13-1].
    pub grapple: bool,
    /// Whether it can be neither dodged nor parried [PER-12.10-1, PER-12.23-1].
    pub certain: bool,
    pub hits: u8,
}
