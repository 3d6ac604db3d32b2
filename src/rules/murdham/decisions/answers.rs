//! What each line of a reaction would come to: countering, dodging, hiding, guarding, striking at those who leave.
//!
//! Clauses: MUR-4-7, MUR-4-11..14, MUR-5-5, MUR-6-3, MUR-6-4, MUR-10-2.

use super::decider::{Choice, Decider, small, target_of};
use super::targets::pick;
use crate::fight::{FighterId, FighterSet};
use crate::policy::Slot;
use crate::rules::murdham::nouns::attack::{Means, Stance, Way};
use crate::rules::murdham::nouns::deeds::Reply;
use crate::rules::murdham::reading::tables::UNARMED;
use crate::rules::murdham::words::{guard as guarding, opportunity as chances, react, target};

impl<const N: usize> Decider<'_, N> {
    /// A blow in answer to an attack, or at somebody who moves away: the weapon with the highest dice of those meant
    /// that can be used on the other from here.
    pub(super) fn blow(&self, other: FighterId, wish: u64, stance: Stance) -> Option<(Means, Way)> {
        let (arena, state) = (self.arena, self.state);
        let items = &state.body(self.who).items;
        let larger = arena.over(self.who, other);
        let mut best: Option<(i32, Means, Way)> = None;
        let mut offer = |means: Means, weapon: u8| {
            let Some(way) = arena.way(state, self.who, other, means, stance) else {
                return;
            };
            let pool = arena.pool(arena.weapon(weapon), larger, 0);
            let worth = if pool.twice { 0 } else { pool.most() };
            if best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, means, way));
            }
        };
        for (at, item) in items.iter().enumerate() {
            let means = Means::Item(small(at));
            if wish >> item.weapon & 1 == 1 && !arena.swaps(state, self.who, means) {
                offer(means, item.weapon);
            }
        }
        if wish >> UNARMED & 1 == 1 {
            offer(Means::Unarmed, UNARMED);
        }
        best.map(|(_, means, way)| (means, way))
    }

    pub(super) fn aim_reply(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Reply> {
        let seen = self.incoming.expect("only an attack asks for a reaction");
        let (arena, state) = (self.arena, self.state);
        let stance = Stance {
            exposed: true,
            ..Stance::default()
        };
        let may_counter = !seen.countered && !state.body(self.who).retreating;
        let counter = |means: Means| {
            let way = arena.way(state, self.who, seen.attacker, means, stance)?;
            may_counter.then_some(Reply::Counter(means, way))
        };
        match action {
            react::COUNTER => {
                let wish = self.wish(slots[0]);
                let (means, way) = self.blow(seen.attacker, wish, stance)?;
                may_counter.then_some(Reply::Counter(means, way))
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
        let (view, who) = (self.view(), self.who);
        // Neither riders nor ridden change places on their own [MUR-17-1].
        let seated = |who| view.arena.shared(view.state, who).is_some();
        if seated(who) {
            return None;
        }
        let shelters = |&other: &FighterId| {
            let ally = view.arena.lineup.allies(who).has(other)
                && !view.state.is_grabbed(other)
                && view.fighter(other).willing;
            let captive =
                view.body(other).captor == Some(who) && view.arena.lineup.are_enemies(who, other);
            (ally || captive)
                && !seated(other)
                && other != who
                && other != attacker
                && !self.hidden.has(other)
                && view.arena.nearby(view.state, who, other)
        };
        let among = view.state.fighting.iter().filter(shelters).collect();
        let behind = pick(view, who, target_of(slot, target::NEAREST), among)?;
        Some(Reply::Hide(behind))
    }

    /// Whether the one that a decision is about is the one that a line names, if it names any.
    pub(super) fn is_meant(&self, slots: &[Slot; 4]) -> bool {
        let among: FighterSet = self.stated.into_iter().collect();
        slots.iter().all(|slot| match slot {
            Slot::Target(rule) => pick(self.view(), self.who, *rule, among).is_some(),
            _ => true,
        })
    }

    pub(super) fn aim_opportunity(&mut self, action: u8, slots: &[Slot; 4]) -> Option<Choice> {
        let mover = self.stated.expect("somebody moves away");
        if !self.is_meant(slots) {
            return None;
        }
        let (arena, state) = (self.arena, self.state);
        let stance = Stance {
            close: true,
            ..Stance::default()
        };
        let means = match action {
            chances::STRIKE => {
                let (means, way) = self.blow(mover, self.wish(slots[0]), stance)?;
                return Some(Choice::React(Reply::Counter(means, way)));
            }
            chances::DISARM => Means::Disarm {
                of: self.wish(slots[0]),
            },
            chances::SHOVE => Means::Shove { to: None },
            chances::GRAPPLE => Means::Grapple,
            _ => return Some(Choice::React(Reply::Nothing)),
        };
        let way = arena.way(state, self.who, mover, means, stance)?;
        Some(Choice::React(Reply::Counter(means, way)))
    }

    pub(super) fn aim_guard(&self, action: u8, slot: Slot) -> Option<Choice> {
        if action != guarding::GUARD {
            return Some(Choice::Does(false));
        }
        let seen = self.incoming.expect("only an attack asks for a guard");
        let among = std::iter::once(seen.target).collect();
        let rule = target_of(slot, target::NEAREST);
        pick(self.view(), self.who, rule, among).map(|_| Choice::Does(true))
    }
}
