//! Functions that make the choices of policy lines for reactions: countering, dodging, hiding, guarding, and
//! attacking enemies that move away.
//!
//! Clauses: MUR-2-11, MUR-4-6, MUR-4-7, MUR-4-11..14, MUR-5-5, MUR-6-3, MUR-6-4, MUR-10-2.

use super::asker::{Asker, Choice};
use super::targets::{NEAREST, rule_of};
use crate::fight::{FighterId, FighterSet};
use crate::policy::Line;
use crate::rules::murdham::nouns::{AttackMeans, Delivery, Incoming, Reply, Stance};
use crate::rules::murdham::reading::UNARMED;

impl Asker<'_> {
    /// Returns the best blow at `other`, which has attacked or is moving away. Of the weapons in the bit set
    /// `wish` that can be used from the fighter's place and without a bonus action, it uses the one with the
    /// highest maximum damage. A weapon whose dice are rolled again for impairment counts as 0.
    pub(super) fn blow(
        &self,
        other: FighterId,
        wish: u64,
        stance: Stance,
    ) -> Option<(AttackMeans, Delivery)> {
        let (view, who) = (self.view, self.who);
        let (gap, larger) = (view.gap(who, other, stance)?, view.arena.over(who, other));
        let is_meant = |weapon: u8| wish >> weapon & 1 == 1;
        let worth = |weapon: u8| {
            let pool = view.arena.pool(weapon, larger, 0);
            if pool.again > 0 { 0 } else { pool.most() }
        };
        let mut best: Option<(i32, AttackMeans, Delivery)> = None;
        for (at, item) in view.body(who).held() {
            let means = AttackMeans::Item(at);
            if is_meant(item.weapon)
                && !view.swaps(who, means)
                && let Some(way) = view.with_item(gap, item)
            {
                let worth = worth(item.weapon);
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, means, way));
                }
            }
        }
        if is_meant(UNARMED)
            && let Some(way) = view.with_weapon(gap, view.arena.weapon(UNARMED))
            && best.is_none_or(|(most, ..)| worth(UNARMED) > most)
        {
            return Some((AttackMeans::Unarmed, way));
        }
        best.map(|(_, means, way)| (means, way))
    }

    /// Returns whether the fighter may counter an attack [MUR-4-7].
    pub(super) fn may_counter(&self, seen: &Incoming) -> bool {
        let possible = self.view.arena.options.rules.reactions.counter > 0;
        possible && !seen.countered && !self.view.body(self.who).retreating
    }

    /// Returns a counter, or a blow at a character that moves away. The blow uses `means`. If that is `None`,
    /// it uses the best of the weapons that the line names.
    pub(super) fn strike(&self, line: &Line, means: Option<AttackMeans>) -> Option<Choice> {
        let (other, stance) = match self.seen {
            Some(seen) => (seen.attack.attacker, Stance::Exposed),
            None => (self.stated?, Stance::Close),
        };
        let is_meant = || self.is_meant(line);
        let may = self
            .seen
            .map_or_else(is_meant, |seen| self.may_counter(seen));
        if !may {
            return None;
        }
        let (means, way) = match means {
            Some(means) => (means, self.view.way(self.who, other, means, stance)?),
            None => self.blow(other, self.wish(line), stance)?,
        };
        Some(Choice::React(Reply::Counter(means, way)))
    }

    /// Returns a dodge. Returns `None` if the numbers of the rules forbid dodging [MUR-4-6].
    pub(super) fn dodge(&self) -> Option<Choice> {
        let possible = self.view.arena.options.rules.reactions.dodge > 0;
        possible.then_some(Choice::React(Reply::Dodge))
    }

    /// Returns the choice to hide behind a willing ally nearby, or behind an enemy that the fighter holds
    /// [MUR-4-13].
    pub(super) fn hide(&mut self, line: &Line) -> Option<Choice> {
        let (view, who) = (self.view, self.who);
        let possible = view.arena.options.rules.reactions.hide > 0;
        let seen = self.seen.filter(|seen| possible && !seen.several)?;
        // Riders and mounts cannot change places with anybody [MUR-17-1].
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
                && other != seen.attack.attacker
                && !seen.hidden.has(other)
                && view.nearby(who, other)
        };
        let among = view.state.fighting.filter(shelters);
        let behind = view.pick(who, rule_of(line, NEAREST), among)?;
        Some(Choice::React(Reply::Hide(behind)))
    }

    /// Returns whether the target rule of a line would pick the character that the decision is about. Returns
    /// true for a line without a target rule.
    pub(super) fn is_meant(&self, line: &Line) -> bool {
        let among: FighterSet = self.stated.into_iter().collect();
        let is_meant = |rule| self.view.pick(self.who, rule, among).is_some();
        line.target().is_none_or(is_meant)
    }
}
