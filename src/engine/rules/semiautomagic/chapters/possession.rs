//! Possession: several minds in one body.
//!
//! Clauses: SAM-2-3, SAM-17-1..10, SAM-19-2.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::decisions::{RESIST, VETO};
use crate::rules::semiautomagic::events::ENTERED;
use crate::rules::semiautomagic::nouns::{D6, Deed, Scene, luck};
use crate::rules::semiautomagic::questions::{DamageResult, verdict};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns whether other minds are in a fighter's body.
    pub(super) fn is_shared(&self, who: FighterId) -> bool {
        !self.view().residents(who).is_empty()
    }

    /// Makes a possession check, or lets an ally in [SAM-17-1, SAM-17-7].
    pub(super) fn possess(&mut self, who: FighterId, target: FighterId, joins: bool) {
        if joins {
            return self.enter(who, target, true);
        }
        let Some(resists) = self.resister(target) else {
            self.tell_of(
                "SAM-17-8",
                [who, target],
                "finds nobody who resists in the body of",
            );
            return self.enter(who, target, false);
        };
        let will = self.view().will(resists);
        self.dice.about(Topic::Attack);
        let bonus = self.fighter(who).possession.unwrap_or(0);
        let total = self.dice.roll(D6).cast_signed() + bonus;
        let both = self.view().with_minimum_will(will);
        let verdict = verdict(total, both, &self.arena.options);
        self.say("SAM-17-1", [who, target], |[who, target]| {
            let ended = verdict.word(["in vain", "a morale penalty", "it gets in"]);
            format!("{who} tries to possess {target}: {total} against Will {will}: {ended}.")
        });
        if verdict == DamageResult::Major {
            self.enter(who, target, false);
        }
        if verdict != DamageResult::Nothing {
            self.discourage(resists);
        }
    }

    /// The mind whose Will a possession check is against: the highest in the body, or, if that one declines, the next;
    /// of equals the first listed. The Broken cannot decline, nor can a host that is alone in its body. `None` if all
    /// decline [SAM-17-8, SAM-17-9].
    fn resister(&mut self, body: FighterId) -> Option<FighterId> {
        // Broken minds are inside as well, although they are out.
        let guests = (self.arena.lineup).those(|who| self.body(who).inside == Some(body));
        if guests.is_empty() {
            return Some(body);
        }
        let mut left = guests.with(body);
        loop {
            let strength = |one: &FighterId| (self.view().will(*one), std::cmp::Reverse(one.0));
            let strongest = left.iter().max_by_key(strength)?;
            left.remove(strongest);
            if self.body(strongest).broken || self.does([body, strongest], RESIST, true) {
                return Some(strongest);
            }
            self.tell("SAM-17-8", strongest, "does not resist");
        }
    }

    /// All minds in a body, its own included.
    fn inside(&self, body: FighterId) -> FighterSet {
        self.view().residents(body).with(body)
    }

    /// Puts a mind into a body [SAM-17-1].
    fn enter(&mut self, who: FighterId, body: FighterId, welcome: bool) {
        let stays = self.arena.options.body_stays;
        self.note(who, ENTERED);
        let own = self.body_mut(who);
        (own.inside, own.welcome) = (Some(body), welcome);
        (own.clock.left, own.clock.busy) = (0, None);
        if !stays {
            self.state.bodily.remove(who);
        }
        // A body that has not had its turn in this round still has its six seconds.
        let order = self.state.order();
        let to_come = order.skip_while(|&who| who != self.state.next_up);
        if to_come.skip(1).any(|who| who == body) {
            self.state.clock_mut(body).left = self.seconds_of_turn(body);
        }
        self.tell_of("SAM-17-1", [who, body], "is in the body of");
    }

    /// Gives shared bodies six seconds again at the start of each round, and everybody another veto [SAM-17-2].
    pub(super) fn refill_bodies(&mut self) {
        for who in self.arena.lineup.everybody() {
            self.body_mut(who).vetoed = FighterSet::NONE;
            if self.is_shared(who) {
                self.state.clock_mut(who).left = self.seconds_of_turn(who);
            }
        }
    }

    /// Begins the turn of a mind in a shared body, which the others may veto [SAM-17-2, SAM-17-4]. A mind that is
    /// Broken, or finds no second left, can only leave [SAM-17-9, SAM-17-10]. Returns whether it acts.
    pub(super) fn begin_shared_turn(&mut self, mind: FighterId) -> bool {
        let body = self.body(mind).inside.unwrap_or(mind);
        (self.state.actor, self.state.mind) = (body, mind);
        if !self.is_able(body) || self.body(mind).broken || self.body(body).clock.left == 0 {
            self.leave_at_last();
            if !self.state.fighting.has(mind) {
                self.state.hand_to(mind);
            }
            return false;
        }
        self.state.clock_mut(body).fresh = true;
        self.lose_stunned_seconds(body);
        if self.vetoed(body, mind) {
            self.tell("SAM-17-6", mind, "is kept from acting");
            return false;
        }
        true
    }

    /// Lets a mind leave that can do nothing else in another's body, if its policy says so [SAM-17-9, SAM-17-10].
    pub(super) fn leave_at_last(&mut self) {
        let (body, mind) = (self.state.actor, self.state.mind);
        let can_but_leave = self.is_able(body) && self.view().only_leaves(body);
        if can_but_leave && self.next_deed().0 == Deed::Leave {
            self.leave(mind, body);
        }
    }

    /// Returns whether one of the others in a body prevents an action by a veto [SAM-17-6, SAM-17-8]. A veto against a
    /// Broken mind, which asks to leave, needs no roll [SAM-17-9].
    fn vetoed(&mut self, body: FighterId, mind: FighterId) -> bool {
        let others = self.inside(body).without(FighterSet::of(mind));
        let asks = self.body(mind).broken;
        for other in others.iter() {
            let may = asks || !self.body(other).vetoed.has(mind);
            if self.body(other).broken || !may || !self.does([body, other], VETO, false) {
                continue;
            }
            if asks {
                return true;
            }
            self.body_mut(other).vetoed.add(mind);
            let view = self.view();
            let own = view.will_against(body, mind, other);
            let theirs = view.will_against(body, other, mind);
            self.dice.about(Topic::Save);
            let keeps = luck::beats(self.dice, own, theirs);
            self.say("SAM-17-6", [other, mind], |[other, mind]| {
                let words = ["and prevails", "in vain, at a morale penalty"];
                let word = words[usize::from(keeps)];
                format!("{other} vetoes what {mind} means to do, {word}.")
            });
            if !keeps {
                return true;
            }
            self.discourage(other);
        }
        false
    }

    /// Leaves a body at no cost, unless that is vetoed, which costs a morale penalty [SAM-17-10]. A Broken mind leaves
    /// only if all others allow it [SAM-17-9]. In either case its turn is over.
    pub(super) fn leave(&mut self, mind: FighterId, body: FighterId) {
        let asks = self.body(mind).broken;
        if self.vetoed(body, mind) {
            let price = if asks { "" } else { ", at a morale penalty" };
            let told = format_args!("is kept from leaving{price}");
            self.tell("SAM-17-10", mind, told);
            return self.discourage(mind);
        }
        self.appear(mind, body);
        self.state.actor = mind;
        self.state.clock_mut(mind).left = 0;
    }

    /// Puts a mind's own body into the nearest free cell again.
    fn appear(&mut self, mind: FighterId, body: FighterId) {
        let near = self.view().block(body);
        let busy = &mut self.state.clock_mut(body).busy;
        busy.take_if(|busy| busy.mind == mind);
        let own = self.body_mut(mind);
        (own.inside, own.welcome) = (None, false);
        if !self.state.bodily.has(mind) {
            self.state.bodily.add(mind);
            self.put_near(mind, near);
        }
        self.tell_of("SAM-17-10", [mind, body], "leaves the body of");
    }

    /// Ends possession around a fighter that is out: its body holds nobody any longer, and it is in no body itself.
    pub(super) fn expel(&mut self, who: FighterId) {
        for mind in self.view().residents(who).iter() {
            self.appear(mind, who);
        }
    }
}
