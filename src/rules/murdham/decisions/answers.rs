//! What each line of a reaction would come to: countering, dodging, hiding, guarding, striking at those who leave.
//!
//! Clauses: MUR-4-7, MUR-4-11..14, MUR-5-5, MUR-6-3, MUR-6-4, MUR-10-2.

use super::decider::{Choice, Decider, small, target_of};
use super::targets::pick;
use crate::fight::{FighterId, FighterSet};
use crate::policy::Slot;
use crate::rules::murdham::nouns::attack::{Incoming, Means, Stance, Way};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::reading::tables::UNARMED;
use crate::rules::murdham::words::{YES, opportunity as chances, react, target};

impl<const N: usize> Decider<'_, N> {
    /// A blow in answer to an attack, or at somebody who moves away: the weapon with the highest dice of those meant
    /// that can be used on the other from here.
    pub(super) fn blow(&self, other: FighterId, wish: u64, stance: Stance) -> Option<(Means, Way)> {
        let (view, who) = (self.view, self.who);
        let larger = view.arena.over(who, other);
        let mut best: Option<(i32, Means, Way)> = None;
        let mut offer = |means: Means, weapon: u8| {
            let Some(way) = view.way(who, other, means, stance) else {
                return;
            };
            let pool = view.arena.pool(view.arena.weapon(weapon), larger, 0);
            let worth = if pool.twice { 0 } else { pool.most() };
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, means, way));
            }
        };
        for (at, item) in view.body(who).items.iter().enumerate() {
            let means = Means::Item(small(at));
            if wish >> item.weapon & 1 == 1 && !view.swaps(who, means) {
                offer(means, item.weapon);
            }
        }
        if wish >> UNARMED & 1 == 1 {
            offer(Means::Unarmed, UNARMED);
        }
        best.map(|(_, means, way)| (means, way))
    }

    /// Whether one is free to counter an attack [MUR-4-7].
    pub(super) fn may_counter(&self, seen: Incoming) -> bool {
        !seen.countered && !self.view.body(self.who).retreating
    }

    pub(super) fn aim_reply(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Reply> {
        let seen = self.about.incoming;
        let seen = seen.expect("only an attack asks for a reaction");
        let counter = |means: Means| {
            let way = self
                .view
                .way(self.who, seen.attacker, means, Stance::EXPOSED)?;
            self.may_counter(seen).then_some(Reply::Counter(means, way))
        };
        match action {
            react::COUNTER => {
                let wish = self.wish(slots[0]);
                let (means, way) = self.blow(seen.attacker, wish, Stance::EXPOSED)?;
                self.may_counter(seen).then_some(Reply::Counter(means, way))
            }
            react::COUNTER_DISARM => counter(Means::Disarm {
                of: self.wish(slots[0]),
            }),
            react::COUNTER_SHOVE => counter(Means::Shove { to: None }),
            react::COUNTER_GRAPPLE => counter(Means::Grapple),
            react::DODGE => Some(Reply::Dodge),
            react::HIDE if !seen.several => self.aim_hide(slots[0], seen.attacker),
            react::HIDE => None,
            _ => Some(Reply::Nothing),
        }
    }

    /// Behind a willing ally nearby, or one's own captive [MUR-4-13].
    pub(super) fn aim_hide(&mut self, slot: Slot, attacker: FighterId) -> Option<Reply> {
        let (view, who) = (self.view, self.who);
        // Neither riders nor ridden change places on their own [MUR-17-1].
        let seated = |who| view.shared(who).is_some();
        if seated(who) {
            return None;
        }
        let shelters = |other: FighterId| {
            let lineup = &view.arena.lineup;
            let ally = lineup.allies(who).has(other)
                && !view.state.is_grabbed(other)
                && view.fighter(other).willing;
            let captive = view.body(other).captor == Some(who) && lineup.are_enemies(who, other);
            (ally || captive)
                && !seated(other)
                && other != who
                && other != attacker
                && !self.about.hidden.has(other)
                && view.nearby(who, other)
        };
        let among = view.state.fighting.filter(shelters);
        let behind = pick(view, who, target_of(slot, target::NEAREST), among)?;
        Some(Reply::Hide(behind))
    }

    /// Whether the one that a decision is about is the one that a line names, if it names any.
    pub(super) fn is_meant(&self, slots: &[Slot; 4]) -> bool {
        let among: FighterSet = self.about.stated.into_iter().collect();
        slots.iter().all(|slot| match slot {
            Slot::Target(rule) => pick(self.view, self.who, *rule, among).is_some(),
            _ => true,
        })
    }

    pub(super) fn aim_opportunity(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let mover = self.about.stated.expect("somebody moves away");
        if !self.is_meant(slots) {
            return None;
        }
        let means = match action {
            chances::STRIKE => {
                let (means, way) = self.blow(mover, self.wish(slots[0]), Stance::CLOSE)?;
                return Some(Choice::React(Reply::Counter(means, way)));
            }
            chances::DISARM => Means::Disarm {
                of: self.wish(slots[0]),
            },
            chances::SHOVE => Means::Shove { to: None },
            chances::GRAPPLE => Means::Grapple,
            _ => return Some(Choice::React(Reply::Nothing)),
        };
        let way = self.view.way(self.who, mover, means, Stance::CLOSE)?;
        Some(Choice::React(Reply::Counter(means, way)))
    }

    pub(super) fn aim_guard(&self, action: u8, slot: Slot) -> Option<Choice> {
        if action != YES {
            return Some(Choice::Does(false));
        }
        let seen = self.about.incoming;
        let among = FighterSet::of(seen.expect("only an attack asks for a guard").target);
        let rule = target_of(slot, target::NEAREST);
        pick(self.view, self.who, rule, among).map(|_| Choice::Does(true))
    }
}
