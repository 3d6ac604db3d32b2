//! Finds out which actions a fighter can never take with the items that it carries. Lines of a policy that
//! are never possible are left out. Items that no line attacks with do not delay a stalemate.
//!
//! Clauses: BRP-5.9-8, BRP-5.9-9, BRP-X-9.

use super::{ACT, ATTACK, PARRY, PARRY_THEN_DODGE, REACT, RELOAD, SHOOT};
use crate::fight::ListId;
use crate::policy::{Line, Slot};
use crate::rules::brp::nouns::{Fighter, Item, UsableArms};

impl Fighter {
    /// Returns whether a line of the list `act` is never possible, because the fighter carries no item for
    /// it.
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

    /// Returns whether the fighter's policy may parry. Only parries wear items out.
    pub(crate) fn parries(&self) -> bool {
        let mut lines = self.policy.lines_from(ListId::at(REACT));
        lines.any(|line| [PARRY, PARRY_THEN_DODGE].contains(&line.action))
    }

    /// Returns the items that some line of the fighter's policy may attack with. `wears` says whether items
    /// can break in the fight.
    pub(crate) fn usable_arms(&self, wears: bool) -> UsableArms {
        let mut usable = UsableArms::default();
        for line in self.policy.lines_from(ListId::at(ACT)) {
            let wish = self.meant_by(line);
            let meant = |at: usize| wish.is_none_or(|wish| wish >> at & 1 == 1);
            let items = || self.items.iter().enumerate().filter(|(at, _)| meant(*at));
            match line.action {
                ATTACK => {
                    let any_length = !matches!(line.slots[2], Slot::Word(_));
                    for (at, item) in items() {
                        if item.strike.is_some() && (wish.is_some() || !item.is_shield()) {
                            usable.strikes |= 1 << at;
                            // A line uses the first usable item of those that it names. A later item is used
                            // only if all earlier ones can be lost.
                            if any_length && !item.may_be_lost(wears) {
                                break;
                            }
                        }
                    }
                    let only_shot = |item: &Item| wish.is_some() && item.strike.is_none();
                    for (at, _) in items().filter(|(_, item)| only_shot(item)) {
                        usable.shoots |= 1 << at;
                    }
                }
                SHOOT => {
                    for (at, _) in items().filter(|(_, item)| item.shoot.is_some()) {
                        usable.shoots |= 1 << at;
                    }
                }
                _ => {}
            }
        }
        usable
    }
}

impl Item {
    /// Returns whether the item may break or run out of shots or pieces. `wears` says whether items can break
    /// in the fight.
    pub(crate) fn may_be_lost(&self, wears: bool) -> bool {
        self.ammo.is_some() || (wears && self.points.is_some())
    }
}
