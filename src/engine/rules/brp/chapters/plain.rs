//! Plain blows. A blow is plain if the weapon is whole and the reply of the target is known in advance. Then
//! the probabilities of all outcomes are known, too.
//!
//! Clauses: those of `chapters/attack`. Attack, defence and damage of a plain blow are rolled together as one
//! [`Exchange`], or the exchange is drawn from a table of all outcomes.

use std::ops::Range;

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, Silent, Witness};
use crate::rules::brp::decisions::NoDice;
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::{
    Action, Arena, Effects, Exchange, Plan, PrivateState, Reply, Scene, Swing, Tabled, Terms, View,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an attack and returns its effects, without applying them. A plain blow is drawn or rolled in one
    /// go. Any other attack is rolled step by step.
    #[inline]
    pub(crate) fn attack(&mut self, swing: Swing) -> Effects {
        let Some(plan) = self.plain(swing) else {
            self.dice.draw(None::<&Tabled>);
            return self.resolve(swing);
        };
        let outcome = if W::LISTENS {
            let Some(outcome) = plan.drawn(self.arena, self.dice) else {
                self.dice.about(Topic::Deed(plan.who.0));
                return self.resolve(swing);
            };
            outcome
        } else {
            plan.settle(self.arena, self.dice)
        };
        plan.tell(outcome, self.witness);
        let tool = match plan.guard.reply {
            Reply::Parry(tool) if outcome.is_answered() => Some((tool.item, outcome.tool_loss)),
            _ => None,
        };
        Effects {
            dealt: outcome.dealt(),
            hits: outcome.mark >= Blow::LANDED,
            weapon_loss: outcome.weapon_loss,
            tool,
            ..Effects::none(swing)
        }
    }

    /// Plays the blows of a group, fighters that act at the same moment, from their plans. A plan is a blow
    /// that is known in advance. Does this only if all members strike plain blows. These blows do not depend
    /// on each other [BRP-5.4-4]. Returns whether it has done so.
    #[inline]
    pub(crate) fn act_as_planned(&mut self, group: Range<usize>) -> bool {
        if W::LISTENS || !self.kept.keeps() || !self.arena.scope.plain {
            return false;
        }
        self.heed();
        let able = self.state.able;
        for at in group.clone() {
            let who = self.state.turn_of(at);
            if able.has(who) && !self.has_plan(who) {
                return false;
            }
        }
        for at in group {
            let who = self.state.turn_of(at);
            if able.has(who) {
                self.strike_as_planned(who);
            }
        }
        true
    }

    /// Returns whether the action of a fighter is a plain blow. If so, its plan is kept.
    #[inline]
    fn has_plan(&mut self, who: FighterId) -> bool {
        self.kept.has_plan(who) || self.make_plan(who)
    }

    /// Strikes the blow that a fighter has a plan for.
    #[inline]
    fn strike_as_planned(&mut self, who: FighterId) {
        let Some(plan) = self.kept.plan(who) else {
            return;
        };
        let outcome = plan.settle(self.arena, self.dice);
        plan.tell(outcome, self.witness);
        let (target, item, reply) = (plan.target, plan.item, plan.guard.reply);
        if self.body(who).in_hand != item {
            self.hold(who, item);
        }
        self.leave_of_blow([who, target], item, reply, outcome);
    }

    /// Makes and keeps the plan of a fighter's action, if that action is a plain blow. Returns whether it is
    /// one.
    #[inline(never)]
    fn make_plan(&mut self, who: FighterId) -> bool {
        let plan = if self.kept.is_fresh() {
            let first = self.arena.plans[who.index()];
            first.map(|plan| Plan {
                place: self.witness.place(who, plan.target, plan.weapon),
                ..plan
            })
        } else {
            self.plan(who)
        };
        plan.map(|plan| self.kept.keep(plan)).is_some()
    }

    /// Applies the outcome of a planned blow and reports it.
    #[inline]
    pub(crate) fn land(&mut self, plan: &Plan, outcome: Exchange) {
        plan.tell(outcome, self.witness);
        self.leave_of_blow(
            [plan.who, plan.target],
            plan.item,
            plan.guard.reply,
            outcome,
        );
    }

    /// Applies the effects of a plain blow: lost parrying points, damage and afflictions.
    #[inline]
    fn leave_of_blow(
        &mut self,
        [who, target]: [FighterId; 2],
        item: u8,
        reply: Reply,
        outcome: Exchange,
    ) {
        if outcome.wears()
            && let Reply::Parry(tool) = reply
        {
            self.wear(target, tool.item, outcome.tool_loss);
            self.wear(who, item, outcome.weapon_loss);
        }
        let dealt = outcome.dealt();
        if dealt > 0 {
            self.wound(target, dealt);
        }
        if self.arena.scope.afflicts && outcome.mark >= Blow::LANDED {
            self.afflict([who, target], (item, false), dealt > 0);
        }
    }
}

/// Returns for each fighter the plan of the plain blow that it strikes in the first round. The plan is `None`
/// if that action is no plain blow, or if the statements of the first round are not known in advance.
pub(crate) fn first_plans(arena: &Arena) -> Vec<Option<Plan>> {
    let mut state = arena.start.clone();
    let (dice, witness, mut kept) = (&mut NoDice, &mut Silent, PrivateState::nothing());
    let opened = state.opened;
    let mut scene = Scene::with(arena, &mut state, dice, witness, &mut kept);
    let plan = |who| scene.plan(who).filter(|_| opened && arena.scope.plain);
    arena.lineup.everybody().map(plan).collect()
}

impl<D, W: Witness> Scene<'_, D, W> {
    /// Drops the plans that depend on data changed since the last call (see `columns.rs`). Does nothing in
    /// fights that keep no plans.
    #[inline]
    pub(crate) fn heed(&mut self) {
        if self.kept.keeps() && !self.state.written.is_empty() {
            let written = self.state.take_written();
            self.kept.note(written);
        }
    }

    /// Returns the plan of the blow that a fighter has stated. Returns `None` if that blow is not plain in
    /// this state.
    fn plan(&mut self, who: FighterId) -> Option<Plan> {
        let action = self.body(who).intent.action;
        let swing = self.view().aimed(who, action)?;
        let mut plan = self.plain(swing)?;
        if action.aim().is_none_or(|aim| aim.who != plan.target) {
            // A rule has picked a new target. Every fighter may have influenced that choice.
            plan.relies_on = FighterSet(u64::MAX);
        }
        Some(plan)
    }

    /// Returns the plan of an attack that is made now. Returns `None` if the attack is no plain blow.
    pub(crate) fn plain(&mut self, swing: Swing) -> Option<Plan> {
        let can_answer = self.state.able.has(swing.target);
        let may_be = self.arena.scope.plain && !swing.missile && can_answer;
        if !may_be {
            return None;
        }
        // A fighter that has just acted may have changed data that cached replies depend on.
        self.heed();
        self.planned_blow(swing)
    }

    /// Returns the plan of a blow against a target that was able when the attacker's group began to act.
    /// Returns `None` if the blow is not plain.
    pub(super) fn planned_blow(&mut self, swing: Swing) -> Option<Plan> {
        let arena = self.arena;
        let (who, item, target) = (swing.attacker, swing.item, swing.target);
        let (view, bare) = (
            View::new(arena, &*self.state),
            arena.item(who, item).is_bare(),
        );
        // If the members of a group act one by one, targets reply as they did before the first member acted.
        let guard = match (bare, view.state.view.is_empty()) {
            (true, _) => view.cached_reply(target, true)?,
            (false, true) => {
                self.kept
                    .cached_reply(target, view.fighter(target).has_reflexes, || {
                        view.cached_reply(target, false)
                    })?
            }
            (false, false) => view.body(target).guard?,
        };
        let weapon = arena.item(who, item).strike.as_ref()?.weapon;
        let (attacker, defender) = (arena.fighter(who), arena.fighter(target));
        let terms = Terms::new(&arena.options, attacker, item, defender, guard.reply)?;
        let roles = (arena.lineup.role(who), item, arena.lineup.role(target));
        let relies_on = if defender.has_reflexes {
            FighterSet::of(who).with(target)
        } else {
            FighterSet(u64::MAX)
        };
        Some(Plan {
            who,
            target,
            item,
            weapon,
            guard,
            terms,
            table: arena.exchanges.of(roles, guard.reply),
            place: self.witness.place(who, target, weapon),
            relies_on,
        })
    }
}

impl View<'_> {
    /// Returns the attack that an action leads to in this state. Returns `None` if the action is no attack or
    /// no target can be attacked.
    fn aimed(self, who: FighterId, action: Action) -> Option<Swing> {
        let (item, missile) = self.attack_with(who, action);
        let range = self.farthest(who, item, missile);
        let target = self.aim_again(who, action.aim()?, range)?;
        Some(Swing {
            attacker: who,
            target: target.who,
            item,
            missile,
        })
    }
}

impl Plan {
    /// Draws the outcome of a plain blow from its table. Returns `None` if there is no table, or if these dice
    /// do not draw from tables.
    #[inline]
    fn drawn<D: Dice>(&self, arena: &Arena, dice: &mut D) -> Option<Exchange> {
        let tabled = self.table.map(|table| arena.exchanges.table_of(table));
        let drawn = dice.draw(tabled)?;
        tabled.map(|tabled| tabled.outcome(drawn))
    }

    /// Draws the outcome of a plain blow from its table, or rolls it.
    #[inline]
    pub(crate) fn settle<D: Dice>(&self, arena: &Arena, dice: &mut D) -> Exchange {
        if let Some(outcome) = self.drawn(arena, dice) {
            return outcome;
        }
        dice.about(Topic::Deed(self.who.0));
        let terms = &self.terms;
        dice.piece(*terms, |dice| terms.roll(dice))
    }

    /// Reports the outcome to the witness, and the policy line of the target's reply if the target defended.
    #[inline]
    pub(crate) fn tell<W: Witness>(&self, outcome: Exchange, witness: &mut W) {
        let (place, mark) = (self.place, outcome.mark);
        witness.marked(place, self.who, self.target, self.weapon, mark, 1);
        if outcome.is_answered() {
            witness.line_repeated(self.target, self.guard.line, 1);
        }
        if outcome.specials != [0; 3] {
            self.tell_specials(outcome.specials, witness);
        }
    }

    fn tell_specials<W: Witness>(&self, [attack, hit, defence]: [u32; 3], witness: &mut W) {
        for (who, event, parts) in [
            (self.who, SPECIAL_ATTACK, attack),
            (self.who, SPECIAL_HIT, hit),
            (self.target, SPECIAL_DEFENCE, defence),
        ] {
            if parts > 0 {
                witness.happened(who, event, u64::from(parts));
            }
        }
    }
}
