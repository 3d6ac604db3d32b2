//! Possession: minds that enter other fighters' bodies, share them, and leave them.
//!
//! Clauses: SAM-2-3, SAM-17-1..10, SAM-19-2.

use crate::dice::{Dice, Topic};
use crate::fight::{FighterId, FighterSet, Witness};
use crate::rules::semiautomagic::decisions::{RESIST, VETO};
use crate::rules::semiautomagic::events::ENTERED;
use crate::rules::semiautomagic::nouns::{D6, Deed, Scene, luck};
use crate::rules::semiautomagic::questions::{DamageResult, verdict};

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Returns whether minds of other fighters are in the body of `who`.
    pub(super) fn is_shared(&self, who: FighterId) -> bool {
        !self.view().residents(who).is_empty()
    }

    /// Tries to enter the body of `target` with a possession check. If `joins`, the body belongs to an ally
    /// that lets the fighter in, and no check is rolled [SAM-17-1, SAM-17-7].
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

    /// Returns the mind in `body` whose Will is compared with a possession check: the one with the highest
    /// Will or, if several have it, the first in listing order. If that mind declines to resist, the next one
    /// is taken. Broken minds cannot decline, and neither can a mind that is alone in its body. Returns
    /// `None` if all minds decline [SAM-17-8, SAM-17-9].
    fn resister(&mut self, body: FighterId) -> Option<FighterId> {
        // Broken minds are included, although they are out of the fight.
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

    /// Returns all minds in a body, including that of its owner.
    fn inside(&self, body: FighterId) -> FighterSet {
        self.view().residents(body).with(body)
    }

    /// Puts the mind of `who` into `body`. `welcome` says whether the owner of the body lets it in
    /// [SAM-17-1].
    fn enter(&mut self, who: FighterId, body: FighterId, welcome: bool) {
        let stays = self.arena.options.body_stays;
        self.note(who, ENTERED);
        let own = self.body_mut(who);
        (own.inside, own.welcome) = (Some(body), welcome);
        (own.clock.left, own.clock.busy) = (0, None);
        if !stays {
            self.state.bodily.remove(who);
        }
        // If the owner's turn in this round is still to come, its body has not used any of its six seconds.
        let order = self.state.order();
        let to_come = order.skip_while(|&who| who != self.state.next_up);
        if to_come.skip(1).any(|who| who == body) {
            self.state.clock_mut(body).left = self.seconds_of_turn(body);
        }
        self.tell_of("SAM-17-1", [who, body], "is in the body of");
    }

    /// Gives each shared body its six seconds at the start of a round, and allows all minds to veto again
    /// [SAM-17-2].
    pub(super) fn refill_bodies(&mut self) {
        for who in self.arena.lineup.everybody() {
            self.body_mut(who).vetoed = FighterSet::NONE;
            if self.is_shared(who) {
                self.state.clock_mut(who).left = self.seconds_of_turn(who);
            }
        }
    }

    /// Begins the turn of a mind in a shared body. The other minds in the body may veto the turn [SAM-17-2,
    /// SAM-17-4]. If the mind is Broken or the body has no seconds left, the mind can do nothing but leave
    /// [SAM-17-9, SAM-17-10]. Returns whether the mind can act.
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

    /// Lets the acting mind leave another's body, if it can do nothing else and its policy chooses to leave
    /// [SAM-17-9, SAM-17-10].
    pub(super) fn leave_at_last(&mut self) {
        let (body, mind) = (self.state.actor, self.state.mind);
        let can_but_leave = self.is_able(body) && self.view().only_leaves(body);
        if can_but_leave && self.next_deed().0 == Deed::Leave {
            self.leave(mind, body);
        }
    }

    /// Returns whether another mind in `body` vetoes what `mind` wants to do, and succeeds [SAM-17-6,
    /// SAM-17-8]. A Broken mind can only want to leave. A veto against this succeeds without a roll
    /// [SAM-17-9].
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

    /// Tries to leave `body`, which costs no seconds. The other minds in it may veto. After a successful
    /// veto, the mind stays and takes a morale penalty [SAM-17-10]. A Broken mind leaves only if no other
    /// mind vetoes [SAM-17-9]. The turn of the mind is over in every case.
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

    /// Ends the stay of `mind` in `body`. If the own body of `mind` was off the map, it appears in the
    /// nearest free cell.
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

    /// Moves all minds of others out of the body of `who`, which is out of the fight.
    pub(super) fn expel(&mut self, who: FighterId) {
        for mind in self.view().residents(who).iter() {
            self.appear(mind, who);
        }
    }
}
