//! Reactions during another creature's action: attacks of opportunity on a creature that moves, intercepts,
//! and held actions.
//!
//! Clauses: SST-7-3, SST-8-6..8, SST-14-2, SST-23-1, SST-31-3, SST-37-5.
//!
//! Interpretations: defenders of cover stop a creature that comes across it at no cost. The first listed
//! defender that stands alone or is in another melee does so. A creature that is in no state to make an
//! attack of opportunity cannot intercept either. If a waiting creature strikes before an action, the dice
//! for the action are already paid.
//!
//! The action is lost in these cases: the actor is out or in a State, or it has been brought into contact and
//! could not take the action there. With a shot or spell, the dice gathered for it are lost too. A held
//! attack is an action of its own. Paying for it ends the attacker's exposure dice, Fumbled mark and pools,
//! and the attacker rolls against fear before it. The Panicked and the Crushed cannot hold an attack.

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::swift_swords::decisions::Choice;
use crate::rules::swift_swords::decisions::lists::{INTERRUPT, answer};
use crate::rules::swift_swords::fields::pips;
use crate::rules::swift_swords::nouns::{
    Act, Attack, Cost, DecisionContext, Deed, Scene, View, Wits,
};
use crate::rules::swift_swords::questions::arms;

impl View<'_> {
    /// Returns whether a creature can react to a move, or act before another creature's action.
    fn may_answer(self, who: FighterId) -> bool {
        let body = self.body(who);
        let free = !body.states.any() && body.held.is_none() && body.wits == Wits::Calm;
        free && self.state.fighting.has(who)
    }

    /// Returns whether the actor can still take an action where it is now.
    fn is_possible(self, who: FighterId, declared: Deed) -> bool {
        let contact = self.body(who).group != 0;
        let reaches = || self.state.reaches(who, declared.target);
        let held = |one| self.body(one).held;
        match declared.act {
            Act::Charge | Act::Shoot => !contact,
            Act::Attack | Act::Break => {
                reaches() && !(contact && self.arena.weapon(declared.weapon).reach)
            }
            act if act.is_blow() || act == Act::Close => reaches(),
            // The hold may have ended [SST-12-5, SST-12-6].
            Act::BreakHold | Act::Reverse => held(who).is_some(),
            Act::Squeeze | Act::Improve | Act::Subdue => {
                held(declared.target).is_some_and(|grip| grip.by == who)
            }
            Act::Heal => self.may_heal(who, declared.weapon, declared.target),
            _ => true,
        }
    }
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Lets the enemies in a creature's melee strike at it when it leaves. Returns whether it can still
    /// leave: it is not out and in no State [SST-8-6].
    pub(crate) fn breaks_away(&mut self, who: FighterId) -> bool {
        if self.body(who).group == 0 {
            return true;
        }
        let near = self.state.group(who);
        self.give_opportunities(who, near, ("SST-8-6", "turns away"));
        self.state.fighting.has(who) && !self.body(who).states.any()
    }

    /// Lets the enemies in `near` strike at a flyer that has attacked in passing, unless its attacks are
    /// fly-by attacks [SST-37-5].
    pub(super) fn passes_by(&mut self, who: FighterId, target: FighterId, near: FighterSet) {
        let flight = self.fighter(who).flies;
        let is_near = self.body(who).zone == self.body(target).zone;
        if is_near && self.view().aloft(who) && flight.is_some_and(|flight| !flight.fly_by) {
            self.give_opportunities(who, near, ("SST-37-5", "flies past"));
        }
    }

    /// Lets the enemies in `near` strike at a creature, one after another. `told` is the phrase for the
    /// transcript.
    fn give_opportunities(
        &mut self,
        who: FighterId,
        near: FighterSet,
        (clause, told): (&'static str, &str),
    ) {
        let lets_go = const { answer("opportunity", "nothing") };
        let enemies = near.without(self.arena.lineup.allies(who));
        for foe in enemies.iter() {
            if !self.state.fighting.has(who) {
                return;
            }
            let able = self.view().may_answer(foe) && self.view().has_room(foe, who);
            if able
                && let Some(weapon) = self.view().melee_weapon(foe, arms::ANY)
                && !self.answers(foe, lets_go, || DecisionContext::about(who))
            {
                self.say(clause, [foe, who], |[foe, who]| {
                    format!("{who} {told}, and {foe} has an opportunity.")
                });
                self.strike(Attack::blow(foe, who, weapon));
            }
        }
    }

    /// Lets enemies in a moving creature's zone intercept it, except those in `except`. `from` is the zone
    /// that it comes from, or `None` if it stays in its zone. Returns whether an enemy has intercepted it.
    /// The two are then in contact [SST-8-7, SST-31-3].
    pub(crate) fn is_stopped(
        &mut self,
        who: FighterId,
        from: Option<u8>,
        except: FighterSet,
    ) -> bool {
        let zone = self.body(who).zone;
        let foes = self.view().foes(who).without(except);
        let intercepts = const { answer("intercept", "intercept") };
        let price = Cost::Pips(self.arena.tables.costs[const { pips("intercept") }]);
        let crossed = from.and_then(|from| self.arena.ground.choke(from, zone));
        for foe in foes.iter() {
            let apart = self.body(foe).zone != zone || !self.view().in_reach(foe, who);
            if apart || !self.view().may_answer(foe) {
                continue;
            }
            let free = crossed.filter(|&(at, most)| self.state.turns.chokes[at] < most);
            let clause = if let Some((at, _)) = free {
                self.state.turns.chokes[at] += 1;
                "SST-31-3"
            } else {
                let pays = price.fits(self.body(foe).hand);
                if !pays || !self.answers(foe, intercepts, || DecisionContext::about(who)) {
                    continue;
                }
                self.pay(foe, price);
                "SST-8-7"
            };
            self.tell_of(clause, [foe, who], "steps in the way of");
            self.join(who, foe);
            return true;
        }
        false
    }

    /// Lets waiting creatures strike at an enemy that has declared and paid for an action. Returns whether
    /// the action can still take place.
    #[inline]
    pub(crate) fn spares(&mut self, who: FighterId, declared: Deed) -> bool {
        if self.state.turns.waiting.is_empty() || !self.arena.scope.decides(INTERRUPT) {
            return true;
        }
        let allies = self.arena.lineup.allies(who);
        for foe in self.state.turns.waiting.without(allies).iter() {
            if !self.state.fighting.has(who) {
                return false;
            }
            if self.view().may_answer(foe)
                && self.view().meets(foe, who, declared)
                && let Some(Choice::Deed(deed)) =
                    self.choice(foe, INTERRUPT, || DecisionContext::about(who))
                && self.pay(foe, deed.cost(self.view(), foe))
            {
                self.tell_of("SST-8-8", [foe, who], "comes before");
                // The held attack counts as an action of its own [SST-7-3, SST-14-2, SST-23-1].
                self.has_acted(foe, false);
                if !self.faced(foe) || !self.state.fighting.has(foe) {
                    continue;
                }
                self.has_swarmed(foe);
                self.strike(Attack::blow(foe, deed.target, deed.weapon));
            }
        }
        let able = self.state.fighting.has(who) && !self.body(who).states.any();
        able && self.view().is_possible(who, declared)
    }
}

#[cfg(test)]
mod interrupt_tests;
#[cfg(test)]
mod tests;
