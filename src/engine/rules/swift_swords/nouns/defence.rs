//! The kinds of defence, and a creature's defence against an attack.
//!
//! Clauses: SST-13-1, SST-13-3, SST-14-1.

use std::fmt;

/// A defence of one kind. Against an attack, `dice` is the number of successes. For a Dodge or a Block that
/// lasts for several attacks, `dice` is the size of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct Defence {
    pub kind: Option<DefenceKind>,
    pub dice: u8,
}

impl Defence {
    pub(crate) const NONE: Self = Self {
        kind: None,
        dice: 0,
    };

    pub(crate) const fn of(kind: DefenceKind, dice: u8) -> Self {
        Self {
            kind: Some(kind),
            dice,
        }
    }

    /// Returns `dice` if the defence is of this kind, or else 0.
    #[inline]
    pub(crate) fn by(self, kind: DefenceKind) -> u8 {
        let is = self.kind == Some(kind);
        if is { self.dice } else { 0 }
    }

    /// Returns this defence as a pool of `dice` dice, or no defence if `dice` is 0.
    #[inline]
    #[must_use]
    pub(crate) fn kept(self, dice: u8) -> Self {
        let kept = Self { dice, ..self };
        if dice > 0 { kept } else { Self::NONE }
    }

    /// Returns the defence against an attack. Against a missile, a Dodge has `less` successes fewer
    /// [SST-13-3].
    #[must_use]
    pub(crate) fn against(self, missile: bool, less: u8) -> Self {
        let counts_less = missile && self.kind == Some(DefenceKind::Dodge);
        let dice = self.dice.saturating_sub(u8::from(counts_less) * less);
        Self { dice, ..self }
    }
}

impl fmt::Display for Defence {
    /// Writes the defence in words, such as `a Dodge of 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            None => f.write_str("no defence"),
            Some(kind) => write!(f, "a {kind:?} of {}", self.dice),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum DefenceKind {
    Dodge,
    Block,
    Parry,
}

impl DefenceKind {
    pub(crate) const ALL: [Self; 3] = [Self::Dodge, Self::Block, Self::Parry];
}
