//! The kinds of defence, and how an attack is met.
//!
//! Clauses: SST-13-1.

/// How an attack is met, and with how many successes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defence {
    None,
    Dodge(u8),
    Block(u8),
    Parry(u8),
}

impl Defence {
    /// Its successes, where it is of this kind.
    #[inline]
    pub(crate) const fn by(self, kind: Kind) -> u8 {
        match (self, kind) {
            (Self::Dodge(successes), Kind::Dodge)
            | (Self::Block(successes), Kind::Block)
            | (Self::Parry(successes), Kind::Parry) => successes,
            _ => 0,
        }
    }
}

/// The three kinds of defence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Dodge,
    Block,
    Parry,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Dodge, Self::Block, Self::Parry];
}
