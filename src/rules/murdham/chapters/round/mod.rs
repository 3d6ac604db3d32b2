//! A round: sides take turns with one character at a time, or pass, until all have passed.
//!
//! Clauses: MUR-1-1..7, MUR-1-10..14, MUR-11-2, MUR-18-1, MUR-18-3. A step is one turn, with whatever passes come before
//! it; the one after which nobody has a turn left, or all have passed, ends the round.

use super::{morale, mounts};
use crate::dice::{Dice, Die, Topic};
use crate::fight::{
    Ending, FighterId, FighterSet, MOST_FIGHTERS, Moment, Outcome, Progress, SideId, Witness,
};
use crate::rules::murdham::nouns::deeds::Ready;
use crate::rules::murdham::nouns::scene::{Scene, View};
use crate::rules::murdham::nouns::state::Status;
use crate::rules::murdham::questions::ending;
use crate::rules::murdham::{decisions, telling};

impl<D: Dice, W: Witness, const N: usize> Scene<'_, D, W, N> {
    /// Plays on by one turn.
    #[inline]
    pub(crate) fn step(&mut self) -> Progress {
        if !self.state.open {
            self.begin_round();
        }
        loop {
            let side = self.state.next;
            let who = self.next_of_side(side);
            self.state.next = following(self.view(), side);
            if let Some(who) = who {
                self.state.passes = 0;
                self.take_turn(who);
                if let Some(outcome) = ending::over(self.view()) {
                    return self.end_fight(outcome);
                }
                if !self.arena.lineup.sides[self.state.next.index()]
                    .and(self.state.fighting)
                    .is_empty()
                {
                    break;
                }
                self.state.next = following(self.view(), self.state.next);
                break;
            }
            telling::passes(self, side);
            self.state.passes += 1;
            if u32::from(self.state.passes) >= standing(self.view()) {
                return self.close_round();
            }
        }
        if self.state.unused.is_empty() {
            return self.close_round();
        }
        Progress::Goes
    }

    /// Begins a round, the bonus round of an ambush before the first [MUR-11-2].
    fn begin_round(&mut self) {
        let bonus = std::mem::replace(&mut self.state.ambush, false);
        if !bonus {
            self.state.round += 1;
        }
        self.dice.about(Topic::Round(self.state.round));
        self.witness.round_began(self.state.round);
        if bonus {
            telling::ambush(self.witness);
        }
        self.state.open = true;
        self.state.unused = self.state.fighting;
        for who in self.state.fighting.iter() {
            let hidden = self.body(who).concealed;
            if bonus && !hidden {
                self.state.unused.remove(who);
            } else {
                self.state.body_mut(who).extra = self.fighter(who).extra_reactions;
            }
        }
        morale::note(self.arena, self.state);
        let holder = self.next_side();
        self.state.next = decisions::lead(self, holder);
        self.state.passes = 0;
    }

    /// Who holds the initiative now [MUR-1-6, MUR-1-7].
    fn next_side(&mut self) -> SideId {
        let known = self
            .state
            .holder
            .or(if self.arena.options.initiative_each_round {
                None
            } else {
                self.arena.initiative
            });
        let (sides, fighting) = (&self.arena.lineup.sides, self.state.fighting);
        let stands = |side: &SideId| !sides[side.index()].and(fighting).is_empty();
        let holder = known.unwrap_or_else(|| {
            self.dice.about(Topic::Initiative);
            let at = self.dice.roll(Die(standing(self.view()))) as usize - 1;
            let mut standing = (0..sides.len()).map(SideId::at).filter(stands);
            standing
                .nth(at)
                .expect("as many sides stand as were counted")
        });
        let holder = if stands(&holder) {
            holder
        } else {
            following(self.view(), holder)
        };
        if self.state.holder != Some(holder) {
            telling::initiative(self, holder);
        }
        self.state.holder = Some(holder);
        holder
    }

    /// Who of a side takes a turn now, if anybody [MUR-1-2, MUR-1-8].
    fn next_of_side(&mut self, side: SideId) -> Option<FighterId> {
        let mut last = None;
        for who in self.arena.lineup.sides[side.index()]
            .and(self.state.unused)
            .iter()
        {
            if !self.arena.may_begin(self.state, who) {
                continue;
            }
            // These cannot react, and have no use for a turn that they keep; who retreats can [MUR-12-7].
            if self.body(who).giving_up || self.state.is_grabbed(who) {
                return Some(who);
            }
            match decisions::ready(self, who) {
                Ready::Acts => return Some(who),
                Ready::Last => last = last.or(Some(who)),
                Ready::Holds => {}
            }
        }
        last
    }

    /// Ends a round: morale, deaths that were due, the end of the fight, the round cap [MUR-1-10, MUR-1-14].
    fn close_round(&mut self) -> Progress {
        self.state.unused = FighterSet::NONE;
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
        if let Some(outcome) = ending::over(self.view()) {
            return self.end_fight(outcome);
        }
        if self.state.round >= self.arena.cast.round_cap {
            let outcome = ending::outcome(self.view(), Ending::Undecided);
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
        for body in &mut self.state.bodies {
            body.hale = false;
            body.extra = 0;
        }
        mounts::rest(self.arena, self.state);
        Progress::Goes
    }

    fn end_fight(&mut self, outcome: Outcome) -> Progress {
        // Only now is it certain that those who have surrendered leave alive [MUR-18-3].
        let out = self
            .arena
            .lineup
            .sides
            .iter()
            .map(|side| side.without(self.state.fighting));
        for who in out.flat_map(FighterSet::iter) {
            if self.body(who).status == Status::Surrendered {
                self.witness.fled(who, self.state.round);
            }
        }
        telling::end(self, &outcome);
        Progress::Ended(outcome)
    }
}

/// How far a situation is in its fight. Each turn of a round uses up that of somebody, or is the shared turn of a mount whose
/// riders may keep theirs [MUR-17-2].
pub(crate) fn moment<const N: usize>(view: View<'_, N>) -> Moment {
    let state = view.state;
    let bears = |who: &FighterId| state.gait(*who).is_some();
    let part = if state.open {
        let used = view.arena.lineup.count() - state.unused.count() as usize;
        let shared = view.arena.lineup.everybody().filter(bears).count();
        let part = 1 + used + (MOST_FIGHTERS + 1) * shared;
        u32::try_from(part).expect("fighters are few")
    } else if state.ambush {
        0
    } else {
        u32::MAX
    };
    Moment {
        round: state.round,
        part,
    }
}

/// The next side in listed order that still has somebody fighting; the same one where there is no other.
fn following<const N: usize>(view: View<'_, N>, side: SideId) -> SideId {
    // Split, not counted round with a remainder: this is asked after every turn.
    let stands = |at: &usize| {
        !view.arena.lineup.sides[*at]
            .and(view.state.fighting)
            .is_empty()
    };
    let (after, own) = (
        side.index() + 1..view.arena.lineup.sides.len(),
        0..=side.index(),
    );
    after.chain(own).find(stands).map_or(side, SideId::at)
}

/// How many sides have somebody fighting.
fn standing<const N: usize>(view: View<'_, N>) -> u32 {
    let stands = |side: &&FighterSet| !side.and(view.state.fighting).is_empty();
    u32::try_from(view.arena.lineup.sides.iter().filter(stands).count()).expect("few sides")
}

#[cfg(test)]
mod tests;
