//! Picks the targets of policy lines.
//!
//! Clauses: PER-4-1, PER-13.7-2.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::policy::{Line, Slot, TargetRef};
use crate::rules::persona::words::target;

impl Asker<'_> {
    /// Returns the fighter of `among` that a line names or that its target rule picks. The target is the part
    /// of the line with the index `slot`. If the line gives no target, the target rule `unsaid` picks.
    pub(super) fn pick(
        &self,
        line: &Line,
        slot: usize,
        unsaid: u8,
        among: FighterSet,
    ) -> Option<FighterId> {
        let rule = match line.slots[slot] {
            Slot::Target(TargetRef::Combatant(name)) => {
                let called = |who: &FighterId| self.view.arena.lineup.is_called(*who, name);
                return among.iter().find(called);
            }
            Slot::Target(TargetRef::Rule(rule)) => rule,
            _ => unsaid,
        };
        let view = self.view;
        let wounds = |who: FighterId| view.body(who).wounds;
        match rule {
            target::LAST => {
                let last = view.body(self.who).last.filter(|&last| among.has(last));
                last.or_else(|| among.iter().next())
            }
            target::NEAREST => among.iter().min_by_key(|&who| view.distance(self.who, who)),
            target::WEAKEST => among.iter().min_by_key(|&who| wounds(who)),
            target::STRONGEST => among.iter().min_by_key(|&who| -i32::from(wounds(who))),
            target::EASIEST => among.iter().min_by_key(|&who| view.fighter(who).ap),
            target::WOUNDED => (among.iter()).min_by_key(|&who| -i32::from(view.lost(who))),
            target::HELPLESS => among.iter().find(|&who| {
                let body = view.body(who);
                body.stunned > 0 || body.prone || view.grappling(who)
            }),
            _ => among.iter().next(),
        }
    }
}
