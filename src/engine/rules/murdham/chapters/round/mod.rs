//! A round: the sides take turns with one character at a time or pass, until all have passed.
//!
//! Clauses: MUR-1-1..7, MUR-1-10..14, MUR-11-2, MUR-18-1, MUR-18-3. Allied sides are one faction and take
//! turns as one side, so a `SideId` in this file is the number of a faction. A step of the fight is one turn,
//! together with the passes before it. A round ends after a step if nobody has a turn left or all sides have
//! passed.

use crate::dice::{Dice, Die, Topic};
use crate::fight::{
    Ending, EventId, FighterId, FighterSet, MOST_FIGHTERS, Moment, Outcome, Progress, SideId,
    Witness,
};
use crate::rules::murdham::decisions::READY;
use crate::rules::murdham::events::{DEAD, EVENTS, FLED, INCAPACITATED, SURRENDERED};
use crate::rules::murdham::nouns::{Ready, Riding, Scene, Status, View};

/// The number of parts that [`View::moment`] reserves for each round. No round has as many steps.
const PARTS: u32 = 10_000;
const _: () = assert!((PARTS as usize) > (MOST_FIGHTERS + 1) * (MOST_FIGHTERS + 2));

impl<D: Dice, W: Witness> Scene<'_, D, W> {
    /// Plays the next turn and the passes before it. If all sides pass, no turn is played and the round ends.
    /// The first step of a round includes the beginning of the round, and the last step its end.
    #[inline]
    pub(crate) fn step(&mut self) -> Progress {
        if !self.state.open {
            self.begin_round();
        }
        loop {
            let side = self.state.next;
            let who = self.next_of_side(side);
            self.state.next = self.view().following(side);
            if let Some(who) = who {
                self.state.passes = 0;
                self.take_turn(who);
                if let Some(outcome) = self.view().over() {
                    return self.end_fight(outcome);
                }
                if !self.view().stands(self.state.next) {
                    self.state.next = self.view().following(self.state.next);
                }
                break;
            }
            // The transcript reports a pass only if a member of the side could have taken a turn.
            let waiting = self.arena.lineup.alliances[side.index()].and(self.state.unused);
            if !waiting.is_empty() {
                self.tell_faction("MUR-1-8", side, "passes", "pass");
            }
            self.state.passes += 1;
            if usize::from(self.state.passes) >= self.view().standing().count() {
                return self.close_round();
            }
        }
        if self.state.unused.is_empty() {
            return self.close_round();
        }
        Progress::Goes
    }

    /// Begins a round. The bonus rounds of an ambush come before the first round [MUR-11-2].
    fn begin_round(&mut self) {
        let bonus = self.state.ambush > 0;
        if bonus {
            self.state.ambush -= 1;
        } else {
            self.state.round += 1;
        }
        self.dice.about(Topic::Round(self.state.round));
        self.witness.round_began(self.state.round);
        if bonus {
            self.say("MUR-11-2", [], |[]| {
                "Before the first round, the concealed take turns of their own.".to_owned()
            });
        }
        self.state.open = true;
        if !bonus && self.arena.lineup.has_arrivals() {
            self.arrivals();
        }
        self.state.unused = self.state.fighting;
        if bonus {
            let unnoticed = |who| self.body(who).concealed;
            self.state.unused = self.state.fighting.filter(unnoticed);
        }
        if self.arena.scope.reacts_more {
            for who in self.state.unused.iter() {
                let extra = self.fighter(who).extra_reactions;
                self.state.set_extra(who, extra);
            }
        }
        self.note_numbers();
        if self.state.fighting.is_empty() {
            // The first members of the sides arrive later, so there is nobody to take a turn yet.
            return;
        }
        let holder = self.next_side();
        self.state.next = self.leads(holder);
    }

    /// Adds the characters that arrive in this round to the fight.
    fn arrivals(&mut self) {
        for who in self
            .arena
            .lineup
            .arriving(self.state.round, self.state.stage())
            .iter()
        {
            self.body_mut(who).status = Status::Fighting;
            if !self.arena.is_vehicle(who) {
                self.state.fighting.add(who);
            }
            self.tell_at("", who, "arrives");
        }
    }

    /// Returns the side that has the initiative now [MUR-1-6, MUR-1-7]. Draws a side at random if no rule
    /// decides.
    fn next_side(&mut self) -> SideId {
        let drawn = self.arena.options.initiative_each_round;
        let known = || self.view().known_first().filter(|_| !drawn);
        let holder = self.state.holder.or_else(known).unwrap_or_else(|| {
            self.dice.about(Topic::Initiative);
            let count = self.view().standing().count();
            let die = Die(u32::try_from(count).expect("few sides"));
            let at = self.dice.roll(die) as usize - 1;
            let side = self.view().standing().nth(at);
            side.expect("as many sides stand as were counted")
        });
        let holder = if self.view().stands(holder) {
            holder
        } else {
            self.view().following(holder)
        };
        if self.state.holder != Some(holder) {
            self.tell_faction(
                "MUR-1-7",
                holder,
                "holds the initiative",
                "hold the initiative",
            );
        }
        self.state.holder = Some(holder);
        holder
    }

    /// Returns the member of a side that takes a turn now. Returns `None` if the side passes [MUR-1-2,
    /// MUR-1-8].
    fn next_of_side(&mut self, side: SideId) -> Option<FighterId> {
        let mut last = None;
        let unused = self.arena.lineup.alliances[side.index()].and(self.state.unused);
        for who in unused.iter() {
            if !self.view().may_begin(who) {
                continue;
            }
            // A character that gives up or is held cannot react, so there is no reason to keep its turn for a
            // reaction. Retreating characters can react [MUR-12-7].
            if self.body(who).giving_up || self.state.is_grabbed(who) {
                return Some(who);
            }
            match self.chooses(who, READY, None) {
                Ready::Acts => return Some(who),
                Ready::Last => last = last.or(Some(who)),
                Ready::Holds => {}
            }
        }
        last
    }

    /// Ends a round. The order is: afflictions, morale, deaths of the dying, the end of the fight if it is
    /// decided, the round cap [MUR-1-10, MUR-1-14].
    fn close_round(&mut self) -> Progress {
        self.state.unused = FighterSet::NONE;
        if self.arena.scope.afflicts {
            self.suffer_on();
            if let Some(outcome) = self.view().over() {
                return self.end_fight(outcome);
            }
        }
        self.check_morale();
        self.settle_riders();
        for who in self.arena.lineup.everybody() {
            if let Status::Dying(rounds) = self.body(who).status {
                if rounds <= 1 {
                    self.put_out(who, Status::Dead);
                } else {
                    self.body_mut(who).status = Status::Dying(rounds - 1);
                }
            }
        }
        if let Some(outcome) = self.view().over() {
            return self.end_fight(outcome);
        }
        if self.state.round >= self.arena.cast.round_cap {
            let outcome = self.view().outcome(Ending::Undecided);
            return self.end_fight(outcome);
        }
        self.state.open = false;
        self.state.next = SideId(0);
        self.state.passes = 0;
        self.state.above = 0;
        self.state.lost = 0;
        if self.arena.options.initiative_each_round {
            self.state.holder = None;
        }
        let scope = &self.arena.scope;
        let changes = scope.morale || scope.reacts_more || scope.mounts;
        for who in self.arena.lineup.everybody().filter(|_| changes) {
            let body = self.body(who);
            let rode = matches!(body.riding, Riding::Bears(_) | Riding::Kept);
            if !(body.hale || body.extra > 0 || rode) {
                continue;
            }
            let body = self.body_mut(who);
            body.hale = false;
            body.extra = 0;
            if rode {
                body.riding = Riding::No;
            }
        }
        Progress::Goes
    }

    fn end_fight(&mut self, outcome: Outcome) -> Progress {
        self.leave_the_field();
        self.tell_end(outcome.ending);
        Progress::Ended(outcome)
    }

    /// Reports that the surrendered characters have left the fight alive. Before the end of the fight they
    /// may still fight again or be killed [MUR-18-3].
    pub(crate) fn leave_the_field(&mut self) {
        let sides = self.arena.lineup.sides.iter();
        for who in sides.flat_map(|side| side.without(self.state.fighting).iter()) {
            if self.body(who).status == Status::Surrendered {
                self.witness.fled(who, self.state.round);
            }
        }
    }

    /// Reports the fate of every character at the end of the fight [MUR-18-3].
    fn tell_end(&mut self, ending: Ending) {
        if ending == Ending::Undecided {
            let cap = self.arena.cast.round_cap;
            self.describe("MUR-1-14", |_| {
                let rounds = if cap == 1 { "round" } else { "rounds" };
                format!("Nothing is decided after {cap} {rounds}.")
            });
        }
        self.describe("MUR-18-3", |view| {
            let part = |fate: Option<EventId>| {
                let is_so = |who| view.body(who).status.fate() == fate;
                let those = view.arena.lineup.those(is_so).and(view.state.present);
                let those = those.without(view.arena.cast.things);
                let what = fate.map_or("fighting", |fate| EVENTS[fate.index()].name);
                (!those.is_empty()).then(|| format!("{what}: {}", view.arena.names(those)))
            };
            let fates = [INCAPACITATED, DEAD, SURRENDERED, FLED].map(Some);
            let told = std::iter::once(None).chain(fates).filter_map(part);
            let told = told.collect::<Vec<_>>().join("; ");
            let (first, others) = told.split_at(1);
            format!("{}{others}.", first.to_uppercase())
        });
    }
}

impl View<'_> {
    /// Returns the side that has the initiative by the scenario or because it lies in ambush [MUR-1-7,
    /// MUR-11-1]. Returns `None` if the initiative has to be drawn.
    fn known_first(self) -> Option<SideId> {
        let ambushes = |side: &SideId| self.arena.ambushing >> side.index() & 1 == 1;
        let said = self.arena.initiative.filter(|&side| self.stands(side));
        said.or_else(|| self.standing().find(ambushes))
    }

    /// Returns the moment of the fight that a state belongs to. The moment gets later with every turn. A turn
    /// either uses up the turn of a fighter or is the shared turn of a mount, after which riders may still
    /// have their turns [MUR-17-2].
    pub(crate) fn moment(self) -> Moment {
        let (state, lineup) = (self.state, &self.arena.lineup);
        // All bonus rounds have the number 0. They are told apart by `part`, which is higher in each bonus
        // round than in the one before.
        let begun = self.arena.options.rules.ambush.bonus_rounds - state.ambush;
        let part = if state.open {
            let used = lineup.count() - state.unused.count() as usize;
            let shared = lineup.those(|who| state.gait(who).is_some()).count() as usize;
            let part = 1 + used + (MOST_FIGHTERS + 1) * shared;
            let part = u32::try_from(part).expect("fighters are few");
            PARTS * u32::from(begun.saturating_sub(1)) + part
        } else if state.ambush > 0 {
            PARTS * u32::from(begun)
        } else {
            u32::MAX
        };
        Moment {
            round: state.round,
            part,
            ..Moment::default()
        }
    }
}

#[cfg(test)]
mod tests;
