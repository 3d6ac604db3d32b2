//! Plain blows: the weapon is whole and the target's reply is known in advance, so the odds of all outcomes
//! are known.
//!
//! Clauses: those of `chapters/attack`. The terms of such a blow are looked up, and only its [`Exchange`] is
//! drawn or rolled.

use std::ops::Range;

use crate::dice::{Dice, Topic};
use crate::fight::{Blow, FighterId, FighterSet, Silent, Witness};
use crate::rules::brp::decisions::NoDice;
use crate::rules::brp::events::{SPECIAL_ATTACK, SPECIAL_DEFENCE, SPECIAL_HIT};
use crate::rules::brp::nouns::{
    Action, Arena, Effects, Exchange, Plan, PrivateState, Reply, Scene, Swing, Tabled, Terms, View,
};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Makes an attack and returns its effects. A plain blow is drawn or rolled in one go, any other attack
    /// by the full rules.
    #[inline]
    pub(crate) fn attack(&mut self, swing: Swing) -> Effects {
        let Some(plan) = self.plain(swing) else {
            self.dice.draw(None::<&Tabled>);
            return self.resolve(swing);
        };
        let Some(outcome) = plan.settle::<_, W>(self.arena, self.dice) else {
            return self.resolve(swing);
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

    /// Lets a group strike by its plans, if all members strike plain blows. Returns whether it did. None of
    /// these blows depends on the others of the group [BRP-5.4-4].
    #[inline]
    pub(crate) fn act_as_planned(&mut self, group: Range<usize>) -> bool {
        if W::LISTENS || !self.kept.keeps() || !self.arena.scope.plain {
            return false;
        }
        self.heed();
        let able = self.state.able;
        for at in group.clone() {
            let who = self.state.turn_of(at);
            if able.has(who) && !self.kept.has_plan(who) && !self.make_plan(who) {
                return false;
            }
        }
        for at in group {
            let who = self.state.turn_of(at);
            let Some(plan) = self.kept.plan(who).filter(|_| able.has(who)) else {
                continue;
            };
            let outcome = plan.settle::<_, W>(self.arena, self.dice);
            let outcome = outcome.expect("nobody listens");
            plan.tell(outcome, self.witness);
            let (target, item, reply) = (plan.target, plan.item, plan.guard.reply);
            if self.body(who).in_hand != item {
                self.hold(who, item);
            }
            self.leave_of_blow([who, target], item, reply, outcome);
        }
        true
    }

    /// Makes the plan of a fighter's action, if that is a plain blow. Returns whether it is.
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

    /// Drops the plans that depend on columns written since the last call, if plans are kept at all.
    #[inline]
    pub(crate) fn heed(&mut self) {
        if self.kept.keeps() && !self.state.written.is_empty() {
            let written = self.state.take_written();
            self.kept.note(written);
        }
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

    /// Applies the wear, the damage and the afflictions of a plain blow.
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

/// Returns the plain blow that each fighter strikes first. The list has no blows if intents are not known in
/// advance.
pub(crate) fn first_plans(arena: &Arena) -> Vec<Option<Plan>> {
    let mut state = arena.start.clone();
    let (dice, witness, mut kept) = (&mut NoDice, &mut Silent, PrivateState::nothing());
    let opened = state.opened;
    let mut scene = Scene::with(arena, &mut state, dice, witness, &mut kept);
    let plan = |who| scene.plan(who).filter(|_| opened && arena.scope.plain);
    arena.lineup.everybody().map(plan).collect()
}

impl<D, W: Witness> Scene<'_, D, W> {
    /// Returns the plan of the blow that a fighter has stated, if it is a plain one in this state.
    fn plan(&mut self, who: FighterId) -> Option<Plan> {
        let action = self.body(who).intent.action;
        let swing = self.view().aimed(who, action)?;
        let mut plan = self.plain(swing)?;
        if action.aim().is_none_or(|aim| aim.who != plan.target) {
            // The target was picked again, and every fighter may have affected that.
            plan.relies_on = FighterSet(u64::MAX);
        }
        Some(plan)
    }

    /// Returns the plan of an attack that is made now, if it is a plain blow.
    pub(crate) fn plain(&mut self, swing: Swing) -> Option<Plan> {
        let can_answer = self.state.able.has(swing.target);
        let may_be = self.arena.scope.plain && !swing.missile && can_answer;
        may_be.then(|| self.planned_blow(swing)).flatten()
    }

    /// Returns the plan of a plain blow against a target that was able when its group began to act.
    pub(super) fn planned_blow(&mut self, swing: Swing) -> Option<Plan> {
        let arena = self.arena;
        let (who, item, target) = (swing.attacker, swing.item, swing.target);
        let (view, bare) = (
            View::new(arena, &*self.state),
            arena.item(who, item).is_bare(),
        );
        // While a group acts one by one, targets reply as if none of its members had acted yet.
        let guard = match (bare, view.state.view.is_empty()) {
            (true, _) => view.cached_reply(target, true)?,
            (false, true) => self
                .kept
                .cached_reply(target, || view.cached_reply(target, false))?,
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
    /// Returns the attack that an action leads to in this state, if any.
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
    /// Draws or rolls the outcome of a plain blow. Returns `None` if the witness records a transcript, so
    /// that the caller must roll step by step. Dice that draw from tables have drawn the outcome even then.
    #[inline]
    pub(crate) fn settle<D: Dice, W: Witness>(
        &self,
        arena: &Arena,
        dice: &mut D,
    ) -> Option<Exchange> {
        let tabled = self.table.map(|table| arena.exchanges.table_of(table));
        if let (Some(tabled), Some(drawn)) = (tabled, dice.draw(tabled)) {
            return Some(tabled.outcome(drawn));
        }
        dice.about(Topic::Deed(self.who.0));
        if W::LISTENS {
            return None;
        }
        let terms = &self.terms;
        Some(dice.piece(*terms, |dice| terms.roll(dice)))
    }

    /// Reports the outcome to a witness.
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
