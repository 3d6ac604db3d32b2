//! Whom a line is aimed at.
//!
//! Clauses: SAM-0-14, SAM-10-4, SAM-18-2.

use super::asker::Asker;
use crate::fight::{FighterId, FighterSet};
use crate::policy::{Line, Slot, TargetRef};
use crate::rules::semiautomagic::words::target;

impl<const N: usize> Asker<'_, N> {
    /// Enemies among whom a line looks: those who fight, or those who are out and dying [SAM-0-14].
    pub(super) fn prey(&self, line: &Line, slot: usize) -> FighterSet {
        let foes = self.view.foes(self.mind);
        match line.slots[slot] {
            Slot::Target(TargetRef::Rule(target::FALLEN)) => self.view.fallen_foes(self.mind),
            // Things are nobody's enemies, and are attacked by their name [SAM-18-2].
            Slot::Target(TargetRef::Combatant(_)) => {
                FighterSet(foes.0 | self.view.hostile_things(self.mind).0)
            }
            _ => foes,
        }
    }

    /// The one of these whom a slot of a line means; with nothing there, the nearest.
    pub(super) fn pick(&self, line: &Line, slot: usize, among: FighterSet) -> Option<FighterId> {
        let rule = match line.slots[slot] {
            Slot::Target(TargetRef::Combatant(name)) => {
                let called = |who: &FighterId| self.view.arena.lineup.is_called(*who, name);
                return among.iter().find(called);
            }
            Slot::Target(TargetRef::Rule(rule)) => rule,
            _ => target::NEAREST,
        };
        let view = self.view;
        let nearest = || view.nearest(self.who, among);
        match rule {
            target::FIRST => among.iter().next(),
            target::LAST => {
                let last = view.body(self.who).last.filter(|&last| among.has(last));
                last.or_else(nearest)
            }
            target::WEAKEST => among.iter().min_by_key(|&who| view.toughness(who)),
            target::STRONGEST => among.iter().min_by_key(|&who| -view.toughness(who)),
            target::EASIEST => among.iter().min_by_key(|&who| view.defensive(who)),
            target::SHAKEN => among.iter().min_by_key(|&who| view.will(who)),
            target::FLANKED => {
                let flanked = among.filter(|who| view.flanked(who));
                view.nearest(self.who, flanked).or_else(nearest)
            }
            target::HELPLESS => {
                let helpless = among.filter(|who| view.body(who).is_helpless());
                view.nearest(self.who, helpless)
            }
            _ => nearest(),
        }
    }

    /// The same, remembered as whom the line is aimed at.
    pub(super) fn aim_among(
        &mut self,
        line: &Line,
        slot: usize,
        among: FighterSet,
    ) -> Option<FighterId> {
        self.target = Some(self.pick(line, slot, among)?);
        self.target
    }

    /// The one of these whom a slot of a line means among those whom something fits, with what that is; remembered.
    pub(super) fn aim_where<T>(
        &mut self,
        line: &Line,
        slot: usize,
        among: FighterSet,
        fit: impl Fn(&Self, FighterId) -> Option<T>,
    ) -> Option<(FighterId, T)> {
        let picked = |among| self.pick(line, slot, among);
        let found = among.pick_fit(picked, |who| fit(self, who))?;
        self.target = Some(found.0);
        Some(found)
    }
}
