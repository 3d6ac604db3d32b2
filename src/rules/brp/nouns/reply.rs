//! An answer to an attack.
//!
//! Clauses: BRP-5.6-1, BRP-5.6-4, BRP-5.7-1.

use super::chance::Limits;
use crate::fight::LineId;

/// An answer to an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reply {
    Nothing,
    Parry(Tool),
    Dodge(Limits),
    ParryThenDodge(Tool, Limits),
}

/// A parry that can be tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Tool {
    pub item: u8,
    pub limits: Limits,
    /// Cancels at any level, without wear: a shield against missiles under `shield_missile = "flat"`.
    pub flat: bool,
}

/// How a fighter meets every armed blow until something changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Guard {
    pub reply: Reply,
    /// The line of its policy that says so.
    pub line: LineId,
}
