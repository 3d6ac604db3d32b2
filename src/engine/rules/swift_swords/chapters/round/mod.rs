//! A round: dice are dealt, creatures spend them by countdown, and a refresh ends the round.
//!
//! Clauses: SST-0-7, SST-0-8, SST-2-2, SST-2-3, SST-4-1, SST-5-1, SST-5-4, SST-5-6, SST-6-1..3, SST-7-5..11,
//! SST-22-5, SST-29-2. A refresh is the end of a round. After it has been called, each creature has one last
//! option: to act, or to keep a die for the next round. A step is a completed action, a last option, or a
//! deal. Waiting alone is not a step.

use crate::dice::{Dice, Topic};
use crate::fight::{Ending, FighterId, FighterSet, Moment, Outcome, Progress, Witness};
use crate::frame::scene::listed;
use crate::rules::swift_swords::decisions::lists::{ORDER, answer};
use crate::rules::swift_swords::nouns::{
    Aim, Deal, DecisionContext, Hand, LastOption, Luck, Phase, Scene, Status, Took, Turns, View,
};
use crate::rules::swift_swords::rules::Hands;

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays one step.
    pub(crate) fn step(&mut self) -> Progress {
        loop {
            let standing = self.state.fighting;
            let mut began = false;
            let moved = match self.state.phase {
                Phase::Opening => {
                    self.open_round();
                    began = true;
                    true
                }
                Phase::Dealing(next) => self.deal_hands(next),
                Phase::Countdown => self.count_down(),
                Phase::Closing => {
                    if !self.give_last_option() {
                        if self.state.round >= self.arena.cast.round_cap {
                            return self.end_fight(Ending::Undecided);
                        }
                        self.refresh();
                    }
                    true
                }
            };
            // Within a round, the fight can end only when a creature goes out. So the end is checked after
            // that and at the start of a round.
            if (began || self.state.fighting != standing)
                && let Some(ending) = self.over()
            {
                return self.end_fight(ending);
            }
            if moved {
                return Progress::Goes;
            }
        }
    }

    /// Plays the events before new dice are dealt [SST-7-10].
    fn open_round(&mut self) {
        self.dice.about(Topic::Round(self.state.round));
        self.witness.round_began(self.state.round);
        if self.arena.lineup.has_arrivals() {
            self.arrivals();
        }
        if !self.state.turns.surprised.is_empty() {
            let nothing = "Those who are surprised have no dice.";
            self.say("SST-29-2", [], |[]| nothing.to_owned());
        }
        self.events_happen();
        if self.state.round > 1 {
            self.bleed();
        }
        if self.arena.scope.afflicts {
            self.suffer_on();
        }
        self.state.phase = Phase::Dealing(FighterId(0));
    }

    /// Adds the creatures that join at the start of this round. Each is Alone in its zone.
    fn arrivals(&mut self) {
        let arriving = self
            .arena
            .lineup
            .arriving(self.state.round, self.state.stage());
        for who in arriving.iter() {
            self.body_mut(who).status = Status::Fighting;
            self.state.fighting.add(who);
            self.tell("", who, "arrives");
        }
        if !arriving.is_empty() {
            // If only one creature is left, `put_out` does not renumber melees. This creature may therefore
            // still be recorded as a member of a melee.
            self.state.settle(&self.arena.lineup);
        }
    }

    /// Deals to all creatures from `next` on, up to the first that rolls its dice. Returns whether dice were
    /// rolled.
    fn deal_hands(&mut self, next: FighterId) -> bool {
        let mut rest = self.arena.lineup.everybody().skip(next.index());
        let rolled = rest.find(|&who| {
            let there = self.state.fighting.has(who) && !self.state.turns.surprised.has(who);
            there && self.deal_to(who)
        });
        match rest.next() {
            Some(next) => self.state.phase = Phase::Dealing(next),
            None => self.begin(),
        }
        rolled.is_some()
    }

    /// Deals a creature its Action Dice of the round [SST-5-1, SST-5-4, SST-5-6, SST-22-5]. Returns whether
    /// it rolled them.
    fn deal_to(&mut self, who: FighterId) -> bool {
        let fighter = self.fighter(who);
        let kept = std::mem::take(&mut self.body_mut(who).kept);
        let rolls = fighter.ad_rolled && fighter.ad >= 1;
        self.dice.about(Topic::Deed(who.0));
        self.dice.about(Topic::Initiative);
        let (mut hand, faces) = if rolls {
            let entitled = fighter.ad.cast_unsigned() + u8::from(kept > 0);
            let Hands { again, extra, .. } = self.rules().hands;
            let deal = Deal::Action { again, extra };
            self.roll(deal.times(entitled.min(fighter.max_ad)))
        } else {
            let mut hand = fighter.set;
            if kept > 0 {
                hand.add(kept);
            }
            (hand, String::new())
        };
        let burns = self.body(who).injuries.burns;
        if burns > 0 {
            let highest = self.answers(
                who,
                const { answer("burn", "highest") },
                DecisionContext::default,
            );
            hand.burn(burns, highest);
        }
        let body = self.state.body_mut(who);
        body.hand = hand;
        if self.arena.options.static_countdown {
            body.dealt = hand.total();
        }
        let clause = if rolls { "SST-5-1" } else { "SST-5-4" };
        self.say(clause, [who], |[who]| {
            let rolled = rolls.then(|| format!("rolls {faces} and "));
            format!("{who} {}holds {hand}.", rolled.unwrap_or_default())
        });
        rolls
    }

    /// Lets the next creature act [SST-6-1]. Returns whether this was a step: an action was completed, or a
    /// creature that could not pay called a refresh.
    fn count_down(&mut self) -> bool {
        let Some(who) = self.next_up() else {
            // All creatures wait, or cannot act [SST-7-9].
            let end = "Nobody acts any more: a refresh.";
            self.say("SST-7-9", [], |[]| end.to_owned());
            self.close_round();
            return false;
        };
        let took = self.take_turn(who);
        let acted = took == Took::Acted;
        let turns = &mut self.state.turns;
        turns.waiting.add(who);
        let mut callers = FighterSet::of(who);
        if acted {
            if self.arena.options.static_countdown {
                turns.acted.add(who);
            }
            turns.waiting = FighterSet::NONE;
            callers = self.callers();
        }
        let short = took == Took::Waited { short: true };
        let call = acted || (short && self.arena.options.short_calls_refresh);
        if !call || callers.is_empty() || self.view().is_overwhelming() {
            return acted;
        }
        if !W::LISTENS || self.over().is_none() {
            self.tell_call(callers);
        }
        self.close_round();
        self.state.turns.done.0 |= callers.0;
        for caller in callers.iter() {
            self.body_mut(caller).hand = Hand::NONE;
        }
        true
    }

    /// Lets the next creature use its last option [SST-7-7]. Returns false if no creature has one left.
    #[inline(never)]
    fn give_last_option(&mut self) -> bool {
        // A creature that surprises others may have several options in a row [SST-29-2].
        let midst = self.state.turns.again.take();
        let left = self.state.fighting.without(self.state.turns.done);
        let able = |who| left.has(who) && self.body(who).hand.is_usable();
        let (who, more) = if let Some(midst) = midst.filter(|&(who, _)| able(who)) {
            midst
        } else if let Some(who) = self.next_up() {
            let options = self.arena.options.surprise_actions.unwrap_or(1);
            let surprises = !self.state.turns.surprised.is_empty();
            (who, if surprises { options - 1 } else { 0 })
        } else {
            return false;
        };
        let (option, chain) = self.last_option(who);
        let option = if option != LastOption::Act {
            option
        } else if self.take_turn(who) == Took::Acted {
            chain.tell(who, self.witness);
            option
        } else {
            self.instead(who, &chain)
        };
        let emptied = self.callers();
        self.state.turns.done.0 |= emptied.0;
        if !self.state.fighting.has(who) {
            return true;
        }
        if option == LastOption::Act && more > 0 && !self.state.turns.done.has(who) {
            self.state.turns.again = Some((who, more - 1));
            return true;
        }
        let body = self.body_mut(who);
        if let LastOption::Carry { highest } = option {
            body.kept = body.hand.end(highest).unwrap_or(0);
        }
        body.hand = Hand::NONE;
        let kept = body.kept;
        if kept > 0 {
            let told = format_args!("keeps the {kept} for the next round");
            self.tell("SST-7-8", who, told);
        }
        self.state.turns.done.add(who);
        true
    }

    /// Returns the next creature to act, the one with the most dice. Of equal ones, creatures of players come
    /// first. Then the policies decide, or else the listing order [SST-6-1, SST-6-2].
    fn next_up(&mut self) -> Option<FighterId> {
        let state = &*self.state;
        let idle = state.turns.waiting.0 | state.turns.done.0;
        let mut left = state.fighting.without(FighterSet(idle));
        if self.arena.options.static_countdown && state.phase == Phase::Countdown {
            let able = |who| state.body(who).hand.is_usable();
            if !left.without(state.turns.acted).iter().any(able) {
                self.state.turns.acted = FighterSet::NONE;
            }
            left = left.without(self.state.turns.acted);
        }
        let fixed = self.arena.options.static_countdown;
        let (bodies, players) = (self.state.bodies(), self.arena.players);
        let (mut most, mut equal) = (0, FighterSet::NONE);
        for who in left.iter() {
            let body = &bodies[who.index()];
            if !body.hand.is_usable() {
                continue;
            }
            let held = if fixed { body.dealt } else { body.hand.total() };
            let held = 2 * u32::from(held) + u32::from(players.has(who));
            if held > most {
                (most, equal) = (held, FighterSet::NONE);
            }
            if held == most {
                equal.add(who);
            }
        }
        if equal.is_several() && self.arena.scope.decides(ORDER) {
            return self.first_of(equal);
        }
        equal.iter().next()
    }

    fn tell_call(&mut self, callers: FighterSet) {
        let arena = self.arena;
        self.say("SST-7-5", [], |[]| {
            let names: Vec<_> = callers.iter().map(|who| arena.name(who)).collect();
            let call = if names.len() == 1 { "calls" } else { "call" };
            format!("{} {call} for a refresh.", listed(names))
        });
    }

    fn end_fight(&mut self, ending: Ending) -> Progress {
        let (arena, rounds) = (self.arena, self.state.round);
        self.say("SST-0-7", [], |[]| match ending {
            Ending::Won(side) => {
                let wins = arena.cast.told(side, "wins", "win");
                format!("{wins} in round {rounds}.")
            }
            Ending::Draw => format!("Nobody is left in round {rounds}: a draw."),
            Ending::Undecided => format!("Still undecided after round {rounds}."),
        });
        Progress::Ended(Outcome {
            ending,
            rounds,
            standing: self.state.fighting,
        })
    }

    /// Starts the countdown after the deal. In a surprise round, last options start instead [SST-29-2].
    fn begin(&mut self) {
        self.state.phase = Phase::Countdown;
        if !self.state.turns.surprised.is_empty() && !self.view().is_overwhelming() {
            self.state.phase = Phase::Closing;
            self.state.turns.done = self.state.turns.surprised;
        }
    }

    /// Returns how the fight has ended, or `None`. A fight ends when at most one side has members that fight
    /// or will join [SST-0-7].
    #[inline]
    fn over(&self) -> Option<Ending> {
        let (lineup, round) = (&self.arena.lineup, self.state.round);
        lineup.ending_in((round, self.state.stage()), self.state.fighting)
    }

    /// Starts the last options after a refresh has been called.
    fn close_round(&mut self) {
        self.state.phase = Phase::Closing;
        self.state.turns.waiting = FighterSet::NONE;
        self.state.turns.acted = FighterSet::NONE;
    }

    /// Returns the creatures that have spent their last usable die on the action just completed. Their ones
    /// are taken away [SST-7-5].
    fn callers(&mut self) -> FighterSet {
        let spent = std::mem::take(&mut self.state.turns.spent).and(self.state.fighting);
        let callers = spent.filter(|who| !self.body(who).hand.is_usable());
        for who in callers.iter() {
            self.body_mut(who).hand = Hand::NONE;
        }
        callers
    }

    /// Clears the data of the round that ends, and starts the next round [SST-7-10].
    fn refresh(&mut self) {
        let state = &mut *self.state;
        state.round += 1;
        state.phase = Phase::Opening;
        state.turns = Turns::default();
        for body in state.bodies_mut() {
            body.hand = Hand::NONE;
            body.dealt = 0;
            body.swarmed = false;
            body.strikers = FighterSet::NONE;
        }
    }
}

impl View<'_> {
    /// Returns how far a fight has progressed. Every step increases this.
    ///
    /// Within a round, steps lower the number of dice in hand. A shot or a spell for which dice were gathered
    /// costs no dice, but it ends the gathering, which also counts as progress [SST-7-4]. To begin a
    /// gathering counts as a step back, but it costs dice, and these count for more.
    pub(crate) fn moment(self) -> Moment {
        const MANY: u32 = 100_000;
        let part = match self.state.phase {
            Phase::Opening => 0,
            Phase::Dealing(next) => 1 + u32::from(next.0),
            Phase::Countdown | Phase::Closing => {
                let ahead = |who: FighterId| {
                    let body = self.body(who);
                    2 * u32::from(body.hand.total()) + u32::from(body.aim != Aim::None)
                };
                MANY - self.arena.lineup.everybody().map(ahead).sum::<u32>()
            }
        };
        Moment {
            round: self.state.round,
            part,
            ..Moment::default()
        }
    }

    /// Returns whether the creatures that surprise others act until all their dice are used up. Nobody calls
    /// a refresh before that [SST-29-2].
    fn is_overwhelming(self) -> bool {
        self.arena.options.surprise_actions.is_none() && !self.state.turns.surprised.is_empty()
    }
}

#[cfg(test)]
mod tests;
