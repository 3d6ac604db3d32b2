//! The replies of a target to an attack.
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
    /// Returns whether the reply is at most one defence roll, whose level is looked up in the matrix.
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        match self {
            Self::Nothing | Self::Dodge(_) => true,
            Self::Parry(tool) => !tool.flat,
            Self::ParryThenDodge(..) => false,
        }
    }

    /// Returns the limits of the first roll of the reply, if it has one.
    #[inline]
    pub(crate) fn roll(self) -> Option<Limits> {
        match self {
            Self::Nothing => None,
            Self::Dodge(limits) => Some(limits),
            Self::Parry(tool) | Self::ParryThenDodge(tool, _) => Some(tool.limits),
        }
    }
}

/// An item to parry with, and the chance to do so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tool {
    pub item: u8,
    pub limits: Limits,
    /// Whether any success with the item stops an attack of any level, and the item loses no points. This is
    /// so for shields against missiles under the option `shield_missile = "flat"`.
    pub flat: bool,
}

/// The reply of a fighter to every blow with a weapon. The reply is valid until a column that it depends on
/// changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CachedReply {
    pub reply: Reply,
    /// The policy line that chose the reply.
    pub line: LineId,
}
