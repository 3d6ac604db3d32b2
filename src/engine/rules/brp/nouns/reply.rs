//! A reply to an attack.
//!
//! Clauses: BRP-5.6-1, BRP-5.6-4, BRP-5.7-1.

use super::chance::Limits;
use crate::fight::LineId;

/// A reply to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reply {
    Nothing,
    Parry(Tool),
    Dodge(Limits),
    ParryThenDodge(Tool, Limits),
}

impl Reply {
    /// Returns whether the reply needs at most one roll, and the levels decide.
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        match self {
            Self::Nothing | Self::Dodge(_) => true,
            Self::Parry(tool) => !tool.flat,
            Self::ParryThenDodge(..) => false,
        }
    }

    /// The limits of its first roll, if it has one.
    #[inline]
    pub(crate) fn roll(self) -> Option<Limits> {
        match self {
            Self::Nothing => None,
            Self::Dodge(limits) => Some(limits),
            Self::Parry(tool) | Self::ParryThenDodge(tool, _) => Some(tool.limits),
        }
    }
}

/// A parry that can be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tool {
    pub item: u8,
    pub limits: Limits,
    /// Whether it stops the attack at any level, without wear: a shield against missiles under
    /// `shield_missile = "flat"`.
    pub flat: bool,
}

/// The reply of a fighter to every armed blow until something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CachedReply {
    pub reply: Reply,
    /// The line of its policy that chose the reply.
    pub line: LineId,
}
