//! The kinds of defence, and how an attack is met.
//!
//! Clauses: SST-13-1, SST-13-3, SST-14-1.

use std::fmt;

/// How an attack is met, and with how many successes; or what of a Dodge or a Block is kept up, as a pool of dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) enum Defence {
    #[default]
    None,
    Dodge(u8),
    Block(u8),
    Parry(u8),
}

impl Defence {
    #[inline]
    pub(crate) const fn kind(self) -> Option<Kind> {
        match self {
            Self::None => None,
            Self::Dodge(_) => Some(Kind::Dodge),
            Self::Block(_) => Some(Kind::Block),
            Self::Parry(_) => Some(Kind::Parry),
        }
    }

    #[inline]
    pub(crate) const fn dice(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Dodge(dice) | Self::Block(dice) | Self::Parry(dice) => dice,
        }
    }

    /// Its successes, where it is of this kind.
    #[inline]
    pub(crate) fn by(self, kind: Kind) -> u8 {
        if self.kind() == Some(kind) {
            self.dice()
        } else {
            0
        }
    }

    /// What is kept up of it with so many dice: none where that is 0.
    #[inline]
    #[must_use]
    pub(crate) const fn of(self, dice: u8) -> Self {
        match self {
            Self::Dodge(_) if dice > 0 => Self::Dodge(dice),
            Self::Block(_) if dice > 0 => Self::Block(dice),
            _ => Self::None,
        }
    }

    /// What it is worth against a missile: a Dodge one success less [SST-13-3].
    #[must_use]
    pub(crate) const fn against(self, missile: bool) -> Self {
        match self {
            Self::Dodge(successes) => Self::Dodge(successes.saturating_sub(missile as u8)),
            other => other,
        }
    }
}

impl fmt::Display for Defence {
    /// `a Dodge of 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            None => f.write_str("no defence"),
            Some(kind) => write!(f, "a {kind:?} of {}", self.dice()),
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
