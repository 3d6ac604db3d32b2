//! Fear, the rolls against it, and what a failure costs. Also events from outside the fight that lower or
//! raise a side's morale: reverses, leaders, omens.
//!
//! Clauses: SST-19-7, SST-20-1, SST-23-1..4.
//!
//! A creature rolls against fear only for its own actions, after their dice are paid. A creature that has
//! passed once is safe from all fear until a mental attack that is made to frighten hurts it. A creature
//! with so many Mental Ranks that ordinary attacks cannot hurt its mind loses no Ranks to fear, but it can
//! lose its action, and events do not affect it. An event comes at the very start of its round, in the
//! order of the scenario. It affects all other members of its side that are in the fight. An event may let
//! them roll first, and those that succeed are spared. Interpretation: an event that raises morale restores
//! only Mental Ranks that were lost. If their loss had also cost Physical Ranks, those return as well.

use std::cmp::Reverse;

use crate::dice::Dice;
use crate::fight::{FighterId, Witness};
use crate::rules::swift_swords::nouns::{Daze, Dread, Fear, Hit, Scene, Track, Trait, View};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Rolls against fear for a creature that acts, after its dice are paid. Returns whether it may still
    /// take its action.
    #[inline]
    pub(crate) fn faced(&mut self, who: FighterId) -> bool {
        !self.arena.scope.fear || self.body(who).brave || self.braves(who)
    }

    /// Rolls against the worst fear that reaches a creature. Returns whether it may still take its action.
    #[inline(never)]
    fn braves(&mut self, who: FighterId) -> bool {
        match self.view().worst_fear(who) {
            Some((by, fear)) => self.meets_fear(who, by, fear),
            None => true,
        }
    }

    /// Rolls against a fear and applies the cost of a failure. Returns whether the action still takes place
    /// [SST-23-3].
    fn meets_fear(&mut self, who: FighterId, by: FighterId, fear: Fear) -> bool {
        while !self.passes(who, Trait::Spirit, fear.dice) {
            let ranks = self.rules().fear.ranks;
            let shock = Hit::of_itself(who, Track::Mental, ranks);
            let beyond = self.view().is_beyond(who, Track::Mental);
            let may = fear.fail == Dread::RankOrShock && !beyond;
            let lost =
                fear.fail == Dread::Action || (may && self.prefers_state(&shock, Daze::Shock));
            self.say("SST-23-3", [who, by], |[who, by]| {
                let action = if lost { " and loses its action" } else { "" };
                format!("{who} fears {by}{action}.")
            });
            if lost || beyond {
                return !lost;
            }
            self.lose_ranks(who, Track::Mental, ranks);
            let fights = self.state.fighting.has(who);
            if !fights || fear.fail != Dread::Ranks {
                return fights;
            }
        }
        self.body_mut(who).brave = true;
        self.tell_of("SST-23-1", [who, by], "stands up to");
        true
    }

    /// Applies the events at the start of this round.
    pub(crate) fn events_happen(&mut self) {
        let round = self.state.round;
        let all = self.arena.ground.events.iter();
        for event in all.filter(|event| event.round == round) {
            let side = &self.arena.cast.sides[event.side.index()];
            self.say("SST-19-7", [], |[]| {
                let verb = if event.ranks < 0 { "takes" } else { "loses" };
                format!("The {side} side {verb} heart.")
            });
            for who in self.arena.lineup.sides[event.side.index()].iter() {
                let there = self.state.fighting.has(who);
                let struck = there && !self.view().is_beyond(who, Track::Mental);
                if !struck || (event.test && self.passes(who, Trait::Spirit, 0)) {
                    continue;
                }
                let count = event.ranks.unsigned_abs();
                if event.ranks > 0 {
                    self.lose_ranks(who, Track::Mental, count);
                } else {
                    self.regain(who, Track::Mental, count);
                    let now = self.view().rank_now(who, Track::Mental);
                    let told = format_args!("is back to Mental {now}");
                    self.tell("SST-19-7", who, told);
                }
            }
        }
    }
}

impl View<'_> {
    /// Returns the worst fear that reaches a creature, and the creature that inspires it [SST-23-2].
    fn worst_fear(self, who: FighterId) -> Option<(FighterId, Fear)> {
        let foes = self.foes(who).iter();
        let fears = foes.filter_map(|foe| Some((foe, self.fighter(foe).fear?)));
        let far = |fear: Fear| u8::from(fear.adjacent) * self.rules().fear.zones;
        let reaches = |&(foe, fear): &(FighterId, Fear)| self.distance(who, foe) <= far(fear);
        // Of equal fears, the first counts.
        let reaching = fears.filter(reaches);
        reaching.min_by_key(|(_, fear)| Reverse(fear.level))
    }
}

#[cfg(test)]
mod event_tests;
#[cfg(test)]
mod tests;
