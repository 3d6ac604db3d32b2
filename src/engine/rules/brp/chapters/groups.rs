//! Plays the blows of a group, fighters that act at the same moment, one by one.
//!
//! Clauses: BRP-5.4-4, BRP-5.2-4. A blow is plain if the reply of its target is known in advance (see
//! `plain.rs`). The result of a plain blow does not depend on the other blows of its group. Each blow of a
//! group can therefore be a step of the fight. A step with one blow has far fewer outcomes than a step with
//! all blows of the group.

use std::ops::Range;

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::brp::nouns::{Action, Scene, Swing};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays the blow of the next member of a group, if all members strike plain blows. Returns whether it
    /// has done so. Meanwhile the field `view` of the state has the fighters that were able before the group
    /// began to act.
    #[inline]
    pub(crate) fn one_of_a_group(&mut self, places: Range<usize>) -> bool {
        let (arena, begins) = (self.arena, self.state.view.is_empty());
        if W::LISTENS || !arena.scope.plain || (begins && places.len() == 1) {
            return false;
        }
        if begins {
            if !self.state.written.is_empty() && !self.aim_anew(places.clone()) {
                return false;
            }
            for who in self.state.able.iter() {
                self.body_mut(who).guard = self.view().cached_reply(who, false);
            }
            let strikes = |who: FighterId| self.stated_blow(who).is_some();
            let members = self.state.order(places.clone());
            let mut able = members.filter(|&who| self.state.able.has(who));
            let all_strike = able.all(strikes);
            drop(able);
            if !all_strike {
                self.forget_cached_replies();
                return false;
            }
            self.state.view = self.state.able;
        }
        let who = self.state.turn_of(places.start);
        if self.state.view.has(who) {
            let swing = self.stated_blow(who);
            let plan = swing
                .and_then(|swing| self.planned_blow(swing))
                .expect("the whole group strikes, and blows change no statements");
            let outcome = plan.settle(arena, self.dice);
            self.land(&plan, outcome);
        }
        self.state.acted += 1;
        if places.len() == 1 {
            self.state.view = FighterSet::NONE;
            self.forget_cached_replies();
        }
        true
    }

    fn forget_cached_replies(&mut self) {
        for body in self.state.bodies_mut() {
            body.guard = None;
        }
    }

    /// Returns the blow that a fighter has stated. Returns `None` if it has not stated one, if it uses bare
    /// hands or its weapon is not in hand, if the target is out of reach, or if the target's reply is not
    /// known or has more than one defence.
    fn stated_blow(&self, who: FighterId) -> Option<Swing> {
        let view = self.view();
        let Action::Strike { item, target } = view.body(who).intent.action else {
            return None;
        };
        let thing = view.arena.item(who, item);
        let held = view.body(who).in_hand == item && !thing.is_bare() && thing.strike.is_some();
        let guard = view.body(target.who).guard;
        let met = guard.is_some_and(|guard| guard.reply.is_plain());
        (held && met && view.in_reach(who, target.who)).then_some(Swing {
            attacker: who,
            target: target.who,
            item,
            missile: false,
        })
    }

    /// Picks a new target within reach for every member of a group whose stated target can no longer be
    /// attacked [BRP-5.2-4]. Returns whether all able members have stated a blow and can strike it.
    fn aim_anew(&mut self, places: Range<usize>) -> bool {
        let reach = self.arena.reach;
        for at in places {
            let (who, view) = (self.state.turn_of(at), self.view());
            if !view.state.able.has(who) {
                continue;
            }
            let Action::Strike { item, target } = view.body(who).intent.action else {
                return false;
            };
            let can = view.arms(who).can_strike(item.into());
            let Some(target) = view.aim_again(who, target, reach).filter(|_| can) else {
                return false;
            };
            self.body_mut(who).intent.action = Action::Strike { item, target };
        }
        true
    }
}
