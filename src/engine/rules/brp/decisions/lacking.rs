//! Actions that a fighter carries no item for, so that they need not be considered in every statement.
//!
//! Clauses: BRP-5.9-8, BRP-5.9-9.

use super::{RELOAD, SHOOT};
use crate::policy::Line;
use crate::rules::brp::nouns::{Fighter, Item};

impl Fighter {
    /// Returns whether a line of `act` can never be possible.
    pub(crate) fn lacks(&self, line: &Line) -> bool {
        let wish = self.meant_by(line).unwrap_or(u8::MAX);
        let mut meant = (0..).zip(&self.items).filter(|(at, _)| wish >> at & 1 == 1);
        let mut any = |fits: fn(&Item) -> bool| meant.any(|(_, item)| fits(item));
        match line.action {
            SHOOT => !any(|item| item.shoot.is_some()),
            RELOAD => !any(|item| item.reload > 0),
            _ => false,
        }
    }
}
