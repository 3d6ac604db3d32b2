//! Those who act at the same moment, one by one.
//!
//! Clauses: BRP-5.4-4, BRP-5.2-4. What plain blows come to hangs on nothing that others of their group do. So each of them can be a
//! step of the fight by itself, which comes to far fewer outcomes than all of them together.

use std::ops::Range;

use super::plain::Step;
use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::brp::nouns::{Action, Exchange, Reply, Scene};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Lets the next of a group that acts together strike, if all of the group strike plain blows; says whether. They hang
    /// on nothing that the others' blows change, so each of them can be a step: `view` remembers who was able before.
    #[inline]
    pub(crate) fn one_of_a_group(&mut self, places: Range<usize>) -> bool {
        let (arena, begins) = (self.arena, self.state.view.is_empty());
        if W::LISTENS || !arena.scope.plain || (begins && places.len() == 1) {
            return false;
        }
        if begins {
            if self.state.changed && !self.aim_anew(places.clone()) {
                return false;
            }
            let strikes = |&who: &FighterId| {
                self.view().stated_blow(who).is_some_and(|blow| {
                    self.state.able.has(blow.target)
                        && self.body(who).in_hand == blow.item
                        && !arena.item(who, blow.item).is_bare()
                })
            };
            let members = self.state.order[places.clone()].iter();
            let mut able = members.filter(|who| self.state.able.has(**who));
            if !able.all(strikes) {
                return false;
            }
            self.state.view = self.state.able;
        }
        let who = self.state.order[places.start];
        if self.state.view.has(who) {
            let blow = self.view().stated_blow(who);
            let step = blow.and_then(|blow| blow.prepare(arena, self.witness));
            let step = step.expect("the whole group strikes, and blows change no statements");
            let outcome = step.settle::<D, W, N>(arena, self.dice);
            let outcome = outcome.expect("nobody listens");
            self.land(&step, outcome);
        }
        self.state.acted += 1;
        if places.len() == 1 {
            self.state.view = FighterSet::NONE;
        }
        true
    }

    /// Where something has changed since the statements, has those of a group who strike aim at whom they can strike now
    /// [BRP-5.2-4], and settles how everybody meets it. Says whether they all can.
    fn aim_anew(&mut self, places: Range<usize>) -> bool {
        let reach = self.arena.reach;
        for at in places {
            let (who, view) = (self.state.order[at], self.view());
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
        self.take_guard();
        true
    }

    /// Makes a plain exchange happen.
    #[inline]
    fn land(&mut self, step: &Step<'_>, outcome: Exchange) {
        step.tell(outcome, self.witness);
        if let Reply::Parry(tool) = step.guard.reply {
            self.wear(step.target, tool.item, outcome.tool_loss);
            self.wear(step.who, step.item, outcome.weapon_loss);
        }
        self.wound(step.target, outcome.dealt());
    }
}
