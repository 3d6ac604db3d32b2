//! The Actions phase: each fighter acts at its DEX rank.
//!
//! Clauses: BRP-5.4-1, BRP-5.4-4, BRP-5.2-4, BRP-5.2-5, BRP-5.6-8, BRP-5.12-5, BRP-5.14-4. The result of an
//! action is computed from a state and applied afterwards. All fighters that act at the same moment start
//! from the same state.

use std::ops::Range;

use crate::dice::Dice;
use crate::fight::{FighterId, FighterSet, MOST_FIGHTERS, Witness};
use crate::frame::scene::listed;
use crate::rules::brp::decisions::{ACT, Choice, TURN, Timing};
use crate::rules::brp::nouns::{
    Action, Condition, Effects, PickedTarget, PrivateState, Scene, State, Swing, Treatment, View,
    rank_of, small, turn,
};
use crate::rules::brp::words::Class;

/// The result of a fighter's action, before it is applied.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Nothing,
    Attack(Effects),
    Treat(Treatment),
    Wake(FighterId),
    Surrender,
}

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// If nothing was stated, lets all fighters of the next DEX rank choose their actions, and sorts these
    /// fighters by their chosen weapons [BRP-5.2-5]. Does nothing if one of them has already acted.
    pub(crate) fn choose_at_rank(&mut self) {
        let first = usize::from(self.state.acted);
        let rank_at = |state: &State, at: usize| rank_of(state.body(state.turn_of(at)).intent.turn);
        let rank = rank_at(self.state, first);
        if first > 0 && rank_at(self.state, first - 1) == rank {
            return;
        }
        let all = first..usize::from(self.state.acting);
        let end = all.clone().find(|&at| rank_at(self.state, at) != rank);
        let places = first..end.unwrap_or(all.end);
        let mut chosen = [(Action::None, None); MOST_FIGHTERS];
        for at in places.clone() {
            let who = self.state.turn_of(at);
            if self.state.able.has(who) {
                chosen[at] = self.choose_unstated(who);
            }
        }
        for at in places.clone() {
            let who = self.state.turn_of(at);
            let intent = &mut self.body_mut(who).intent;
            (intent.action, intent.length) = chosen[at];
            let weapon = self.view().declared(who);
            self.body_mut(who).intent.turn = turn(rank, weapon);
        }
        self.state.order_again(places);
    }

    /// Returns the action that a fighter chooses at its DEX rank in a fight without statements, and the class
    /// of the weapon if the policy names one.
    fn choose_unstated(&mut self, who: FighterId) -> (Action, Option<Class>) {
        if self.body(who).flees {
            return (Action::None, None);
        }
        if self.arena.scope.turns
            && let (Choice::Act(first_aid, length), _) = self.decide(TURN, who, Timing::Now)
        {
            return (first_aid, length);
        }
        match self.decide(ACT, who, Timing::Now).0 {
            Choice::Act(action, length) => (action, length),
            _ => (Action::None, None),
        }
    }

    /// Lets a group of fighters act at the same moment.
    #[inline]
    pub(crate) fn act(&mut self, group: Range<usize>) {
        let end = group.end;
        let members = self.state.order(group.clone());
        let mut able = members.filter(|who| self.state.able.has(*who));
        let first_two = (able.next(), able.next());
        drop(able);
        match first_two {
            (None, _) => {}
            (Some(who), None) => {
                let action = self.choose(who);
                self.reveal(who);
                let deed = self.take(who, action);
                self.apply(who, deed);
            }
            _ => self.act_together(group),
        }
        self.state.acted = small(end);
    }

    /// Plays the actions of fighters that act at the same moment. All choices and rolls start from the state
    /// before the group acts, except that each defence counts for the attacks that follow. The results of all
    /// members are then applied [BRP-5.4-4].
    fn act_together(&mut self, places: Range<usize>) {
        let mut before = self.kept.copy_of(self.state);
        let mut group = [None; MOST_FIGHTERS];
        for (member, at) in group.iter_mut().zip(places) {
            let who = before.turn_of(at);
            *member = before.able.has(who).then_some((who, Action::None));
        }
        let arena = self.arena;
        self.say("BRP-5.4-4", [], |[]| {
            let names = group.iter().flatten().map(|&(who, _)| arena.cast.name(who));
            format!("{} act at the same moment.", listed(names.collect()))
        });
        for (who, action) in group.iter_mut().flatten() {
            *action = self
                .within(&mut before, &mut PrivateState::nothing())
                .choose(*who);
            self.reveal(*who);
        }
        let mut surrendering = FighterSet::NONE;
        for (who, action) in group.into_iter().flatten() {
            let deed = self
                .within(&mut before, &mut PrivateState::nothing())
                .take(who, action);
            if matches!(deed, Deed::Surrender) {
                // Surrenders are applied last, because a blow at the same moment may fell the fighter.
                surrendering.add(who);
                continue;
            }
            self.apply(who, deed);
            if let Deed::Attack(Effects { swing, .. }) = deed {
                let (then, now) = (before.body_mut(swing.target), self.body(swing.target));
                (then.defences, then.parries) = (now.defences, now.parries);
            }
        }
        for who in surrendering.and(self.state.able).iter() {
            self.apply(who, Deed::Surrender);
        }
        self.kept.give_back(before);
    }

    /// Returns a scene of this fight with the state `state` instead of the current one, and with the same
    /// dice and witness.
    fn within<'s>(
        &'s mut self,
        state: &'s mut State,
        kept: &'s mut PrivateState,
    ) -> Scene<'s, D, W> {
        Scene::with(self.arena, state, self.dice, self.witness, kept)
    }

    /// Makes the action of a fighter known to the others. This makes a difference only if nothing was stated
    /// at the start of the round [BRP-5.2-5].
    #[inline]
    fn reveal(&mut self, who: FighterId) {
        self.body_mut(who).intent.spoken = true;
    }

    /// Applies the result of a fighter's action.
    #[inline]
    fn apply(&mut self, who: FighterId, deed: Deed) {
        match deed {
            Deed::Nothing => {}
            Deed::Attack(effects) => {
                // The weapon stays in hand for the next round.
                let item = effects.swing.item;
                self.hold(who, item);
                self.leave(&effects);
            }
            Deed::Treat(treatment) => {
                self.tell_of("BRP-5.14-4", [who, treatment.patient], "tends to");
                self.body_mut(who).treating = Some(treatment);
            }
            Deed::Surrender => {
                self.departs(who, Condition::Surrendered, "surrenders");
            }
            Deed::Wake(patient) => {
                self.tell_of("BRP-5.12-5", [who, patient], "wakes");
                if self.body(patient).condition == Condition::Unconscious {
                    self.state.set_condition(patient, Condition::Waking);
                }
            }
        }
    }

    /// Returns the action that a fighter carries out now. This is First Aid if the policy's list `turn`
    /// chooses it. Otherwise it is the action that the fighter stated or chose before.
    #[inline]
    fn choose(&mut self, who: FighterId) -> Action {
        let arena = self.arena;
        if arena.options.declared
            && arena.scope.turns
            && !self.body(who).flees
            && let (Choice::Act(first_aid, _), _) = self.decide(TURN, who, Timing::Now)
        {
            return first_aid;
        }
        self.body(who).intent.action
    }

    /// Carries out an action as far as possible. If the weapon has broken, the next usable one is
    /// used [BRP-5.6-8].
    #[inline]
    fn take(&mut self, who: FighterId, action: Action) -> Deed {
        let view = self.view();
        let arms = view.arms(who);
        let near = |patient| view.in_reach(who, patient);
        let sleeps = |patient| view.body(patient).condition == Condition::Unconscious;
        let Some(target) = action.aim() else {
            let may_treat = arms.body.intent.moved <= self.arena.options.rules.movement.free;
            return match action {
                Action::FirstAid(aid) if may_treat && near(aid.patient) => Deed::Treat(aid),
                Action::Surrender => Deed::Surrender,
                Action::Wake { patient } if sleeps(patient) && near(patient) => Deed::Wake(patient),
                _ => Deed::Nothing,
            };
        };
        let (item, missile) = view.attack_with(who, action);
        self.swing(who, item, missile, target)
    }

    /// Returns an attack on the stated target. If that target cannot be attacked, the rule that picked it
    /// picks another one [BRP-5.2-4].
    #[inline]
    fn swing(&mut self, who: FighterId, item: u8, missile: bool, target: PickedTarget) -> Deed {
        let arena = self.arena;
        if !arena.options.same_weapon && self.body(who).parried >> item & 1 == 1 {
            let weapon = &arena.item(who, item).name;
            let what = format_args!("has parried with {weapon} and cannot attack with it");
            self.tell("BRP-5.6-4", who, what);
            return Deed::Nothing;
        }
        let view = self.view();
        let range = view.farthest(who, item, missile);
        let Some(PickedTarget { who: target, .. }) = view.aim_again(who, target, range) else {
            let what = "finds nobody to attack; the action is lost";
            self.tell("BRP-5.2-4", who, what);
            return Deed::Nothing;
        };
        Deed::Attack(self.attack(Swing {
            attacker: who,
            target,
            item,
            missile,
        }))
    }
}

impl View<'_> {
    /// Returns the item of an attack, and whether it is shot or thrown. If the stated weapon can no longer be
    /// used, the item is the next usable melee weapon [BRP-5.6-8].
    #[inline]
    pub(crate) fn attack_with(self, who: FighterId, action: Action) -> (u8, bool) {
        let arms = self.arms(who);
        match action {
            Action::Shoot { item, .. } if arms.can_shoot(item.into()) => (item, true),
            Action::Strike { item, .. } if arms.can_strike(item.into()) => (item, false),
            _ => (arms.first_melee(), false),
        }
    }
}

#[cfg(test)]
mod tests;
